"""A club's weekend: two groups, and a match for every place."""

import pytest

from results.stages.final_list import final_list
from results.tournament.lots import Dice
from tests.desk.whole_tournament import WholeTournament, chance_results, entries
from tests.places import CONFIGS

CONFIG = CONFIGS / "club-groups-and-final.toml"


@pytest.mark.parametrize("seed", range(6))
async def test_every_place_is_played_for(seed: int) -> None:
    results = chance_results(Dice(seed), draws=500)
    whole = WholeTournament.by(CONFIG, results)
    await whole.play(entries(8))
    places = final_list(whole.tournament)
    assert [place.place for place in places] == list(range(1, 9))
    assert all(place.final and not place.shared for place in places)
    assert {place.stage for place in places} == {
        "final", "third-place", "fifth-place", "seventh-place",
    }  # fmt: skip
