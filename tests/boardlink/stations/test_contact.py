from datetime import timedelta

from boardlink.drivers.heard import Heard, Repair
from boardlink.readings import Man, Placement, PlacementRead, Square, SquareRead
from boardlink.stations.contact import (
    FLICKER_TIMES,
    FOLLOWS_S,
    LOOSE_S,
    LOOSE_TIMES,
    NOISE_S,
    Contact,
)
from tests.fakes.virtual_clock import EPOCH

BEFORE = Placement("R" + "." * 63)
AFTER = Placement(".R" + "." * 62)
SILENT = Heard(silent=True)


def codes(contact: Contact, heard: Heard, t: float) -> list[str]:
    return [code for code, _ in contact.take(heard, EPOCH + timedelta(seconds=t))]


def whole(placement: Placement, *repairs: Repair) -> Heard:
    return Heard((PlacementRead(placement),), frames=1, repairs=repairs)


def change(square: int, man: str) -> Heard:
    return Heard((SquareRead(Square(square), Man(man)),), frames=1)


def test_silence_now_and_then_is_borne_and_silence_again_and_again_is_told() -> None:
    contact = Contact()
    told = [codes(contact, SILENT, 20.0 * n) for n in range(LOOSE_TIMES)]
    assert told == [[]] * (LOOSE_TIMES - 1) + [["loose"]]
    patient = Contact()
    assert not any(codes(patient, SILENT, LOOSE_S * n) for n in range(10))


def test_connections_that_are_lost_again_and_again_are_told_and_the_first_is_none() -> None:
    contact = Contact()
    told = []
    for n in range(LOOSE_TIMES + 1):
        contact.link_is_up()
        told.append(codes(contact, Heard(), 30.0 * n))
    assert told == [[]] * LOOSE_TIMES + [["loose"]]


def test_a_move_without_a_word_means_that_the_board_has_restarted() -> None:
    contact = Contact()
    codes(contact, whole(BEFORE), 0)
    assert codes(contact, whole(AFTER, Repair.MISSED_UPDATE), 4) == []
    assert codes(contact, Heard(), 4 + FOLLOWS_S) == ["restarted"]
    assert codes(contact, Heard(), 10) == [], "it is told once"


def test_a_move_while_the_board_was_read_is_told_right_after_and_is_none() -> None:
    contact = Contact()
    codes(contact, whole(BEFORE), 0)
    codes(contact, whole(AFTER, Repair.MISSED_UPDATE), 4)
    codes(contact, change(0, "."), 4.1)
    codes(contact, change(1, "R"), 4.2)
    assert codes(contact, Heard(), 6) == []


def test_a_change_that_was_lost_on_a_disturbed_line_is_the_line_s_fault() -> None:
    contact = Contact()
    codes(contact, whole(BEFORE), 0)
    codes(contact, Heard(garbage_bytes=2, repairs=(Repair.GARBAGE,)), 3)
    assert codes(contact, whole(AFTER, Repair.MISSED_UPDATE), 3 + NOISE_S / 2) == []
    assert codes(contact, Heard(), 20) == []


def test_a_new_connection_begins_with_a_board_of_which_nothing_is_known() -> None:
    contact = Contact()
    contact.link_is_up()
    codes(contact, whole(BEFORE), 0)
    contact.link_is_up()
    assert codes(contact, whole(AFTER, Repair.MISSED_UPDATE), 100) == []
    assert codes(contact, Heard(), 102) == []


def test_a_source_that_tells_whole_boards_alone_is_not_suspected() -> None:
    contact = Contact()
    codes(contact, whole(BEFORE), 0)
    codes(contact, whole(AFTER), 4)
    assert codes(contact, Heard(), 9) == []


def test_a_man_that_vanishes_and_comes_back_again_and_again_stands_on_a_weak_sensor() -> None:
    contact = Contact()
    codes(contact, whole(BEFORE), 0)
    told = []
    for n in range(1, FLICKER_TIMES + 1):
        told += codes(contact, change(0, "."), 10.0 * n)
        told += codes(contact, change(0, "R"), 10.0 * n + 0.4)
    assert told == ["sensor"]


def test_a_man_that_is_adjusted_or_plays_is_none() -> None:
    contact = Contact()
    codes(contact, whole(BEFORE), 0)
    told = []
    for n in range(1, 20):
        told += codes(contact, change(0, "."), 10.0 * n)
        told += codes(contact, change(0, "R"), 10.0 * n + 1.5)
    for n in range(20, 40):
        told += codes(contact, change(0, "."), 10.0 * n)
        told += codes(contact, change(1, "R"), 10.0 * n + 0.3)
        told += codes(contact, change(1, "."), 10.0 * n + 0.6)
        told += codes(contact, change(0, "R"), 10.0 * n + 0.9)
    assert told == []
