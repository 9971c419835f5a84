"""Gathering, on folders that look like a system's own."""

import os
import socket
from pathlib import Path

import pytest

from desk.config.hall import Address
from desk.doctor.gather import bluetooth, disk, gather, power, server_port, usb_asleep
from desk.doctor.judge import judge
from desk.doctor.machine import Power
from desk.doctor.processes import holders_of, listener_at, name_of, running


def write(folder: Path, **files: str) -> None:
    folder.mkdir(parents=True)
    for name, text in files.items():
        (folder / name).write_text(text + "\n")


def process(proc: Path, number: int, name: str, cmdline: str = "") -> Path:
    folder = proc / str(number)
    write(folder, comm=name, cmdline=cmdline.replace(" ", "\0"))
    (folder / "fd").mkdir()
    return folder


@pytest.fixture
def proc(tmp_path: Path) -> Path:
    folder = tmp_path / "proc"
    process(folder, 1, "self-made")
    (folder / "self").symlink_to("1")
    return folder


def test_the_program_that_has_a_port_open_is_found_by_whatever_name_it_was_opened(
    proc: Path, tmp_path: Path
) -> None:
    port, name = tmp_path / "ttyACM0", tmp_path / "by-id"
    port.touch()
    name.symlink_to(port)
    (process(proc, 812, "LiveChess") / "fd" / "7").symlink_to(port)
    (proc / "1" / "fd" / "3").symlink_to(port)
    assert holders_of([str(name), "/dev/none"], proc) == {str(name): "LiveChess (process 812)"}
    assert holders_of([str(name)], tmp_path / "no-proc") is None


def test_a_python_program_is_called_by_its_script(proc: Path) -> None:
    script = process(proc, 5, "python3", "python3 -u /opt/board_reader.py --fast")
    assert name_of(script) == "board_reader.py (process 5)"
    assert name_of(process(proc, 6, "python", "python -m desk run")) == "topboards (process 6)"


def test_programs_are_found_by_their_own_name_and_by_a_java_archive_s(proc: Path) -> None:
    process(proc, 7, "java", "java -jar /opt/LiveChess.jar")
    process(proc, 8, "ModemManager")
    wanted = frozenset({"LiveChess", "ModemManager", "brltty"})
    assert running(wanted, proc) == ("LiveChess", "ModemManager")
    assert running(wanted, proc / "none") is None


def test_who_listens_at_a_server_s_port_is_found_by_its_socket(proc: Path) -> None:
    head = "  sl  local_address rem_address   st tx_queue:rx_queue tr:tm retrnsmt uid timeout inode"
    row = "   0: 00000000:1F40 00000000:0000 {} 00000000:00000000 00:00000000 00000000 0 0 {} 1"
    write(proc / "net", tcp="\n".join([head, row.format("01", 41), row.format("0A", 42)]))
    (process(proc, 9, "nginx") / "fd" / "4").symlink_to("socket:[42]")
    (process(proc, 10, "browser") / "fd" / "4").symlink_to("socket:[41]")
    assert listener_at(8000, proc) == "nginx (process 9)"
    assert listener_at(8001, proc) == ""


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
