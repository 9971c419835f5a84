from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardlink.account import Account, account_of, beyond_settled, differences, tell
from facts.fact import (
    Certainty,
    Fact,
    GameReopened,
    LineAmbiguous,
    LineCorrected,
    LineMove,
    MoveConfirmed,
    MovePlayed,
    PiecesSetUp,
    PlacementClear,
    PlacementUnclear,
    ResultShown,
    SignWithdrawn,
)
from facts.ids import GameId
from facts.result import BLACK_WON, DRAWN, WHITE_WON, Result
from facts.settings import Source

GAME = GameId("open.main.1.1.1")
NOON = datetime(2026, 1, 10, 12, tzinfo=UTC)


def move(uci: str) -> LineMove:
    return LineMove(uci, uci, None, NOON)


def sign(result: Result = DRAWN, certainty: Certainty = Certainty.LIKELY) -> ResultShown:
    return ResultShown(GAME, result, Source.KING_SIGN, "kings", certainty, "kings on e4 and e5")


UNCLEAR = PlacementUnclear(GAME, "placement-unclear", "a man is missing", "8/8/8/8/8/8/8/8")
DOUBT = LineAmbiguous(GAME, 2, (("e7e5",), ("e7e6",)), "the pawn was not seen")


def played(*ucis: str) -> list[Fact]:
    return [MovePlayed(GAME, ply, move(uci)) for ply, uci in enumerate(ucis, start=1)]


@st.composite
def accounts(draw: st.DrawFn) -> list[Fact]:
    """Facts as a board could tell them, in any order."""
    facts: list[Fact] = []
    length = 0
    for _ in range(draw(st.integers(0, 12))):
        ply = draw(st.integers(1, length + 1))
        ucis = st.sampled_from(["e2e4", "d2d4", "g1f3"])
        new = draw(st.lists(ucis, max_size=3))
        choices: list[Fact] = [
            MovePlayed(GAME, length + 1, move(draw(ucis))),
            LineCorrected(GAME, ply, tuple(map(move, new)), "seen anew"),
            MoveConfirmed(GAME, length, "lever"),
            sign(draw(st.sampled_from([DRAWN, WHITE_WON]))),
            SignWithdrawn(GAME, "the game goes on"),
            UNCLEAR,
            PlacementClear(GAME),
            PiecesSetUp(GAME),
            GameReopened(GAME, "by an arbiter"),
        ]
        facts.append(draw(st.sampled_from(choices)))
        length = len(account_of(facts).line)
    return facts


def gist(shown: Account) -> tuple[object, ...]:
    return (shown.moves, shown.sign, shown.unclear, shown.set_up)


def test_a_line_is_what_was_played_and_corrected() -> None:
    facts = [
        *played("e2e4", "e7e5", "g1f3"),
        LineCorrected(GAME, 2, (move("c7c5"), move("g1f3")), "the pawn went on"),
        MovePlayed(GAME, 4, move("d7d6")),
    ]
    assert account_of(facts).moves == ("e2e4", "c7c5", "g1f3", "d7d6")


def test_a_correction_takes_back_what_was_confirmed_after_it() -> None:
    facts = [*played("e2e4", "e7e5"), MoveConfirmed(GAME, 2, "lever")]
    assert account_of(facts).confirmed == 2
    assert account_of([*facts, LineCorrected(GAME, 2, (move("e7e6"),), "")]).confirmed == 1


def test_a_doubt_ends_where_the_line_is_told_anew() -> None:
    facts = [*played("e2e4", "e7e5", "g1f3"), DOUBT]
    assert account_of(facts).ambiguous == DOUBT
    assert account_of([*facts, MovePlayed(GAME, 4, move("d7d6"))]).ambiguous == DOUBT
    assert account_of([*facts, LineCorrected(GAME, 2, (), "")]).ambiguous is None


SETTLED = MoveConfirmed(GAME, 2, "arbiter")


def test_what_an_arbiter_has_settled_is_told_to_the_tracker() -> None:
    shown = account_of([*played("e2e4", "e7e5", "g1f3"), SETTLED])
    assert shown.told == ((1, "e2e4"), (2, "e7e5"))
    assert account_of([*played("e2e4"), MoveConfirmed(GAME, 1, "lever")]).told == ()
    arbiter = LineCorrected(GAME, 2, (move("c7c5"),), "scoresheet", "arbiter")
    assert account_of([*played("e2e4", "e7e5"), SETTLED, arbiter]).told == ((1, "e2e4"),)


def test_a_doubt_ends_where_an_arbiter_confirms_all_of_it() -> None:
    facts = [*played("e2e4", "e7e5", "g1f3"), DOUBT]
    end = DOUBT.from_ply + len(DOUBT.alternatives[0]) - 1
    assert account_of([*facts, MoveConfirmed(GAME, end, "lever")]).ambiguous == DOUBT
    assert account_of([*facts, MoveConfirmed(GAME, end, "arbiter")]).ambiguous is None


@pytest.mark.parametrize(
    ("said", "left"),
    [
        (MovePlayed(GAME, 2, move("e7e6")), None),
        (MovePlayed(GAME, 4, move("b8c6")), MovePlayed(GAME, 4, move("b8c6"))),
        (MoveConfirmed(GAME, 1, "lever"), None),
        (LineCorrected(GAME, 2, (move("c7c5"), move("g1f3")), ""), None),
        (LineCorrected(GAME, 1, (move("e2e4"),), ""), None),
        (
            LineCorrected(GAME, 2, (move("e7e5"), move("b1c3")), ""),
            LineCorrected(GAME, 3, (move("b1c3"),), ""),
        ),
        (LineCorrected(GAME, 2, (move("e7e5"),), ""), LineCorrected(GAME, 3, (), "")),
        (PlacementClear(GAME), PlacementClear(GAME)),
    ],
)
def test_a_board_never_contradicts_what_was_settled(said: Fact, left: Fact | None) -> None:
    shown = account_of([*played("e2e4", "e7e5", "g1f3"), SETTLED])
    assert beyond_settled(shown, said) == left


def test_a_line_is_behind_another_that_goes_on() -> None:
    short, long = account_of(played("e2e4")), account_of(played("e2e4", "e7e5"))
    assert short.is_behind(long)
    assert not long.is_behind(short)
    assert not long.is_behind(long)
    assert not account_of(played("d2d4")).is_behind(long)


def test_who_knows_less_is_told_the_rest() -> None:
    now = account_of([*played("e2e4", "e7e5"), MoveConfirmed(GAME, 2, "lever"), sign()])
    assert differences(GAME, account_of(played("e2e4")), now, "restart") == (
        MovePlayed(GAME, 2, move("e7e5")),
        MoveConfirmed(GAME, 2, "replay of the capture"),
        sign(),
    )


def test_who_knows_something_else_is_corrected() -> None:
    known = account_of([*played("e2e4", "e7e6", "d2d4"), sign(BLACK_WON), UNCLEAR])
    now = account_of([*played("e2e4", "e7e5"), DOUBT])
    assert differences(GAME, known, now, "restart") == (
        LineCorrected(GAME, 2, (move("e7e5"),), "restart"),
        DOUBT,
        PlacementClear(GAME),
        SignWithdrawn(GAME, "restart"),
    )


def test_a_sign_that_became_certain_is_told() -> None:
    known, now = Account(sign=sign()), Account(sign=sign(certainty=Certainty.CERTAIN))
    assert differences(GAME, known, now, "") == (sign(certainty=Certainty.CERTAIN),)


@given(accounts())
def test_who_knows_all_is_told_nothing(facts: list[Fact]) -> None:
    shown = account_of(facts)
    assert differences(GAME, shown, shown, "restart") == ()


@given(accounts(), accounts())
def test_differences_bring_anybody_up_to_date(known: list[Fact], now: list[Fact]) -> None:
    before, after = account_of(known), account_of(now)
    told = before
    for fact in differences(GAME, before, after, "restart"):
        told = tell(told, fact)
    if before.set_up and not after.set_up:
        after = tell(after, PiecesSetUp(GAME))
    assert gist(told) == gist(after)
    assert told.confirmed >= min(after.confirmed, len(after.line))
