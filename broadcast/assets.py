"""The pages' files, read once from the package: no file times, no paths to climb."""

import gzip
import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable

TYPES: Mapping[str, str] = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".md": "text/plain; charset=utf-8",
    ".ts": "text/plain; charset=utf-8",
    "": "text/plain; charset=utf-8",
}


@dataclass(frozen=True, slots=True)
class Asset:
    """One file as it is sent."""

    body: bytes
    content_type: str
    etag: str
    packed: bytes
    """The body compressed with gzip, once for all."""
    packed_etag: str


def strong_etag(body: bytes) -> str:
    """A strong ETag, which depends on the bytes alone."""
    return f'"{hashlib.sha256(body).hexdigest()[:32]}"'


def load(package: str = "broadcast", folder: str = "pages") -> Mapping[str, Asset]:
    """Every file below the pages' folder, by its path there."""
    found = {}
    for path, file in _walk(files(package) / folder, ""):
        name = path.rpartition("/")[2]
        suffix = f".{name.rpartition('.')[2]}" if "." in name else ""
        if suffix in TYPES:
            body = file.read_bytes()
            packed = gzip.compress(body, mtime=0)
            found[path] = Asset(body, TYPES[suffix], strong_etag(body), packed, strong_etag(packed))
    return found


def _walk(folder: Traversable, prefix: str) -> Iterator[tuple[str, Traversable]]:
    for item in folder.iterdir():
        if item.is_dir():
            yield from _walk(item, f"{prefix}{item.name}/")
        else:
            yield f"{prefix}{item.name}", item
