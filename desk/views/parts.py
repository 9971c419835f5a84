"""PURE. What the arbiter's page shows, as named parts of plain values.

A page holds the parts by name and gets those that changed: ``round``, ``board/<game>``,
``draft``, ``players``, ``standings``, ``hall`` … (``desk/arbiter/page_feed.py``). Everything a
command needs to name (a game, a pairing, a player) is in them as its id, never as a place.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from desk.commands.drafts.review import draft_differences, draft_warnings
from desk.commands.drafts.stale import changes_since
from desk.commands.situation import Situation, confirmer, last_round, next_round, player_of, rank
from desk.state.boards import BoardState, BoardView, agreeing, board_views
from desk.state.hall import DeviceState, Hall
from desk.state.overdue import overdue
from desk.state.phones import not_handed_in
from desk.state.standings import stage_standings
from desk.views.meetings import game_words, meetings_view
from desk.views.players import apart_view, players_view
from desk.views.registers import registers_view
from desk.views.result_codes import code_of
from desk.views.stages import stages_view
from desk.views.standings import standings_part
from facts.envelope import Actor, Role
from facts.fact import ClockSet
from facts.ids import PlayerId, RoundNo, StageId, TournamentId
from facts.settings import InitialColour
from facts.views import StandingsTable
from results.crosstable.scoring import total, worded
from results.errors import ResultsError
from results.registers.halved_times import halved_times
from results.rounds import progress as rounds
from results.rounds.table import INITIAL_COLOUR, crosstable
from results.stages.places import FinalOrders
from results.tournament.tournament import Round, Stage, Tournament

Value = Mapping[str, object] | Sequence[object] | None
Parts = dict[str, Value]
LiveStandings = Callable[[Tournament, StageId], StandingsTable | None]
"""Standings with undisputed proposals in them."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a page looks at; None: the newest.

    Attributes:
        after: the round of the standings.
    """

    tournament: TournamentId | None = None
    stage: StageId | None = None
    round_no: RoundNo | None = None
    after: RoundNo | None = None


_Key = tuple[TournamentId, StageId, RoundNo | None, RoundNo | None]


@dataclass(frozen=True, slots=True)
class _Counted:
    """What follows from a tournament alone, and not from the moves at its boards."""

    tournament: Tournament
    parts: Parts
    points: Mapping[PlayerId, str]


class PartsMaker:
    """Makes pages' parts; what takes long is counted once for each state of a tournament.

    A tournament's state is never changed, only replaced, so the same object has the same
    players, outlook, draft and standings; moves leave it as it is.
    """

    def __init__(self, standings: LiveStandings) -> None:
        """Nothing is counted yet."""
        self._standings = standings
        self._counted: dict[_Key, _Counted] = {}
        self._stages: dict[TournamentId, tuple[FinalOrders, Value]] = {}

    def parts(self, known: Situation, actor: Actor, wanted: Wanted) -> Parts:
        """All parts of one arbiter's page."""
        tournament = known.tournaments.get(wanted.tournament or TournamentId(""))
        if tournament is None:
            tournament = next(iter(known.tournaments.values()), None)
        parts: Parts = {
            "me": _me(actor, tournament),
            "hall": _hall(known.hall),
            "tournaments": [_tournament(t) for t in known.tournaments.values()],
        }
        stage = _stage(tournament, wanted.stage) if tournament is not None else None
        if tournament is None or stage is None:
            return parts
        number = (
            wanted.round_no if wanted.round_no in stage.rounds else max(stage.rounds, default=None)
        )
        after = wanted.after if wanted.after in stage.rounds else None
        counted = self._count(tournament, stage, number, after)
        parts |= counted.parts
        if number is not None:
            parts |= _round_parts(known, tournament, stage, number, counted.points)
        return parts

    def _count(
        self,
        tournament: Tournament,
        stage: Stage,
        number: RoundNo | None,
        after: RoundNo | None,
    ) -> _Counted:
        name = stage.settings.id
        key = (tournament.id, name, number, after)
        kept = self._counted.get(key)
        if kept is not None and kept.tournament is tournament:
            return kept
        parts: Parts = {
            "selected": {"tournament": tournament.id, "stage": name, "round": number},
            "players": players_view(tournament),
            "apart": apart_view(tournament, stage),
            "registers": registers_view(tournament),
            "outlook": _outlook(tournament, name),
            "stages": self._stages_of(tournament),
            "draft": _draft(tournament, stage),
            "standings": standings_part(stage, self._table(tournament, name, after)),
            "round": None,
        }
        points = _points_before(tournament, stage, number) if number is not None else {}
        counted = self._counted[key] = _Counted(tournament, parts, points)
        return counted

    def _stages_of(self, tournament: Tournament) -> Value:
        """The stages, which are the same whatever stage or round a page looks at."""
        kept = self._stages.get(tournament.id)
        if kept is None or kept[0].tournament is not tournament:
            orders = FinalOrders(tournament, kept[0] if kept is not None else None)
            kept = self._stages[tournament.id] = (orders, stages_view(tournament, orders))
        return kept[1]

    def _table(
        self, tournament: Tournament, stage: StageId, after: RoundNo | None
    ) -> StandingsTable | None:
        if after is None:
            return self._standings(tournament, stage)
        try:
            return stage_standings(tournament, stage, after, live=True)
        except ResultsError:
            return None


def _stage(tournament: Tournament, wanted: StageId | None) -> Stage | None:
    """The stage that is asked for, else the newest with a round, else the first."""
    if wanted is not None and wanted in tournament.stages:
        return tournament.stages[wanted]
    begun = [stage for stage in tournament.stages.values() if stage.rounds or stage.draft]
    return begun[-1] if begun else next(iter(tournament.stages.values()), None)


def _round_parts(
    known: Situation,
    tournament: Tournament,
    stage: Stage,
    number: RoundNo,
    points: Mapping[PlayerId, str],
) -> Parts:
    views = board_views(known.hall, tournament, stage.settings.id, number, known.at)
    the_round = stage.rounds[number]
    notices = [
        *halved_times(tournament, stage, the_round),
        *not_handed_in(tournament, the_round, known.hall),
        *(one.text for one in overdue(tournament, the_round, known.hall, known.at)),
    ]
    shown = {**_round(tournament, stage, the_round, views), "notices": notices}
    parts: Parts = {
        "round": shown,
        "meetings": meetings_view(known.hall, tournament, stage, the_round),
    }
    for view in views:
        parts[f"board/{view.game}"] = _board(tournament, view, points)
    return parts


# --- who, where ---------------------------------------------------------------------------


def _me(actor: Actor, tournament: Tournament | None) -> Value:
    lowest = confirmer(tournament) if tournament else Role.ARBITER
    return {
        "name": actor.name,
        "role": actor.role.value,
        "may_confirm": rank(actor.role) >= rank(lowest),
        "may_manage": rank(actor.role) >= rank(Role.ARBITER),
        "may_bind": rank(actor.role) >= rank(Role.BOARD_OPERATOR),
    }


def _hall(hall: Hall) -> Value:
    standing = {device: board for board, device in hall.bindings.items()}
    unheard = sorted(hall.placed - hall.devices.keys())
    return {
        "name": hall.name,
        "delays": hall.delays,
        "devices": [
            _device(state) | {"board": standing.get(state.device)}
            for state in sorted(hall.devices.values(), key=lambda state: state.device)
        ]
        + [
            {"device": device, "presence": "never heard of", "board": standing.get(device),
             "since": None, "family": "", "version": "", "port": "", "reason": "",
             "tried": 0, "returns": 0, "warnings": []}
            for device in unheard
        ],
        "bindings": [
            {"board": board, "device": device} for board, device in sorted(hall.bindings.items())
        ],
    }  # fmt: skip


def _device(state: DeviceState) -> dict[str, object]:
    return {
        "device": state.device,
        "presence": state.presence.value,
        "since": state.since,
        "family": state.family,
        "version": state.version,
        "port": state.port,
        "reason": state.reason,
        "tried": state.tried,
        "returns": state.returns,
        "warnings": list(state.warnings.values()),
    }


def _tournament(tournament: Tournament) -> Value:
    appeals = tournament.regulations.appeals
    return {
        "id": tournament.id,
        "name": tournament.settings.name if tournament.settings else tournament.id,
        "stages": [
            {
                "id": stage.settings.id,
                "name": stage.settings.name,
                "system": stage.settings.system.value,
                "rounds": stage.settings.rounds,
                "published": sorted(stage.rounds),
            }
            for stage in tournament.stages.values()
        ],
        "next_round": next_round(tournament),
        "has_prizes": tournament.regulations.prizes is not None,
        "has_appeals": appeals is not None,
        "committee": [appeals.members, appeals.reserves] if appeals is not None else None,
        "check_in": tournament.regulations.attendance.check_in,
        "offences": [rule.name for rule in tournament.regulations.offences],
        "last_round": last_round(tournament),
    }


# --- the round ----------------------------------------------------------------------------


def _round(
    tournament: Tournament, stage: Stage, the_round: Round, views: Sequence[BoardView]
) -> Mapping[str, object]:
    return {
        "number": the_round.number,
        "of": stage.settings.rounds,
        "state": the_round.state.value,
        "engine": the_round.engine,
        "newest": the_round.number == max(stage.rounds),
        "correctable": the_round.number >= max(stage.rounds) - 1,
        "standings_official": the_round.number in stage.official_after,
        "counts": {state.value: sum(v.state is state for v in views) for state in BoardState},
        "agreeing": [[view.game, _proposed(view)] for view in agreeing(views)],
        "byes": [
            {"player": _person(tournament, bye.player, {}), "bye": bye.bye.kind.value}
            for bye in the_round.byes
        ],
    }


def _proposed(view: BoardView) -> str | None:
    return code_of(view.verdict.proposed) if view.verdict.proposed is not None else None


def _points_before(
    tournament: Tournament, stage: Stage, round_no: RoundNo
) -> Mapping[PlayerId, str]:
    table = crosstable(tournament, stage.settings.id, RoundNo(round_no - 1))
    return {
        entrant.player.id: worded(total(entrant, table.played, table.scoring))
        for entrant in table.entrants
    }


def _person(
    tournament: Tournament,
    player: PlayerId,
    points: Mapping[PlayerId, str],
    number: int | None = None,
) -> dict[str, object]:
    known = player_of(tournament, player)
    return {
        "id": player,
        "number": number,
        "name": known.name,
        "title": known.title,
        "rating": known.rating,
        "points": points.get(player, ""),
    }


def _board(tournament: Tournament, view: BoardView, points: Mapping[PlayerId, str]) -> Value:
    verdict = view.verdict
    return {
        "game": view.game,
        "board": view.board,
        "what": game_words(tournament, view.game),
        "white": _person(tournament, view.pairing.white, points),
        "black": _person(tournament, view.pairing.black, points),
        "state": view.state.value,
        "live": view.live,
        "by_hand": view.by_hand,
        "official": code_of(verdict.official.result) if verdict.official else None,
        "official_text": str(verdict.official.result) if verdict.official else None,
        "rated": _rated(tournament, view),
        "proposed": _proposed(view),
        "proposed_text": str(verdict.proposed) if verdict.proposed else None,
        "reasons": view.reasons,
        "notes": view.notes,
        "claims": [
            {
                "source": claim.source.value,
                "result": str(claim.result),
                "by": claim.actor.name,
                "at": claim.at,
                "certainty": claim.certainty.value,
                "text": claim.text,
                "doubts": claim.doubts,
            }
            for claim in view.claims
        ],
        "last_move": view.last_move,
        "plies": view.plies,
        "still_played": view.still_played,
        "unsure": view.unsure,
        "doubts": view.doubts,
        "clock": _clock(view.clock, view),
        "device": _device(view.device) if view.device is not None else None,
        "since": view.since,
    }


def _rated(tournament: Tournament, view: BoardView) -> bool:
    """True where the game counts otherwise for rating than for the standings."""
    stage, round_no = tournament.where[view.game]
    return view.game in tournament.stages[stage].rounds[round_no].rated


def _clock(clock: ClockSet | None, view: BoardView) -> Value:
    if clock is None:
        return None
    return {
        "white_s": clock.white_s,
        "black_s": clock.black_s,
        "running": clock.running.value if clock.running is not None else None,
        "at": view.clock_at,
    }


# --- the next round -----------------------------------------------------------------------


def _outlook(tournament: Tournament, stage: StageId) -> Value:
    outlook = rounds.outlook(tournament, stage)
    return {
        "next": outlook.next_round,
        "blockers": outlook.blockers,
        "open": outlook.open_boards,
        "sentences": outlook.sentences,
        "complete": outlook.complete,
    }


def _draft(tournament: Tournament, stage: Stage) -> Value:
    draft = stage.draft
    if draft is None:
        return None
    points = _points_before(tournament, stage, draft.round_no)
    number_of = {player: number for number, player in enumerate(stage.numbers, start=1)}

    made = {(p.white, p.black) for p in (draft.made or draft).pairings}

    def person(player: PlayerId) -> dict[str, object]:
        return _person(tournament, player, points, number_of.get(player))

    return {
        "round": draft.round_no,
        "engine": draft.engine,
        "edited": draft.edited,
        "reason": draft.reason,
        "pairings": [
            {
                "id": pairing.id,
                "board": pairing.board,
                "white": person(pairing.white),
                "black": person(pairing.black),
                "by_hand": (pairing.white, pairing.black) not in made,
            }
            for pairing in draft.pairings
        ],
        "byes": [{"player": person(bye.player), "bye": bye.bye.kind.value} for bye in draft.byes],
        "explanations": draft.explanations,
        "warnings": draft_warnings(tournament, stage.settings.id),
        "differences": draft_differences(tournament, stage.settings.id),
        "stale": changes_since(tournament, stage, draft),
        "lot": _lot(stage) if draft.round_no == 1 else "",
    }


def _lot(stage: Stage) -> str:
    """What the lot gave and who drew it, in a sentence; empty where none was drawn."""
    drawn = [lot for lot in stage.lots if lot.purpose == INITIAL_COLOUR]
    if not drawn or stage.settings.initial_colour is not InitialColour.LOT:
        return ""
    how = f"drawn by the program (seed {drawn[-1].seed})" if drawn[-1].seed else "drawn by hand"
    return f"Initial colour by lot: odd numbers of the upper half get {drawn[-1].outcome[0]}, {how}"
