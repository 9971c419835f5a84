"""PURE. The Dutch system (C.04.3, rules of 1 February 2026) by gacrux, behind typed doors.

The engine is given a text made in memory and answers with pairs; it never reads a file or
draws a lot here, and what it prints is dropped. Every answer passes our own legality check
before anybody sees it. Pairing is work for a processor: 60 players take some 0.06 s, 1,000
players 5 to 20 s, so the caller runs it in a worker process with a time limit.
"""

import contextlib
import io
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

from facts.fact import Side
from results.crosstable.history import History, Strength, histories
from results.crosstable.model import NOBODY, Crosstable, Number, RoundEntry
from results.crosstable.open_games import as_draws
from results.crosstable.scoring import worded
from results.errors import EngineError, NoLegalPairingError, UsageError
from results.pairing.answer import Pair, RoundPairing, board_order
from results.pairing.dutch_text import dutch_text
from results.pairing.legality import faults

_COLOUR_RULES = {
    "E.1": "both get the colour they prefer, or one has no preference (5.2.1)",
    "E.2": "the stronger colour preference decides (5.2.2)",
    "E.3": "colours alternate from the last round in which theirs differed (5.2.3)",
    "E.4": "the higher ranked gets the colour they prefer (5.2.4)",
    "E.5": "no preferences: the number of the higher ranked and the lot decide (5.2.5)",
}


_ENGINE_FAULTS = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    RuntimeError,
    TypeError,
    ValueError,
)
"""What foreign code may raise; its own errors are RuntimeErrors. None of it reaches the hall."""


@dataclass(frozen=True, slots=True)
class _Found:
    """One pair of the engine's answer, with the rule that gave the colours."""

    pair: Pair
    rule: str


def pair_round(
    table: Crosstable,
    initial_colour: Side | None = None,
    byes: Mapping[Number, RoundEntry] | None = None,
) -> RoundPairing:
    """The pairs of round ``table.played + 1``.

    Args:
        table: everybody of the stage with all rounds so far; a game that has no result
            counts as a draw (adjourned).
        initial_colour: what the lot gave; the table's own where it is not given.
        byes: who is not paired in this round and what they get; by default the table's
            ``byes_ahead`` of the round. Withdrawn players belong here with a zero-point bye.

    Raises:
        UsageError: nobody to pair, no lot, or a bye for somebody who is not there.
        NoLegalPairingError: the rules leave no pairing; the arbiter decides (C.04.3 1.9.3).
        EngineError: the engine failed, or broke a rule.
    """
    colour = initial_colour or table.initial_colour
    if colour is None:
        raise UsageError("the initial colour is not known: draw it by lot and record it")
    round_no = table.played + 1
    table = as_draws(table)
    out = _byes_of(table, round_no) if byes is None else dict(byes)
    unknown = sorted(set(out) - set(table.by_number))
    if unknown:
        raise UsageError(f"a bye for number {unknown[0]}, who is not in the table")
    known = histories(table)
    to_pair = [entrant.number for entrant in table.entrants if entrant.number not in out]
    if not to_pair:
        raise UsageError(f"round {round_no}: nobody is left to pair")
    found = _trivial(known, to_pair)
    if found is None:
        found = _ask(table, colour, out)
    rules = {item.pair: item.rule for item in found}
    pairs = board_order(tuple(rules), known)
    broken = faults(table, known, to_pair, pairs)
    if broken:
        raise EngineError(
            f"the engine's pairing of round {round_no} breaks the rules: {'; '.join(broken)}"
        )
    reasons = tuple(_reason(known, pair, rules[pair]) for pair in pairs)
    return RoundPairing(pairs, reasons, engine_name())


def engine_name() -> str:
    """The engine and its version, for the record of a round."""
    import importlib.metadata

    return f"gacrux {importlib.metadata.version('gacrux')}"


def _byes_of(table: Crosstable, round_no: int) -> dict[Number, RoundEntry]:
    return {number: bye for (r, number), bye in table.byes_ahead.items() if r == round_no}


def _trivial(
    known: Mapping[Number, History], to_pair: Collection[Number]
) -> tuple[_Found, ...] | None:
    """A single player gets the bye, which engines do not consider a tournament."""
    if len(to_pair) != 1:
        return None
    (only,) = to_pair
    if known[only].barred_from_bye:
        raise NoLegalPairingError(
            f"player {only} is alone and must not have another bye (C2): "
            "give a requested bye, or end the stage"
        )
    return (_Found(Pair(only, NOBODY), "pab"),)


def _ask(table: Crosstable, colour: Side, out: Mapping[Number, RoundEntry]) -> tuple[_Found, ...]:
    """Ask gacrux and translate its dense numbers back."""
    from gacrux.gacruxexeptions import GacruxNoLegalPairing
    from gacrux.pairingdutch import pairing_dutch
    from gacrux.trf2json import trf2json

    round_no = table.played + 1
    text = dutch_text(table, colour, out)
    letter = "w" if colour is Side.WHITE else "b"
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            reader = trf2json()
            reader.parse_file(text, 0)
            if reader.get_status() != 0:
                raise EngineError(f"the engine cannot read the round: {_errors(reader)}")
            state = reader.get_tournament(1)
            state["pairingSystem"] = ["dutch"]
            state["maxMeets"] = 1
            state["numRounds"] = max(table.rounds, round_no)
            state["currentRound"] = table.played
            state["topColor"] = letter
            options = {"experimental": [], "verbose": 0, "top_color": letter, "rank": False}
            brackets = pairing_dutch(state, round_no, options).compute_pairing(False, 0)
    except GacruxNoLegalPairing as error:
        raise NoLegalPairingError(
            f"round {round_no} has no legal pairing: the players who are left have met, or "
            "must have the same colour, or nobody may have the bye. The chief arbiter decides "
            f"(C.04.3 1.9.3): give a bye on request, allow a pair by hand, or end here. ({error})"
        ) from error
    except _ENGINE_FAULTS as error:
        raise EngineError(f"the engine failed in round {round_no}: {error!r}") from error
    return _translate(table, brackets)


def _errors(reader: Any) -> str:
    return "; ".join(str(text) for text in reader.chessjson["status"]["error"]) or "no reason given"


def _translate(table: Crosstable, brackets: Any) -> tuple[_Found, ...]:
    order = [NOBODY, *(entrant.number for entrant in table.entrants)]
    found = []
    for bracket in brackets:
        for pair in bracket["pairs"]:
            white, black = order[int(pair["w"])], order[int(pair["b"])]
            if white == NOBODY:
                white, black = black, white
            found.append(_Found(Pair(white, black), str(pair["colorrule"])))
    return tuple(found)


def _reason(known: Mapping[Number, History], pair: Pair, rule: str) -> str:
    """Why this pair, in a sentence an arbiter can read out."""
    white = known[pair.white]
    if pair.is_bye:
        return (
            f"{pair.white} ({worded(white.points)}) has the bye: no bye or unplayed win before "
            "(C2), and the lowest score that leaves the rest pairable (C5); "
            f"{white.unplayed} unplayed so far (C9)"
        )
    black = known[pair.black]
    scores = f"{pair.white} ({worded(white.points)}) – {pair.black} ({worded(black.points)})"
    return f"{scores}: {_bracket(white, black)}; {_wishes(white, black, rule)}"


def _bracket(white: History, black: History) -> str:
    if white.pairing_points == black.pairing_points:
        return f"same scoregroup of {worded(white.pairing_points)}"
    lower, higher = sorted((white, black), key=lambda history: history.pairing_points)
    down = higher.pairing_points - lower.pairing_points
    far = f", {apart(down)} down" if down >= WHOLE_POINT else ""
    return (
        f"{higher.number} is moved down from {worded(higher.pairing_points)} "
        f"to meet {lower.number} on {worded(lower.pairing_points)}{far}"
    )


WHOLE_POINT: Final = 10
"""Tenths; players who meet across so much deserve a word."""


def apart(tenths: int) -> str:
    """A difference of points as people say it: ``a whole point``, ``1½ points``."""
    return "a whole point" if tenths == WHOLE_POINT else f"{worded(tenths)} points"


def _wishes(white: History, black: History, rule: str) -> str:
    return f"{_wish(white)}, {_wish(black)}; {_colour(white, black, rule)}"


def _colour(white: History, black: History, rule: str) -> str:
    """Which rule gave the colours, and whom it followed."""
    mine, theirs = white.preference, black.preference
    if rule == "E.1" and (mine.side is None) != (theirs.side is None):
        one, none = (white, black) if theirs.side is None else (black, white)
        return f"{one.number} gets the colour they prefer, {none.number} has none (5.2.1)"
    if rule == "E.1" and mine.side is not None:
        return "both get the colour they prefer (5.2.1)"
    granted = [h.number for h, side in ((white, Side.WHITE), (black, Side.BLACK))
               if h.preference.side is side]  # fmt: skip
    if rule == "E.2" and len(granted) == 1:
        return f"the stronger preference, of {granted[0]}, decides (5.2.2)"
    if rule == "E.4" and len(granted) == 1:
        return f"the higher ranked, {granted[0]}, gets the colour they prefer (5.2.4)"
    return _COLOUR_RULES.get(rule, rule)


def _wish(history: History) -> str:
    preference = history.preference
    if preference.side is None:
        return f"{history.number} has no preference"
    strength = {
        Strength.MILD: "mild",
        Strength.STRONG: "strong",
        Strength.ABSOLUTE: "absolute",
        Strength.NONE: "no",
    }[preference.strength]
    return f"{history.number} has a {strength} preference for {preference.side}"
