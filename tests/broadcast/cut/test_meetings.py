"""Several games of two who meet: what each audience sees of them, and their PGN."""

import msgspec

from broadcast.cut.feed import Viewer
from broadcast.messages.messages import RoundEvent, diff
from broadcast.pgn import export as pgn_export
from broadcast.pgn.file_names import game_file
from broadcast.view import Feed, GameState, ShownPairing
from facts import fact as f
from facts.ids import BoardNo, game_id, pairing_of
from facts.meeting import GameRole, Odds
from facts.pgn import PgnGame, read
from facts.result import BLACK_WON, DRAWN
from tests.broadcast.made_up import ARBITER, ONE, OPEN, Hall, added, at, line_moves

SECOND = game_id(pairing_of(ONE), 2)


def drawn_hall(further: f.GameAdded) -> Hall:
    """A drawn game after 100 s; the next one follows after 200."""
    hall = Hall()
    hall.open()
    hall.play(["e2e4", "e7e5"])
    hall.say(f.ResultConfirmed(ONE, DRAWN), at(100), ARBITER)
    hall.say(further, at(200), ARBITER)
    return hall


def feeds(hall: Hall, *seconds: float) -> list[Feed]:
    viewer = Viewer(hall.history())
    return [viewer.view(at(moment)) for moment in seconds]


def first_pairing(feed: Feed) -> ShownPairing:
    return feed.tournaments[OPEN].rounds[0].pairings[0]


def pgn_of(hall: Hall, seconds: float = 9999) -> PgnGame:
    (found,) = read(pgn_export.game_pgn(feeds(hall, seconds)[0], SECOND))
    return found


def test_a_further_game_shows_when_its_time_has_come_and_not_before() -> None:
    hall = drawn_hall(added(SECOND))
    before, after = feeds(hall, 199, 200)
    assert first_pairing(before).games == (ONE,)
    assert SECOND not in before.tournaments[OPEN].games
    assert first_pairing(after).games == (ONE, SECOND)
    assert after.tournaments[OPEN].games[ONE].state is GameState.FINISHED
    (event,) = (e for e in diff(before, after) if isinstance(e, RoundEvent))
    assert [game.id for game in event.games] == [SECOND]
    told = msgspec.to_builtins(event.round.pairings[0])
    assert list(told["further"]) == [
        {
            "game": SECOND, "white": "p1", "black": "p2", "role": "armageddon",
            "board": 1, "time": "White 10 minutes, Black 7 minutes", "odds": "black",
        }
    ]  # fmt: skip
    assert "further" not in msgspec.to_builtins(event.round.pairings[1])


def test_a_game_that_is_dropped_is_gone() -> None:
    hall = drawn_hall(added(SECOND))
    hall.say(f.GameDropped(SECOND, "White has won after all"), at(300), ARBITER)
    then, now = feeds(hall, 250, 300)
    assert first_pairing(then).games == (ONE, SECOND)
    assert first_pairing(now).games == (ONE,)
    assert SECOND not in now.tournaments[OPEN].games


def test_an_armageddon_game_has_its_own_pgn_with_both_times_and_the_odds() -> None:
    hall = drawn_hall(added(SECOND))
    moves = line_moves(["d2d4", "d7d5"], 210, clock_s=600)
    for ply, move in enumerate(moves, start=1):
        hall.say(f.MovePlayed(SECOND, ply, move), move.at)
    hall.say(f.ResultConfirmed(SECOND, BLACK_WON), at(400), ARBITER)
    game = pgn_of(hall)
    assert [move.uci for move in game.moves] == ["d2d4", "d7d5"]
    assert game.tags["White"] == "Carlsen, Magnus"
    assert game.tags["Round"] == "1.1.2"
    assert game.tags["Board"] == "1"
    assert game.tags["Result"] == "0-1"
    assert "TimeControl" not in game.tags
    assert (game.tags["WhiteTimeControl"], game.tags["BlackTimeControl"]) == ("600", "420")
    assert game.tags["Note"] == "Armageddon game, a draw is enough for Black"
    (feed,) = feeds(hall, 9999)
    assert game_file(feed, SECOND) == "open-1.1-game-2.pgn"
    (first,) = read(pgn_export.game_pgn(feed, ONE))
    assert (first.tags["Round"], first.tags["Result"]) == ("1.1", "1/2-1/2")


def test_names_ratings_and_clocks_go_with_the_colours_of_the_game() -> None:
    second = added(
        SECOND, white="p2", black="p1", role=GameRole.BLITZ, odds=Odds.NOBODY, black_time=None
    )
    game = pgn_of(drawn_hall(second))
    assert (game.tags["White"], game.tags["Black"]) == ("Nepomniachtchi, Ian", "Carlsen, Magnus")
    assert (game.tags["WhiteElo"], game.tags["BlackElo"]) == ("2758", "2839")
    assert game.tags["TimeControl"] == "600"
    assert game.tags["Note"] == "blitz game"


def test_publishing_again_keeps_the_further_games() -> None:
    hall = drawn_hall(added(SECOND))
    again = next(e.fact for e in hall.entries if isinstance(e.fact, f.RoundPublished))
    hall.say(again, at(300), ARBITER)
    (feed,) = feeds(hall, 300)
    assert first_pairing(feed).games == (ONE, SECOND)


def test_a_game_at_another_board_is_told_so() -> None:
    hall = drawn_hall(added(SECOND, board=BoardNo(9)))
    (feed,) = feeds(hall, 9999)
    further = first_pairing(feed).further_game(SECOND)
    assert further is not None
    assert further.board == 9
    game = pgn_of(hall)
    assert (game.tags["Round"], game.tags["Board"]) == ("1.9.2", "9")
    assert game_file(feed, SECOND) == "open-1.9-game-2.pgn"
