"""A virtual board's serial port on POSIX: a pseudo-terminal under a name that stays.

The host opens the name (``<folder>/board-01``) as it opens any serial port, closes it and
opens it again; the board goes on meanwhile. What it sends while nobody has the port open
is lost, as on a real cable.
"""

import asyncio
import contextlib
import fcntl
import os
import sys
import termios
import tty
from collections.abc import Iterator
from pathlib import Path

from boardlink.errors import LinkError
from boardlink.simulator.ports.inbox import Inbox

LOOK_EVERY_S = 0.05
"""How often to look whether somebody has opened the port."""
WRITE_TIMEOUT_S = 2.0
"""What a host that has the port open does not take in this time is lost."""
WRITE_AGAIN_S = 0.02
_READ_BYTES = 4096
_TELLS_HANGUP = sys.platform == "linux"
"""Elsewhere our own end stays open: a port without a host cannot be told from one with."""


@contextlib.contextmanager
def own_folder(folder: Path) -> Iterator[None]:
    """Keep ``folder``, made where it is missing, for this program's ports alone.

    Raises:
        LinkError: it cannot be made, or another simulator has its ports there.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        held = os.open(folder, os.O_RDONLY)
    except OSError as error:
        raise LinkError(f"{folder}: cannot make this folder: {error.strerror}") from error
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError as error:
        raise LinkError(
            f"{folder}: another simulator has its ports there: stop it, or choose another folder"
        ) from error
    finally:
        os.close(held)


class PtyLine:
    """The board's end; see :class:`boardlink.simulator.ports.line.PluggableLine`."""

    def __init__(self, path: Path) -> None:
        """Make the port at once, under ``path``; inside a running loop.

        Raises:
            LinkError: ``path`` is taken by something that is no link of ours, or cannot be
                made.
        """
        self.name = str(path)
        self._path = path
        self._inbox = Inbox(self.name)
        self._master = -1
        self._slave = -1
        self._target = ""
        self._listened = False
        self._looking: asyncio.TimerHandle | None = None
        self._open()

    async def read(self) -> bytes:
        """What the host sent; waits while no host has the port open."""
        return await self._inbox.take()

    async def write(self, data: bytes) -> None:
        """Send to the host; lost where none has the port open, or none reads."""
        waited = 0.0
        while data and self._listened and waited < WRITE_TIMEOUT_S:
            try:
                data = data[os.write(self._master, data) :]
            except BlockingIOError:
                await asyncio.sleep(WRITE_AGAIN_S)
                waited += WRITE_AGAIN_S
            except OSError:
                return

    async def close(self) -> None:
        """Pull the cable: the port is gone, its name too. May be called twice."""
        self._inbox.close()
        if self._master < 0:
            return
        self._stop_watching()
        if self._path.is_symlink() and str(self._path.readlink()) == self._target:
            self._path.unlink()
        self._let_go()

    def _let_go(self) -> None:
        for descriptor in (self._master, self._slave):
            if descriptor >= 0:
                os.close(descriptor)
        self._master = self._slave = -1

    async def reopen(self) -> None:
        """Put the cable back: a new port under the same name."""
        await self.close()
        self._inbox.reopen()
        self._open()

    def _open(self) -> None:
        try:
            if self._path.is_symlink():
                self._path.unlink()
            self._master, self._slave = os.openpty()
            tty.setraw(self._slave)
            os.set_blocking(self._master, False)
            self._target = os.ttyname(self._slave)
            self._path.symlink_to(self._target)
        except OSError as error:
            self._let_go()
            raise LinkError(f"{self.name}: cannot make this port: {error}") from error
        if _TELLS_HANGUP:
            os.close(self._slave)
            self._slave = -1
            self._look()
        else:
            self._watch()

    def _watch(self) -> None:
        self._listened = True
        asyncio.get_running_loop().add_reader(self._master, self._take)

    def _stop_watching(self) -> None:
        self._listened = False
        asyncio.get_running_loop().remove_reader(self._master)
        if self._looking is not None:
            self._looking.cancel()
            self._looking = None

    def _take(self) -> None:
        try:
            data = os.read(self._master, _READ_BYTES)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if data:
            self._inbox.put(data)
        else:
            self._hung_up()

    def _hung_up(self) -> None:
        """The host closed the port: forget what it left unread, and look for the next one."""
        self._stop_watching()
        with contextlib.suppress(OSError, termios.error):
            slave = os.open(self._target, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
            try:
                termios.tcflush(slave, termios.TCIOFLUSH)
            finally:
                os.close(slave)
        self._look()

    def _look(self) -> None:
        """Has a host opened the port? Reading says so: it is an error while none has."""
        loop = asyncio.get_running_loop()
        try:
            data = os.read(self._master, _READ_BYTES)
        except BlockingIOError:
            data = b""
        except OSError:
            self._looking = loop.call_later(LOOK_EVERY_S, self._look)
            return
        self._looking = None
        if data:
            self._inbox.put(data)
        self._watch()
