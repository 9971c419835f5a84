"""PURE. Lines for whoever sits at the terminal, from parts of the program that cannot see it."""


class Notices:
    """Kept until the terminal shows them."""

    def __init__(self) -> None:
        """There is nothing to say."""
        self._lines: list[str] = []

    def say(self, *lines: str) -> None:
        """Show these lines next."""
        self._lines.extend(lines)

    def take(self) -> list[str]:
        """What is to be shown; it is not given again."""
        lines, self._lines = self._lines, []
        return lines
