"""``topboards boards replay``: captures through the tracker, printed."""

import sys
from collections.abc import Sequence
from pathlib import Path

import chess

from boardlink.errors import BoardlinkError
from boardlink.replay import ReplayedGame, replay_bytes, to_json
from desk.blame import explain
from facts.pgn import clock_text, san_line
from facts.result import pgn_token


def show_replays(files: Sequence[Path], *, as_json: bool) -> int:
    """Replay each file and print its games; a file that cannot be read is said and passed over.

    Returns:
        The highest exit code of all files (``desk/blame.py``).
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
