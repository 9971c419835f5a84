"""PURE. Amounts of money: whole cents, written with their currency."""


def decimal(cents: int) -> str:
    """``8.33``."""
    return f"{cents // 100}.{cents % 100:02d}"


def written(cents: int, currency: str) -> str:
    """``8.33 EUR``; thousands are set apart by a comma: ``700,000.00 NOK``."""
    return f"{cents // 100:,}.{cents % 100:02d} {currency}"
