"""Games played at a noisy board, with the truth beside them.

Hands (with seeded dice) lift and place men; sensors look at one square after another;
clocks tick, as a ``Profile`` (bench/tracking_profiles.py) says.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass

import chess

from bench.tracking_profiles import Profile, Span
from boardlink.readings import (
    ClockRead,
    ClockSide,
    LinkLost,
    Man,
    Placement,
    PlacementRead,
    Reading,
    Square,
    SquareRead,
)

EPS = 1e-9


@dataclass(frozen=True, slots=True)
class Noisy:
    """A game as the board reports it, and as it was.

    Attributes:
        readings: (seconds, reading), in order of time.
        moves: the truth, UCI.
        result: ``*`` where nobody showed one and no rule gives one.
        rests: for each ply when the last sensor change of it was reported (None where its
            man was gone again before the sensors came by), and when the lever was reported
            (None without one).
        signed: the kings were put in the centre.
    """

    readings: tuple[tuple[float, Reading], ...]
    moves: tuple[str, ...]
    result: str
    rests: tuple[tuple[float | None, float | None], ...]
    signed: bool
    end: float


def _home(move: chess.Move) -> chess.Move:
    return chess.Move(move.to_square, move.from_square)


def _is_legal(moves: Sequence[str]) -> bool:
    board = chess.Board()
    for uci in moves:
        if chess.Move.from_uci(uci) not in board.legal_moves:
            return False
        board.push_uci(uci)
    return True


class Playing:
    """One game being played."""

    def __init__(self, profile: Profile, seed: str) -> None:
        self.profile = profile
        self.dice = random.Random(seed)
        self.t = 0.0
        self.physical: list[tuple[float, int, str]] = []
        self.others: list[tuple[float, Reading]] = []
        self.blind: list[tuple[float, float]] = []
        self.drops: list[tuple[float, int]] = []
        self.presses: list[float | None] = []
        self.phase = self.dice.uniform(0, profile.scan_s)
        self.turn = ClockSide.LEFT
        self.left_s = self.right_s = 5400.0
        self.clocked = 0.0
        self.running = True
        self.hidden: dict[int, int] = {}
        several = len(profile.bonuses) > 1
        self.bonus = self.dice.choice(profile.bonuses) if several else profile.bonuses[0]

    def chance(self, p: float) -> bool:
        """True with probability ``p``."""
        return self.dice.random() < p

    def span(self, span: Span) -> float:
        """Some time within ``span``."""
        return self.dice.uniform(*span)

    def put(self, t: float, square: int, man: str) -> None:
        """A square changes; ``man`` is on it from now on."""
        self.physical.append((t, square, man))

    # --- moves ------------------------------------------------------------------------

    def play(self, start: chess.Board, moves: Sequence[str], fast_from: int) -> None:
        """Every move, the last ones fast."""
        board = start.copy()
        outages = set(self.hidden) or self._outages(len(moves))
        back_at = None
        for ply, uci in enumerate(moves):
            fast = ply >= fast_from
            if ply in outages:
                into = 0.5 if not self.hidden else self.span((0.1, self.profile.pause[1]))
                self.blind.append((self.t + into, float("inf")))
                back_at = ply + (self.hidden.get(ply) or self.dice.randint(1, 4))
            if not fast:
                self._before(board)
            self._move(board, chess.Move.from_uci(uci), fast)
            board.push_uci(uci)
            if back_at is not None and self.hidden and self.chance(self.profile.stops / 4):
                self._interrupted()
            if back_at is not None and ply + 1 >= back_at:
                self.t += 1.0
                self.blind[-1] = (self.blind[-1][0], self.t)
                back_at = None
                self.t += 0.5
        if back_at is not None:
            self.blind[-1] = (self.blind[-1][0], self.t + 1.0)
            self.t += 1.5

    def repeated(self, moves: Sequence[str]) -> tuple[str, ...]:
        """The game with four plies more, away and back again, all of them in an outage."""
        for _ in range(20):
            ply = self.dice.randrange(4, max(len(moves) - 5, 5))
            board = chess.Board()
            for uci in moves[:ply]:
                board.push_uci(uci)
            there = self._away(board)
            more = [move.uci() for move in (*there, *(_home(move) for move in there))]
            longer = (*moves[:ply], *more, *moves[ply:])
            if more and _is_legal(longer):
                self.hidden = {ply: self.dice.choice((4, 4, 5, 6))}
                return longer
        return tuple(moves)

    def _away(self, board: chess.Board) -> list[chess.Move]:
        """A move of each side that can be taken back with the next one."""
        board, there = board.copy(), []
        for _ in range(2):
            quiet = [
                move
                for move in board.legal_moves
                if not board.is_zeroing(move) and not board.is_castling(move)
            ]
            if not quiet:
                return []
            there.append(self.dice.choice(quiet))
            board.push(there[-1])
        return there

    def _interrupted(self) -> None:
        """The arbiter stops the clock for a while, and may add time."""
        if not self.profile.clock:
            return
        self.stop_clock(self.t)
        self.t += self.span((5.0, 90.0))
        self.tick(self.t)
        if self.chance(0.5):
            self.left_s += 120
        self.running = True

    def _outages(self, plies: int) -> set[int]:
        if not self.profile.outages or plies < 12:
            return set()
        first = self.dice.randrange(4, plies - 5)
        second = self.dice.randrange(4, plies - 5)
        if self.profile.outages == 1 or abs(first - second) < 6:
            return {first}
        return {first, second}

    def _before(self, board: chess.Board) -> None:
        """What happens while somebody thinks."""
        profile = self.profile
        t = self.t + 0.8
        men = list(board.piece_map().items())
        if self.chance(profile.adjust):
            for square, man in self.dice.sample(men, min(len(men), self.dice.randint(1, 2))):
                self.put(t, square, ".")
                t += self.span((0.25, 0.9))
                self.put(t, square, man.symbol())
                t += 0.2
        if self.chance(profile.knock):
            fallen = self.dice.sample(men, min(len(men), self.dice.randint(1, 3)))
            for n, (square, _) in enumerate(fallen):
                self.put(t + 0.05 * n, square, ".")
            for square, man in fallen:
                t += self.span((0.4, 1.5))
                empty = [s for s in range(64) if board.piece_at(s) is None]
                if self.chance(0.2) and empty:
                    wrong = self.dice.choice(empty)
                    self.put(t, wrong, man.symbol())
                    t += self.span((0.5, 1.5))
                    self.put(t, wrong, ".")
                    t += 0.3
                self.put(t, square, man.symbol())
        if self.chance(profile.put_back):
            t = self._put_back(board, t)
        self.t = max(self.t, t - 0.8)

    def _put_back(self, board: chess.Board, t: float) -> float:
        """Another move is made, legal or not, and taken back."""
        move = self.dice.choice(list(board.legal_moves))
        if board.is_castling(move) or board.is_en_passant(move) or move.promotion:
            return t
        man, taken = board.piece_at(move.from_square), board.piece_at(move.to_square)
        assert man is not None, "a legal move moves a man"
        target = move.to_square
        if self.chance(0.5) and taken is None and man.piece_type != chess.KING:
            empty = [s for s in range(8, 56) if board.piece_at(s) is None]
            target = self.dice.choice(empty)
        self.put(t, move.from_square, ".")
        t += self.span(self.profile.hand)
        self.put(t, target, man.symbol())
        t += self.span((1.0, 4.0))
        self.put(
            t, target, taken.symbol() if taken is not None and target == move.to_square else "."
        )
        t += self.span(self.profile.hand)
        self.put(t, move.from_square, man.symbol())
        return t + 0.4

    def _move(self, board: chess.Board, move: chess.Move, fast: bool) -> None:
        profile = self.profile
        hand = self.span(profile.fast_hand if fast else profile.hand)
        if fast:
            lift = self.t + self.span(profile.fast_pause)
            if profile.overlap:  # the hand is on its way before the other one has let go
                lift = max(lift - hand, self.t - 0.04)
        else:
            lift = self.t + self.span(profile.pause)
        if board.is_castling(move):
            drop = self._castle(board, move, lift, hand, fast)
        elif move.promotion is not None:
            drop = self._promote(board, move, lift, hand, fast)
        else:
            drop = self._step(board, move, lift, hand, fast)
        self._sensor_noise(board, move, lift, fast)
        self.t = drop
        self.drops.append((drop, len(self.physical)))
        self._press(board.turn == chess.WHITE, drop, fast)

    def _sensor_noise(self, board: chess.Board, move: chess.Move, lift: float, fast: bool) -> None:
        still = [
            (s, man)
            for s, man in board.piece_map().items()
            if s not in (move.from_square, move.to_square)
        ]
        if not still or fast:
            return
        for p, seen in ((self.profile.flicker, "."), (self.profile.misread, None)):
            if self.chance(p):
                square, man = self.dice.choice(still)
                t = lift - self.span((0.7, 1.5))
                other = seen or self.dice.choice("PNBRQpnbrq")
                self.put(t, square, other)
                self.put(t + self.span((0.2, 0.6)), square, man.symbol())

    def _step(
        self, board: chess.Board, move: chess.Move, lift: float, hand: float, fast: bool
    ) -> float:
        man = board.piece_at(move.from_square)
        assert man is not None, "a legal move moves a man"
        victim = move.to_square if board.is_capture(move) else None
        if board.is_en_passant(move):
            victim = move.to_square + (-8 if board.turn else 8)
        drop = lift + hand
        roll = self.dice.random()
        if victim is None or (roll < self.profile.on_top and victim == move.to_square):
            self.put(lift, move.from_square, ".")
        elif roll < self.profile.on_top + self.profile.own_first:
            self.put(lift, move.from_square, ".")
            gone = lift + hand * 0.6
            if victim != move.to_square:
                gone = drop + (0.1 if fast else self.span((0.2, 1.5)))
            self.put(gone, victim, ".")
        else:
            self.put(lift, victim, ".")
            pause = 0.0 if fast else self.span((0.1, 1.2))
            lift += hand * 0.4 + pause
            drop += hand * 0.4 + pause
            self.put(lift, move.from_square, ".")
        drop = self._on_the_way(board, move, man.symbol(), lift, drop, fast)
        self.put(drop, move.to_square, man.symbol())
        end = drop
        if victim is not None and victim != move.to_square:
            end = max(t for t, s, _ in self.physical[-4:] if s in (victim, move.to_square))
        return end

    def _on_the_way(
        self, board: chess.Board, move: chess.Move, man: str, lift: float, drop: float, fast: bool
    ) -> float:
        """Squares that the man touches before its target; returns when it is put down."""
        between = sorted(
            chess.SquareSet.between(move.from_square, move.to_square),
            key=lambda s: chess.square_distance(move.from_square, s),
        )
        if fast:
            return drop
        t = lift + 0.1
        if between and man.upper() in "RBQPK" and self.chance(self.profile.slide):
            for square in between:
                self.put(t, square, man)
                t += self.span(self.profile.slide_step)
                self.put(t, square, ".")
                t += 0.02
            return max(drop, t + 0.05)
        if self.chance(self.profile.hesitate):
            stops = [
                m.to_square
                for m in board.legal_moves
                if m.from_square == move.from_square
                and m.to_square != move.to_square
                and not board.is_capture(m)
                and not board.is_castling(m)
                and m.promotion is None
            ]
            if stops:
                square = self.dice.choice(stops)
                self.put(drop, square, man)
                drop += self.span(self.profile.hesitation)
                self.put(drop, square, ".")
                return drop + self.span((0.15, 0.5))
        return drop

    def _castle(
        self, board: chess.Board, move: chess.Move, lift: float, hand: float, fast: bool
    ) -> float:
        king, rook = ("K", "R") if board.turn else ("k", "r")
        rank = chess.square_rank(move.from_square)
        short = chess.square_file(move.to_square) > 4
        king_to, rook_to = (
            chess.square(6 if short else 2, rank),
            chess.square(5 if short else 3, rank),
        )
        rook_from = chess.square(7 if short else 0, rank)
        pairs = [(move.from_square, king_to, king), (rook_from, rook_to, rook)]
        roll = self.dice.random()
        if roll < self.profile.both_hands:
            self.put(lift, pairs[0][0], ".")
            self.put(lift + 0.05, pairs[1][0], ".")
            self.put(lift + hand, king_to, king)
            self.put(lift + hand + self.span((-0.1, 0.2)), rook_to, rook)
            return lift + hand + 0.2
        if roll < self.profile.both_hands + self.profile.rook_first:
            pairs.reverse()
        t = lift
        for origin, target, man in pairs:
            self.put(t, origin, ".")
            t += hand
            self.put(t, target, man)
            t += 0.1 if fast else self.span((0.2, 1.5))
        return t

    def _promote(
        self, board: chess.Board, move: chess.Move, lift: float, hand: float, fast: bool
    ) -> float:
        pawn = "P" if board.turn else "p"
        assert move.promotion is not None, "it promotes"
        new = chess.piece_symbol(move.promotion)
        new = new.upper() if board.turn else new
        if board.is_capture(move):
            self.put(lift, move.to_square, ".")
            lift += hand
        self.put(lift, move.from_square, ".")
        t = lift + hand
        if self.chance(self.profile.pawn_first):
            self.put(t, move.to_square, pawn)
            t += 0.3 if fast else self.span((0.8, 4.0))
            self.put(t, move.to_square, ".")
            t += hand
        self.put(t, move.to_square, new)
        return t

    # --- the clock --------------------------------------------------------------------

    def _press(self, white: bool, drop: float, fast: bool) -> None:
        profile = self.profile
        if not profile.clock or self.chance(profile.forget_press):
            self.presses.append(None)
            return
        if self.chance(profile.early_press) and not fast:
            t = drop - self.span((0.05, 0.3))
        else:
            t = drop + (self.span((0.03, 0.12)) if fast else self.span(profile.press))
        self.tick(t)
        other = ClockSide.RIGHT if white else ClockSide.LEFT
        if self.turn is other:  # the opponent never pressed: the lever is down already
            self.presses.append(None)
            return
        self.turn = other
        if white:
            self.left_s += self.bonus
        else:
            self.right_s += self.bonus
        self.read_clock(t)
        self.presses.append(t + self.lag)
        if not fast:
            self.t = max(self.t, t)

    lag = 0.03

    def tick(self, t: float) -> None:
        """Clock readings, one a second, until ``t``."""
        if not self.profile.clock:
            return
        while self.clocked + 1.0 < t:
            self.clocked += 1.0
            if self.running:
                if self.turn is ClockSide.LEFT:
                    self.left_s = max(0.0, self.left_s - 1)
                else:
                    self.right_s = max(0.0, self.right_s - 1)
            self.read_clock(self.clocked)

    def read_clock(self, t: float) -> None:
        """The clock is read."""
        read = ClockRead(int(self.left_s), int(self.right_s), self.turn, self.running)
        self.others.append((t + self.lag, read))

    def stop_clock(self, t: float) -> None:
        """Somebody stops the clock."""
        self.tick(t)
        self.running = False
        self.read_clock(t)

    # --- what the sensors make of it --------------------------------------------------

    def sensed(self, first: Placement) -> list[tuple[float, Reading]]:
        """What the sensors report of all that was put and lifted."""
        seen: list[tuple[float, int, str]] = []
        for square in range(64):
            latest: dict[float, str] = {}
            for t, where, man in sorted(self.physical, key=lambda event: event[0]):
                if where == square:
                    latest[self._scanned(t, square)] = man
            now = first[square]
            for t, man in sorted(latest.items()):
                if man != now:
                    seen.append((t, square, man))
                    now = man
        seen.sort()
        return self._with_outages(first, seen)

    def _scanned(self, t: float, square: int) -> float:
        """When the sensors look at a square next."""
        offset = self.phase + ((7 - square // 8) * 8 + square % 8) * 0.003
        scan = self.profile.scan_s
        return offset + scan * max(0, -(-(t - offset) // scan))

    def reported(self) -> list[float | None]:
        """When the last change of each ply was reported, None where it never was."""
        when: list[float | None] = []
        first = 0
        for drop, count in self.drops:
            own = [event for event in self.physical[first:count] if event[0] <= drop + EPS]
            first = count
            t, square, man = max(own, key=lambda event: event[0])
            scan = self._scanned(t, square)
            last = max(
                (
                    e
                    for e in self.physical
                    if e[1] == square and self._scanned(e[0], square) == scan
                ),
                key=lambda event: event[0],
            )
            latest = max(self._scanned(e[0], e[1]) for e in own)
            when.append(latest if last[2] == man else None)
        return when

    def is_blind(self, t: float) -> bool:
        """The link is down at ``t``."""
        return any(since <= t < until for since, until in self.blind)

    def _with_outages(
        self, first: Placement, seen: list[tuple[float, int, str]]
    ) -> list[tuple[float, Reading]]:
        readings: list[tuple[float, Reading]] = []
        picture = list(first)
        blind = list(self.blind)
        pending: list[tuple[float, float]] = blind[:]
        for t, square, man in seen:
            while pending and t >= pending[0][1]:
                until = pending.pop(0)[1]
                readings.append((until, PlacementRead(Placement("".join(picture)))))
            picture[square] = man
            if pending and pending[0][0] <= t:
                continue
            readings.append((t, SquareRead(Square(square), Man(man))))
        for _, until in pending:
            readings.append((until, PlacementRead(Placement("".join(picture)))))
        readings += [(since, LinkLost()) for since, _ in blind]
        return readings
