"""PURE. How a device is doing: figures for the desk, and warnings that are worth a fact."""

from collections import deque
from dataclasses import dataclass
from datetime import datetime

from boardlink.drivers.heard import Heard
from boardlink.readings import View
from boardlink.stations.contact import LOOSE_S, Contact
from facts.fact import DeviceRecovered, DeviceWarned
from facts.ids import DeviceId

NOISY_ERRORS = 5
"""So many errors on the line within ``NOISY_S`` are worth a look at the cable."""
NOISY_S = 60.0
WARN_AGAIN_S = 600.0
"""The same warning about a board is given no more often."""
CALM_S = {"noisy": NOISY_S, "battery": 0.0, "clock-battery": 5.0, "clock-missing": 5.0,
          "capture": 5.0, "loose": LOOSE_S, "restarted": LOOSE_S, "sensor": 120.0}  # fmt: skip
"""What a warning was about has to be well for so long before it is over; other warnings stay
until the board comes back."""
BATTERY_PERCENT = 15
"""At it or below a Bluetooth board needs its charger; a round lasts up to six hours."""
RATE_S = 10.0
"""The time over which frames per second are counted."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What was counted since the link came up.

    Attributes:
        frames: all of them; ``frames_per_s`` over the last ten seconds.
        errors: disturbances of the line.
        garbage_bytes: bytes that belonged to no frame.
        battery: percent, None for boards without one.
    """

    frames: int
    frames_per_s: float
    errors: int
    garbage_bytes: int
    battery: int | None


class Health:
    """Watches one device; tell it of every read."""

    def __init__(self, device: DeviceId) -> None:
        """A device of which nothing has been heard."""
        self._device = device
        self._battery: int | None = None
        self._contact = Contact()
        self._troubles: list[tuple[str, str]] = []
        self._count_anew()

    def link_is_up(self) -> None:
        """Begin to count anew; what needs a look is told anew as well."""
        self._contact.link_is_up()
        self._count_anew()

    def _count_anew(self) -> None:
        self._warned: dict[str, datetime] = {}
        self._bad_at: dict[str, datetime] = {}
        self._frames = 0
        self._errors = 0
        self._garbage_bytes = 0
        self._recent: deque[tuple[datetime, int]] = deque()
        self._errors_at: deque[datetime] = deque(maxlen=NOISY_ERRORS)

    def count(self, heard: Heard, at: datetime) -> None:
        """Take one read in."""
        self._frames += heard.frames
        self._garbage_bytes += heard.garbage_bytes
        if heard.frames:
            self._recent.append((at, heard.frames))
        self._drop_old(at)
        for _ in heard.repairs:
            self._errors += 1
            self._errors_at.append(at)
        if heard.battery is not None:
            self._battery = heard.battery.percent
        self._troubles = self._contact.take(heard, at)

    def figures(self, at: datetime) -> Figures:
        """What was counted until ``at``."""
        self._drop_old(at)
        rate = sum(frames for _, frames in self._recent) / RATE_S
        return Figures(self._frames, rate, self._errors, self._garbage_bytes, self._battery)

    def warnings(
        self, heard: Heard, view: View, trouble: str, at: datetime, *, armed: bool
    ) -> list[DeviceWarned | DeviceRecovered]:
        """What a person should look at, each at most once in a while, and what is over.

        ``heard`` is what was read just now (:meth:`count` has it already), ``view`` what the
        board shows, ``trouble`` why the capture is incomplete; ``armed`` says that a game is
        played on the board.
        """
        found: list[tuple[str, str]] = [(code, text) for code, text in heard.concerns]
        found += self._troubles
        battery = heard.battery
        if battery is not None and battery.percent <= BATTERY_PERCENT and not battery.charging:
            found.append(("battery", f"the board's battery is at {battery.percent} %: charge it"))
        if heard.repairs and self._is_noisy(at):
            text = "the line is disturbed: check the cable and its plugs, keep it off mains cables"
            found.append(("noisy", text))
        if armed and view.clock_missing:
            text = "no clock is connected: moves have no times; check the clock's cable"
            found.append(("clock-missing", text))
        if view.clock is not None and view.clock.battery_low:
            found.append(("clock-battery", "the clock's battery is low: change it after the game"))
        if trouble:
            found.append(("capture", trouble))
        over = self._over({code for code, _ in found}, heard, view, at)
        return [*(fact for code, text in found for fact in self.warn(code, text, at)), *over]

    def warn(self, code: str, text: str, at: datetime) -> list[DeviceWarned]:
        """The warning, unless the same was given a short while ago."""
        self._bad_at[code] = at
        last = self._warned.get(code)
        if last is not None and (at - last).total_seconds() < WARN_AGAIN_S:
            return []
        self._warned[code] = at
        return [DeviceWarned(self._device, code, text)]

    def _over(self, bad: set[str], heard: Heard, view: View, at: datetime) -> list[DeviceRecovered]:
        """What was warned of and has been well for long enough."""
        if not self._warned:
            return []
        if heard.repairs:
            bad = bad | {"noisy"}  # a rare disturbance is no noise, and no quiet either
        if heard.battery is None:
            bad = bad | {"battery"}  # asked once a minute: nothing is known in between
        if view.clock is None:
            bad = bad | {"clock-battery"}
        for code in bad & self._warned.keys():
            self._bad_at[code] = at
        over = [
            code
            for code in self._warned
            if code in CALM_S
            and code not in bad
            and (at - self._bad_at[code]).total_seconds() >= CALM_S[code]
        ]
        for code in over:
            del self._warned[code]
        return [DeviceRecovered(self._device, code) for code in over]

    def _is_noisy(self, at: datetime) -> bool:
        errors = self._errors_at
        return len(errors) == NOISY_ERRORS and (at - errors[0]).total_seconds() <= NOISY_S

    def _drop_old(self, at: datetime) -> None:
        while self._recent and (at - self._recent[0][0]).total_seconds() > RATE_S:
            self._recent.popleft()
