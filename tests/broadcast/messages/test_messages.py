from datetime import timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from broadcast.cut.feed import Viewer
from broadcast.known.hall import HallHistory
from broadcast.messages import messages as m
from broadcast.messages import parts as wire
from broadcast.view import Feed, GameState
from facts import fact as f
from facts.ids import PlayerId, RoundNo
from facts.player import Player
from facts.result import DRAWN, WHITE_WON
from tests.broadcast.made_up import (
    ARBITER,
    ITALIAN,
    MAIN,
    ONE,
    OPEN,
    Hall,
    at,
    game_at_board,
    king_sign,
    line_moves,
    published,
    swapped,
)
from tests.broadcast.replica import Replica
from tests.broadcast.strategies import game_facts


class Follower:
    """A viewer with a log that grows, and what it would tell."""

    def __init__(self) -> None:
        self.hall = Hall()
        self.records = HallHistory()
        self.viewer = Viewer(self.records)
        self.feed = Feed()

    def events(self, seconds: float) -> tuple[m.Event, ...]:
        for entry in self.hall.entries[self.records.last_seq :]:
            self.records.add(entry)
        before, self.feed = self.feed, self.viewer.view(at(seconds))
        return m.diff(before, self.feed)


def opened() -> Follower:
    follower = Follower()
    follower.hall.open()
    follower.events(1)
    return follower


def test_a_doubt_is_told_with_the_moves_that_it_concerns() -> None:
    follower = opened()
    follower.hall.play(ITALIAN[:6])
    follower.events(290)
    follower.hall.say(swapped(ONE), at(300))
    assert follower.events(299) == ()
    moves, state = follower.events(300)
    assert isinstance(moves, m.MovesEvent)
    assert (moves.ply, [move.marks for move in moves.moves]) == (
        3,
        [("ambiguous",), ("ambiguous",), ("ambiguous",), ()],
    )
    assert isinstance(state, m.StateEvent)
    assert state.notes == ("uncertain",)
    line = m.game_line(follower.feed.tournaments[OPEN].games[ONE], "e", 1)
    assert [bool(move.marks) for move in line.moves] == [False, False, True, True, True, False]
    snapshot = m.snapshot(follower.feed, "e", 1, at(300), 0.0)
    assert snapshot.tournaments[0].games[0].notes == ("uncertain",)
    follower.hall.say(f.MoveConfirmed(ONE, 6, "arbiter"), at(310), ARBITER)
    moves, state = follower.events(310)
    assert isinstance(moves, m.MovesEvent)
    assert [move.marks for move in moves.moves] == [(), (), (), ()]
    assert isinstance(state, m.StateEvent)
    assert state.notes == ()


def test_a_new_move_is_told_alone_with_the_position_after_it() -> None:
    follower = opened()
    follower.hall.play(ITALIAN[:2])
    follower.events(75)
    (move,) = line_moves(ITALIAN[:3], 60)[2:]
    follower.hall.say(f.MovePlayed(ONE, 3, move), at(80))
    (event,) = follower.events(80)
    assert isinstance(event, m.MovesEvent)
    assert (event.ply, [w.san for w in event.moves]) == (3, ["Nf3"])
    assert event.fen == event.moves[0].fen
    assert event.fen.startswith("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b")


def test_a_correction_replaces_the_end_of_the_line() -> None:
    follower = opened()
    follower.hall.play(ITALIAN[:3])
    follower.events(85)
    (right,) = line_moves(["e2e4", "e7e5", "g1h3"], 60)[2:]
    follower.hall.say(f.LineCorrected(ONE, 3, (right,), "the knight went on"), at(90))
    (event,) = follower.events(90)
    assert isinstance(event, m.MovesEvent)
    assert (event.ply, [w.san for w in event.moves]) == (3, ["Nh3"])


def test_a_line_that_became_shorter_is_told_with_no_moves() -> None:
    follower = opened()
    follower.hall.play(ITALIAN[:3])
    follower.events(85)
    follower.hall.say(f.LineCorrected(ONE, 2, (), "taken back"), at(90))
    (event,) = follower.events(90)
    assert isinstance(event, m.MovesEvent)
    assert (event.ply, event.moves, event.san) == (2, (), "e4")


def test_a_provisional_and_an_official_result_differ_on_the_wire() -> None:
    follower = opened()
    follower.hall.say(king_sign(ONE), at(200))
    (shown,) = follower.events(200)
    follower.hall.say(f.ResultConfirmed(ONE, WHITE_WON), at(230), ARBITER)
    (official,) = follower.events(230)
    assert isinstance(shown, m.StateEvent)
    assert isinstance(official, m.StateEvent)
    assert shown.result == wire.WireResult("1-0", "1-0", False, "kings")
    assert official.result == wire.WireResult("1-0", "1-0", True, "kings")


def test_the_next_round_is_told_with_its_games() -> None:
    follower = opened()
    follower.hall.say(published(2, 2), at(300), ARBITER)
    (event,) = follower.events(300)
    assert isinstance(event, m.RoundEvent)
    assert event.round.round == RoundNo(2)
    assert [game.id for game in event.games] == [game_at_board(1, 2), game_at_board(2, 2)]


def test_a_changed_name_is_told_alone() -> None:
    follower = opened()
    follower.hall.say(f.PlayerChanged(Player(PlayerId("p1"), "Carlsen, M.")), at(50), ARBITER)
    assert follower.events(50) == (m.PlayersEvent(OPEN, (wire.WirePlayer("p1", "Carlsen, M."),)),)


def test_nothing_changed_is_nothing_told() -> None:
    follower = opened()
    assert follower.events(30) == ()


def test_no_particulars_that_the_public_need_not_know_are_told() -> None:
    follower = Follower()
    follower.hall.open()
    follower.events(1)
    text = m.encode(m.snapshot(follower.feed, "e", 0, at(1), 0.0))
    assert b"birth" not in text
    assert b"1503014" not in text


@settings(deadline=None)
@given(
    game_facts(corrections=True),
    game_facts(board=2, corrections=True),
    st.lists(st.integers(0, 120), min_size=1, max_size=12),
    st.integers(0, 11),
    st.sampled_from([0, 45]),
)
def test_a_snapshot_and_the_deltas_after_it_are_the_view_at_every_point(
    one: list[tuple[f.Fact, float]],
    two: list[tuple[f.Fact, float]],
    pauses: list[int],
    joins_at: int,
    delay: int,
) -> None:
    follower = Follower()
    replica: Replica | None = None
    coming = sorted([*opening_facts(), *one, *two, *later_facts()], key=lambda told: told[1])
    now, n = 0.0, 0
    for turn, pause in enumerate(pauses):
        now += pause
        while coming and coming[0][1] <= now:
            fact, when = coming.pop(0)
            follower.hall.say(fact, at(when))
        events = follower.events(now - delay)
        cut = at(now - delay)
        if events:
            n += 1
            if replica is not None:
                replica.take(m.encode(m.Delta(n, wire.milliseconds(cut), events)))
        if turn == min(joins_at, len(pauses) - 1):
            replica = Replica()
            replica.take(m.encode(m.snapshot(follower.feed, "e", n, cut, delay / 60)))
            for tournament in follower.feed.tournaments.values():
                for game in tournament.games.values():
                    replica.open(m.game_line(game, "e", n))
        if replica is not None:
            assert_same(replica, follower.feed, n)


def opening_facts() -> list[tuple[f.Fact, float]]:
    made = Hall()
    made.open()
    return [(entry.fact, (entry.at - at(0)) / timedelta(seconds=1)) for entry in made.entries]


def later_facts() -> list[tuple[f.Fact, float]]:
    return [
        (f.PlayerChanged(Player(PlayerId("p1"), "Carlsen, M.")), 100.0),
        (published(2, 2), 200.0),
        (f.RoundStarted(MAIN, RoundNo(2)), 210.0),
        (f.ResultConfirmed(game_at_board(2, 2), DRAWN), 260.0),
        (f.RoundClosed(MAIN, RoundNo(1)), 300.0),
    ]


def assert_same(replica: Replica, feed: Feed, n: int) -> None:
    fresh = Replica()
    fresh.take(m.encode(m.snapshot(feed, "e", n, at(0), 0.0)))
    for tournament in feed.tournaments.values():
        for id_, game in tournament.games.items():
            known = replica.games[tournament.id][id_]
            new = fresh.games[tournament.id][id_]
            if known.line is not None:
                assert known.line == list(m.game_line(game, "e", n).moves)
                new.line = known.line
            assert new.fen or game.state is GameState.FINISHED
            if not (known.fen and new.fen):  # told in short, now or then
                new.fen = known.fen = new.san = known.san = new.uci = known.uci = ""
    assert replica == fresh


def test_finished_games_of_earlier_rounds_are_told_in_short() -> None:
    follower = opened()
    follower.hall.play(ITALIAN)
    follower.hall.say(f.ResultConfirmed(ONE, WHITE_WON), at(230), ARBITER)
    follower.hall.say(published(2, 2), at(300), ARBITER)
    follower.events(300)
    before = m.snapshot(follower.feed, "e", 1, at(300), 0.0).tournaments[0].games
    assert all(game.fen for game in before)
    follower.hall.say(f.RoundStarted(MAIN, RoundNo(2)), at(310), ARBITER)
    follower.events(310)
    after = m.snapshot(follower.feed, "e", 1, at(310), 0.0).tournaments[0].games
    assert [bool(game.fen) for game in after] == [False, True, True, True]
    assert after[0].result == wire.WireResult("1-0", "1-0", True, "arbiter")
