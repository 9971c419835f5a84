"""The picture of the stages, as of an audience's own moment."""

from datetime import timedelta

from desk.config.tournament import load_tournament
from desk.hall.opening import tournament_facts
from desk.hall.pairing_worker import InlinePairer
from desk.state.past_stages import StagesAt
from desk.state.past_standings import StandingsAt
from facts.ids import TournamentId
from facts.log import MemoryLog
from results.tournament.lots import Dice
from tests.desk.whole_tournament import WholeTournament, chance_results, entries
from tests.fakes.virtual_clock import EPOCH, FixedClock
from tests.places import CONFIGS


async def test_a_stage_is_shown_as_it_was_at_the_audiences_moment() -> None:
    clock = FixedClock()
    config = load_tournament(CONFIGS / "weekend-groups-nl.toml")
    whole = WholeTournament(
        MemoryLog(clock), clock, config, InlinePairer(), chance_results(Dice(2))
    )
    await whole.enter(entries(14))
    await whole.step()
    clock.move(1200)
    await whole.step()
    picture_at = StagesAt(StandingsAt(whole.log.read, [config.id]))
    before = picture_at(config.id, EPOCH + timedelta(minutes=5))
    now = picture_at(config.id, EPOCH + timedelta(minutes=20))
    assert before is not None
    assert now is not None
    assert before.count(">ready: ") == 3
    assert now.count(">ready: ") == 2
    assert picture_at(config.id, EPOCH + timedelta(minutes=5)) == before
    assert picture_at(TournamentId("another"), clock.now()) is None


async def test_a_tournament_of_one_stage_needs_no_picture() -> None:
    clock = FixedClock()
    log = MemoryLog(clock)
    config = load_tournament(CONFIGS / "club-swiss.toml")
    whole = WholeTournament(log, clock, config, InlinePairer(), chance_results(Dice(2)))
    await log.append(
        tournament_facts(
            whole.desk.known,
            config.id,
            config.settings,
            config.stages,
            config.policy,
            entries(4),
            config.regulations,
        )
    )
    assert StagesAt(StandingsAt(log.read, [config.id]))(config.id, EPOCH) is None
