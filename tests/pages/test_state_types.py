"""What the desk sends is what the scripts' types say: ``pages/arbiter/state.d.ts``."""

import json
import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import msgspec
import pytest

from desk.commands.kinds import registers as r
from desk.commands.kinds.players import RequestBye
from desk.commands.situation import Situation
from desk.state.standings import stage_standings
from desk.views.parts import PartsMaker, Wanted
from facts.fact import ClockEvent, ClockSet, Side
from facts.ids import RoundNo
from facts.log import MemoryLog
from facts.regulations import AppealRules, ByeRules, DeadlineFrom, Regulations
from facts.result import DRAWN, HALF_BYE, WHITE_WON
from tests.desk.scene import CHIEF, OPEN, Scene
from tests.desk.tournaments.test_norway import always, tied, tournament_of
from tests.desk.tournaments.test_warsaw import played as warsaw
from tests.desk.whole_tournament import QuickPairer, entries
from tests.fakes.virtual_clock import FixedClock
from tests.places import ROOT

Moments = list[Mapping[str, object]]
RULES = Regulations(
    byes=ByeRules(HALF_BYE, (RoundNo(2), RoundNo(3)), 1),
    appeals=AppealRules(30, DeadlineFrom.ROUND_END, 3, 2, True, 12),
)


def parts(known: Situation, wanted: Wanted) -> Mapping[str, object]:
    maker = PartsMaker(lambda tournament, stage: stage_standings(tournament, stage, live=True))
    return maker.parts(known, CHIEF, wanted)


async def a_round() -> Moments:
    """A Swiss with live boards: a draft, games, claims, registers, the next draft."""
    clock = FixedClock()
    scene = Scene(MemoryLog(clock), clock)
    await scene.open(regulations=RULES)
    moments = [parts(scene.desk.known, Wanted())]
    await scene.draft()
    moments.append(parts(scene.desk.known, Wanted()))
    await scene.publish()
    game = scene.game(1)
    await scene.arm(1)
    await scene.move(game, 1, "e4")
    await scene.happens(ClockSet(game, 5400, 5390, Side.BLACK, ClockEvent.LEVER))
    await scene.sign(game, WHITE_WON)
    moments.append(parts(scene.desk.known, Wanted()))
    await scene.enter(scene.game(2), DRAWN)
    who = next(iter(scene.desk.tournament(OPEN).players))
    await scene.act(
        RequestBye(id=scene.id(), tournament=OPEN, player=who, round_no=RoundNo(2), bye=HALF_BYE)
    )
    await scene.act(r.HandIn(id=scene.id(), tournament=OPEN, player=who, item="phone", tag="17"))
    clock.move(60)
    moments.append(parts(scene.desk.known, Wanted()))
    return moments


async def stages_and_meetings() -> Moments:
    """Whole tournaments, every stage of them looked at."""
    moments = []
    norway = tournament_of(tied(2), always(WHITE_WON))
    await norway.play(entries(6))
    for whole in (await warsaw(40, 11, QuickPairer()), norway):
        tournament = whole.tournament
        moments += [
            parts(whole.desk.known, Wanted(tournament.id, stage)) for stage in tournament.stages
        ]
    return moments


def compiler() -> list[str]:
    found = ROOT / "node_modules" / "typescript" / "bin" / "tsc"
    node = shutil.which("node")
    if node is None or not found.is_file():
        text = "no node or no node_modules: `npm ci` installs what this test needs"
        if os.environ.get("CI"):
            pytest.fail(text)
        pytest.skip(text)
    return [node, str(found)]


def complaints(tsc: list[str], source: Path) -> str:
    """What the compiler has against a file; empty where it fits the types."""
    options = ["--strict", "--skipLibCheck", "--target", "es2023", "--module", "nodenext"]
    done = subprocess.run(
        [*tsc, "--noEmit", *options, source.name],
        cwd=source.parent, capture_output=True, text=True, timeout=110, check=False,
    )  # fmt: skip
    return done.stdout[:4000]


async def test_every_part_has_the_fields_that_its_type_names_and_no_others(
    tmp_path: Path,
) -> None:
    tsc = compiler()
    moments = await a_round() + await stages_and_meetings()
    told = {name.split("/")[0] for moment in moments for name in moment}
    assert {"round", "draft", "registers", "stages", "meetings", "standings", "board"} <= told
    lines = [f'import type {{ Parts }} from "{ROOT}/pages/arbiter/state.d.ts";']
    for moment in moments:
        for name, value in moment.items():
            literal = msgspec.json.format(msgspec.json.encode(value)).decode()
            lines.append(f"export const m{len(lines)}: Parts[{json.dumps(name)}] = {literal};")
    source = tmp_path / "moments.ts"
    source.write_text("\n".join(lines), encoding="utf-8")
    assert complaints(tsc, source) == ""
