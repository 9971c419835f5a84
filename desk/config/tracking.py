"""PURE. The times by which boards are read, as a hall may set them: ``[tracker]``."""

from typing import Annotated

import msgspec

from boardlink.sensing.tracker import TrackerSettings
from desk.config.table_form import TableForm

_DEFAULT = TrackerSettings()
_Shown = Annotated[float, msgspec.Meta(ge=0.1, le=2)]
_Seconds = Annotated[float, msgspec.Meta(ge=0.5, le=600)]


class TrackerForm(TableForm, frozen=True):
    """Seconds, each with the default that the figures in docs/tracking.md were made with.

    Attributes:
        move_shown_s: rest after which a move is shown without a lever.
        rest_confirms_s: rest after which a move counts as confirmed without a lever.
        sign_proposed_s: rest of both kings until their result is proposed.
        sign_certain_s: the same until it may be entered by itself.
        unclear_after_s: rest after which a board that fits no line is reported.
        hand_after_s: the same while men are only missing, perhaps in a hand.
    """

    move_shown_s: _Shown = _DEFAULT.settle_s
    rest_confirms_s: _Seconds = _DEFAULT.confirm_rest_s
    sign_proposed_s: _Seconds = _DEFAULT.sign_likely_s
    sign_certain_s: _Seconds = _DEFAULT.sign_certain_s
    unclear_after_s: _Seconds = _DEFAULT.unclear_s
    hand_after_s: _Seconds = _DEFAULT.hands_s


def misfit(form: TrackerForm) -> tuple[str, str] | None:
    """The key that does not go with another one, and why; None where all go together."""
    if form.sign_certain_s < form.sign_proposed_s:
        least = f"{form.sign_proposed_s:g} (sign_proposed_s)"
        return "sign_certain_s", f"expected at least {least}: a result is proposed first"
    if form.hand_after_s < form.unclear_after_s:
        least = f"{form.unclear_after_s:g} (unclear_after_s)"
        return "hand_after_s", f"expected at least {least}: a man in a hand is nothing odd"
    return None


def tracker_settings(form: TrackerForm) -> TrackerSettings:
    """The tracker's settings; what a hall cannot set keeps its default."""
    return TrackerSettings(
        settle_s=form.move_shown_s,
        confirm_rest_s=form.rest_confirms_s,
        sign_likely_s=form.sign_proposed_s,
        sign_certain_s=form.sign_certain_s,
        unclear_s=form.unclear_after_s,
        hands_s=form.hand_after_s,
    )
