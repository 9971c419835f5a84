"""Every kind survives the way to disk and back."""

import dataclasses
import json
import typing
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facts import fact, registers, wire
from facts.envelope import Actor, Draft, Entry, Role
from facts.errors import WireError
from facts.fact import Fact, LineMove, MovePlayed
from facts.ids import GameId, TournamentId
from facts.result import BYES, Result, ResultKind, Score
from facts.stages import StageEntry

TIMES = st.integers(0, 4_000_000_000_000).map(lambda ms: datetime.fromtimestamp(ms / 1000, tz=UTC))

st.register_type_strategy(datetime, TIMES)
st.register_type_strategy(float, st.floats(allow_nan=False, allow_infinity=False))
st.register_type_strategy(
    Result,
    st.one_of(
        st.builds(
            Result,
            st.sampled_from(Score),
            st.sampled_from(Score),
            st.sampled_from([kind for kind in ResultKind if kind not in BYES]),
        ),
        st.builds(Result, st.sampled_from(Score), st.none(), st.sampled_from(sorted(BYES))),
    ),
)

ENTRIES = st.builds(
    Entry,
    seq=st.integers(1, 2**53),
    logged_at=TIMES,
    draft=st.builds(
        Draft,
        fact=st.one_of([st.from_type(kind) for kind in typing.get_args(Fact)]),
        at=TIMES,
        actor=st.builds(Actor, st.sampled_from(Role), st.text()),
    ),
)


@given(ENTRIES)
def test_what_was_written_is_what_is_read(entry: Entry) -> None:
    assert wire.decode(wire.encode(entry)) == entry


def test_every_fact_has_a_stored_name_made_from_its_own() -> None:
    classes = {cls for _, cls in wire.KINDS.values()}
    assert classes == set(typing.get_args(Fact))
    for name, (_, cls) in wire.KINDS.items():
        assert name.replace("_", "") == cls.__name__.lower()


def test_every_dataclass_of_the_modules_that_ends_a_sentence_is_a_fact() -> None:
    parts = {"Pairing", "Bye", "LineMove"}
    declared = {
        name
        for module in (fact, registers)
        for name, cls in vars(module).items()
        if dataclasses.is_dataclass(cls) and cls.__module__ == module.__name__
    }
    assert declared - parts == {cls.__name__ for cls in typing.get_args(Fact)}


ENTRY = Entry(
    7,
    datetime(2026, 1, 10, 12, tzinfo=UTC),
    Draft(
        MovePlayed(
            GameId("open.main.1.1.1"),
            1,
            LineMove("e2e4", "e4", 5400, datetime(2026, 1, 10, 12, tzinfo=UTC)),
        ),
        datetime(2026, 1, 10, 11, 59, tzinfo=UTC),
        Actor(Role.DEVICE, "25731"),
        TournamentId("open"),
        because=(3,),
        reason="clock pressed",
    ),
)


def test_the_stored_form_is_the_one_that_is_documented() -> None:
    assert json.loads(wire.encode(ENTRY)) == {
        "seq": 7,
        "logged_at": "2026-01-10T12:00:00Z",
        "at": "2026-01-10T11:59:00Z",
        "tournament": "open",
        "actor": {"role": "device", "name": "25731"},
        "command": None,
        "expects": None,
        "because": [3],
        "reason": "clock pressed",
        "kind": "move_played",
        "version": 2,
        "payload": {
            "game": "open.main.1.1.1",
            "ply": 1,
            "move": {
                "uci": "e2e4",
                "san": "e4",
                "clock_s": 5400,
                "at": "2026-01-10T12:00:00Z",
                "marks": [],
                "certainty": "likely",
                "reason": "",
            },
            "source": "board",
            "offset": None,
        },
    }


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"kind": "move_dreamt"}, "unknown: the log is from a newer program"),
        ({"version": 3}, "this program reads up to 2: update it"),
        ({"payload": {"game": 7}}, "no entry of a log"),
        ({"seq": "seven"}, "no entry of a log"),
        ({"at": "yesterday"}, "no entry of a log"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_reason(
    change: dict[str, object], complaint: str
) -> None:
    stored = json.loads(wire.encode(ENTRY)) | change
    with pytest.raises(WireError, match=complaint):
        wire.decode(json.dumps(stored))


def test_a_torn_line_is_refused_not_guessed() -> None:
    with pytest.raises(WireError):
        wire.decode(wire.encode(ENTRY)[:-5])


def test_moves_of_older_logs_are_read_without_a_reason() -> None:
    move = {"uci": "e2e4", "san": "e4", "clock_s": 5400, "at": "2026-01-10T12:00:00Z"}
    old = json.loads(wire.encode(ENTRY)) | {"version": 1}
    old["payload"]["move"] = move
    assert wire.decode(json.dumps(old)) == ENTRY
    corrected = {"game": "g", "from_ply": 3, "moves": [move], "reason": "", "source": "board"}
    read = wire.decode(json.dumps(old | {"kind": "line_corrected", "payload": corrected})).fact
    assert isinstance(read, fact.LineCorrected)
    assert read.moves == (ENTRY.fact.move,)  # type: ignore[union-attr]


def test_stages_of_older_logs_are_open_to_everybody_and_begin_with_round_one() -> None:
    stage = {"id": "main", "name": "Swiss", "system": "dutch", "rounds": 5}
    old = json.loads(wire.encode(ENTRY)) | {"kind": "stage_opened", "version": 1}
    read = wire.decode(json.dumps(old | {"payload": {"stage": stage}})).fact
    assert isinstance(read, fact.StageOpened)
    assert (read.stage.first_round, read.stage.last_round) == (1, 5)
    assert read.stage.entry == StageEntry()
    fixed = {"stage": "main", "to_stage": "final", "players": ["a", "b"]}
    old = old | {"kind": "qualifiers_fixed", "payload": fixed}
    read = wire.decode(json.dumps(old)).fact
    assert isinstance(read, fact.QualifiersFixed)
    assert read.places is None
