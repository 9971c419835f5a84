"""FIDE's tie-break exercises: the published values (facts), player by player."""

from decimal import Decimal
from pathlib import Path

import pytest

from results.crosstable.model import Crosstable
from results.standings.standings import shown_values, standings
from results.standings.tiebreaks.code import Edition
from results.trf.read import decode, parse
from results.trf.table import trf_table

# numbers 1 to 16 in order; edition 2024 unless said otherwise
SWISS = {
    "WIN": "2 3 2 2 2 3 1 2 1 1 2 2 1 2 2 3",
    "WON": "2 3 2 2 2 2 1 2 0 1 1 0 1 2 2 3",
    "BPG": "2 3 2 2 2 2 3 2 1 3 2 0 3 2 3 2",
    "BWG": "1 1 1 1 0 1 0 0 0 1 0 0 1 1 1 1",
    "REP": "5 5 5 4 5 5 5 5 3 5 5 3 5 3 5 5",
    "PS": "11 13 11 11.5 5 6 6 8.5 2.5 4 5.5 7 7 6 7 10.5",
    "PS/C1": "10 12 10.5 10.5 5 6 5 8 2.5 4 5 7 6 5 7 10",
    "BH": "12.5 13 15.5 15 8.5 12 14.5 13.5 9 13 13.5 11.5 14 11 12 12.5",
    "FB": "13.5 13.5 15 15.5 10 12 13.5 12.5 9.5 12.5 12.5 11.5 13.5 10.5 12 13.5",
    "SB": "8 9.5 10.5 9.75 4.25 6.5 3.25 5.25 2.25 1.5 5.75 4 4.25 4.5 3.5 7.25",
    "SB/C1": "7.25 8.5 9.25 8 3.25 5.5 1.25 3.75 2.25 0 4.25 4 4.25 3 2.5 5.75",
    "ARO": "1820 1880 1940 1888 1690 1813 1760 1730 1975 1880 1863 2050 1930 1800 1860 1820",
    "ARO/C1": "1900 1988 2000 1983 1738 1900 1838 1800 2200 1975 2000 - 2025 1900 1963 1900",
    "TPR": "1969 2120 2089 2081 1690 1813 1611 1730 1175 1640 1776 1250 1781 1925 1788 1969",
    "APRO": "1789 1856 1904 1772 1719 1846 1869 1915 1805 1717 1840 2081 1879 1775 1776 1805",
    "PTP": "2029 2216 2112 2168 1689 1810 1531 1715 950 1575 1763 1250 1744 1942 1768 2013",
    "AOB": "12.6 13.6 13.4 13.38 13.4 13.25 11.9 13 12.75 10.9 12.75 15 12.1 13.17 12.2 13.3",
}
BEFORE_2023 = {"BH": "12.5 13 14.5 13.5 8 11 14 14 8.5 12.5 12 13.5 15 12 12 12"}
CUT_1 = {1: 11, 3: 13, 4: 11.5, 5: 7.5, 7: 12.5, 8: 12, 9: 7.5, 11: 12, 12: 9.5, 13: 12, 14: 9}


@pytest.fixture(scope="module")
def swiss(shared: Path) -> Crosstable:
    path = shared / "data" / "trf" / "tec-swiss.trf"
    return trf_table(parse(decode(path.read_bytes()))).table


def column(table: Crosstable, code: str, edition: Edition) -> dict[int, Decimal | None]:
    found = standings(table, [code], edition)
    return {
        line.number: Decimal(shown) if (shown := shown_values(found, line)[0]) else None
        for line in found.lines
    }


def published(text: str) -> dict[int, Decimal | None]:
    return {n: None if v == "-" else Decimal(v) for n, v in enumerate(text.split(), start=1)}


@pytest.mark.parametrize("code", SWISS)
def test_the_swiss_exercise(swiss: Crosstable, code: str) -> None:
    assert column(swiss, code, Edition.OF_2024) == published(SWISS[code])


def test_the_swiss_exercise_with_the_virtual_opponent(swiss: Crosstable) -> None:
    assert column(swiss, "BH", Edition.BEFORE_2023) == published(BEFORE_2023["BH"])


def test_the_swiss_exercise_cut_by_one(swiss: Crosstable) -> None:
    found = column(swiss, "BH/C1", Edition.OF_2024)
    assert {n: found[n] for n in CUT_1} == {n: Decimal(str(v)) for n, v in CUT_1.items()}
