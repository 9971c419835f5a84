"""PURE. Ids for players who come without one."""

import re


def name_slug(name: str) -> str:
    """A name as an id: ``bos-willem``; letters of every script stay."""
    return re.sub(r"[\W_]+", "-", name.casefold()).strip("-") or "player"
