"""Sending to a bus line, and finding out whether a port leads to one.

Whether many boards share a port cannot be seen without sending something, and a ping is
answered only by those that are switched on: several answers prove a line, one proves
nothing. So a line has to be named; a port that was taken for a single board's is looked at
in this way only once no single board could be found there.
"""

import asyncio

from boardlink.captures.capture import LinkKind
from boardlink.drivers.dgt_bus_schedule import ALLOWED
from boardlink.errors import LinkTimeoutError, UsageError
from boardlink.links.link import BUS, Link
from boardlink.protocols.dgt_bus import (
    EVERYBODY,
    BusCode,
    BusParser,
    BusReplyId,
    BusRequest,
    encode_request,
)

WAKING_S = 0.2
"""The first bus command takes boards back into bus mode and is not carried out."""
SPREAD_S = 1.3
"""Answers to a ping come within 1.1 s."""
_NO_BUS = frozenset({LinkKind.BLUETOOTH, LinkKind.BLE, LinkKind.LIVECHESS})


async def send_request(link: Link, request: BusRequest) -> None:
    """Send one command; the only way out to a bus line.

    Raises:
        UsageError: a command that must never be sent, or not to all boards.
        LinkError: the link is gone.
    """
    to_all = request.address == EVERYBODY
    if request.code not in ALLOWED or (to_all and request.code != BusCode.PING):
        raise UsageError(f"command {request.code:02x} must never be sent to {request.address}")
    await link.write(encode_request(request))


async def boards_on_bus(link: Link) -> tuple[int, ...]:
    """The addresses that answer a ping, as far as their answers did not collide.

    Raises:
        LinkError: the link is gone.
    """
    if link.kind in _NO_BUS:
        return ()
    found: set[int] = set()
    for wait_s in (WAKING_S, SPREAD_S):
        await send_request(link, BusRequest(BusCode.PING, EVERYBODY))
        parser = BusParser()
        try:
            async with asyncio.timeout(wait_s):
                while True:
                    replies = parser.feed(await link.read())
                    found |= {r.address for r in replies if r.id == BusReplyId.PING}
        except TimeoutError as error:
            if isinstance(error, LinkTimeoutError):
                raise
    return tuple(sorted(found))


def bus_advice(port: str, addresses: tuple[int, ...]) -> str:
    """What to do about boards that answer in bus mode alone."""
    how = f'name {port} under [[lines]] in the hall\'s file with mode = "bus" (or say {BUS}{port})'
    if len(addresses) > 1:
        return f"{port}: {len(addresses)} boards share this line in bus mode: {how}"
    return (
        f"{port}: a board answers in bus mode alone (address {addresses[0]}): if it shares a "
        f"line with others, {how}; if it does not, switch it off and on"
    )
