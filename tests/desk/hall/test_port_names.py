from pathlib import Path

from desk.hall.port_names import not_named


def test_a_port_is_found_once_whatever_name_the_configuration_has_for_it(tmp_path: Path) -> None:
    port, other, name = (tmp_path / one for one in ("ttyACM0", "ttyACM1", "by-id"))
    port.touch()
    other.touch()
    name.symlink_to(port)
    found = [str(port), str(other), "usb://0403:6001/A5"]
    assert not_named(found, [str(name)]) == [str(other), "usb://0403:6001/A5"]
    assert not_named(found, [f"bus:{name}"]) == [str(other), "usb://0403:6001/A5"]
    assert not_named(found, ["usb://0403:6001/A5"]) == [str(port), str(other)]
    assert not_named(found, ["COM5"]) == found


def test_a_name_counts_for_the_port_that_it_leads_to_now(tmp_path: Path) -> None:
    port, name = tmp_path / "ttyACM1", tmp_path / "by-id"
    port.touch()
    name.symlink_to(tmp_path / "ttyACM0")
    assert not_named([str(port)], [str(name)]) == [str(port)]
    name.unlink()
    name.symlink_to(port)
    assert not_named([str(port)], [str(name)]) == []
