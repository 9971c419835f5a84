"""PURE. How a tie-break value came about, in numbers and words an arbiter can read out."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from results.ratings.tables import half_up

Value = int | Fraction | None
"""What a tie-break gives: whole units of its shape, an average, or nothing."""


class Shape(StrEnum):
    """What a value's units are."""

    WHOLE = "whole"
    TENTHS = "tenths"
    HUNDREDTHS = "hundredths"
    AVERAGE = "average"
    """A fraction in tenths, shown with a few decimals."""


_PER_UNIT = {Shape.WHOLE: 1, Shape.TENTHS: 10, Shape.HUNDREDTHS: 100, Shape.AVERAGE: 10}


@dataclass(frozen=True, slots=True)
class Term:
    """One addend.

    Attributes:
        value: in the units of the working.
        product: how it came about (``½ × 4½``), empty for a plain value.
        note: what is special about it.
        cut: it does not count.
    """

    value: int
    product: str = ""
    note: str = ""
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Working:
    """A value with everything that led to it."""

    value: Value
    shape: Shape
    terms: tuple[Term, ...] = ()
    remarks: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Such as ``22½ = 4½ + 5 + (3) …; round 3: …``; what is cut stands in brackets."""
        parts = [_term(term, self.shape) for term in self.terms]
        head = _worded(self.value, self.shape)
        text = f"{head} = {' + '.join(parts)}" if parts else head
        notes = [term.note for term in self.terms if term.note]
        return "; ".join([text, *notes, *self.remarks])


def _term(term: Term, shape: Shape) -> str:
    text = _worded(term.value, shape)
    text = f"{term.product} = {text}" if term.product and term.cut else term.product or text
    return f"[{text} cut]" if term.cut else text


_QUARTERS = {0: "", 25: "¼", 50: "½", 75: "¾"}


def _worded(value: Value, shape: Shape) -> str:
    """As people write it: ½, ¼ and ¾ where they fit, else decimals."""
    if value is None:
        return "none"
    hundredths = Fraction(value) * 100 / _PER_UNIT[shape]
    if hundredths.denominator == 1 and hundredths >= 0:
        whole, rest = divmod(hundredths.numerator, 100)
        if rest in _QUARTERS:
            return f"{whole if whole or not rest else ''}{_QUARTERS[rest]}"
    return shown_value(value, shape)


def shown_value(value: Value, shape: Shape, decimals: int = 2) -> str:
    """A decimal string, for tables and machines; empty for None."""
    if value is None:
        return ""
    if shape is Shape.WHOLE:
        return str(int(value))
    if shape is Shape.AVERAGE:
        places = decimals
        scaled = half_up(Fraction(value) * 10**places / _PER_UNIT[shape])
    else:
        places = 1 if shape is Shape.TENTHS else 2
        scaled = int(value)  # its units are its last decimal
    if scaled < 0:
        sign, scaled = "-", -scaled
    else:
        sign = ""
    text = f"{sign}{scaled // 10**places}.{scaled % 10**places:0{places}}"
    while places > 1 and text.endswith("0"):
        text, places = text[:-1], places - 1
    return text
