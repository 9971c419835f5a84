import pytest

from facts.ids import (
    RoundNo,
    StageId,
    TournamentId,
    game_id,
    is_slug,
    pairing_id,
    pairing_of,
)


def test_a_game_is_found_under_its_pairing_round_stage_and_tournament() -> None:
    pairing = pairing_id(TournamentId("open"), StageId("main"), RoundNo(3), 12)
    assert pairing == "open.main.3.12"
    assert game_id(pairing) == "open.main.3.12.1"
    assert pairing_of(game_id(pairing, 2)) == pairing


@pytest.mark.parametrize("text", ["open", "group-a", "u18-girls", "2026"])
def test_a_slug_is_lower_case_words_joined_by_hyphens(text: str) -> None:
    assert is_slug(text)


@pytest.mark.parametrize("text", ["", "Open", "a.b", "a--b", "-a", "a/b", "ä"])
def test_what_could_break_an_address_is_no_slug(text: str) -> None:
    assert not is_slug(text)
