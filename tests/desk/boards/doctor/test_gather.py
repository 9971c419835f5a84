"""Gathering, on folders that look like a system's own."""

import os
import socket
from pathlib import Path

import pytest

from desk.boards.doctor.gather import bluetooth, disk, gather, power, server_port, usb_asleep
from desk.boards.doctor.judge import judge
from desk.boards.doctor.machine import Power
from desk.config.hall import Address


def write(folder: Path, **files: str) -> None:
    folder.mkdir(parents=True)
    for name, text in files.items():
        (folder / name).write_text(text + "\n")


def test_boards_that_may_be_put_to_sleep_are_found(tmp_path: Path) -> None:
    write(tmp_path / "1-1", idVendor="0403", idProduct="6001", product="FT232R")
    write(tmp_path / "1-1" / "power", control="auto")
    write(tmp_path / "1-2", idVendor="04d8", idProduct="000a")
    write(tmp_path / "1-2" / "power", control="on")
    write(tmp_path / "1-3", idVendor="046d", idProduct="c077")
    write(tmp_path / "1-3" / "power", control="auto")
    assert usb_asleep(tmp_path) == ("FT232R at 1-1",)
    assert usb_asleep(tmp_path / "none") is None


def test_a_bluetooth_adapter_that_is_switched_off_is_told(tmp_path: Path) -> None:
    write(tmp_path / "class" / "bluetooth" / "hci0")
    write(tmp_path / "class" / "rfkill" / "rfkill0", type="bluetooth", hard="0", soft="1")
    write(tmp_path / "class" / "rfkill" / "rfkill1", type="wlan", hard="1", soft="1")
    found = bluetooth(tmp_path)
    assert (found.adapters, found.blocked) == (1, "soft")
    assert bluetooth(tmp_path / "none").adapters is None


def test_a_mouse_s_battery_is_not_the_computer_s(tmp_path: Path) -> None:
    supplies = tmp_path / "class" / "power_supply"
    write(supplies / "hid-mouse", type="Battery", scope="Device", capacity="5")
    assert power(tmp_path) == Power(True)
    write(supplies / "BAT0", type="Battery", capacity="63")
    write(supplies / "AC", type="Mains", online="0")
    assert power(tmp_path) == Power(False, 63)


def test_a_folder_that_is_still_to_be_made_stands_on_its_parents_disk(tmp_path: Path) -> None:
    found = disk("the log", tmp_path / "not" / "yet")
    assert found.writable
    assert found.free_bytes


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write all")
def test_a_folder_that_is_not_ours_cannot_be_written(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    assert not disk("the log", tmp_path).writable


@pytest.mark.real_time
def test_a_port_where_somebody_listens_is_not_free() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        taken = server_port("arbiter", Address("127.0.0.1", port))
        assert not taken.free
        assert taken.trouble == ""
    assert server_port("arbiter", Address("127.0.0.1", port)).free
    assert server_port("arbiter", Address("192.0.2.1", port)).trouble


@pytest.mark.real_time
def test_this_computer_can_be_judged() -> None:
    findings = judge(gather(None))
    assert {"system", "permissions", "time", "disk", "server"} <= {one.check for one in findings}
