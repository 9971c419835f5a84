"""How a noisy game ends: kings in the centre or not, men set up again, analysis."""

from collections.abc import Sequence

import chess

from bench.tracking_noise import Noisy, Playing
from bench.tracking_profiles import Profile
from boardlink.readings import ClockMissing, Placement, PlacementRead, Reading

PAIRS = {
    "1-0": ((chess.E4, chess.D5), (chess.D5, chess.E4)),
    "0-1": ((chess.D4, chess.E5), (chess.E5, chess.D4)),
    "1/2-1/2": (
        (chess.E4, chess.E5),
        (chess.E5, chess.E4),
        (chess.D4, chess.D5),
        (chess.D5, chess.D4),
        (chess.D4, chess.E4),
        (chess.E4, chess.D4),
        (chess.D5, chess.E5),
        (chess.E5, chess.D5),
    ),
}


def noisy(moves: Sequence[str], token: str, profile: Profile, seed: str) -> Noisy:
    """Play a game, from the start position, at a board of that profile."""
    playing = Playing(profile, seed)
    if profile.repeats:
        moves = playing.repeated(moves)
    start = chess.Board()
    fast_from = int(len(moves) * profile.fast_from) if profile.fast_from < 1 else len(moves)
    if profile.clock:
        playing.read_clock(0.0)
    playing.t = 1.0
    playing.play(start, moves, fast_from)
    board = chess.Board()
    for uci in moves:
        board.push_uci(uci)
    result, signed = _finish(playing, board, token)
    first = Placement("".join(m.symbol() if (m := start.piece_at(s)) else "." for s in range(64)))
    events: list[tuple[float, Reading]] = [(0.0, PlacementRead(first))]
    if not profile.clock:
        events.append((0.0, ClockMissing()))
    events += playing.sensed(first)
    playing.tick(playing.t)
    events += [event for event in playing.others if not playing.is_blind(event[0])]
    events.sort(key=lambda event: event[0])
    rests = tuple(zip(playing.reported(), playing.presses, strict=True))
    return Noisy(tuple(events), tuple(moves), result, rests, signed, playing.t + 1.0)


def _finish(playing: Playing, board: chess.Board, token: str) -> tuple[str, bool]:
    dice, profile = playing.dice, playing.profile
    over = board.is_game_over()
    ruled = board.result() if over else "*"
    playing.t += dice.uniform(2.0, 20.0)
    if profile.clock:
        playing.stop_clock(playing.t)
    signed = token in PAIRS and playing.chance(profile.sign)
    men = {s: m.symbol() for s, m in board.piece_map().items()}
    if signed:
        playing.t += dice.uniform(0.5, 6.0)
        if playing.chance(profile.wrong_pair) and not over:
            wrong = dice.choice([t for t in PAIRS if t != token])
            _show(playing, men, dice.choice(PAIRS[wrong]))
            playing.t += dice.uniform(3.0, 8.0)
        _show(playing, men, dice.choice(PAIRS[token]))
        playing.t += dice.uniform(6.0, 15.0)
        if playing.chance(profile.analysis):
            playing.t += dice.uniform(4.0, 30.0)  # score sheets are signed first
            _analyse(playing, board, men)
    if playing.chance(profile.set_up_after):
        playing.t += dice.uniform(1.0, 10.0)
        _set_up(playing, men)
    playing.t += dice.uniform(3.0, 10.0)
    return (ruled if over else token if signed else "*"), signed


def _show(playing: Playing, men: dict[int, str], pair: tuple[int, int]) -> None:
    """Both kings to their squares, in one of the ways people do it."""
    dice = playing.dice
    ways = [("K", pair[0]), ("k", pair[1])]
    dice.shuffle(ways)
    homes = {king: next(s for s, man in men.items() if man == king) for king in "Kk"}
    ways = [(king, target) for king, target in ways if homes[king] != target]
    both = playing.chance(0.3)
    targets = {target for _, target in ways}
    early = playing.chance(0.5)
    for square in list(men):
        if early and square in targets and men[square] not in "Kk":
            playing.put(playing.t, square, ".")
            del men[square]
            playing.t += dice.uniform(0.1, 0.4)
    if both:
        for king, _ in ways:
            playing.put(playing.t, homes[king], ".")
            men.pop(homes[king], None)
            playing.t += dice.uniform(0.05, 0.6)
    blocked = len(ways) == 2 and homes[ways[1][0]] == ways[0][1]
    if blocked and not both:
        ways.reverse()
        if homes[ways[1][0]] == ways[0][1]:  # they change places: one is in the hand first
            playing.put(playing.t, homes[ways[1][0]], ".")
            men.pop(homes[ways[1][0]], None)
            playing.t += 0.3
    for n, (king, target) in enumerate(ways):
        if homes[king] in men and men[homes[king]] == king:
            playing.put(playing.t, homes[king], ".")
            del men[homes[king]]
        playing.t += dice.uniform(0.3, 0.9)
        playing.put(playing.t, target, king)
        men[target] = king
        if n == 0:
            playing.t += dice.uniform(0.3, 5.0)


def _analyse(playing: Playing, board: chess.Board, men: dict[int, str]) -> None:
    """Everything back to the last position, then some moves that are not the game's."""
    dice = playing.dice
    goal = {s: m.symbol() for s, m in board.piece_map().items()}
    _rearrange(playing, men, goal)
    board = board.copy()
    for _ in range(dice.randint(1, 4)):
        moves = [m for m in board.legal_moves if not m.promotion and not board.is_castling(m)]
        moves = [m for m in moves if not board.is_en_passant(m)]
        if not moves:
            break
        move = dice.choice(moves)
        man = board.piece_at(move.from_square)
        assert man is not None, "a legal move moves a man"
        playing.t += dice.uniform(1.0, 6.0)
        playing.put(playing.t, move.from_square, ".")
        playing.t += dice.uniform(0.3, 0.9)
        playing.put(playing.t, move.to_square, man.symbol())
        board.push(move)
    men.clear()
    men.update({s: m.symbol() for s, m in board.piece_map().items()})


def _set_up(playing: Playing, men: dict[int, str]) -> None:
    goal = {s: m.symbol() for s, m in chess.Board().piece_map().items()}
    _rearrange(playing, men, goal)


def _rearrange(playing: Playing, men: dict[int, str], goal: dict[int, str]) -> None:
    """Men taken away from where they should not be, then put where they should."""
    dice = playing.dice
    away = [s for s, man in men.items() if goal.get(s) != man]
    dice.shuffle(away)
    for square in away:
        playing.put(playing.t, square, ".")
        del men[square]
        playing.t += dice.uniform(0.08, 0.4)
    back = [s for s, man in goal.items() if men.get(s) != man]
    dice.shuffle(back)
    for square in back:
        playing.put(playing.t, square, goal[square])
        men[square] = goal[square]
        playing.t += dice.uniform(0.2, 0.7)
