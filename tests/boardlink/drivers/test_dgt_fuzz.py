import asyncio

from hypothesis import given, settings
from hypothesis import strategies as st

from boardlink.drivers.dgt import DgtBoard
from boardlink.drivers.dgt_handshake import ALLOWED
from boardlink.errors import BoardlinkError
from boardlink.links.memory import memory_pair
from boardlink.protocols.dgt import Command, encode_frame
from boardlink.protocols.dgt_bus import EVERYBODY, BusCode, BusRequest, encode_request
from boardlink.readings import PlacementRead
from tests.boardlink.protocols.strategies import frames
from tests.fakes.scripted_board import ScriptedBoard
from tests.fakes.virtual_clock import VirtualLoop

PING_ALL = encode_request(BusRequest(BusCode.PING, EVERYBODY))

_bytes = st.binary(max_size=80) | st.lists(frames, max_size=3).map(
    lambda sent: b"".join(map(encode_frame, sent))
)


async def _meet(board: ScriptedBoard, babble: list[bytes]) -> None:
    """A minute with a device that answers and says whatever it likes."""
    host, device = memory_pair()

    async def talk() -> None:
        for data in babble:
            await asyncio.sleep(0.7)
            await board.send_bytes(data)

    async with asyncio.TaskGroup() as group:
        group.create_task(board.run(device))
        talking = group.create_task(talk())
        driver = DgtBoard(host)
        loop = asyncio.get_running_loop()
        try:
            await driver.identify()
            while loop.time() < 60:
                heard = await driver.read(until=60)
                for reading in heard.readings:
                    if isinstance(reading, PlacementRead):
                        assert len(reading.placement) == 64
        except BoardlinkError:
            pass  # a device that is no use is told so; anything else fails the test
        finally:
            talking.cancel()
            await host.close()
    single = bytes(board.sent).replace(PING_ALL, b"")  # asked where what answers is garbled
    assert set(single) <= {int(command) for command in ALLOWED}


@settings(max_examples=60, deadline=None)
@given(
    st.dictionaries(st.sampled_from(sorted(ALLOWED)), _bytes, max_size=3),
    st.lists(_bytes, max_size=6),
)
def test_no_device_breaks_the_driver_or_gets_more_than_harmless_commands(
    answers: dict[Command, bytes], babble: list[bytes]
) -> None:
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.run(_meet(ScriptedBoard(answers=dict(answers)), babble))
