"""An outside oracle: FIDE's own tie-break program, asked through its library."""

import contextlib
import io
from collections.abc import Sequence
from decimal import Decimal

from gacrux.tiebreak import tiebreak
from gacrux.trf2json import trf2json

from results.crosstable.model import Crosstable
from results.standings.tiebreaks.code import Edition
from results.trf.write import Header, trf_text

_RULES = {Edition.BEFORE_2023: 0, Edition.OF_2024: 1, Edition.OF_2026: 2}


def oracle_values(
    table: Crosstable, codes: Sequence[str], edition: Edition
) -> dict[str, dict[int, Decimal | None]]:
    """The values of each code after the points, by code and number."""
    found = {}
    with contextlib.redirect_stdout(io.StringIO()):
        reader = trf2json()
        reader.parse_file(trf_text(table, Header()), 0)
        assert reader.get_status() == 0
        state = reader.get_tournament(1)
        for code in codes:
            engine = tiebreak(state, table.played, {"is_rr": None})
            engine.rulesversion = _RULES[edition]
            for place, name in enumerate(("PTS", code), start=1):
                engine.compute_single_tiebreak(engine.parse_tiebreak(place, name))
            found[code] = {
                number: None if (value := player["tiebreakScore"][1]) is None else Decimal(value)
                for number, player in engine.cmps.items()
            }
    return found
