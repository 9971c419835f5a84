"""Every tournament that the demo shows is played to its end by its own regulations."""

import asyncio
import random
from pathlib import Path

import pytest

from desk.config.hall import load_hall
from desk.demo.arbiter import Chair
from desk.demo.files import write_hall
from desk.demo.games import famous_games
from desk.demo.players import Company, play_rounds
from desk.demo.programmes import PROGRAMMES
from desk.demo.settings import DemoSettings
from desk.files.players_csv import read_players
from desk.hall.desk import Desk
from desk.hall.opening import tournament_facts
from desk.hall.pairing_worker import InlinePairer
from facts.log import MemoryLog
from results.prizes.final import is_unfinished, prize_list
from results.stages.final_list import final_list
from results.stages.progress import StageState, progress
from tests.fakes.virtual_clock import LoopClock


@pytest.mark.parametrize("name", PROGRAMMES)
async def test_a_tournament_runs_to_its_final_list(name: str, tmp_path: Path) -> None:
    programme = PROGRAMMES[name]
    hall = load_hall(write_hall(DemoSettings(programme=programme), tmp_path, []))
    (held,) = hall.tournaments
    config = held.config
    assert held.players is not None
    players = read_players(held.players).players
    assert len(players) == programme.players

    clock = LoopClock()
    log = MemoryLog(clock)
    desk = Desk(log, clock, InlinePairer(), {config.id: config.first_board}, chance=lambda: name)
    await log.append(
        tournament_facts(
            desk.known, config.id, config.settings, config.stages, config.policy, players,
            config.regulations,
        )
    )  # fmt: skip
    lots = random.Random(name)
    company = Company((), list(famous_games()), 60.0, lots)
    async with asyncio.TaskGroup() as group:
        background = [
            group.create_task(desk.run()),
            group.create_task(play_rounds(desk, company, config.id)),
        ]
        await Chair(desk, config.id).hold()
        for task in background:
            task.cancel()

    tournament = desk.tournament(config.id)
    places = final_list(tournament)
    assert [place.place for place in places] == list(range(1, programme.players + 1))
    assert not is_unfinished(tournament)
    assert {now.state for now in progress(tournament)} <= {
        StageState.FINISHED,
        StageState.NOT_NEEDED,
    }
    found = prize_list(tournament)
    if found is not None:
        assert sum(line.total for line in found.lines) + found.kept + found.undecided == found.fund
