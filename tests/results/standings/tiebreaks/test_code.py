import pytest

from results.errors import UsageError
from results.standings.tiebreaks.code import Edition, Koya, parse_code
from results.standings.tiebreaks.table import TIEBREAKS, tiebreak_of


def test_modifiers_are_read() -> None:
    assert (parse_code("bh/c1").low, parse_code("BH/C1").high) == (1, 0)
    assert (parse_code("BH/M2").low, parse_code("BH/M2").high) == (2, 2)
    assert parse_code("BH-C1").low == 1
    assert parse_code("DE/P").forfeits_played
    assert parse_code("AOB/F").fore
    assert parse_code("KS/L55").koya == Koya(percent=55)
    assert parse_code("KS/L-1").koya == Koya(extra=-5)
    assert parse_code("KS/L+1.5").koya == Koya(extra=15)
    assert parse_code("TPN/R").reverse
    assert parse_code("ARO/U1400").unrated == 1400
    assert parse_code("BH/V2024").edition is Edition.OF_2024
    assert parse_code("DE/A").all_met
    assert parse_code("GE").name == "REP"


def test_a_scope_limits_a_tiebreak_to_places() -> None:
    first = parse_code("DE@1")
    assert first.applies_to(1, 3)
    assert not first.applies_to(2, 4)
    prizes = parse_code("BH/C1@1-5")
    assert prizes.applies_to(5, 6)
    assert not prizes.applies_to(6, 9)


@pytest.mark.parametrize(
    "text", ["", "/C1", "BH/", "BH/X9", "BH/C", "DE@", "DE@0", "DE@5-1", "B H"]
)
def test_what_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(UsageError):
        parse_code(text)


def test_an_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(UsageError, match="BH"):
        tiebreak_of(parse_code("XYZ"))


def test_every_tiebreak_can_show_its_working() -> None:
    for name, tiebreak in TIEBREAKS.items():
        assert (tiebreak.values is None) != (tiebreak.tied_values is None), name
        assert (tiebreak.working is None) != (tiebreak.tied_working is None), name
