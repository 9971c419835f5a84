"""PURE. Which function counts which code: the literal table of all tie-breaks."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from results.errors import UsageError
from results.standings.tiebreaks.average_buchholz import average_buchholz, average_buchholz_working
from results.standings.tiebreaks.buchholz import buchholz, buchholz_working
from results.standings.tiebreaks.code import TiebreakCode
from results.standings.tiebreaks.direct_encounter import (
    direct_encounter,
    direct_encounter_working,
    mini_match,
    mini_match_working,
)
from results.standings.tiebreaks.field import Field
from results.standings.tiebreaks.koya import koya, koya_working
from results.standings.tiebreaks.own_data import (
    former_place,
    former_results,
    former_results_working,
    lots,
    moves,
    own_data_working,
    pairing_number,
    points,
    points_working,
    rating,
)
from results.standings.tiebreaks.progressive import progressive, progressive_working
from results.standings.tiebreaks.ratings import ratings, ratings_working
from results.standings.tiebreaks.rounds_elected import rounds_elected, rounds_elected_working
from results.standings.tiebreaks.sonneborn_berger import sonneborn_berger, sonneborn_berger_working
from results.standings.tiebreaks.standard_points import standard_points, standard_points_working
from results.standings.tiebreaks.wins import wins, wins_working
from results.standings.tiebreaks.working import Shape, Value, Working

OfField = Callable[[Field, TiebreakCode, Sequence[int]], Sequence[Value]]
OfTied = Callable[[Field, TiebreakCode, Sequence[int]], Mapping[int, Value]]


@dataclass(frozen=True, slots=True)
class Tiebreak:
    """One tie-break.

    Attributes:
        article: of C.07; empty for those that are not FIDE's.
        values: the values of some players, for those that do not depend on who is tied.
        tied_values: the values among some tied players, for type A.
        low_first: the lowest value is the best.
        reach: whose results it depends on: 0 one's own, 1 the opponents' too, 2 theirs too.
    """

    title: str
    article: str
    shape: Shape
    values: OfField | None = None
    tied_values: OfTied | None = None
    working: Callable[[Field, TiebreakCode, int], Working] | None = None
    tied_working: Callable[[Field, TiebreakCode, int, Sequence[int]], Working] | None = None
    low_first: bool = False
    reach: int = 0


def _plain(
    title: str,
    article: str,
    shape: Shape,
    values: OfField,
    working: Callable[[Field, TiebreakCode, int], Working],
    low_first: bool = False,
    reach: int = 0,
) -> Tiebreak:
    return Tiebreak(
        title, article, shape, values, working=working, low_first=low_first, reach=reach
    )


_W, _T, _H, _A = Shape.WHOLE, Shape.TENTHS, Shape.HUNDREDTHS, Shape.AVERAGE

TIEBREAKS: Mapping[str, Tiebreak] = {
    "PTS": _plain("points", "", _T, points, points_working),
    "DE": Tiebreak(
        "direct encounter",
        "6",
        _W,
        tied_values=direct_encounter,
        tied_working=direct_encounter_working,
        low_first=True,
    ),
    "WIN": _plain("wins, played or not", "7.1", _W, wins, wins_working),
    "WON": _plain("games won over the board", "7.2", _W, wins, wins_working),
    "BPG": _plain("games played with Black", "7.3", _W, wins, wins_working),
    "BWG": _plain("games won with Black", "7.4", _W, wins, wins_working),
    "PS": _plain("progressive scores", "7.5", _T, progressive, progressive_working),
    "REP": _plain("rounds one elected to play", "7.6", _W, rounds_elected, rounds_elected_working),
    "STD": _plain("standard points", "7.7", _T, standard_points, standard_points_working, reach=1),
    "TPN": _plain("pairing number", "7.8", _W, pairing_number, own_data_working, low_first=True),
    "BH": _plain("Buchholz", "8.1", _T, buchholz, buchholz_working, reach=1),
    "AOB": _plain(
        "average of opponents' Buchholz",
        "8.2",
        _A,
        average_buchholz,
        average_buchholz_working,
        reach=2,
    ),
    "FB": _plain("Fore Buchholz", "8.3", _T, buchholz, buchholz_working, reach=1),
    "SB": _plain(
        "Sonneborn-Berger", "9.1", _H, sonneborn_berger, sonneborn_berger_working, reach=1
    ),
    "KS": _plain("Koya", "9.2", _T, koya, koya_working, reach=1),
    "ARO": _plain("average rating of opponents", "10.1", _W, ratings, ratings_working),
    "TPR": _plain("tournament performance", "10.2", _W, ratings, ratings_working),
    "PTP": _plain("perfect tournament performance", "10.3", _W, ratings, ratings_working),
    "APRO": _plain(
        "average performance of opponents", "10.4", _W, ratings, ratings_working, reach=2
    ),
    "APPO": _plain(
        "average perfect performance of opponents", "10.5", _W, ratings, ratings_working, reach=2
    ),
    "RTNG": _plain("rating", "10.6", _W, rating, own_data_working),
    "MINI": Tiebreak(
        "points in games among the tied",
        "",
        _T,
        tied_values=mini_match,
        tied_working=mini_match_working,
    ),
    "MOVES": _plain("own moves", "", _W, moves, own_data_working),
    "STAGE": _plain("place in a former stage", "", _W, former_place, own_data_working, True),
    "FORMER": Tiebreak(
        "results of a former stage among the tied",
        "",
        _W,
        tied_values=former_results,
        tied_working=former_results_working,
        low_first=True,
    ),
    "LOTS": _plain("drawing of lots", "4.2", _W, lots, own_data_working, low_first=True),
}


def tiebreak_of(code: TiebreakCode) -> Tiebreak:
    """The tie-break that a code names.

    Raises:
        UsageError: there is none of that name.
    """
    found = TIEBREAKS.get(code.name)
    if found is None:
        raise UsageError(f"{code.text!r}: no tie-break {code.name}; known: {' '.join(TIEBREAKS)}")
    return found
