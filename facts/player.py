"""PURE. A player as the tournament knows them."""

from dataclasses import dataclass
from datetime import date

from facts.ids import PlayerId


@dataclass(frozen=True, slots=True)
class Player:
    """One player; identity is ``id``, everything else may be corrected.

    Attributes:
        id: stable within the tournament.
        name: ``Surname, Given``.
        rating: the rating used for this tournament, 0 = unrated.
        title: GM, IM, WGM, FM, WIM, CM, WFM, WCM or empty.
        federation: three letters, or empty.
        fide_id: digits, or empty.
        sex: ``m``, ``w`` or empty (TRF column 10).
        birth: date of birth where it is known.
        club: free text.
    """

    id: PlayerId
    name: str
    rating: int = 0
    title: str = ""
    federation: str = ""
    fide_id: str = ""
    sex: str = ""
    birth: date | None = None
    club: str = ""
