"""Famous games from before 1950, for the demo and for trying a hall out.

Facts alone: who played whom, where, when, which moves, how it ended. Without times, so
that hands make up their own.
"""

from importlib import resources

from facts.pgn import PgnGame, read

FILE = "famous.pgn"


def famous_games() -> tuple[PgnGame, ...]:
    """All of them, the oldest first."""
    text = resources.files(__name__).joinpath(FILE).read_text(encoding="utf-8")
    return tuple(read(text))
