"""Rating changes for the command line: what a tournament does to everybody's rating.

An estimate until FIDE has rated it: K follows from things that no file tells, such as age
and the number of rated games.
"""

import json
import sys
from pathlib import Path

from desk.files.trf_files import read_trf
from desk.host.exit_codes import DONE
from results.crosstable.model import Crosstable
from results.crosstable.scoring import shown
from results.ratings.change import Development, RatingChange, rating_changes
from results.trf.table import trf_table

_HEAD = f"{'no.':>4}  {'name':33}  rating  games  score  expected   K   change  performance"


def show_ratings(path: Path, *, rapid: bool, as_json: bool) -> int:
    """The changes of a file's players."""
    return print_ratings(trf_table(read_trf(path)).table, rapid=rapid, as_json=as_json)


def print_ratings(table: Crosstable, *, rapid: bool, as_json: bool) -> int:
    """One line a rated player, in the order of their numbers."""
    known = {e.number: Development.RAPID for e in table.entrants} if rapid else None
    if not rapid:
        sys.stderr.write(
            "K is taken from the rating alone: 20, from 2400 on 10; new players and those under "
            "18 have 40\n"
        )
    if not as_json:
        sys.stdout.write(_HEAD + "\n")
    for change in rating_changes(table, known):
        name = table.by_number[change.number].player.name
        sys.stdout.write((_json(change, name) if as_json else _line(change, name)) + "\n")
    return DONE


def _json(change: RatingChange, name: str) -> str:
    row = {
        "player": change.number,
        "name": name,
        "rating": change.rating,
        "games": change.games,
        "score": shown(change.score),
        "expected": _hundredths(change.expected),
        "k": change.k,
        "change": _hundredths(change.change),
        "performance": change.performance,
    }
    return json.dumps(row, ensure_ascii=False)


def _line(change: RatingChange, name: str) -> str:
    performance = "" if change.performance is None else str(change.performance)
    sign = "+" if change.change > 0 else ""
    return (
        f"{change.number:>4}  {name[:33]:33}  {change.rating:>6}  {change.games:>5}  "
        f"{shown(change.score):>5}  {_hundredths(change.expected):>8}  {change.k:>2}  "
        f"{sign + _hundredths(change.change):>7}  {performance:>11}"
    ).rstrip()


def _hundredths(value: int) -> str:
    whole, rest = divmod(abs(value), 100)
    return f"{'-' if value < 0 else ''}{whole}.{rest:02}"
