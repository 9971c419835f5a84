"""Writes the types of the spectators' messages for the pages' scripts.

    python tools/message_types.py            write pages/spectators/messages.d.ts
    python tools/message_types.py --check    fail where it is not what would be written

They are made from the schema of broadcast/messages/messages.py, so that a script that reads what
is no longer sent does not pass the type check.
"""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from broadcast.messages import messages

TARGET = Path(__file__).parent.parent / "pages" / "spectators" / "messages.d.ts"
HEAD = """\
// What the server sends (broadcast/messages). Made by tools/message_types.py: do not edit;
// a test says when it must be made anew.
"""
SIMPLE = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean"}
Schema = Mapping[str, Any]


def typescript() -> str:
    """All messages and their parts as TypeScript interfaces."""
    told = (messages.Message, messages.Event, messages.GameLine, messages.RoundGames)
    (message, event, _, _), parts = msgspec.json.schema_components(
        told, ref_template="#/$defs/{name}"
    )
    blocks = [HEAD]
    blocks += ["\n".join(_interface(name, part)) for name, part in sorted(parts.items())]
    blocks += [
        f"export type Message = {_type(message)};\n",
        f"export type Event = {_type(event)};\n",
    ]
    return "\n".join(blocks)


def _interface(name: str, schema: Schema) -> Iterator[str]:
    about = " ".join(schema["description"].replace("``", "`").split())
    yield f"/** {about} */"
    yield f"export interface {name} {{"
    for key, value in schema["properties"].items():
        optional = "" if key in schema["required"] else "?"
        yield f"  {key}{optional}: {_type(value)};"
    yield "}\n"


def _type(schema: Schema) -> str:
    match schema:
        case {"$ref": str(path)}:
            return path.rpartition("/")[2]
        case {"anyOf": list(several)}:
            return " | ".join(_type(one) for one in several)
        case {"enum": list(values)}:
            return " | ".join(f'"{value}"' for value in values)
        case {"type": "null"}:
            return "null"
        case {"type": "array", "items": items}:
            inner = _type(items)
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
        case {"type": str(name)} if name in SIMPLE:
            return SIMPLE[name]
    raise ValueError(f"no type is known for {schema}: add it to tools/message_types.py")


def main(check: bool) -> int:
    """Write the file, or say that it would differ."""
    text = typescript()
    if TARGET.is_file() and TARGET.read_text(encoding="utf-8") == text:
        return 0
    if check:
        print(f"{TARGET} is not what the messages say: python tools/message_types.py")  # noqa: T201
        return 1
    TARGET.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv))
