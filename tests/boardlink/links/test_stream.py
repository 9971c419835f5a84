import asyncio

import pytest

from boardlink.captures.capture import LinkKind
from boardlink.errors import LinkError
from boardlink.links.stream import Receiver, StreamLink


def lost(error: Exception | None) -> StreamLink:
    """A link whose other end went away by itself."""
    receiver = Receiver()
    receiver.connection_lost(error)
    return StreamLink("COM5", LinkKind.SERIAL, asyncio.Transport(), receiver)


@pytest.mark.parametrize("error", [OSError("the device was unplugged"), None])
async def test_whoever_reads_and_whoever_writes_says_the_same_of_a_loss(
    error: Exception | None,
) -> None:
    link = lost(error)
    with pytest.raises(LinkError) as reading:
        await link.read()
    with pytest.raises(LinkError, match="cannot send") as writing:
        await link.write(b"?")
    for told in (str(reading.value), str(writing.value)):
        assert "the connection is gone" in told
        assert ("the device was unplugged" in told) is (error is not None)
