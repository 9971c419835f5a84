"""Time the results core: pairing, standings, one changed result.

    python -m bench.results [--players 20,60,200] [--reference PATH-TO-bbpPairings]

Processor seconds, best of three but for pairings that take long. Beside ours: gacrux called
directly with a text made before, and the reference engine as a whole process.
"""

import argparse
import contextlib
import io
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from facts.result import DRAWN, WHITE_WON, Result
from results.checks.checker import played_pairs
from results.checks.generator import GeneratorSettings, generate, quick_pairer
from results.crosstable.model import Crosstable
from results.pairing.dutch import pair_round
from results.pairing.dutch_text import dutch_text
from results.stages.live import live_standings
from results.standings.standings import standings, standings_view
from results.trf.write import Header, trf_text
from tests.fakes.tournament_log import STAGE, TOURNAMENT, TournamentLog, swiss

TEN = ("BH/C1", "BH", "SB", "DE", "PS", "WIN", "AOB", "ARO", "TPR", "PTP")


def cpu(call: Callable[[], object], times: int = 3) -> float:
    """The best processor time of some calls, in seconds."""
    best = float("inf")
    for _ in range(times):
        begin = time.process_time()
        call()
        best = min(best, time.process_time() - begin)
        if best > 5:
            break
    return best


def state(players: int, rounds: int = 4) -> Crosstable:
    """A field after some rounds, paired quickly rather than by the rules."""
    settings = GeneratorSettings(players=players, rounds=rounds, late=20)
    table = generate(settings, players, quick_pairer(players))
    return Crosstable(
        table.entrants, rounds + 5, table.played, table.scoring, initial_colour=table.initial_colour
    )


def gacrux_pairs(text: str, table: Crosstable) -> None:
    """The engine alone."""
    from gacrux.pairingdutch import pairing_dutch
    from gacrux.trf2json import trf2json

    with contextlib.redirect_stdout(io.StringIO()):
        reader = trf2json()
        reader.parse_file(text, 0)
        tournament = reader.get_tournament(1)
        tournament.update(
            pairingSystem=["dutch"], maxMeets=1, numRounds=table.rounds, currentRound=table.played
        )
        options = {"experimental": [], "verbose": 0, "top_color": "w", "rank": False}
        pairing_dutch(tournament, table.played + 1, options).compute_pairing(False, 0)


def reference_seconds(binary: str, text: str) -> float:
    """The reference engine's processor time, start included."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "state.trf"
        path.write_text(text)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([binary, "--dutch", str(path), "-p"], check=False, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def pairing(sizes: list[int], reference: str | None) -> None:
    """Pairing at several sizes."""
    print("pairing round 5       ours     gacrux   reference   peak memory")
    for players in sizes:
        table = state(players)
        assert table.initial_colour is not None
        text = dutch_text(table, table.initial_colour, {})
        mine = cpu(lambda t=table: pair_round(t), 1 if players > 400 else 3)  # type: ignore[misc]
        theirs = cpu(
            lambda t=table, x=text: gacrux_pairs(x, t),  # type: ignore[misc]
            1 if players > 400 else 3,
        )
        other = "-"
        if reference:
            other = f"{reference_seconds(reference, trf_text(table, Header())):.3f} s"
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        print(f"{players:>6} players  {mine:>8.3f} s {theirs:>8.3f} s {other:>11} {peak:>9} MB")


def tiebreaks() -> None:
    """Ten tie-breaks for 800 players after 13 rounds, beside gacrux on data read before."""
    from gacrux.tiebreak import tiebreak
    from gacrux.trf2json import trf2json

    table = generate(GeneratorSettings(players=800, rounds=13), 1, quick_pairer(1))
    with contextlib.redirect_stdout(io.StringIO()):
        reader = trf2json()
        reader.parse_file(trf_text(table, Header()), 0)
        tournament = reader.get_tournament(1)

        def theirs() -> None:
            engine = tiebreak(tournament, -1, {"is_rr": None})
            for place, code in enumerate(("PTS", *TEN), start=1):
                engine.compute_single_tiebreak(engine.parse_tiebreak(place, code))

        other = cpu(theirs)
    mine = cpu(lambda: standings(table, TEN))
    print(
        f"10 tie-breaks, 800 players, 13 rounds: {mine:.3f} s, gacrux {other:.3f} s, "
        f"{other / mine:.1f} times faster"
    )


def live() -> None:
    """One changed result to new live standings, 800 players in round 13."""
    table = generate(GeneratorSettings(players=800, rounds=13, late=0), 1, quick_pairer(1))
    log = TournamentLog()
    log.open(800, swiss(13, ("BH/C1", "BH", "SB", "DE")))
    running = []
    for round_no in range(1, 14):
        pairs = [
            (int(p.white), int(p.black)) for p in played_pairs(table, round_no) if not p.is_bye
        ]
        games = log.publish(round_no, pairs)
        for (white, _), game in zip(pairs, games, strict=True):
            entry = table.entrants[white - 1].entry(round_no)
            result: Result = WHITE_WON if entry.score == "win" else DRAWN
            if round_no == 13:
                running.append(game)
            else:
                log.confirmed(game, result)
    shown = live_standings(log.state, STAGE)
    follow, view = [], []
    for game in running[:200]:
        log.shown(game, WHITE_WON)
        begin = time.process_time()
        shown = shown.follow(log.state)
        middle = time.process_time()
        standings_view(shown.standings, TOURNAMENT, STAGE, official=False)
        follow.append(middle - begin)
        view.append(time.process_time() - middle)
    follow.sort()
    view.sort()
    print(
        f"one result, 800 players, 4 tie-breaks: {1000 * follow[100]:.1f} ms (p99 "
        f"{1000 * follow[197]:.1f} ms), its table as text {1000 * view[100]:.1f} ms"
    )


def main() -> int:
    """Print all figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", default="20,60,200")
    parser.add_argument("--reference", help="a bbpPairings binary")
    options = parser.parse_args()
    tiebreaks()
    live()
    pairing([int(size) for size in options.players.split(",")], options.reference)
    return 0


if __name__ == "__main__":
    sys.exit(main())
