"""What a small Linux guest boots from: an installed kernel, a few of its modules, busybox.

The guest has no disk of its own. It sees this computer's files, read-only, and runs this
Python from them.
"""

import gzip
import lzma
import os
import platform
import re
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

QEMU = "qemu-system-x86_64"
ROOT = Path(__file__).resolve().parents[2]
WANTED = ("virtio_pci", "9pnet_virtio", "9p", "xhci_pci", "ftdi_sio")
"""Modules that the guest needs, and those that they depend on."""
KERNEL_FOLDER = "TOPBOARDS_KERNEL"
"""Names a folder with ``boot/`` and ``lib/modules/``, such as an unpacked kernel package."""

_DIRECTORY, _PROGRAM = 0o040755, 0o100755


class MissingPartError(Exception):
    """The guest cannot be run here; the text says what to install."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What a guest is made of."""

    qemu: Path
    busybox: Path
    kernel: Path
    modules: tuple[Path, ...]


def find_parts() -> Parts:
    """Look for them on this computer.

    Raises:
        MissingPartError: something is not here.
    """
    if sys.platform != "linux" or platform.machine() != "x86_64":
        raise MissingPartError("the guest runs this computer's Python: Linux on x86-64 only")
    qemu, busybox = shutil.which(QEMU), shutil.which("busybox")
    if qemu is None:
        raise MissingPartError(f"no {QEMU} on the path (Debian: qemu-system-x86)")
    if busybox is None or b"/ld-linux" in Path(busybox).read_bytes():
        raise MissingPartError("no static busybox on the path (Debian: busybox-static)")
    folder = Path(os.environ.get(KERNEL_FOLDER, "/"))
    for kernel in sorted(folder.glob("boot/vmlinuz-*"), reverse=True):
        modules = folder / "lib/modules" / kernel.name.removeprefix("vmlinuz-")
        if os.access(kernel, os.R_OK) and (needed := _with_dependencies(modules)):
            return Parts(Path(qemu), Path(busybox), kernel, needed)
    raise MissingPartError(
        f"no readable kernel with the modules {', '.join(WANTED)} in {folder} (Debian: "
        f"linux-image-amd64, or unpack that package and name the folder in {KERNEL_FOLDER})"
    )


def build(parts: Parts, program: str) -> bytes:
    """An initramfs that runs ``python -m program`` and tells what it prints at ``ttyS1``."""
    names = [f"{number:02d}.ko" for number in range(len(parts.modules))]
    files = {"init": (_PROGRAM, _init(names, program).encode())}
    files |= dict.fromkeys(("bin", "dev", "host", "modules"), (_DIRECTORY, b""))
    files["bin/busybox"] = (_PROGRAM, parts.busybox.read_bytes())
    for name, path in zip(names, parts.modules, strict=True):
        files[f"modules/{name}"] = (_PROGRAM, _unpacked(path))
    return gzip.compress(_cpio(files), compresslevel=1)


def _init(modules: list[str], program: str) -> str:
    return "\n".join(
        [
            "#!/bin/busybox sh",
            "set -e",
            *(f"/bin/busybox insmod /modules/{name}" for name in modules),
            "mount='/bin/busybox mount -t'",
            "$mount 9p -o ro,trans=virtio,version=9p2000.L,cache=loose,msize=512000 host /host",
            "$mount devtmpfs dev /host/dev",
            "$mount proc proc /host/proc",
            "$mount sysfs sys /host/sys",
            "exec /bin/busybox chroot /host /bin/sh -c '"
            f'cd "{ROOT}" && exec "{sys.executable}" -B -m {program} >/dev/ttyS1 2>&1\'',
            "",
        ]
    )


def _with_dependencies(folder: Path) -> tuple[Path, ...]:
    """The wanted modules, each after those that it needs; empty where one is missing."""
    paths = {_name(path): path for path in folder.glob("kernel/**/*.ko*")}
    builtin = folder / "modules.builtin"
    inside = (
        {_name(Path(line)) for line in builtin.read_text(encoding="utf-8").split()}
        if builtin.exists()
        else set()
    )
    order: dict[str, Path] = {}

    def add(name: str) -> bool:
        if name in inside or name in order:
            return True
        if name not in paths or paths[name].suffix not in {".ko", ".xz"}:
            return False
        found = re.search(rb"\0depends=([^\0]*)\0", _unpacked(paths[name]))
        needed = found.group(1).decode().replace("-", "_") if found is not None else ""
        if not all(add(one) for one in needed.split(",") if one):
            return False
        order[name] = paths[name]
        return True

    return tuple(order.values()) if all(add(name) for name in WANTED) else ()


def _name(path: Path) -> str:
    return path.name.partition(".")[0].replace("-", "_")


def _unpacked(module: Path) -> bytes:
    data = module.read_bytes()
    return lzma.decompress(data) if module.suffix == ".xz" else data


def _cpio(files: dict[str, tuple[int, bytes]]) -> bytes:
    """A "newc" archive, the only kind that the kernel unpacks."""
    archive = bytearray()
    trailer = ("TRAILER!!!", (0, b""))
    for number, (name, (mode, data)) in enumerate([*sorted(files.items()), trailer], start=1):
        fields = (number, mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(name) + 1, 0)
        archive += b"070701" + "".join(f"{field:08X}" for field in fields).encode()
        archive += name.encode() + b"\0"
        archive += b"\0" * (-len(archive) % 4)
        archive += data
        archive += b"\0" * (-len(archive) % 4)
    return bytes(archive)
