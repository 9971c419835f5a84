"""The prize list in the terminal: who gets what and why, or one JSON object a player."""

import sys

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from desk.host.exit_codes import DONE, NO_ANSWER
from results.errors import UsageError
from results.prizes.award import TROPHY, PrizeLine, PrizeList
from results.prizes.final import is_unfinished, prize_list
from results.prizes.money import decimal, written
from results.tournament.tournament import Tournament


def print_prizes(tournament: Tournament, *, as_json: bool) -> int:
    """Print the prizes by the places as they stand; the exit code says whether all are settled.

    Raises:
        UsageError: the regulations have no prizes, or places cannot be counted.
    """
    found = prize_list(tournament)
    if found is None:
        raise UsageError(f"the regulations of {tournament.id} have no [prizes]")
    if as_json:
        for line in found.lines:
            typer.echo(msgspec.json.encode(prize_object(line)).decode())
    else:
        name = tournament.settings.name if tournament.settings is not None else tournament.id
        console = Console(file=sys.stdout, highlight=False)
        console.print(prize_table(found, name))
        console.print(summary(found))
    problems = [question.text for question in found.open]
    if is_unfinished(tournament):
        problems.insert(0, "games are still to be played: these are the prizes as things stand")
    for problem in problems:
        typer.echo(problem, err=True)
    return NO_ANSWER if problems else DONE


def prize_object(line: PrizeLine) -> dict[str, object]:
    """A line as JSON; amounts are decimal strings."""
    return {
        "place": line.place,
        "player": line.player.id,
        "name": line.player.name,
        "total": decimal(line.total),
        "awards": [
            {"prize": award.prize, "amount": decimal(award.amount), "why": award.why}
            for award in line.awards
        ],
    }


def prize_table(found: PrizeList, title: str) -> Table:
    """The list as a table for a terminal."""
    shown = Table(title=f"{title}: prizes", title_justify="left", box=None)
    shown.add_column("Place", justify="right")
    shown.add_column("Name")
    shown.add_column(found.currency, justify="right")
    shown.add_column("Why")
    for line in found.lines:
        paid = [award for award in line.awards if award.prize != TROPHY]
        amount = decimal(line.total) if paid else ""
        why = "; ".join(award.why for award in line.awards)
        shown.add_row(str(line.place), line.player.name, amount, why)
    return shown


def summary(found: PrizeList) -> str:
    """What the fund is and where it goes, in a sentence."""
    paid = sum(line.total for line in found.lines)
    text = f"{written(paid, found.currency)} of {written(found.fund, found.currency)} are paid"
    if found.kept:
        text += f", {written(found.kept, found.currency)} stay with the organiser"
    if found.undecided:
        text += f", {written(found.undecided, found.currency)} wait for a decision"
    return f"{text}."
