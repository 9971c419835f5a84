"""What is printed: sheets for the wall, the prize list, receipts."""

from collections.abc import Mapping
from datetime import datetime

import jinja2
import msgspec
from aiohttp import web

from desk.files.prize_report import prize_object, summary
from desk.hall.desk import Desk
from desk.state.standings import stage_standings
from desk.views.prize_sheets import prize_sheet, receipts
from desk.views.sheets import Sheet, by_board, by_name, standings_sheet
from facts.ids import RoundNo, StageId, TournamentId
from results.errors import ResultsError
from results.prizes.award import PrizeList
from results.prizes.final import is_unfinished, prize_list
from results.stages.final_list import final_list
from results.tournament.tournament import Tournament


class Prints:
    """The handlers for paper."""

    def __init__(self, desk: Desk) -> None:
        """Of the tournaments at a desk."""
        self._desk = desk
        self._templates = jinja2.Environment(
            loader=jinja2.PackageLoader("desk.arbiter", "templates"),
            autoescape=True,
            trim_blocks=True,
            lstrip_blocks=True,
        )

    async def sheet(self, request: web.Request) -> web.StreamResponse:
        """A sheet for the wall: pairings by board or by name, standings, prizes; receipts."""
        tournament = self._tournament(request)
        printed_at = self._desk.clock.now().astimezone()  # paper tells the hall's own time
        match request.match_info["sheet"]:
            case "prizes":
                found = _prizes(tournament)
                return self._page("sheet.html", sheet=prize_sheet(tournament, found, printed_at))
            case "receipts":
                found = _prizes(tournament)
                return self._page("receipts.html", page=receipts(tournament, found, printed_at))
            case kind:
                sheet = _stage_sheet(tournament, kind, request.query, printed_at)
                return self._page("sheet.html", sheet=sheet)

    async def prizes(self, request: web.Request) -> web.StreamResponse:
        """The prize list as it stands, for the page."""
        tournament = self._tournament(request)
        found = _prizes(tournament)
        stages = {place.player: place.stage for place in final_list(tournament)}
        body = {
            "lines": [prize_object(line) for line in found.lines],
            "open": [
                {
                    "text": question.text,
                    "draw_among": question.draw_among,
                    "stage": next((stages[who] for who in question.draw_among), None),
                }
                for question in found.open
            ],
            "currency": found.currency,
            "summary": summary(found),
            "still_played": is_unfinished(tournament),
        }
        return web.Response(body=msgspec.json.encode(body), content_type="application/json")

    def _tournament(self, request: web.Request) -> Tournament:
        asked = TournamentId(request.query.get("tournament", ""))
        tournament = self._desk.known.tournaments.get(asked)
        if tournament is None:
            raise web.HTTPNotFound(text="there is no such tournament")
        return tournament

    def _page(self, template: str, **values: object) -> web.Response:
        text = self._templates.get_template(template).render(**values)
        return web.Response(text=text, content_type="text/html")


def _prizes(tournament: Tournament) -> PrizeList:
    try:
        found = prize_list(tournament)
    except ResultsError as error:
        raise web.HTTPConflict(text=str(error)) from error
    if found is None:
        raise web.HTTPNotFound(text="the regulations of this tournament have no [prizes]")
    return found


def _stage_sheet(
    tournament: Tournament, kind: str, query: Mapping[str, str], printed_at: datetime
) -> Sheet:
    stage = StageId(query.get("stage", ""))
    if stage not in tournament.stages:
        raise web.HTTPNotFound(text="there is no such stage")
    match kind:
        case "standings":
            table = stage_standings(tournament, stage, _asked_round(tournament, stage, query))
            if table is None:
                raise web.HTTPNotFound(text="there are no standings before the first round")
            return standings_sheet(tournament, stage, table, printed_at)
        case "boards" | "names":
            number = query.get("round", "")
            round_no = RoundNo(int(number)) if number.isdigit() else RoundNo(0)
            if round_no not in tournament.stages[stage].rounds:
                raise web.HTTPNotFound(text=f"round {number or '?'} is not published")
            make = by_board if kind == "boards" else by_name
            return make(tournament, stage, round_no, printed_at)
        case _:
            raise web.HTTPNotFound(text="there is no such sheet")


def _asked_round(
    tournament: Tournament, stage: StageId, query: Mapping[str, str]
) -> RoundNo | None:
    """The round after which standings are wanted; None: the newest that has any."""
    text = query.get("after", "")
    number = RoundNo(int(text)) if text.isascii() and text.isdigit() else None
    if text and number not in tournament.stages[stage].rounds:
        raise web.HTTPNotFound(text=f"round {text} is not published")
    return number
