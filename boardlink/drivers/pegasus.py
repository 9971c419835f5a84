"""One DGT Pegasus: the DGT driver for a board without clock that tells no men's names."""

from dataclasses import replace

from boardlink.drivers.dgt import DgtBoard
from boardlink.drivers.heard import Concern, Heard
from boardlink.protocols import pegasus
from boardlink.protocols.dgt import Command

NAMELESS = (
    Concern.NAMELESS,
    "this board sees where men stand, and not which: which man moved is worked out, and a "
    "promotion cannot be read: look over its game before it counts",
)


class PegasusBoard(DgtBoard):
    """A board behind an open link, which has sent the developer key already."""

    family = pegasus.FAMILY
    _updates = Command.SEND_UPDATE_BRD
    _has_clock = False
    _read_frame = staticmethod(pegasus.read_frame)
    _told_nameless = False

    async def read(self, until: float | None = None) -> Heard:
        """See :meth:`DgtBoard.read`; the first readings come with a word of caution."""
        heard = await super().read(until)
        if heard.readings and not self._told_nameless:
            self._told_nameless = True
            return replace(heard, concerns=(*heard.concerns, NAMELESS))
        return heard
