"""PURE. Facts and their envelope as JSON, with a version for every kind.

One entry is one object::

    {"seq": 17, "logged_at": "…Z", "at": "…Z", "tournament": "open",
     "actor": {"role": "device", "name": "25731"}, "command": null, "expects": null,
     "because": [12], "reason": "", "kind": "move_played", "version": 2, "payload": {…}}

A stored kind keeps its name for ever. When its payload changes form, its version in
``KINDS`` is raised and an up-caster from the older version is added to ``UPCASTERS``,
with a golden file of an old log in the tests.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

import msgspec

from facts import fact as f
from facts import registers as r
from facts.envelope import Actor, Draft, Entry
from facts.errors import WireError
from facts.fact import Fact
from facts.ids import TournamentId

KINDS: Mapping[str, tuple[int, type[Fact]]] = {
    "hall_opened": (1, f.HallOpened),
    "policy_set": (1, f.PolicySet),
    "delay_set": (1, f.DelaySet),
    "tournament_defined": (1, f.TournamentDefined),
    "stage_opened": (1, f.StageOpened),
    "player_entered": (1, f.PlayerEntered),
    "player_changed": (1, f.PlayerChanged),
    "player_checked_in": (1, f.PlayerCheckedIn),
    "player_absent": (1, f.PlayerAbsent),
    "player_withdrew": (1, f.PlayerWithdrew),
    "player_expelled": (1, f.PlayerExpelled),
    "bye_requested": (1, f.ByeRequested),
    "bye_decided": (1, f.ByeDecided),
    "board_fixed": (1, f.BoardFixed),
    "penalty_given": (1, f.PenaltyGiven),
    "regulations_set": (1, r.RegulationsSet),
    "item_handed_in": (1, r.ItemHandedIn),
    "item_returned": (1, r.ItemReturned),
    "committee_named": (1, r.CommitteeNamed),
    "protest_lodged": (1, r.ProtestLodged),
    "protest_decided": (1, r.ProtestDecided),
    "numbers_assigned": (1, f.NumbersAssigned),
    "lots_drawn": (1, f.LotsDrawn),
    "qualifiers_fixed": (1, f.QualifiersFixed),
    "pair_forbidden": (1, f.PairForbidden),
    "pair_allowed": (1, f.PairAllowed),
    "pairings_drafted": (1, f.PairingsDrafted),
    "pairings_edited": (1, f.PairingsEdited),
    "pairings_withdrawn": (1, f.PairingsWithdrawn),
    "round_published": (1, f.RoundPublished),
    "game_added": (1, f.GameAdded),
    "game_dropped": (1, f.GameDropped),
    "round_started": (1, f.RoundStarted),
    "round_reopened": (1, f.RoundReopened),
    "round_closed": (1, f.RoundClosed),
    "standings_made_official": (1, f.StandingsMadeOfficial),
    "device_online": (1, f.DeviceOnline),
    "device_silent": (1, f.DeviceSilent),
    "device_offline": (1, f.DeviceOffline),
    "device_reconnecting": (1, f.DeviceReconnecting),
    "device_warned": (1, f.DeviceWarned),
    "device_recovered": (1, f.DeviceRecovered),
    "board_bound": (1, f.BoardBound),
    "game_armed": (1, f.GameArmed),
    "move_played": (2, f.MovePlayed),
    "move_confirmed": (1, f.MoveConfirmed),
    "line_corrected": (2, f.LineCorrected),
    "line_ambiguous": (1, f.LineAmbiguous),
    "placement_unclear": (1, f.PlacementUnclear),
    "placement_clear": (1, f.PlacementClear),
    "clock_set": (1, f.ClockSet),
    "result_shown": (1, f.ResultShown),
    "sign_withdrawn": (1, f.SignWithdrawn),
    "pieces_set_up": (1, f.PiecesSetUp),
    "game_taken_over": (1, f.GameTakenOver),
    "position_adopted": (1, f.PositionAdopted),
    "game_reopened": (1, f.GameReopened),
    "result_claimed": (1, f.ResultClaimed),
    "claim_withdrawn": (1, f.ClaimWithdrawn),
    "result_confirmed": (1, f.ResultConfirmed),
    "result_ruled": (1, f.ResultRuled),
    "result_corrected": (1, f.ResultCorrected),
    "rating_result_set": (1, f.RatingResultSet),
}

Payload = dict[str, Any]


def _with_reason(payload: Payload) -> Payload:
    """Moves of version 1 carry no reason."""
    return payload | {"move": payload["move"] | {"reason": ""}}


def _with_reasons(payload: Payload) -> Payload:
    return payload | {"moves": [move | {"reason": ""} for move in payload["moves"]]}


UPCASTERS: Mapping[tuple[str, int], Callable[[Payload], Payload]] = {
    ("move_played", 1): _with_reason,
    ("line_corrected", 1): _with_reasons,
}
"""(kind, version) → a function to the payload of version + 1."""

_KIND_OF: Mapping[type[Fact], str] = {cls: kind for kind, (_, cls) in KINDS.items()}


class _Stored(msgspec.Struct):
    """The JSON object of one entry, its payload still unread."""

    seq: int
    logged_at: datetime
    at: datetime
    tournament: TournamentId | None
    actor: Actor
    command: str | None
    expects: int | None
    because: tuple[int, ...]
    reason: str
    kind: str
    version: int
    payload: msgspec.Raw


def kind_of(fact: Fact) -> str:
    """The stored name of a fact's kind, such as ``move_played``."""
    return _KIND_OF[type(fact)]


def encode(entry: Entry) -> bytes:
    """One entry as one line of JSON, without a line end."""
    draft = entry.draft
    kind = kind_of(draft.fact)
    return msgspec.json.encode(
        _Stored(
            seq=entry.seq,
            logged_at=entry.logged_at,
            at=draft.at,
            tournament=draft.tournament,
            actor=draft.actor,
            command=draft.command,
            expects=draft.expects,
            because=draft.because,
            reason=draft.reason,
            kind=kind,
            version=KINDS[kind][0],
            payload=msgspec.Raw(msgspec.json.encode(draft.fact)),
        )
    )


def decode(data: bytes | str) -> Entry:
    """Read what :func:`encode` wrote, now or in any older version.

    Raises:
        WireError: broken JSON, an unknown kind, a version newer than this program, or a
            payload that does not fit.
    """
    try:
        stored = msgspec.json.decode(data, type=_Stored)
        fact = _read_fact(stored.kind, stored.version, stored.payload)
    except msgspec.MsgspecError as error:
        raise WireError(f"this is no entry of a log: {error}") from error
    draft = Draft(
        fact=fact,
        at=stored.at,
        actor=stored.actor,
        tournament=stored.tournament,
        command=stored.command,
        expects=stored.expects,
        because=stored.because,
        reason=stored.reason,
    )
    return Entry(stored.seq, stored.logged_at, draft)


def _read_fact(kind: str, version: int, payload: msgspec.Raw) -> Fact:
    if kind not in KINDS:
        raise WireError(f"facts of kind {kind!r} are unknown: the log is from a newer program")
    current, cls = KINDS[kind]
    if version == current:
        return msgspec.json.decode(payload, type=cls)
    if version > current:
        raise WireError(
            f"{kind} has version {version}, this program reads up to {current}: update it"
        )
    value: Payload = msgspec.json.decode(payload)
    for old in range(version, current):
        value = UPCASTERS[kind, old](value)
    return msgspec.convert(value, type=cls)
