"""HZ's regulations from the check-in to the prize list: byes, absences, an appeal."""

from collections.abc import Awaitable, Mapping

import pytest

from desk.commands.kinds import registers as r
from desk.commands.kinds.every import Command
from desk.commands.kinds.players import RequestBye, WithdrawPlayer
from desk.commands.kinds.results import EnterResult, RuleResult
from desk.commands.kinds.rounds import CloseRound, DraftPairings, PublishRound, StartRound
from desk.config.tournament import load_tournament
from desk.errors import AskFirstError, RefusedError
from desk.hall.pairing_worker import InlinePairer
from facts.envelope import Actor, Role
from facts.ids import GameId, PlayerId, RoundNo, StageId
from facts.log import MemoryLog
from facts.player import Player
from facts.result import BLACK_WON, HALF_BYE, WHITE_WON, Result, ResultKind, Score
from results.crosstable.scoring import total
from results.prizes.final import is_unfinished, prize_list
from results.rounds.table import crosstable
from results.stages.final_list import final_list
from results.tournament.lots import Dice
from results.tournament.tournament import Round, Stage
from tests.desk.whole_tournament import WholeTournament, chance_results
from tests.fakes.virtual_clock import FixedClock
from tests.places import CONFIGS

CONFIG = CONFIGS / "hz-open.toml"
MAIN = StageId("main")
FEDERATIONS = ("NED", "BEL", "GER", "FRA", "ENG", "POL", "ESP", "ITA")
COMMITTEE = Actor(Role.APPEALS, "Appeals committee")
CHIEF = Actor(Role.CHIEF_ARBITER, "Ana")
GONE = Result(Score.LOSS, Score.WIN, ResultKind.FORFEIT)


def players(count: int) -> list[Player]:
    return [
        Player(PlayerId(f"p{n}"), f"Player {n:02}", 2400 - 20 * n, federation=FEDERATIONS[n % 8])
        for n in range(1, count + 1)
    ]


class Week:
    """The tournament with whatever happens in it."""

    def __init__(self, whole: WholeTournament, clock: FixedClock) -> None:
        self.whole = whole
        self.clock = clock

    async def act(self, command: Command, actor: Actor = CHIEF) -> None:
        await self.whole.desk.act(command, actor)

    async def bye(self, who: str, round_no: int, **more: object) -> None:
        await self.act(
            RequestBye(
                id=self.whole.id(),
                tournament=self.whole.config.id,
                player=PlayerId(who),
                round_no=RoundNo(round_no),
                bye=HALF_BYE,
                grant=True,
                **more,  # type: ignore[arg-type]
            )
        )

    async def round(self) -> None:
        assert await self.whole.step()
        self.clock.move(4 * 3600)

    def plays(self, who: str, round_no: int) -> bool:
        the_round = self.whole.tournament.stages[MAIN].rounds[RoundNo(round_no)]
        return any(who in (p.white, p.black) for p in the_round.pairings)

    def points(self, who: str) -> int:
        table = crosstable(self.whole.tournament, MAIN)
        entrant = next(e for e in table.entrants if e.player.id == who)
        return total(entrant, table.played, table.scoring)


@pytest.fixture
async def week() -> Week:
    clock = FixedClock()
    config = load_tournament(CONFIG)
    log = MemoryLog(clock)
    whole = WholeTournament(log, clock, config, InlinePairer(), chance_results(Dice(5)))
    await whole.enter(players(26))
    return Week(whole, clock)


async def check_in(week: Week) -> None:
    for n in range(1, 25):
        await week.act(
            r.CheckIn(id=week.whole.id(), tournament=week.whole.config.id, player=PlayerId(f"p{n}"))
        )
    await week.act(r.EndCheckIn(id=week.whole.id(), tournament=week.whole.config.id))


async def refused(doing: Awaitable[None], text: str) -> None:
    with pytest.raises(RefusedError, match=text):
        await doing


async def test_the_whole_week(week: Week) -> None:
    await check_in(week)
    await week.bye("p3", 2)
    await refused(week.bye("p3", 3), "one bye in all")
    await refused(week.bye("p4", 5), "round 2 or 3 only")
    await week.round()
    assert not week.plays("p25", 1)
    assert week.plays("p3", 1)
    await refused(week.bye("p4", 2), "before round 1 was over")
    await week.bye("p4", 2, override=True, reason="a train that did not come")
    await week.bye("p5", 3)
    await week.round()
    assert not week.plays("p3", 2)
    assert not week.plays("p4", 2)
    await week.round()
    assert not week.plays("p5", 3)

    await absent_without_notice(week)
    await week.act(
        WithdrawPlayer(id=week.whole.id(), tournament=week.whole.config.id, player=PlayerId("p9"))
    )
    await week.round()
    await changed_by_appeal(week)
    while await week.whole.step():
        week.clock.move(4 * 3600)
    check_end(week)


async def absent_without_notice(week: Week) -> None:
    """Somebody stays away in round 4: the game is lost and the player is out."""
    results = week.whole.results
    absent: list[PlayerId] = []

    def with_a_gap(
        stage: Stage, the_round: Round, points: Mapping[PlayerId, int]
    ) -> dict[GameId, Result]:
        found = dict(results(stage, the_round, points))
        pairing = the_round.pairings[2]
        absent.append(pairing.white)
        del found[pairing.games[0]]
        return found

    week.whole.results = with_a_gap
    with pytest.raises(RefusedError, match="no official result"):
        await week.round()
    week.whole.results = results
    the_round = week.whole.tournament.stages[MAIN].rounds[RoundNo(4)]
    game = the_round.pairings[2].games[0]
    await week.act(EnterResult(id=week.whole.id(), game=game, result=GONE))
    await week.act(
        CloseRound(
            id=week.whole.id(),
            tournament=week.whole.config.id,
            stage=MAIN,
            round_no=RoundNo(4),
        )
    )
    assert week.whole.tournament.players[absent[0]].expelled
    week.clock.move(4 * 3600)


async def changed_by_appeal(week: Week) -> None:
    """A result of round 5 is changed after round 6 has been paired; the standings follow."""
    tournament = week.whole.config.id
    everybody = week.whole.tournament.players
    pairing = week.whole.tournament.stages[MAIN].rounds[RoundNo(5)].pairings[0]
    concerned = {everybody[p].player.federation for p in (pairing.white, pairing.black)}
    free: dict[str, PlayerId] = {}
    for who, record in everybody.items():
        if record.out_from is None and record.player.federation not in concerned:
            free.setdefault(record.player.federation, who)
    committee = tuple(free.values())
    protest = r.LodgeProtest(
        id=week.whole.id(), tournament=tournament, player=pairing.black, round_no=RoundNo(5),
        against="a flag that had not fallen", game=pairing.games[0],
    )  # fmt: skip
    with pytest.raises(AskFirstError, match="within 30 minutes"):
        await week.act(protest)
    week.clock.move(-4 * 3600 + 600)
    await week.act(protest)
    await week.act(
        r.NameCommittee(
            id=week.whole.id(), tournament=tournament, members=committee[:3],
            reserves=committee[3:5], chair="the tournament director, without a vote",
        )
    )  # fmt: skip
    week.clock.move(3600)
    await week.act(DraftPairings(id=week.whole.id(), tournament=tournament, stage=MAIN))
    round_6 = {"tournament": tournament, "stage": MAIN, "round_no": RoundNo(6)}
    await week.act(PublishRound(id=week.whole.id(), **round_6))  # type: ignore[arg-type]
    await week.act(
        r.DecideProtest(
            id=week.whole.id(), tournament=tournament, number=1, members=committee[:3],
            upheld=True, decision="Black won",
        )
    )  # fmt: skip
    before = week.points(pairing.white), week.points(pairing.black)
    claims = week.whole.tournament.claims(pairing.games[0])
    assert claims is not None
    assert claims.official is not None
    was = claims.official.result
    now = BLACK_WON if was != BLACK_WON else WHITE_WON
    await week.act(
        RuleResult(
            id=week.whole.id(), game=pairing.games[0], result=now, reason="protest 1 is upheld"
        ),
        COMMITTEE,
    )
    after = week.points(pairing.white), week.points(pairing.black)
    assert sum(after) == sum(before)
    assert after != before
    await week.act(StartRound(id=week.whole.id(), **round_6))  # type: ignore[arg-type]
    await week.whole.finish(MAIN)
    await week.act(CloseRound(id=week.whole.id(), **round_6))  # type: ignore[arg-type]


def check_end(week: Week) -> None:
    tournament = week.whole.tournament
    assert len(tournament.stages[MAIN].rounds) == 9
    places = final_list(tournament)
    assert [place.place for place in places] == list(range(1, 25))
    found = prize_list(tournament)
    assert found is not None
    assert not is_unfinished(tournament)
    paid = sum(line.total for line in found.lines)
    assert paid + found.kept + found.undecided == found.fund == 550_000
    assert all(
        line.total == 0 or sum(a.amount > 0 for a in line.awards) == 1 for line in found.lines
    )
    winner = found.lines[0]
    assert [award.why for award in winner.awards if award.prize == "trophy"] == ["First prize cup"]
    for line in found.lines:
        for award in line.awards:
            if award.prize.startswith("Rating 1800"):
                assert 1800 <= line.player.rating <= 1999
