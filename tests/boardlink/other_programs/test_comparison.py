from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardlink.other_programs.comparison import Compared, SourceAccount, after_fact, compared
from boardlink.other_programs.game import ForeignGame, decode, read_games
from facts.errors import PgnError
from facts.fact import (
    Certainty,
    ClaimWithdrawn,
    ClockEvent,
    ClockSet,
    Fact,
    GameReopened,
    GameTakenOver,
    LineAmbiguous,
    LineCorrected,
    Mark,
    MoveConfirmed,
    MovePlayed,
    ResultClaimed,
    Side,
)
from facts.ids import GameId
from facts.result import BLACK_WON_BY_FORFEIT, DRAWN, WHITE_WON
from facts.settings import Source
from tests.boardlink.other_programs.foreign_games import LINE, MOVES, account, pgn
from tests.fakes.virtual_clock import EPOCH

GAME = GameId("open.main.1.1.1")


class Log:
    """A log that a source is compared with again and again."""

    def __init__(self) -> None:
        self.known = SourceAccount()
        self.looks = 0

    def look(self, game: ForeignGame) -> Compared:
        self.looks += 1
        found = compared(GAME, self.known, game, EPOCH + timedelta(seconds=self.looks))
        for fact in found.facts:
            self.known = after_fact(self.known, fact)
        return found

    def decide(self, *facts: Fact) -> None:
        for fact in facts:
            self.known = after_fact(self.known, fact, by_person=True)

    @property
    def moves(self) -> list[str]:
        return list(self.known.shown.moves)


@pytest.fixture
def log() -> Log:
    return Log()


def test_moves_become_facts_with_their_clocks_and_who_says_so(log: Log) -> None:
    facts = log.look(account()).facts
    played = [fact for fact in facts if isinstance(fact, MovePlayed)]
    assert [fact.move.uci for fact in played] == LINE
    assert [fact.move.clock_s for fact in played] == [298, 297, 290, 289, 280, 270]
    assert {fact.source for fact in played} == {"pgn"}
    assert facts[-1] == ClockSet(GAME, 280, 270, Side.WHITE, ClockEvent.LEVER)


def test_only_what_is_new_is_told(log: Log) -> None:
    log.look(account("1. e4 e5 2. Nf3"))
    assert [type(fact) for fact in log.look(account("1. e4 e5 2. Nf3 Nc6")).facts] == [MovePlayed]
    assert log.look(account("1. e4 e5 2. Nf3 Nc6")) == Compared()


def test_a_corrected_move_replaces_the_line_from_there(log: Log) -> None:
    log.look(account("1. e4 e5 2. Nf3"))
    (fact,) = log.look(account("1. e4 d5 2. exd5 Qxd5")).facts
    assert isinstance(fact, LineCorrected)
    assert (fact.from_ply, fact.source) == (2, "pgn")
    assert log.moves == ["e2e4", "d7d5", "e4d5", "d8d5"]


def test_a_clock_that_is_told_later_corrects_its_move_and_keeps_its_moment(log: Log) -> None:
    log.look(account("1. e4 e5"))
    correction, _ = log.look(account("1. e4 e5 {[%clk 00:04:57]}")).facts
    assert isinstance(correction, LineCorrected)
    (move,) = correction.moves
    assert (move.uci, move.clock_s) == ("e7e5", 297)
    assert move.at == EPOCH + timedelta(seconds=1)
    assert log.look(account("1. e4 e5")) == Compared()


def test_a_move_that_is_taken_back_goes_and_a_file_that_lost_its_moves_changes_nothing(
    log: Log,
) -> None:
    log.look(account())
    log.look(account("1. e4 e5 2. Nf3 Nc6"))
    assert log.moves == LINE[:4]
    log.look(account())
    found = log.look(account("1. e4"))
    assert found.facts == ()
    assert "has lost 5 half-moves: they are kept" in found.doubts[0]
    assert log.moves == LINE


def test_an_illegal_move_stands_with_a_mark_and_one_that_cannot_be_placed_ends_the_line(
    log: Log,
) -> None:
    found = log.look(account("1. e4 e5 2. Qh6 a6 3. Rg5"))
    assert log.known.shown.line[2].marks == (Mark.ILLEGAL,)
    assert log.known.shown.line[2].certainty is Certainty.UNCLEAR
    assert "3. Rg5 cannot be played there" in found.doubts[0]
    assert len(log.moves) == 4


def test_a_result_is_a_claim_and_never_more(log: Log) -> None:
    facts = log.look(account(result="1-0")).facts
    assert ClockSet(GAME, 280, 270, None, ClockEvent.STOPPED) in facts
    assert facts[-1] == ResultClaimed(GAME, WHITE_WON, Source.OTHER_PROGRAM, "games.pgn gives 1-0")
    assert log.look(account(result="1-0")) == Compared()
    assert log.look(account(result="1/2-1/2")).facts[-1] == ResultClaimed(
        GAME, DRAWN, Source.OTHER_PROGRAM, "games.pgn gives 1/2-1/2"
    )
    (back,) = log.look(account()).facts
    assert isinstance(back, ClaimWithdrawn)


def test_a_sign_that_was_taken_off_is_told_with_the_claim(log: Log) -> None:
    facts = log.look(account(f"{MOVES} 4. Ke4", "1-0")).facts
    assert log.moves == LINE
    claim = facts[-1]
    assert isinstance(claim, ResultClaimed)
    assert "Ke4 was taken off as a result sign" in claim.reason


FEN = "4k3/8/8/8/8/4K3/4P3/8 w - - 0 40"


def kings(result: str) -> ForeignGame:
    return account("40. Kd4 Kd7 41. Ke4", result, FEN=FEN, SetUp="1")


def test_a_king_s_move_that_may_be_half_of_a_sign_is_flagged_once(log: Log) -> None:
    log.look(kings("*"))
    assert not log.known.shown.line[-1].marks
    facts = log.look(kings("1-0")).facts
    assert log.known.shown.line[-1].marks == (Mark.AMBIGUOUS,)
    doubts = [fact for fact in facts if isinstance(fact, LineAmbiguous)]
    assert [(doubt.from_ply, doubt.alternatives) for doubt in doubts] == [(3, (("d4e4",), ()))]
    assert log.look(kings("1-0")) == Compared()


def test_an_arbiter_who_takes_that_move_off_is_not_overruled(log: Log) -> None:
    log.look(kings("1-0"))
    log.decide(LineCorrected(GAME, 3, (), "a sign", "arbiter"), MoveConfirmed(GAME, 2, "arbiter"))
    found = log.look(kings("1-0"))
    assert found.facts == ()
    assert "41. Ke4, which an arbiter has taken off" in found.doubts[0]
    assert len(log.moves) == 2


def test_an_arbiter_who_lets_it_stand_is_not_asked_again(log: Log) -> None:
    log.look(kings("1-0"))
    log.decide(MoveConfirmed(GAME, 3, "arbiter"))
    assert log.look(kings("1-0")) == Compared()


def test_moves_that_an_arbiter_has_settled_stand_and_the_game_goes_on_after_them(log: Log) -> None:
    log.look(account("1. e4 e5 2. Nf3"))
    right = replace(log.known.shown.line[1], uci="e7e6", san="e6")
    third = log.known.shown.line[2]
    log.decide(
        LineCorrected(GAME, 2, (right, third), "sheet", "arbiter"),
        MoveConfirmed(GAME, 2, "arbiter"),
    )
    found = log.look(account("1. e4 e5 2. Nf3 Nc6 3. Bb5"))
    assert log.moves == ["e2e4", "e7e6", "g1f3", "b8c6", "f1b5"]
    assert "has 1… e5, an arbiter has settled e6" in found.doubts[0]
    found = log.look(account("1. e4 e5 2. Nf3 Nc6 3. Bb5 Bc5 4. O-O"))
    assert "its later moves do not fit" not in found.doubts[0]


def test_a_game_recorded_by_hand_is_left_alone(log: Log) -> None:
    log.look(account("1. e4 e5"))
    log.decide(GameTakenOver(GAME, "the file is wrong"))
    assert log.look(account(result="1-0")) == Compared()


def test_a_reopened_game_is_claimed_again_only_when_it_has_gone_on(log: Log) -> None:
    log.look(account(result="1-0"))
    log.decide(GameReopened(GAME, "a mistake"))
    assert log.look(account(result="1-0")) == Compared()
    facts = log.look(account(f"{MOVES} 4. Ba4", "1-0")).facts
    assert any(isinstance(fact, ResultClaimed) for fact in facts)


def test_a_claim_that_an_arbiter_took_back_is_not_made_again(log: Log) -> None:
    log.look(account(result="1-0"))
    log.decide(ClaimWithdrawn(GAME, Source.OTHER_PROGRAM, "it was a draw"))
    assert log.look(account(result="1-0")) == Compared()
    assert len(log.look(account(result="1/2-1/2")).facts) == 1


@pytest.mark.parametrize("moves", ["", "1. e4"])
def test_a_result_with_hardly_a_move_is_asked_about_not_claimed(log: Log, moves: str) -> None:
    found = log.look(account(moves, "0-1"))
    assert not any(isinstance(fact, ResultClaimed) for fact in found.facts)
    assert "a forfeit, or a board that was not read?" in found.doubts[0]


def test_a_forfeit_that_is_called_so_is_claimed_as_one(log: Log) -> None:
    (claim,) = log.look(account("", "0-1", Termination="Unplayed")).facts
    assert isinstance(claim, ResultClaimed)
    assert claim.result == BLACK_WON_BY_FORFEIT


def test_black_may_begin_from_a_position_of_its_own(log: Log) -> None:
    fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 30"
    moves = "30... Kd7 {[%clk 00:01:00]} 31. e4 {[%clk 00:02:00]}"
    facts = log.look(account(moves, FEN=fen, SetUp="1")).facts
    assert facts[-1] == ClockSet(GAME, 120, 60, Side.BLACK, ClockEvent.LEVER)


SANS = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Bxc6", "dxc6", "O-O", "Qd6", "d4", "exd4"]
OTHER = ["d4", "d5", "c4", "e6", "Nc3", "Nf6"]


def written(sans: list[str]) -> ForeignGame:
    (game,) = read_games(pgn(" ".join(sans)), "games.pgn")
    return game


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 12)), max_size=8))
def test_whatever_was_told_before_the_log_ends_with_what_the_file_says(
    looks: list[tuple[bool, int]],
) -> None:
    log = Log()
    for other, length in looks:
        log.look(written((OTHER if other else SANS)[:length]))
    log.look(written(SANS))
    assert len(log.moves) == len(SANS)
    assert log.look(written(SANS)) == Compared()


@given(st.text(alphabet="eNBQKRO-x=+#12345678abcdfgh .{}[]%clk:", max_size=80))
def test_no_text_of_moves_however_strange_raises(moves: str) -> None:
    with suppress(PgnError):
        for game in list(read_games(pgn(moves), "games.pgn")):
            log = Log()
            log.look(game)
            assert not log.look(game).facts


@pytest.mark.shared
def test_real_games_are_told_with_every_move_and_every_clock(shared: Path) -> None:
    path = shared / "data" / "pgn" / "world-cup-2025-livechess.pgn"
    some = "[Event ".join(decode(path.read_bytes()).split("[Event ")[:61])
    accounts = list(read_games(some, path.name))
    assert len(accounts) == 60
    clocks = claimed = asked = 0
    for game in accounts:
        log = Log()
        found = log.look(game)
        told_moves = [fact.move for fact in found.facts if isinstance(fact, MovePlayed)]
        assert [move.uci for move in told_moves] == [m.uci for m in game.game.moves if m.uci]
        clocks += sum(move.clock_s is not None for move in told_moves)
        claimed += any(isinstance(fact, ResultClaimed) for fact in found.facts)
        asked += any("hardly a move" in doubt for doubt in found.doubts)
        assert log.look(game).facts == ()
    assert claimed + asked == sum(game.game.token != "*" for game in accounts)
    assert clocks >= 0.98 * sum(len(game.game.moves) for game in accounts)
