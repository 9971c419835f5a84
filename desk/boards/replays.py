"""``topboards boards replay``: captures through the tracker, printed."""

import sys
from collections.abc import Sequence
from pathlib import Path

import chess

from boardlink.captures.capture import decode_capture
from boardlink.errors import BoardlinkError, UsageError
from boardlink.replaying.repair import GivenMoves, correction, repair, scoresheet
from boardlink.replaying.replay import ReplayedGame, replay_bytes, replay_capture, to_json
from desk.host.error_report import explain
from desk.host.exit_codes import NO_ANSWER
from facts.pgn import TOKENS, clock_text, san_line
from facts.result import pgn_token


def show_replays(files: Sequence[Path], *, as_json: bool) -> int:
    """Replay each file and print its games; a file that cannot be read is said and passed over.

    Returns:
        The highest exit code of all files (``desk/host/error_report.py``).
    """
    code = 0
    for path in files:
        try:
            games = replay_bytes(path.read_bytes(), str(path))
        except (BoardlinkError, OSError) as error:
            code = max(code, explain(error))
            continue
        for game in games:
            sys.stdout.write((to_json(game) if as_json else _for_people(game)) + "\n")
    return code


def show_repair(
    files: Sequence[Path],
    sheet: Path | None,
    moves: Sequence[str],
    number: int | None,
    *,
    as_json: bool,
) -> int:
    """Replay one game under a scoresheet or corrections, and print it.

    A scoresheet that ends with a result is the whole game; with ``*`` the game may go on.

    Returns:
        0, or 1 where the capture contradicts: then nothing is printed but why.

    Raises:
        UsageError: not one file, not one of scoresheet and moves, or moves that are none.
        CaptureError, OSError: a file cannot be read.
    """
    if len(files) != 1:
        raise UsageError("a scoresheet or a move belongs to one capture: give one file")
    if (sheet is None) is not bool(moves):
        raise UsageError("expected either --scoresheet or --move")
    file = str(files[0])
    capture = decode_capture(files[0].read_bytes(), file)
    games = replay_capture(capture, file)
    if number is None and len(games) != 1:
        raise UsageError(f"{file} holds {len(games)} games: say which by --game, 0 is the first")
    game = number or 0
    if game >= len(games):
        raise UsageError(f"{file}: there is no game {game}, it holds {len(games)}")
    told = _told(games[game], sheet, moves, chess960=capture.header.chess960)
    found = repair(capture, file, game, told)
    if found.refused:
        sys.stderr.write(f"topboards: {file}: {found.refused}\n")
        return NO_ANSWER
    for note in found.notes:
        sys.stderr.write(f"topboards: {file}: {note}\n")
    sys.stdout.write((to_json(found.game) if as_json else _for_people(found.game)) + "\n")
    return 0


def _told(
    game: ReplayedGame, sheet: Path | None, moves: Sequence[str], *, chess960: bool
) -> GivenMoves:
    fen = game.start_fen
    if sheet is not None:
        text = sheet.read_text(encoding="utf-8", errors="replace")
        complete = not text.rstrip().endswith("*") and text.rstrip().endswith(TOKENS)
        return scoresheet(text, fen, chess960=chess960, complete=complete)
    told: dict[int, str] = {}
    line = list(game.verdict.moves)
    for text in moves:
        for ply, uci in correction(text, line, fen, chess960=chess960).moves.items():
            told[ply] = uci
            line[ply - 1 : ply] = [uci]
    return GivenMoves(told)


def _for_people(game: ReplayedGame) -> str:
    verdict = game.verdict
    lines = [f"{game.file}: board {game.device}, game {game.game}"]
    chess960 = any(letter in game.start_fen.split()[2] for letter in "ABCDEFGHabcdefgh")
    sans = san_line(game.start_fen, verdict.moves, chess960=chess960)
    first = chess.Board(game.start_fen, chess960=chess960)
    ply = 2 * (first.fullmove_number - 1) + (0 if first.turn else 1)
    words = []
    for san, clock in zip(sans, verdict.clocks, strict=True):
        number = f"{ply // 2 + 1}{'.' if ply % 2 == 0 else '…'}"
        words.append(f"{number} {san}" + (f" ({clock_text(clock)})" if clock is not None else ""))
        ply += 1
    lines += ["  " + "  ".join(words[at : at + 4]) for at in range(0, len(words), 4)]
    by = f" by {verdict.by}" if verdict.by else ""
    lines.append(f"  {pgn_token(verdict.result)}{by}, {verdict.certainty}")
    lines += [f"  ply {mark.ply}: {mark.mark}: {mark.text}" for mark in verdict.marks]
    lines += [f"  or: {' '.join(moves)}" for moves in verdict.alternatives]
    lines += [f"  {issue.at:%H:%M:%S} ply {issue.ply}: {issue.text}" for issue in verdict.issues]
    return "\n".join(lines)
