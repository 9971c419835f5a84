"""A spectator that keeps what it is sent, and reads it only when told to."""

from dataclasses import dataclass, field


@dataclass(eq=False, slots=True)
class RecordingSpectator:
    """Takes frames apart again; ``reading`` False leaves all in the backlog."""

    reading: bool = True
    texts: list[bytes] = field(default_factory=list)
    dropped: str | None = None
    unread: int = 0

    def send(self, frame: bytes) -> None:
        """Take a frame, or several in one piece."""
        if not self.reading:
            self.unread += len(frame)
        while frame:
            assert frame[0] == 0x81, "an unfragmented text"
            size, at = frame[1], 2
            if size == 126:
                size, at = int.from_bytes(frame[2:4], "big"), 4
            elif size == 127:
                size, at = int.from_bytes(frame[2:10], "big"), 10
            self.texts.append(frame[at : at + size])
            frame = frame[at + size :]

    def backlog(self) -> int:
        """Bytes not read yet."""
        return self.unread

    def drop(self, reason: str) -> None:
        """The connection is over."""
        self.dropped = reason

    def read_all(self) -> None:
        """Catch up, and go on reading."""
        self.reading = True
        self.unread = 0
