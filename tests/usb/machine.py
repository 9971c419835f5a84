"""A small Linux guest with a USB controller, into which boards are plugged.

A board's cable is QEMU's ``usb-serial``, which to the guest is an FTDI chip 0403:6001; its
far end is a virtual board's TCP port.
"""

import asyncio
import json
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from tests.usb.initramfs import Parts, build

MEMORY_MB = 512
ANSWER_S = 30.0
LONGEST_LINE = 1 << 20

Told = dict[str, dict[str, str]]
"""What :mod:`tests.usb.guest` tells of each board and each port, by name."""


class Machine:
    """A running guest; made by :func:`booted`."""

    def __init__(self, process: Process, console: Path) -> None:
        """``console`` is the file of what the guest's kernel says."""
        self._process = process
        self._console = console
        self._lines: asyncio.Queue[str] = asyncio.Queue()
        self._told: Told = {}
        self._said: list[str] = []
        """What the program said beside that: warnings, or why it failed."""

    async def plug(self, name: str, address: str, socket: int) -> None:
        """Put the cable of the board at ``socket://host:port`` into a USB socket, from 1."""
        host, _, port = address.removeprefix("socket://").partition(":")
        where = {"type": "inet", "data": {"host": host, "port": port}}
        far_end = {"type": "socket", "data": {"addr": where, "server": False}}
        await self._order("chardev-add", id=f"wire-{name}", backend=far_end)
        await self._order(
            "device_add", driver="usb-serial", id=name, chardev=f"wire-{name}", port=str(socket)
        )

    async def unplug(self, name: str) -> None:
        """Pull a cable out; returns when it is out."""
        await self._order("device_del", id=name)
        async with asyncio.timeout(ANSWER_S):
            while True:
                event = await self._answer()
                if event.get("event") == "DEVICE_DELETED" and event["data"].get("device") == name:
                    break
        await self._order("chardev-remove", id=f"wire-{name}")

    async def until(self, condition: Callable[[Told], bool], timeout_s: float) -> Told:
        """What the guest tells, as soon as it is as wanted.

        Raises:
            AssertionError: it does not come to that in time; shows what was told last.
        """
        try:
            async with asyncio.timeout(timeout_s):
                while not condition(self._told):
                    line = await self._lines.get()
                    self._told = json.loads(line)
        except TimeoutError as error:
            said = "\n".join(self._said)
            raise AssertionError(f"the guest told {self._told}, and said {said}") from error
        return self._told

    async def hear(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Take what the guest prints."""
        while line := await reader.readline():
            text = line.decode().strip()
            if text.startswith("{"):
                self._lines.put_nowait(text)
            else:
                self._said.append(text)
        writer.close()

    async def greet(self) -> None:
        """Begin to talk with QEMU.

        Raises:
            AssertionError: it ended instead; says why.
        """
        await self._answer()
        await self._order("qmp_capabilities")

    async def _order(self, command: str, **arguments: Any) -> None:
        assert self._process.stdin is not None
        order = {"execute": command, "arguments": arguments}
        self._process.stdin.write(json.dumps(order).encode() + b"\n")
        await self._process.stdin.drain()
        async with asyncio.timeout(ANSWER_S):
            while "return" not in (answer := await self._answer()):
                assert "error" not in answer, f"{command}: {answer}"

    async def _answer(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = await self._process.stdout.readline()
        if not line:
            assert self._process.stderr is not None
            why = (await self._process.stderr.read()).decode()
            raise AssertionError(f"QEMU has ended: {why}{self._console.read_text()[-2000:]}")
        answer: dict[str, Any] = json.loads(line)
        return answer


@asynccontextmanager
async def booted(parts: Parts, folder: Path) -> AsyncIterator[Machine]:
    """A guest that runs :mod:`tests.usb.guest`; switched off when the block ends."""
    archive, console, told = folder / "initramfs", folder / "console.txt", folder / "told"
    archive.write_bytes(build(parts, "tests.usb.guest"))
    console.touch()
    machines: list[Machine] = []
    server = await asyncio.start_unix_server(
        lambda reader, writer: machines[0].hear(reader, writer), told, limit=LONGEST_LINE
    )
    process = await asyncio.create_subprocess_exec(
        *_command(parts, archive, console, told),
        stdin=PIPE,
        stdout=PIPE,
        stderr=PIPE,
    )
    machines.append(Machine(process, console))
    try:
        await machines[0].greet()
        yield machines[0]
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()
        server.close()
        await server.wait_closed()


def _command(parts: Parts, archive: Path, console: Path, told: Path) -> list[str]:
    return [
        *(str(parts.qemu), "-nodefaults", "-no-user-config", "-display", "none", "-no-reboot"),
        *("-accel", "tcg", "-cpu", "max", "-m", str(MEMORY_MB)),
        *("-kernel", str(parts.kernel), "-initrd", str(archive)),
        *("-append", "console=ttyS0 panic=-1 quiet"),
        *("-qmp", "stdio", "-serial", f"file:{console}"),
        *("-chardev", f"socket,id=told,path={told}", "-serial", "chardev:told"),
        *("-fsdev", "local,id=files,path=/,security_model=none,readonly=on,multidevs=remap"),
        *("-device", "virtio-9p-pci,fsdev=files,mount_tag=host"),
        *("-device", "qemu-xhci"),
    ]
