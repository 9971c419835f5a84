from pathlib import Path

import pytest

from boardlink.sensing.tracker import TrackerSettings
from desk.config.hall import Address, BoardConfig, ShownMoves, load_hall
from desk.config.toml_reader import find_line, spell
from desk.config.tournament import load_tournament
from desk.errors import ConfigError, FileTroubleError
from facts.fact import Side
from facts.settings import (
    DEFAULT_ORDER,
    Acceleration,
    Confirmation,
    Confirmer,
    InitialColour,
    Scoring,
    Source,
    System,
)
from facts.stages import Take
from tests.places import CONFIGS

HALL = """\
name = "Hall"

[[tournaments]]
config = "open.toml"

[[boards]]
number = 1
device = "25731"
"""

OPEN = """\
name = "Open"

[[stages]]
system = "dutch"
rounds = 5
"""


def hall(folder: Path, text: str = HALL, tournament: str = OPEN) -> Path:
    (folder / "open.toml").write_text(tournament, encoding="utf-8")
    (folder / "HALL.toml").write_text(text, encoding="utf-8")
    return folder / "HALL.toml"


def wrong(folder: Path, text: str = HALL, tournament: str = OPEN) -> str:
    with pytest.raises(ConfigError) as caught:
        load_hall(hall(folder, text, tournament))
    return str(caught.value).removeprefix(f"{folder}/")


@pytest.mark.parametrize(
    "path", [p for p in sorted(CONFIGS.glob("*.toml")) if not p.name.startswith("hall")], ids=str
)
def test_every_tournament_that_is_shipped_can_be_loaded(path: Path) -> None:
    tournament = load_tournament(path)
    assert tournament.id == path.stem
    assert tournament.stages


@pytest.mark.parametrize("path", sorted(CONFIGS.glob("hall*.toml")), ids=str)
def test_every_hall_that_is_shipped_can_be_loaded(path: Path) -> None:
    config = load_hall(path)
    assert config.tournaments
    assert config.log.parent == CONFIGS


def test_an_example_says_what_it_means() -> None:
    config = load_hall(CONFIGS / "hall-example.toml")
    assert config.name == "Town hall"
    assert config.boards == (
        BoardConfig(1, "25731", "/dev/ttyACM0", None),  # type: ignore[arg-type]
        BoardConfig(2, "25732", "/dev/ttyACM1", Side.WHITE),  # type: ignore[arg-type]
        BoardConfig(3, None, "socket://192.168.1.40:4001", None),  # type: ignore[arg-type]
    )
    assert config.spectators == Address("0.0.0.0", 8000)
    assert config.arbiter == Address("127.0.0.1", 8001)
    assert (config.delays.public, config.delays.trusted) == (15, 0)
    (held,) = config.tournaments
    assert held.players == CONFIGS / "club-swiss-players.csv"
    (stage,) = held.config.stages
    assert (stage.system, stage.rounds) == (System.DUTCH, 5)
    assert stage.tiebreaks == ("DE", "BH/C1", "BH", "SB")
    assert stage.time_control.base_s == 5400
    assert held.config.settings.start == "2026-01-10"


def test_the_times_by_which_boards_are_read_can_be_set(tmp_path: Path) -> None:
    text = """
[spectators]
king_hold_s = 45

[tracker]
move_shown_s = 0.4
rest_confirms_s = 20
sign_proposed_s = 3
sign_certain_s = 8
unclear_after_s = 12
hand_after_s = 30
"""
    config = load_hall(hall(tmp_path, HALL + text))
    assert config.king_hold_s == 45
    assert config.tracker == TrackerSettings(
        settle_s=0.4,
        confirm_rest_s=20,
        sign_likely_s=3,
        sign_certain_s=8,
        unclear_s=12,
        hands_s=30,
    )
    assert load_hall(hall(tmp_path)).tracker == TrackerSettings()
    assert load_hall(CONFIGS / "hall-example.toml").tracker == TrackerSettings()


def test_what_is_not_said_is_the_careful_choice(tmp_path: Path) -> None:
    config = load_hall(hall(tmp_path))
    assert config.arbiter.host == "127.0.0.1"
    assert config.moves is ShownMoves.AT_ONCE
    assert config.log == tmp_path / "hall.log"
    (held,) = config.tournaments
    assert held.players is None
    policy = held.config.policy
    assert policy.order == DEFAULT_ORDER
    assert policy.confirmation is Confirmation.ARBITER
    assert policy.confirmer is Confirmer.ARBITER
    (stage,) = held.config.stages
    assert stage.initial_colour is InitialColour.LOT
    assert stage.scoring == Scoring()
    assert held.config.first_board == 1


def test_points_become_tenths_and_what_is_not_said_follows_from_win_and_draw(
    tmp_path: Path,
) -> None:
    text = OPEN + "[stages.scoring]\nwin = 3\ndraw = 1.5\npairing_bye = 1.5\n"
    (held,) = load_hall(hall(tmp_path, tournament=text)).tournaments
    assert held.config.stages[0].scoring == Scoring(
        win=30, draw=15, loss=0, forfeit_win=30, forfeit_loss=0, pairing_bye=15, full_bye=30,
        half_bye=15, zero_bye=0,
    )  # fmt: skip


def test_the_policy_can_be_ordered_anew(tmp_path: Path) -> None:
    text = OPEN + '[policy]\norder = ["chief-arbiter", "match-card"]\nconfirmer = "chief-arbiter"\n'
    (held,) = load_hall(hall(tmp_path, tournament=text)).tournaments
    assert held.config.policy.order == (Source.CHIEF_ARBITER, Source.MATCH_CARD)
    assert held.config.policy.confirmer is Confirmer.CHIEF_ARBITER


def test_the_key_of_pegasus_boards_is_read_and_not_shown(tmp_path: Path) -> None:
    config = load_hall(hall(tmp_path, 'pegasus_key = "0a1B2c3d4e5f"\n' + HALL))
    assert config.pegasus_key == bytes.fromhex("0a1b2c3d4e5f")
    assert repr(config.pegasus_key) not in repr(config)
    assert load_hall(hall(tmp_path)).pegasus_key is None


@pytest.mark.parametrize("key", ["", "0a1b2c3d4e5", "0a1b2c3d4e5f00", "not a key !!"])
def test_a_key_that_is_none_is_refused(tmp_path: Path, key: str) -> None:
    assert "pegasus_key" in wrong(tmp_path, f'pegasus_key = "{key}"\n' + HALL)


def test_a_port_can_lead_to_a_bus_line(tmp_path: Path) -> None:
    line = '[[lines]]\nport = "/dev/ttyUSB0"\nmode = "bus"\n'
    config = load_hall(hall(tmp_path, HALL + line))
    assert config.bus_lines == ("bus:/dev/ttyUSB0",)


@pytest.mark.parametrize(
    ("extra", "message"),
    [
        (
            "colour = 3\n",
            "HALL.toml, line 9: boards[1].colour: unknown key; expected one of "
            "number, device, port, left_of_clock",
        ),
        (
            '\n[[boards]]\nnumber = "two"\nport = "COM3"\n',
            "HALL.toml, line 11: boards[2].number: expected a whole number, got text in quotes",
        ),
        (
            '\n[[boards]]\nnumber = 0\nport = "COM3"\n',
            "HALL.toml, line 11: boards[2].number: expected a whole number >= 1",
        ),
        (
            "\n[[boards]]\nnumber = 2\n",
            "HALL.toml, line 10: boards[2]: expected a device (serial number) or a port such as "
            "/dev/ttyACM0 or COM3 or socket://192.168.1.40:4001",
        ),
        (
            '\n[[boards]]\nnumber = 1\nport = "COM3"\n',
            "HALL.toml, line 11: boards[2].number: board 1 is named twice",
        ),
        (
            '\n[[boards]]\nnumber = 2\ndevice = "25731"\n',
            "HALL.toml, line 12: boards[2].device: device 25731 is named twice",
        ),
        (
            'left_of_clock = "green"\n',
            "HALL.toml, line 9: boards[1].left_of_clock: expected one of white, black",
        ),
        (
            "[arbiter]\nport = 99999\n",
            "HALL.toml, line 10: arbiter.port: expected a whole number <= 65535",
        ),
        ("[delay_minutes]\npublic = -1\n", "HALL.toml, line 10: delay_minutes.public: "),
        ("[arbiter\n", "HALL.toml: line 9, column 9: not TOML: "),
        (
            '[[tournaments]]\nconfig = "blitz.toml"\n',
            "HALL.toml, line 10: tournaments[2].config: ",
        ),
        (
            "[tracker]\nsign_certain_s = 0\n",
            "tracker.sign_certain_s: expected a number >=",
        ),
        ("[tracker]\nsign_certain_s = 1\n", "tracker.sign_certain_s: expected at least 2 (sign_p"),
        ("[tracker]\nunclear_after_s = 60\n", "tracker.hand_after_s: expected at least 60 (uncl"),
        ("[tracker]\nmove_shown_s = 5\n", "tracker.move_shown_s: expected a number <= 2"),
        ("[tracker]\nbeam = 3\n", "tracker.beam: unknown key"),
        ("[spectators]\nking_hold_s = -1\n", "spectators.king_hold_s: expected a number >= 0"),
        ('[[tournaments]]\nplayers = "x.csv"\n', "the key config is missing"),
        ('[[lines]]\nport = "COM3"\n', "lines[1]: the key mode is missing"),
        ('[[lines]]\nport = "COM3"\nmode = "ring"\n', "lines[1].mode: expected one of bus"),
        (
            '[[lines]]\nport = "COM3"\nmode = "bus"\n' * 2,
            "line 13: lines[2].port: port COM3 is named twice",
        ),
        (
            '[[boards]]\nnumber = 2\nport = "COM3"\n[[lines]]\nport = "COM3"\nmode = "bus"\n',
            "lines[1].port: board 2 has this port too: a line has many boards",
        ),
        ('[[tournaments]]\nconfig = "open.toml"\n', "the id 'open' is used twice in this hall"),
    ],
)
def test_an_error_in_the_hall_names_file_line_key_and_what_is_expected(
    tmp_path: Path, extra: str, message: str
) -> None:
    assert message in wrong(tmp_path, HALL + extra)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (OPEN.replace("dutch", "swiss"), "open.toml, line 4: stages[1].system: expected one of "
         "dutch, berger, berger-double"),
        (OPEN.replace("rounds = 5", ""), "open.toml, line 3: stages[1]: the key rounds is missing"),
        (OPEN + 'tiebreaks = ["buchholz"]\n', "line 6: stages[1].tiebreaks: 'BUCHHOLZ'"),
        (OPEN + "[stages.scoring]\nwin = 1.25\n", "open.toml, line 7: stages[1].scoring.win: 1.25"),
        ('id = "My Open"\n' + OPEN, "open.toml, line 1: id: 'My Open' cannot be an id"),
        (OPEN + '[[stages]]\nsystem = "berger"\nrounds = 3\n', "stages[2].id: the id 'main'"),
        ('start = "next week"\n' + OPEN, "line 1: start: expected a date such as 2026-01-10"),
        (OPEN + '[policy]\norder = ["rumour"]\n', "line 7: policy.order[1]: expected one "
         "of appeal, chief-arbiter"),
        (OPEN + '[policy]\norder = ["flag", "flag"]\n', "policy.order: a source is named twice"),
        (OPEN + "[awards]\n", "line 6: awards: unknown key; expected one of byes, attendance"),
        ("name = 3\n", "open.toml, line 1: name: expected text in quotes, got a whole number"),
        ('name = "Open"\n', "open.toml: the key stages is missing"),
    ],
)  # fmt: skip
def test_an_error_in_a_tournament_names_file_line_key_and_what_is_expected(
    tmp_path: Path, text: str, message: str
) -> None:
    assert message in wrong(tmp_path, tournament=text)


def test_missing_files_are_clear_messages(tmp_path: Path) -> None:
    with pytest.raises(FileTroubleError, match=r"HALL\.toml cannot be read .*expected a TOML file"):
        load_hall(tmp_path / "HALL.toml")
    path = hall(tmp_path, HALL.replace('"open.toml"', '"open.toml"\nplayers = "p.csv"'))
    with pytest.raises(ConfigError, match=r"line 5: tournaments\[1\]\.players: .*CSV file"):
        load_hall(path)


def test_a_file_that_is_not_text_is_a_clear_message(tmp_path: Path) -> None:
    (tmp_path / "HALL.toml").write_bytes(b"name = '\xff\xfe'")
    with pytest.raises(ConfigError, match="not UTF-8 text at byte 8"):
        load_hall(tmp_path / "HALL.toml")


def test_lines_are_found_in_nested_arrays_of_tables() -> None:
    text = "[[a]]\nx = 1\n[[a.b]]\ny = 1\n[[a.b]]\ny = 2\n[[a]]\n[[a.b]]\ny = 3\n[a.b.c]\nz.k = 1\n"
    assert find_line(text, ("a", 0, "b", 1, "y")) == 6
    assert find_line(text, ("a", 1, "b", 0, "y")) == 9
    assert find_line(text, ("a", 1, "b", 0, "c", "z", "k")) == 11
    assert find_line(text, ("a", 1, "q")) == 7
    assert find_line(text, ("nothing",)) is None
    assert spell(("a", 1, "b")) == "a[2].b"


# --- acceleration -------------------------------------------------------------------------

BAKU = OPEN + 'acceleration = "baku"\n'


def test_a_swiss_is_accelerated_where_its_regulations_say_so(tmp_path: Path) -> None:
    (plain,) = load_hall(hall(tmp_path)).tournaments
    assert plain.config.stages[0].acceleration is Acceleration.NONE
    (held,) = load_hall(hall(tmp_path, tournament=BAKU)).tournaments
    assert held.config.stages[0].acceleration is Acceleration.BAKU


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            BAKU.replace('"dutch"', '"berger"'),
            "open.toml, line 6: stages[1].acceleration: berger has no acceleration: only a Swiss",
        ),
        (
            BAKU + "[stages.scoring]\nwin = 3\ndraw = 1\n",
            "open.toml, line 6: stages[1].acceleration: Baku acceleration needs a win worth two",
        ),
        (BAKU.replace("baku", "swift"), "open.toml, line 6: stages[1].acceleration: "),
    ],
)
def test_an_acceleration_that_cannot_be_is_named_with_its_line(
    tmp_path: Path, text: str, message: str
) -> None:
    assert wrong(tmp_path, tournament=text).startswith(message)


# --- stages that hang together --------------------------------------------------------------

FINAL = """
[[stages]]
id = "final"
system = "match"
feeds = [{ stage = "main", take = "places", first = 1, last = 2 }]
decides = 1
"""


def test_stages_are_read_with_what_feeds_them(tmp_path: Path) -> None:
    (held,) = load_hall(hall(tmp_path, tournament=OPEN + FINAL)).tournaments
    final = held.config.stages[1]
    assert (final.rounds, final.entry.decides) == (1, 1)
    (feed,) = final.entry.feeds
    assert (feed.stage, feed.take, feed.first, feed.last) == ("main", Take.PLACES, 1, 2)


def test_a_swiss_that_goes_on_counts_on_by_itself(tmp_path: Path) -> None:
    rest = """
[[stages]]
id = "rest"
system = "dutch"
rounds = 2
feeds = [{ stage = "main", take = "rest", without = ["final"] }]
carries = "rounds"
carried_from = "main"
"""
    (held,) = load_hall(hall(tmp_path, tournament=OPEN + FINAL + rest)).tournaments
    assert (held.config.stages[2].first_round, held.config.stages[2].last_round) == (6, 7)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            FINAL + FINAL.replace('"final"', '"third"').replace("decides = 1", ""),
            "open.toml, line 16 and line 10: stages[3].feeds[1] and stages[2].feeds[1]: "
            "place 1 of 'main' goes to 'third' here and to 'final' there",
        ),
        (
            FINAL.replace("last = 2", "last = 3"),
            "line 9 and line 10: stages[2].system and stages[2].feeds: a match has two players",
        ),
        (
            FINAL + 'tiebreaks = ["BH"]\n',
            "line 12 and line 9: stages[2].tiebreaks and stages[2].system: a match has no ",
        ),
        (
            FINAL.replace('stage = "main"', 'stage = "groups"'),
            "open.toml, line 10: stages[2].feeds[1]: there is no stage 'groups'",
        ),
        (
            FINAL.replace('"places"', '"all"'),
            "open.toml, line 10: stages[2].feeds[1].take: expected one of places, clear, tied",
        ),
    ],
)
def test_stages_that_contradict_each_other_are_named_with_both_their_lines(
    tmp_path: Path, text: str, message: str
) -> None:
    assert message in wrong(tmp_path, tournament=OPEN + text)
