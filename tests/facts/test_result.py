import itertools

import pytest

from facts import result as r
from facts.result import Result, ResultKind, Score


@pytest.mark.parametrize(
    ("result", "pgn", "trf"),
    [
        (r.WHITE_WON, "1-0", ("1", "0")),
        (r.BLACK_WON, "0-1", ("0", "1")),
        (r.DRAWN, "1/2-1/2", ("=", "=")),
        (Result(Score.WIN, Score.LOSS, ResultKind.UNRATED), "1-0", ("W", "L")),
        (Result(Score.LOSS, Score.WIN, ResultKind.UNRATED), "0-1", ("L", "W")),
        (Result(Score.DRAW, Score.DRAW, ResultKind.UNRATED), "1/2-1/2", ("D", "D")),
        (r.WHITE_WON_BY_FORFEIT, "1-0", ("+", "-")),
        (r.BLACK_WON_BY_FORFEIT, "0-1", ("-", "+")),
        (r.DOUBLE_FORFEIT, "*", ("-", "-")),
        (Result(Score.LOSS, Score.LOSS, ResultKind.RULED), "*", ("0", "0")),
        (Result(Score.DRAW, Score.LOSS, ResultKind.RULED), "*", ("=", "0")),
        (Result(Score.LOSS, Score.DRAW, ResultKind.RULED), "*", ("0", "=")),
        (r.HALF_BYE, "*", ("H", None)),
        (r.FULL_BYE, "*", ("F", None)),
        (r.PAIRING_BYE, "*", ("U", None)),
        (r.ZERO_BYE, "*", ("Z", None)),
        (Result(Score.DRAW, Score.DRAW, ResultKind.ADJOURNED), "*", ("?", "?")),
    ],
)
def test_every_result_has_its_pgn_and_trf_spelling(
    result: Result, pgn: str, trf: tuple[str, str | None]
) -> None:
    assert r.pgn_token(result) == pgn
    assert r.trf_letters(result) == trf


def test_an_open_game_is_a_star() -> None:
    assert r.pgn_token(None) == "*"
    assert r.from_pgn_token("*") is None


@pytest.mark.parametrize("result", [r.WHITE_WON, r.BLACK_WON, r.DRAWN])
def test_a_played_result_comes_back_from_its_pgn_token(result: Result) -> None:
    assert r.from_pgn_token(r.pgn_token(result)) == result


def test_what_is_no_pgn_result_is_refused_with_the_words_that_are() -> None:
    with pytest.raises(ValueError, match="expected 1-0, 0-1, 1/2-1/2 or"):
        r.from_pgn_token("2-0")


def test_a_forfeit_says_that_it_was_not_played() -> None:
    assert r.pgn_termination(r.WHITE_WON_BY_FORFEIT) == "Unplayed"
    assert r.pgn_termination(r.WHITE_WON) is None
    assert r.pgn_termination(None) is None


@pytest.mark.parametrize("kind", list(ResultKind))
def test_a_bye_has_one_side_and_a_game_has_two(kind: ResultKind) -> None:
    wrong = Score.LOSS if kind in r.BYES else None
    with pytest.raises(ValueError, match="cannot have"):
        Result(Score.WIN, wrong, kind)


def test_trf_knows_no_drawn_forfeit() -> None:
    with pytest.raises(ValueError, match="no letters"):
        r.trf_letters(Result(Score.DRAW, Score.LOSS, ResultKind.FORFEIT))


def test_no_two_results_of_a_kind_read_alike() -> None:
    for kind in ResultKind:
        if kind in r.BYES or kind is ResultKind.ADJOURNED:
            continue
        shown = {str(Result(w, b, kind)) for w, b in itertools.product(Score, Score)}
        assert len(shown) == 9


def test_results_read_as_an_arbiter_writes_them() -> None:
    assert str(r.DRAWN) == "½-½"
    assert str(r.WHITE_WON_BY_FORFEIT) == "+ -"
    assert str(r.HALF_BYE) == "bye ½"
    assert str(Result(Score.DRAW, Score.DRAW, ResultKind.ADJOURNED)) == "adjourned"
