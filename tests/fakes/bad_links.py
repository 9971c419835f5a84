"""Links that lose, delay or cut up what goes through them."""

import asyncio
import random
from collections.abc import Callable

from boardlink.links.link import Link, LinkAround


class WrappedLink(LinkAround):
    """A link whose received bytes go through ``damage`` first."""

    def __init__(self, inner: Link, damage: Callable[[bytes], bytes], delay_s: float = 0.0) -> None:
        super().__init__(inner)
        self._damage = damage
        self._delay_s = delay_s
        self._held = b""

    async def read(self) -> bytes:
        while not self._held:
            self._held = self._damage(await super().read())
        await asyncio.sleep(self._delay_s)
        data, self._held = self._held, b""
        return data


class OneByteLink(LinkAround):
    """A link that gives one byte a read."""

    def __init__(self, inner: Link) -> None:
        super().__init__(inner)
        self._rest = b""

    async def read(self) -> bytes:
        if not self._rest:
            self._rest = await super().read()
        first, self._rest = self._rest[:1], self._rest[1:]
        return first


def lossy(inner: Link, seed: int, loss: float) -> WrappedLink:
    """A link that loses a part of the bytes from the device."""
    luck = random.Random(seed)
    return WrappedLink(inner, lambda data: bytes(b for b in data if luck.random() >= loss))


def noisy(inner: Link, seed: int, rate: float) -> WrappedLink:
    """A link that changes a part of the bytes from the device into others."""
    luck = random.Random(seed)
    return WrappedLink(
        inner,
        lambda data: bytes(luck.randrange(256) if luck.random() < rate else b for b in data),
    )
