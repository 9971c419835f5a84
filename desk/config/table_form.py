"""What the forms of all configuration files have in common."""

from typing import Annotated

import msgspec

Number = Annotated[int, msgspec.Meta(ge=1)]
Text = Annotated[str, msgspec.Meta(min_length=1)]


class TableForm(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A table of a TOML file."""
