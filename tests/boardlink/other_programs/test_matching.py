import pytest

from boardlink.other_programs.game import ForeignGame, foreign_game
from boardlink.other_programs.matching import HallGame, Matched, matched, name_words
from facts.ids import BoardNo, GameId, PlayerId, RoundNo
from facts.pgn import PgnGame, PgnMove
from facts.player import Player

E4 = PgnMove("e2e4", "e4")


def hall_game(
    board: int, white: str, black: str, *, round_no: int = 3, newest: bool = True, ids: str = ""
) -> HallGame:
    def player(name: str, fide_id: str) -> Player:
        return Player(PlayerId(name), name, fide_id=fide_id)

    first, _, second = ids.partition("-")
    return HallGame(
        GameId(f"open.main.{round_no}.{board}.1"),
        RoundNo(round_no),
        BoardNo(board),
        player(white, first),
        player(black, second),
        newest,
    )


HALL = (
    hall_game(1, "Adams, Michael", "Brown, Ann"),
    hall_game(2, "Clark, John", "Davis, Jürgen", ids="111-222"),
    hall_game(3, "Clark, James", "Evans, Eva"),
    hall_game(1, "Davis, Jürgen", "Adams, Michael", round_no=2, newest=False),
)


def told(
    where: str = "a.pgn", moves: tuple[PgnMove, ...] = (E4,), token: str = "*", **tags: str
) -> ForeignGame:
    return foreign_game(PgnGame(tags, moves, token), where)


def found(*accounts: ForeignGame, hall: tuple[HallGame, ...] = HALL) -> Matched:
    return matched(hall, accounts)


def boards(result: Matched) -> list[tuple[int, int]]:
    return [(game.round_no, game.board) for game, _ in result.games]


@pytest.mark.parametrize(
    ("white", "black"),
    [
        ("Adams, Michael", "Brown, Ann"),
        ("Michael Adams", "Ann Brown"),
        ("ADAMS, M.", "Brown A"),
        ("GM Adams, Michael", "brown, ann"),
        ("Adams", "Brown"),
    ],
)
def test_players_are_found_however_their_names_are_written(white: str, black: str) -> None:
    assert boards(found(told(White=white, Black=black, Round="3"))) == [(3, 1)]


def test_without_a_round_the_newest_one_is_meant() -> None:
    assert boards(found(told(White="Adams, Michael", Black="Brown, Ann"))) == [(3, 1)]
    ((where, text),) = found(told(White="Davis, Jürgen", Black="Adams, Michael")).problems
    assert where == "a.pgn"
    assert "these players do not meet in this round" in text


def test_players_count_more_than_the_board_s_number() -> None:
    game = told(White="Adams, Michael", Black="Brown, Ann", Round="3.7")
    assert boards(found(game)) == [(3, 1)]


def test_fide_ids_count_more_than_names() -> None:
    game = told(White="Klark", Black="Dawis", WhiteFideId="111", BlackFideId="222", Round="3")
    assert boards(found(game)) == [(3, 2)]
    other = told(White="Clark, John", Black="Davis, Jürgen", WhiteFideId="999", Round="3")
    assert found(other).games == ()


def test_our_own_name_for_a_game_is_enough() -> None:
    assert boards(found(told(GameId="open.main.2.1.1", Round="9"))) == [(2, 1)]


def test_without_names_the_board_s_number_tells() -> None:
    assert boards(found(told(Round="3.2"))) == [(3, 2)]
    assert boards(found(told(Round="3.2", White="Clark"))) == [(3, 2)]
    ((_, text),) = found(told(Round="3.9")).problems
    assert "no game of this round is at board 9" in text


@pytest.mark.parametrize(
    ("tags", "text"),
    [
        ({"White": "Brown, Ann", "Black": "Adams, Michael", "Round": "3"}, "other colours"),
        ({"White": "Nobody", "Black": "Brown, Ann", "Round": "3.1"}, "here it is round 3, board 1"),
        ({"White": "Adams", "Black": "Brown", "Round": "8"}, "round 8 is not paired here"),
        ({"Round": "3"}, "neither the players' names nor a board's number"),
        ({"White": "Somebody", "Round": "3.1"}, "no game of this round is at board 1"),
    ],
)
def test_an_account_that_fits_no_game_says_why(tags: dict[str, str], text: str) -> None:
    result = found(foreign_game(PgnGame(tags, (E4,)), "a.pgn"))
    assert result.games == ()
    ((_, problem),) = result.problems
    assert text in problem


def test_players_who_fit_two_games_are_not_guessed() -> None:
    hall = (hall_game(1, "Clark, John", "Evans, Eva"), hall_game(2, "Clark, James", "Evans, Ed"))
    ((_, text),) = found(told(White="Clark, J", Black="Evans, E", Round="3"), hall=hall).problems
    assert "these players fit round 3, board 1" in text
    assert "FIDE ids" in text
    by_board = told(White="Clark, J", Black="Evans, E", Round="3.2")
    assert boards(found(by_board, hall=hall)) == [(3, 2)]


def test_two_stages_with_the_same_board_are_not_guessed() -> None:
    hall = (hall_game(7, "A, B", "C, D"), hall_game(7, "E, F", "G, H"))
    ((_, text),) = found(told(Round="3.7"), hall=hall).problems
    assert "two games fit board 7" in text


def test_one_game_at_two_moments_counts_with_its_longer_account() -> None:
    short = told("games.pgn", Round="3.1")
    long = told("game-1.pgn", (E4, PgnMove("e7e5", "e5")), Round="3.1")
    (pair,) = found(short, long).games
    assert pair[1].where == "game-1.pgn"


def test_two_different_games_for_one_board_are_both_left_alone() -> None:
    one = told("a.pgn", Round="3.1")
    other = told("b.pgn", (PgnMove("d2d4", "d4"),), Round="3.1")
    result = found(one, other)
    assert result.games == ()
    assert [where for where, _ in result.problems] == ["a.pgn", "b.pgn"]
    assert all("two games fit round 3, board 1" in text for _, text in result.problems)
    won, lost = told("a.pgn", token="1-0", Round="3.1"), told("b.pgn", token="0-1", Round="3.1")
    assert found(won, lost).games == ()


def test_a_place_where_nobody_plays_is_no_problem() -> None:
    assert found(told(moves=(), Round="3.40")) == Matched((), ())


def test_before_the_first_pairing_nothing_fits() -> None:
    ((_, text),) = found(told(White="A", Black="B"), hall=()).problems
    assert "no round is paired here" in text


def test_a_name_is_its_words_without_accents_and_titles() -> None:
    assert name_words("GM Łuków-Ødegård, José M.") == {"lukow", "odegard", "jose", "m"}
