"""How well the tracker does on real games at noisy boards, beside a plain baseline.

``python -m bench.tracking`` plays games of ../shared/data/pgn through seeded noise and prints
figures for each profile. ``--out FILE`` keeps one line a game and goes on where it stopped.
Games of odd number are held out: nothing was tuned on them (``--games held-out``).
"""

import argparse
import json
import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from bench.tracking_baseline import baseline_line
from bench.tracking_noise import Noisy
from bench.tracking_profiles import PROFILES
from bench.tracking_signs import noisy
from boardlink.readings import TimePassed
from boardlink.sensing.tracker import (
    GameSetup,
    Observed,
    Verdict,
    begin,
    finish,
    step,
    verdict,
    wake_at,
)
from facts import pgn
from facts.fact import Certainty, LineCorrected, MoveConfirmed, MovePlayed
from facts.ids import GameId
from facts.result import pgn_token

SOURCE = Path(__file__).resolve().parents[2] / "shared" / "data" / "pgn"
EPOCH = datetime(2026, 1, 10, 15, 0, tzinfo=UTC)
CENTRE = {"d4", "e4", "d5", "e5"}
Game = tuple[tuple[str, ...], str]


def real_games(folder: Path) -> list[Game]:
    """Moves and result of every clean game: legal, long enough, no sign leaked into it."""
    games = []
    for path in sorted(folder.glob("*.pgn")):
        for game in pgn.read(path.read_text(encoding="utf-8", errors="replace")):
            moves = tuple(move.uci for move in game.moves)
            if len(moves) < 8 or not all(move.legal for move in game.moves):
                continue
            if game.token == "*" or (game.moves[-1].san[:1] == "K" and moves[-1][2:4] in CENTRE):
                continue
            games.append((moves, game.token))
    return games


@dataclass(frozen=True, slots=True)
class Run:
    """What the tracker made of one noisy game.

    Attributes:
        cpu_s: of the whole game.
        slowest_s: of each frame, on the wall: asking for the CPU's time takes longer than most.
    """

    verdict: Verdict
    observed: tuple[tuple[float, Observed], ...]
    cpu_s: float
    frames: int
    slowest_s: tuple[float, ...]


def track(game: Noisy) -> Run:
    """Feed a noisy game to the tracker, waking it whenever it wants."""
    tracker = begin(GameSetup(GameId("bench.main.1.1.1"), EPOCH))
    seen: list[tuple[float, Observed]] = []
    costs: list[float] = []
    cpu = time.process_time()
    for t, reading in [*game.readings, (game.end, TimePassed())]:
        began = time.perf_counter()
        while (wake := wake_at(tracker)) is not None and wake < t:
            tracker, said = step(tracker, TimePassed(), wake)
            seen += [(wake, one) for one in said]
        tracker, said = step(tracker, reading, t)
        seen += [(t, one) for one in said]
        costs.append(time.perf_counter() - began)
    tracker, said = finish(tracker, game.end)
    seen += [(game.end, one) for one in said]
    cpu = time.process_time() - cpu
    return Run(verdict(tracker), tuple(seen), cpu, len(costs), tuple(costs))


def judged(game: Noisy, run: Run) -> dict[str, object]:
    """One game's figures."""
    found = run.verdict
    result = pgn_token(found.result)
    moves_right = found.moves == game.moves
    result_right = result == game.result
    first = next(
        (n for n, (a, b) in enumerate(zip(found.moves, game.moves, strict=False)) if a != b),
        min(len(found.moves), len(game.moves)),
    )
    exact = moves_right and result_right
    flagged = found.certainty is not Certainty.CERTAIN
    alternative = flagged and game.moves in found.alternatives
    shown, confirmed, false_shown, false_confirmed = _latencies(game, run)
    return {
        "exact": exact,
        "moves_right": moves_right,
        "result": "right" if result_right else "none" if result == "*" else "wrong",
        "certainty": str(found.certainty),
        "bad": not exact and not flagged,
        "alternative": alternative,
        "signed": game.signed,
        "plies": len(game.moves),
        "before_error": len(game.moves) if moves_right else first,
        "false_shown": false_shown,
        "false_confirmed": false_confirmed,
        "shown_rest": [s for s, by_lever in shown if not by_lever],
        "shown_lever": [s for s, by_lever in shown if by_lever],
        "confirmed": confirmed,
        "cpu_us": run.cpu_s / run.frames * 1e6,
        "cpu_s": run.cpu_s,
        "frames": run.frames,
        "slowest_ms": max(run.slowest_s) * 1e3,
        "p99_ms": sorted(run.slowest_s)[int(len(run.slowest_s) * 0.99)] * 1e3,
    }


def _latencies(game: Noisy, run: Run) -> tuple[list[tuple[float, bool]], list[float], int, int]:
    """Seconds from the last change (or the lever) to shown, to confirmed; false ones counted."""
    shown: list[tuple[float, bool]] = []
    confirmed: list[float] = []
    line: list[str] = []
    false_shown = false_confirmed = 0
    first_shown: dict[int, float] = {}
    done = 0
    for t, one in run.observed:
        fact = one.fact
        if isinstance(fact, MovePlayed | LineCorrected):
            ply, new = (
                (fact.ply, [fact.move.uci])
                if isinstance(fact, MovePlayed)
                else (fact.from_ply, [move.uci for move in fact.moves])
            )
            line = line[: ply - 1] + new
            for n, uci in enumerate(new, start=ply):
                if n > len(game.moves) or game.moves[n - 1] != uci:
                    false_shown += 1
                    first_shown.pop(n, None)
                else:
                    first_shown.setdefault(n, t)
        elif isinstance(fact, MoveConfirmed):
            for n in range(done + 1, fact.ply + 1):
                right = n <= len(game.moves) and line[n - 1] == game.moves[n - 1]
                false_confirmed += not right
                rest = game.rests[n - 1][0] if right else None
                if rest is not None:
                    confirmed.append(max(0.0, t - rest))
            done = max(done, fact.ply)
    for n, t in first_shown.items():
        rest, press = game.rests[n - 1]
        if rest is None:
            continue
        by_lever = press is not None and press <= rest + 0.25
        since = max(press, rest) if by_lever and press is not None else rest
        shown.append((max(0.0, t - since), by_lever))
    return shown, confirmed, false_shown, false_confirmed


def plays(
    games: Sequence[Game], names: Sequence[str], count: int, seed: int, done: set[str]
) -> Iterator[dict[str, object]]:
    for n in range(count):
        moves, token = games[n % len(games)]
        for name in names:
            key = f"{name}/{seed}/{n}"
            if key in done:
                continue
            game = noisy(moves, token, PROFILES[name], key)
            row = judged(game, track(game))
            plain = baseline_line(game)
            row["baseline_exact"] = plain == list(game.moves)
            row["key"], row["profile"] = key, name
            yield row


def report(rows: Sequence[dict[str, object]]) -> None:
    print(
        f"{'profile':<11}{'games':>6}{'exact':>8}{'moves':>8}{'plain':>8}{'flagged':>8}"
        f"{'WRONG+CERTAIN':>14}{'alt':>5}{'result r/w/n':>16}{'before err':>11}"
        f"{'false shown':>12}{'f.conf':>7}{'shown p50/p99':>15}{'lever p99':>10}"
        f"{'conf p50':>9}{'us/frame':>9}{'p99 ms':>7}{'s/game':>7}"
    )
    for name in PROFILES:
        mine = [row for row in rows if row["profile"] == name]
        if mine:
            _print_row(name, mine)
    bad = sum(bool(row["bad"]) for row in rows)
    print(f"{len(rows)} games, wrong but called certain: {bad}")


def _print_row(name: str, rows: Sequence[dict[str, object]]) -> None:
    n = len(rows)

    def share(key: str) -> str:
        return f"{100 * sum(bool(row[key]) for row in rows) / n:.2f}%"

    def numbers(key: str) -> list[float]:
        values: list[float] = []
        for row in rows:
            value = row[key]
            values += value if isinstance(value, list) else [float(str(value))]
        return sorted(values) or [0.0]

    def part(values: list[float], p: float) -> float:
        return values[min(len(values) - 1, int(len(values) * p))]

    results = [sum(row["result"] == kind for row in rows) for kind in ("right", "wrong", "none")]
    flagged = sum(row["certainty"] != "certain" for row in rows)
    plies, before = sum(numbers("plies")), sum(numbers("before_error"))
    shown, lever, confirmed = (numbers(k) for k in ("shown_rest", "shown_lever", "confirmed"))
    print(
        f"{name:<11}{n:>6}{share('exact'):>8}{share('moves_right'):>8}{share('baseline_exact'):>8}"
        f"{100 * flagged / n:>7.1f}%{sum(bool(r['bad']) for r in rows):>14}"
        f"{sum(bool(r['alternative']) for r in rows):>5}"
        f"{'/'.join(map(str, results)):>16}{100 * before / plies:>10.2f}%"
        f"{sum(numbers('false_shown')):>12.0f}{sum(numbers('false_confirmed')):>7.0f}"
        f"{part(shown, 0.5):>8.2f}/{part(shown, 0.99):<6.2f}{part(lever, 0.99):>10.2f}"
        f"{part(confirmed, 0.5):>9.2f}{statistics.mean(numbers('cpu_us')):>9.0f}"
        f"{part(numbers('p99_ms'), 0.5):>7.1f}{statistics.mean(numbers('cpu_s')):>7.3f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=20, help="games of each profile")
    parser.add_argument("--profiles", default=",".join(PROFILES))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", choices=["tuned", "held-out", "all"], default="tuned")
    parser.add_argument("--out", type=Path, help="one line a game; a second run goes on from it")
    asked = parser.parse_args()
    games = real_games(SOURCE)
    if not games:
        raise SystemExit(f"no games in {SOURCE}")
    if asked.games != "all":
        games = games[1::2] if asked.games == "held-out" else games[::2]
    rows: list[dict[str, object]] = []
    if asked.out is not None and asked.out.exists():
        rows = [json.loads(text) for text in asked.out.read_text().splitlines()]
    done = {str(row["key"]) for row in rows}
    began = time.monotonic()
    for row in plays(games, asked.profiles.split(","), asked.count, asked.seed, done):
        rows.append(row)
        if asked.out is not None:
            with asked.out.open("a") as file:
                file.write(json.dumps(row) + "\n")
        if row["bad"] or not row["exact"]:
            print(
                f"  {row['key']}: exact {row['exact']}, moves {row['moves_right']}, "
                f"result {row['result']}, {row['certainty']}"
            )
    report(rows)
    print(f"{len(games)} real games, this run took {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
