"""TRF files on disk, for the command line: read them, pair, count, check, convert.

Answers go to standard output, talk to standard error; every function gives the exit code.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from desk.errors import FileTroubleError
from desk.host.exit_codes import BAD_REQUEST, DONE, FAULT, FILE_TROUBLE, NO_ANSWER
from facts.fact import Side
from facts.settings import TournamentSettings
from results.checks.checker import check
from results.checks.generator import GeneratorSettings, generate
from results.checks.second_opinion import answer, disagreements, question
from results.crosstable.model import Crosstable, Number
from results.crosstable.open_games import listed, open_games
from results.crosstable.scoring import shown
from results.errors import EngineError, NoLegalPairingError, ResultsError, UsageError
from results.pairing.answer import Pair, RoundPairing
from results.pairing.berger import BergerSettings, berger_round
from results.pairing.dutch import pair_round
from results.standings.crosstable_text import crosstable_text
from results.standings.standings import Standings, explain, shown_values, standings
from results.standings.tiebreaks.code import Edition
from results.trf.convert import Target, convert
from results.trf.meaning import edition_on, start_date
from results.trf.read import decode, parse
from results.trf.records import TrfFile
from results.trf.table import TrfTable, trf_table
from results.trf.write import Dialect, Header, trf_text

SECOND_OPINION_S = 600
"""A reference engine takes some 50 s for 1,000 players; whoever asks can wait this long."""


@dataclass(frozen=True, slots=True)
class PairAnswer:
    """What came of one file."""

    pairs: tuple[tuple[int, int], ...]
    error: str | None
    code: int


def read_trf(path: Path) -> TrfFile:
    """A file's records; raises FileTroubleError or TrfError, which name the place."""
    try:
        data = path.read_bytes()
    except OSError as error:
        reason = error.strerror or str(error)
        raise FileTroubleError(f"{path}: {reason}") from error
    return parse(decode(data))


def show_pairs(
    paths: Sequence[Path],
    *,
    as_json: bool,
    initial_colour: Side | None = None,
    rounds: int | None = None,
    reference: Path | None = None,
) -> int:
    """Pair the next round of each file; what is given here overrules the files."""
    if len(paths) > 1 and not as_json:
        raise UsageError("several files need --json")
    worst = DONE
    for path in paths:
        found = _pair(path, initial_colour, rounds, reference)
        worst = max(worst, found.code)
        if as_json:
            row = {"file": str(path), "pairs": found.pairs, "error": found.error}
            _print(json.dumps(row, ensure_ascii=False))
        elif found.error is not None:
            _say(f"{path}: {found.error.removeprefix(f'{path}: ')}")
        else:
            _print(str(len(found.pairs)))
            for white, black in found.pairs:
                _print(f"{white} {black}")
    return worst


def _pair(
    path: Path, initial_colour: Side | None, rounds: int | None, reference: Path | None
) -> PairAnswer:
    try:
        read = trf_table(read_trf(path), pairing=True)
        for game in read.unfinished:
            _say(f"{path}: {game} is not finished: it counts as a draw for pairing (C.04.2)")
        _refuse_wrong_points(read)
        table = read.table if rounds is None else replace(read.table, rounds=rounds)
        if read.meaning.rounds is None and rounds is None:
            raise UsageError("how many rounds there are is not given: record 142, or --rounds")
        if table.played >= table.rounds:
            raise UsageError(f"all {table.rounds} rounds have been paired")
        if table.initial_colour is None and initial_colour is None:
            _say(f"{path}: no initial colour is given (record 152): White is taken")
            table = replace(table, initial_colour=Side.WHITE)
        made = _pair_table(table, read, initial_colour)
        if reference is not None:
            _compare(path, table, made, reference)
    except FileTroubleError as error:
        return PairAnswer((), str(error), FILE_TROUBLE)
    except NoLegalPairingError as error:
        return PairAnswer((), str(error), NO_ANSWER)
    except EngineError as error:
        return PairAnswer((), str(error), FAULT)
    except ResultsError as error:
        return PairAnswer((), str(error), BAD_REQUEST)
    return PairAnswer(tuple((pair.white, pair.black) for pair in made.pairs), None, DONE)


_OTHER_SYSTEMS = ("BURSTEIN", "DUBOV", "KNOCKOUT", "LIM", "SCHEVENINGEN", "SCHILLER", "DOUBLESWISS")


def _pair_table(table: Crosstable, read: TrfTable, initial_colour: Side | None) -> RoundPairing:
    system = read.meaning.system.upper()
    if any(name in system for name in _OTHER_SYSTEMS):
        raise UsageError(f"the file asks for {system}: this program pairs Dutch and Berger")
    if not table.round_robin:
        return pair_round(table, initial_colour)
    cycles = 2 if "DOUBLE" in system else 1
    return berger_round(len(table.entrants), table.played + 1, BergerSettings(cycles))


def _compare(path: Path, table: Crosstable, made: RoundPairing, reference: Path) -> None:
    """Ask a reference engine too, and say where it disagrees."""
    found = disagreements(made, second_opinion(reference, table))
    for sentence in found:
        _say(f"{path}: {sentence}")
    if not found:
        _say(f"{path}: {reference.name} pairs the same")


def second_opinion(binary: Path, table: Crosstable) -> tuple[Pair, ...]:
    """The pairs that a bbpPairings binary makes; raises EngineError where it makes none."""
    with tempfile.TemporaryDirectory() as folder:
        question_file = Path(folder) / "round.trf"
        question_file.write_text(question(table), encoding="utf-8")
        command = [str(binary), "--dutch", str(question_file), "-p"]
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, timeout=SECOND_OPINION_S, check=False
            )
        except (OSError, subprocess.SubprocessError) as error:
            raise UsageError(f"{binary} gives no second opinion: {error}") from error
    if done.returncode != 0:
        said = (done.stderr or done.stdout).strip() or f"exit code {done.returncode}"
        raise EngineError(f"{binary} gives no second opinion: {said}")
    return answer(done.stdout)


def _refuse_wrong_points(read: TrfTable) -> None:
    if read.mismatches:
        sentences = "\n  ".join(str(mismatch) for mismatch in read.mismatches)
        beside = f" (not finished: {listed(read.unfinished)})" if read.unfinished else ""
        raise UsageError(f"the points do not add up{beside}:\n  {sentences}")


@dataclass(frozen=True, slots=True)
class StandingsRequest:
    """What to count of a file, and how to show it."""

    codes: tuple[str, ...] = ()
    edition: Edition | None = None
    unrated: int | None = None
    after: int | None = None
    explained: int | None = None
    crosstable: bool = False


def edition_of(file: TrfFile, wanted: Edition | None) -> Edition:
    """The edition asked for, else the one in force when the tournament began (record 042)."""
    if wanted is not None:
        return wanted
    edition = edition_on(start_date(file))
    if edition is not Edition.OF_2026:
        _say(f"counted by the rules of {edition}, by the date of record 042; see --edition")
    return edition


def show_standings(path: Path, wanted: StandingsRequest, *, as_json: bool) -> int:
    """The standings of a file by the tie-breaks asked for, or by its own."""
    file = read_trf(path)
    read = trf_table(file)
    for mismatch in read.mismatches:
        _say(f"{path}: {mismatch}")
    table = read.table if wanted.after is None else read.table.after(wanted.after)
    codes = wanted.codes or read.meaning.tiebreaks
    found = standings(table, codes, edition_of(file, wanted.edition), wanted.unrated)
    return print_standings(found, wanted, as_json=as_json)


def print_standings(
    found: Standings, wanted: StandingsRequest, *, as_json: bool, by_id: bool = False
) -> int:
    """Standings in the fixed format, as a table, or one player's working.

    ``by_id`` names players by their ids instead of their numbers. While a game is not finished
    its name comes first: in the text, or beside the fixed format.
    """
    unfinished = open_games(found.field.table)
    if unfinished:
        (_say if as_json else _print)(
            "not final while a game is not finished (adjourned, it counts as a draw here): "
            f"{listed(unfinished)}"
        )
    if wanted.explained is not None:
        for column, code in enumerate(found.codes):
            _print(f"{code.text}: {explain(found, Number(wanted.explained), column)}")
    elif wanted.crosstable:
        sys.stdout.write(crosstable_text(found))
    elif as_json:
        _standings_json(found, by_id)
    else:
        _standings_text(found)
    return DONE


def _standings_json(found: Standings, by_id: bool) -> None:
    for line in found.lines:
        values = zip(found.codes, shown_values(found, line), strict=True)
        player = found.field.table.entrants[line.index].player
        row = {
            "rank": line.rank,
            "player": player.id if by_id else line.number,
            "name": player.name,
            "points": shown(line.points),
            "tiebreaks": {code.text: value or None for code, value in values},
            "shared": line.shared,
        }
        _print(json.dumps(row, ensure_ascii=False))


def _standings_text(found: Standings) -> None:
    head = ["rank", "no.", f"{'name':33}", "points", *(code.text for code in found.codes)]
    _print("  ".join(head).rstrip())
    for line in found.lines:
        name = found.field.table.entrants[line.index].player.name
        values = [
            f"{value:>{len(code.text)}}"
            for code, value in zip(found.codes, shown_values(found, line), strict=True)
        ]
        cells = [
            f"{line.rank:>4}",
            f"{line.number:>3}",
            f"{name[:33]:33}",
            f"{shown(line.points):>6}",
        ]
        _print("  ".join([*cells, *values]).rstrip())


def show_check(path: Path, codes: tuple[str, ...], edition: Edition | None) -> int:
    """Re-pair and recount a file; 1 where anything differs."""
    file = read_trf(path)
    read = trf_table(file)
    ranks = {Number(p.number): p.rank for p in file.players if p.rank is not None}
    report = check(read, ranks, codes, edition_of(file, edition))
    for line in report.lines():
        _print(line)
    return DONE if report.clean else NO_ANSWER


def show_converted(path: Path, target: Target, out: Path | None) -> int:
    """Write a file in another format."""
    file = read_trf(path)
    write_text(out, convert(file, trf_table(file), target))
    return DONE


def write_text(out: Path | None, text: str) -> None:
    """To a file, or to standard output without one."""
    if out is None:
        sys.stdout.write(text)
        return
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as error:
        raise FileTroubleError(f"{out}: {error.strerror or error}") from error


def _print(line: str) -> None:
    sys.stdout.write(line + "\n")


def _say(line: str) -> None:
    sys.stderr.write(line + "\n")


def show_generated(settings: GeneratorSettings, seed: int, out: Path | None) -> int:
    """Write a random tournament as TRF26."""
    table = generate(settings, seed)
    name = TournamentSettings(f"Generated {seed}")
    header = Header(name, comments=(f"generated by topboards, seed {seed}",))
    write_text(out, trf_text(table, header))
    return DONE


def codes_of(tiebreaks: str | None) -> tuple[str, ...]:
    """Codes as the command line has them, separated by commas."""
    return tuple(code.strip() for code in (tiebreaks or "").split(",") if code.strip())


def edition_named(edition: int | None) -> Edition | None:
    """An edition by its year; raises UsageError for a year that has none."""
    if edition is None:
        return None
    if edition not in {int(known) for known in Edition}:
        raise UsageError(f"{edition} is no edition: expected 2026, 2024 or 2022")
    return Edition(edition)


def colour_of(text: str | None) -> Side | None:
    """``white`` or ``black``; raises UsageError for anything else."""
    if text is None:
        return None
    if text not in tuple(Side):
        raise UsageError(f"{text!r} is no colour: expected white or black")
    return Side(text)


def target_of(text: str) -> Target:
    """A format to convert to; raises UsageError for one that there is not."""
    if text not in tuple(Target):
        raise UsageError(f"{text!r} is no format: expected {', '.join(Target)}")
    return Target(text)


def dialect_of(text: str) -> Dialect:
    """An edition of TRF; raises UsageError for another format."""
    if text not in tuple(Dialect):
        raise UsageError(f"a log is written as {' or '.join(Dialect)}, not as {text!r}")
    return Dialect(text)
