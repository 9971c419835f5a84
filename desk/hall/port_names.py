"""The names of ports: the system may have several for one, such as ``/dev/serial/by-id/…``."""

import os
from collections.abc import Iterable

from boardlink.links.link import BUS


def not_named(found: Iterable[str], named: Iterable[str]) -> list[str]:
    """The ports that were found and that nobody has named already, by whatever name.

    A second name of a port that is in use would only ever be busy.
    """
    taken = {_real(port) for port in named}
    return [port for port in found if _real(port) not in taken]


def _real(port: str) -> str:
    name = port.removeprefix(BUS)
    return name if "://" in name else os.path.realpath(name)
