"""Who holds what, on folders that look like Linux' own."""

from pathlib import Path

import pytest

from boardlink.links.processes import holders_of, listener_at, name_of, running


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
    script = process(proc, 5, "python3", "python3 /opt/board_reader.py --fast")
    assert name_of(script) == "board_reader.py (process 5)"
    assert name_of(process(proc, 6, "python", "python -m desk run")) == "topboards (process 6)"
    assert name_of(process(proc, 7, "python3", "python3 -c pass")) == "python3 (process 7)"


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
