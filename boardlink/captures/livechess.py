"""PURE. The capture of a whole LiveChess as captures of its boards.

This program records each board behind LiveChess by itself. Whoever recorded the WebSocket as
it is has all boards in one file; where that does not say whose file it is, each board's games
are read from it.
"""

from dataclasses import replace

from boardlink.captures.capture import Capture, LinkKind, Received
from boardlink.protocols.livechess import BoardFeed, BoardList, MessageReader, read_message

NOBODY = ("", "0")
"""What a header says that names no board."""


def split_livechess(capture: Capture) -> tuple[Capture, ...]:
    """A capture for every board that something was told of, in the order of their numbers.

    One that is no LiveChess's, or that names its board, is given back as it is.
    """
    header = capture.header
    if header.link is not LinkKind.LIVECHESS or header.device not in NOBODY:
        return (capture,)
    serials = _serials(capture)
    if not serials:
        return (capture,)
    return tuple(replace(capture, header=replace(header, device=one)) for one in serials)


def _serials(capture: Capture) -> list[str]:
    """Boards that were subscribed to, else those in the list."""
    messages = MessageReader()
    fed: set[str] = set()
    listed: set[str] = set()
    for record in capture.records:
        if isinstance(record, Received):
            for text in messages.feed(record.data):
                match read_message(text):
                    case BoardFeed(news=news):
                        fed.add(news.serial)
                    case BoardList(boards=boards):
                        listed.update(news.serial for news in boards)
                    case _:
                        pass
    return sorted((fed - {""}) or (listed - {""}))
