"""Where people in the hall find a server of this computer."""

import ipaddress
import socket
from urllib.parse import urlsplit, urlunsplit

_SOMEWHERE = ("192.0.2.1", 9)
"""An address of documentation (RFC 5737): nothing is sent there, the system is only asked
which of its own addresses it would use."""


def network_url(host: str, url: str) -> str | None:
    """The address for others in the network; None where the server is for this computer alone.

    Args:
        host: what the server listens at; all interfaces are ``0.0.0.0`` or ``::``.
        url: where it is found on this computer.
    """
    if host not in {"0.0.0.0", "::", ""}:
        return None
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_SOMEWHERE)
            address = probe.getsockname()[0]
        except OSError:
            return None  # no network at all
    parts = urlsplit(url)
    return urlunsplit(parts._replace(netloc=f"{address}:{parts.port}"))


def is_loopback(host: str) -> bool:
    """True for the names by which a computer calls only itself."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
