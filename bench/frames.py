"""How many frames a second the DGT parser reads: ``python -m bench.frames``.

A hall of 100 boards sends some 300 frames a second at the busiest (field updates, clock
messages, one dump each every four seconds); the ratio says how much is left.
"""

import random
import time
from collections.abc import Iterator

from boardlink.protocols.dgt import (
    BoardDump,
    ClockTime,
    DgtParser,
    FieldUpdate,
    Frame,
    SideTime,
    encode_frame,
)
from boardlink.protocols.dgt_readings import Sensors, read_frame

HALL_FRAMES_PER_S = 300
ROUNDS = 5


def traffic(count: int, luck: random.Random) -> list[Frame]:
    """What a board sends in a game: clock messages, changes, a dump now and then."""
    frames: list[Frame] = []
    for number in range(count):
        if number % 20 == 0:
            frames.append(BoardDump(bytes(luck.randrange(13) for _ in range(64))))
        elif number % 4 == 0:
            frames.append(FieldUpdate(luck.randrange(64), luck.randrange(13)))
        else:
            side = SideTime(1, luck.randrange(10), luck.randrange(10))
            frames.append(ClockTime(side, side, 0x09))
    return frames


def portions(data: bytes, size: int) -> Iterator[bytes]:
    """The stream as reads of ``size`` bytes."""
    for at in range(0, len(data), size):
        yield data[at : at + size]


def main() -> None:
    """Print frames per second for reads of several sizes, alone and with readings."""
    frames = traffic(20_000, random.Random(1))
    data = b"".join(map(encode_frame, frames))
    for size in (1, 8, 64, 4096):
        best = best_read = float("inf")
        for _ in range(ROUNDS):
            parser, found = DgtParser(), []
            began = time.perf_counter()
            for chunk in portions(data, size):
                found += parser.feed(chunk)
            best = min(best, time.perf_counter() - began)
            assert found == frames
            sensors = Sensors()
            began = time.perf_counter()
            for frame in found:
                sensors = read_frame(sensors, frame).sensors
            best_read = min(best_read, time.perf_counter() - began)
        rate = len(frames) / best
        both = len(frames) / (best + best_read)
        print(
            f"reads of {size:4} bytes: {rate:10,.0f} frames/s parsed, {both:10,.0f} with readings, "
            f"{both / HALL_FRAMES_PER_S:6,.0f} times a hall of 100 boards"
        )


if __name__ == "__main__":
    main()
