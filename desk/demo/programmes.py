"""PURE. The tournaments that the demo can show, by their regulations in ``configs/``."""

from dataclasses import dataclass

from facts.ids import TournamentId


@dataclass(frozen=True, slots=True)
class Programme:
    """A tournament to show.

    Attributes:
        config: the file of its regulations.
        players: how many take part.
    """

    config: str
    players: int

    @property
    def tournament(self) -> TournamentId:
        """Its id, which is the file's name."""
        return TournamentId(self.config.removesuffix(".toml"))


PROGRAMMES = {
    "warsaw": Programme("european-rapid-warsaw.toml", 40),
    "hz": Programme("hz-open.toml", 24),
    "amsterdam": Programme("weekend-groups-nl.toml", 14),
    "norway": Programme("norway-chess.toml", 6),
    "sofia": Programme("masters-sofia.toml", 6),
}
