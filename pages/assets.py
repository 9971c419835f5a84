"""The pages' files, read once from the package: no file times, no paths to climb.

The folders are served as they lie here, so that a script's ``../base/…`` means the same to
a browser, to the type checker and to the unit tests; a server sends only the folders that
it was given.
"""

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
SHARED = ("base", "vendor")


@dataclass(frozen=True, slots=True)
class Asset:
    """One file as it is sent."""

    body: bytes
    content_type: str
    etag: str
    packed: bytes
    """The body compressed with gzip, once for all."""
    packed_etag: str


@dataclass(frozen=True, slots=True)
class Sent:
    """What goes out for an asset: the body is None where the asker has it already."""

    body: bytes | None
    headers: Mapping[str, str]


def strong_etag(body: bytes) -> str:
    """A strong ETag, which depends on the bytes alone."""
    return f'"{hashlib.sha256(body).hexdigest()[:32]}"'


def load(own: str) -> Mapping[str, Asset]:
    """Every file of the folder ``own`` and of the shared ones, by its path below ``pages/``."""
    found = {}
    for folder in (own, *SHARED):
        for path, file in _walk(files("pages") / folder, f"{folder}/"):
            name = path.rpartition("/")[2]
            suffix = f".{name.rpartition('.')[2]}" if "." in name else ""
            if suffix in TYPES:
                found[path] = _asset(file.read_bytes(), TYPES[suffix])
    return found


def sent(asset: Asset, accept_encoding: str, if_none_match: str) -> Sent:
    """An asset for whoever asks with these two headers."""
    packs = "gzip" in accept_encoding
    etag = asset.packed_etag if packs else asset.etag
    headers = {"ETag": etag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if is_known(etag, if_none_match):
        return Sent(None, headers)
    if packs:
        headers["Content-Encoding"] = "gzip"
    headers["Content-Type"] = asset.content_type
    return Sent(asset.packed if packs else asset.body, headers)


def is_known(etag: str, if_none_match: str) -> bool:
    """Whether the asker says that it has what this ETag stands for."""
    asked = [part.strip().removeprefix("W/") for part in if_none_match.split(",")]
    return etag in asked or "*" in asked


def _asset(body: bytes, content_type: str) -> Asset:
    packed = gzip.compress(body, mtime=0)
    return Asset(body, content_type, strong_etag(body), packed, strong_etag(packed))


def _walk(folder: Traversable, prefix: str) -> Iterator[tuple[str, Traversable]]:
    for item in folder.iterdir():
        if item.is_dir():
            yield from _walk(item, f"{prefix}{item.name}/")
        else:
            yield f"{prefix}{item.name}", item
