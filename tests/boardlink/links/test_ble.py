import asyncio
import sys

import pytest
from bleak.exc import BleakError

from boardlink.captures.capture import LinkKind
from boardlink.errors import LinkError, LinkTimeoutError, PortMissingError
from boardlink.links import ble
from boardlink.links.ble import open_ble
from boardlink.links.ports import open_port
from boardlink.protocols.pegasus import encode_key
from tests.fakes.ble_radio import Radio

ADDRESS = "ble://AA:BB:CC:DD:EE:FF"
KEY = b"sixkey"


@pytest.fixture
def radio() -> Radio:
    return Radio("AA:BB:CC:DD:EE:FF")


async def test_the_key_goes_first_and_then_bytes_go_both_ways(radio: Radio) -> None:
    link = await open_ble(ADDRESS, KEY, radio.client)
    assert link.kind is LinkKind.BLE
    assert radio.written == [encode_key(KEY)]
    await link.write(bytes(range(45)))
    assert [len(packet) for packet in radio.written[1:]] == [20, 20, 5]
    assert b"".join(radio.written[1:]) == bytes(range(45))
    radio.say(b"\x93\x00")
    radio.say(b"\x05\x01\x00")
    assert await link.read() == b"\x93\x00\x05\x01\x00"
    await link.close()
    await link.close()
    assert radio.connected == 0


async def test_a_board_that_goes_out_of_reach_ends_the_link(radio: Radio) -> None:
    link = await open_ble(ADDRESS, KEY, radio.client)
    radio.say(b"last")
    radio.vanish()
    assert await link.read() == b"last"
    with pytest.raises(LinkError, match="within ten metres"):
        await link.read()
    with pytest.raises(LinkError, match="cannot send"):
        await link.write(b"x")
    await link.close()


async def test_a_reader_that_waits_is_woken_by_the_end(radio: Radio) -> None:
    link = await open_ble(ADDRESS, KEY, radio.client)
    async with asyncio.TaskGroup() as group:
        reading = group.create_task(_failure(link))
        await asyncio.sleep(1)
        radio.vanish()
        assert "the connection is gone" in await reading
    await link.close()
    assert "closed" in await _failure(link)


async def _failure(link: ble.BleLink) -> str:
    with pytest.raises(LinkError) as raised:
        await link.read()
    return str(raised.value)


@pytest.mark.parametrize(
    ("failure", "kind", "advice"),
    [
        (BleakError("no adapter"), LinkError, "cannot be connected: no adapter"),
        (FileNotFoundError("/run/dbus"), LinkError, "systemctl status bluetooth"),
        (TimeoutError(), LinkTimeoutError, "not connected to a phone"),
    ],
)
async def test_what_refuses_is_told_with_what_to_do(
    radio: Radio, failure: Exception, kind: type[LinkError], advice: str
) -> None:
    radio.fails = failure
    with pytest.raises(kind, match=advice) as raised:
        await open_ble(ADDRESS, KEY, radio.client)
    assert str(raised.value).startswith(ADDRESS)


async def test_a_board_that_is_not_there_is_looked_for_all_the_time(radio: Radio) -> None:
    with pytest.raises(PortMissingError, match="is it switched on"):
        await open_ble("ble://00:00:00:00:00:01", KEY, radio.client)


async def test_a_key_that_cannot_be_sent_lets_the_board_go(radio: Radio) -> None:
    radio.breaks = BleakError("insufficient authentication")
    with pytest.raises(LinkError, match="insufficient authentication"):
        await open_ble(ADDRESS, KEY, radio.client)
    assert radio.connected == 0


async def test_a_packet_that_cannot_be_sent_is_told(radio: Radio) -> None:
    link = await open_ble(ADDRESS, KEY, radio.client)
    radio.breaks = BleakError("gone")
    with pytest.raises(LinkError, match="cannot send"):
        await link.write(b"x")
    await link.close()


async def test_without_a_key_it_is_told_where_to_get_one() -> None:
    with pytest.raises(LinkError, match=r"ask DGT for one.*pegasus_key"):
        await open_port(ADDRESS)


async def test_a_key_of_the_wrong_length_is_refused(radio: Radio) -> None:
    with pytest.raises(LinkError, match=r"6 bytes.*pegasus_key"):
        await open_ble(ADDRESS, b"short", radio.client)


async def test_without_the_extra_its_name_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "bleak.exc", None)
    with pytest.raises(LinkError, match=r"pip install 'topboards\[ble\]'"):
        await open_ble(ADDRESS, KEY)
