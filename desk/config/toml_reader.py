"""A TOML file into a typed form; every error names file, line, key and what is expected."""

import re
import tomllib
import typing
from datetime import date
from enum import Enum
from pathlib import Path
from types import UnionType
from typing import TypeVar, Union

import msgspec

from desk.errors import ConfigError, FileTroubleError

Form = TypeVar("Form", bound=msgspec.Struct)
Keys = tuple[str | int, ...]
"""Where in the file: ``("boards", 2, "port")``."""

_HEADER = re.compile(r"\s*(\[\[?)\s*([^\[\]]+?)\s*\]")
_KEY = re.compile(r"\s*([A-Za-z0-9_.\"' -]+?)\s*=")
_UNKNOWN = re.compile(r"Object contains unknown field `(?P<key>[^`]*)`")
_MISSING = re.compile(r"Object missing required field `(?P<key>[^`]*)`")
_AT = re.compile(r" - at `\$(?P<path>[^`]*)`$")
_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]")


class TomlFile:
    """One file, its text kept so that an error can say in which line it is."""

    def __init__(self, path: Path) -> None:
        """Read the file.

        Raises:
            FileTroubleError: it is missing or may not be read.
            ConfigError: it is not UTF-8, or not TOML.
        """
        self.path = path
        try:
            self._text = path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
        except OSError as error:
            raise FileTroubleError(
                f"{path} cannot be read ({error.strerror}): expected a TOML file"
            ) from error
        except UnicodeDecodeError as error:
            raise ConfigError(f"{path}: not UTF-8 text at byte {error.start}") from error
        try:
            self._values = tomllib.loads(self._text)
        except tomllib.TOMLDecodeError as error:
            raise ConfigError(f"{path}: {_sentence(str(error))}") from error

    def has(self, key: str) -> bool:
        """True where the file has a key of this name at its top."""
        return key in self._values

    def read(self, form: type[Form]) -> Form:
        """The whole file as ``form``.

        Raises:
            ConfigError: a key is unknown, missing or has a wrong value.
        """
        try:
            return msgspec.convert(self._values, form)
        except msgspec.ValidationError as error:
            raise self._blame(str(error), form) from error

    def wrong(self, keys: Keys, text: str) -> ConfigError:
        """An error about the value at ``keys``."""
        line = find_line(self._text, keys)
        where = f"{self.path}, line {line}" if line is not None else str(self.path)
        return ConfigError(f"{where}: {spell(keys)}: {text}" if keys else f"{where}: {text}")

    def disagree(self, keys: Keys, other: Keys, text: str) -> ConfigError:
        """An error about two settings that cannot both be: both their lines are named."""
        lines = [find_line(self._text, keys), find_line(self._text, other)]
        told = " and ".join(f"line {line}" for line in lines if line is not None)
        where = f"{self.path}, {told}" if told else str(self.path)
        return ConfigError(f"{where}: {spell(keys)} and {spell(other)}: {text}")

    def _blame(self, message: str, form: type[msgspec.Struct]) -> ConfigError:
        at = _AT.search(message)
        keys = _keys(at["path"]) if at is not None else ()
        if unknown := _UNKNOWN.match(message):
            known = ", ".join(_known_keys(form, keys))
            return self.wrong((*keys, unknown["key"]), f"unknown key; expected one of {known}")
        if missing := _MISSING.match(message):
            return self.wrong(keys, f"the key {missing['key']} is missing")
        if _type_at(form, keys) is date:
            return self.wrong(keys, "expected a date such as 2026-01-10")
        text = message[: at.start()] if at is not None else message
        names = _choices(_type_at(form, keys))
        if names:
            return self.wrong(keys, f"expected one of {', '.join(names)}")
        return self.wrong(keys, _in_words(text))


def spell(keys: Keys) -> str:
    """A path as people write it: ``boards[2].port``, counted from 1."""
    said = ""
    for key in keys:
        said += f"[{key + 1}]" if isinstance(key, int) else f".{key}" if said else key
    return said


def find_line(text: str, keys: Keys) -> int | None:
    """The line (from 1) where ``keys`` is set, else where the nearest table around it begins."""
    best: tuple[int, int] | None = None
    table: Keys = ()
    counts: dict[Keys, int] = {}
    for number, line in enumerate(text.split("\n"), start=1):
        if header := _HEADER.match(line):
            table = tuple(part.strip().strip("\"'") for part in header[2].split("."))
            table = _with_numbers(table[:-1], counts) + table[-1:]
            if header[1] == "[[":
                index = counts[table] = counts.get(table, -1) + 1
                table = (*table, index)
            here = table
        elif key := _KEY.match(line):
            here = table + tuple(part.strip().strip("\"'") for part in key[1].split("."))
        else:
            continue
        depth = len(here)
        if here == keys[:depth] and (best is None or depth > best[0]):
            best = (depth, number)
    return best[1] if best is not None else None


def _with_numbers(table: Keys, counts: dict[Keys, int]) -> Keys:
    """Number the arrays of tables that a header goes through: its last one is meant."""
    full: Keys = ()
    for part in table:
        full = (*full, part)
        if full in counts:
            full = (*full, counts[full])
    return full


def _keys(path: str) -> Keys:
    return tuple(name or int(index) for name, index in _STEP.findall(path))


def _type_at(form: object, keys: Keys) -> object:
    for key in keys:
        form = _inner(form)
        if isinstance(form, type) and issubclass(form, msgspec.Struct):
            form = typing.get_type_hints(form).get(str(key))
        else:
            form = next((a for a in typing.get_args(form) if a is not Ellipsis), None)
    return _inner(form)


def _inner(form: object) -> object:
    """The type itself where it may also be None."""
    if isinstance(form, UnionType) or typing.get_origin(form) is Union:
        return next(a for a in typing.get_args(form) if a is not type(None))
    return form


def _known_keys(form: type[msgspec.Struct], keys: Keys) -> tuple[str, ...]:
    found = _type_at(form, keys)
    if isinstance(found, type) and issubclass(found, msgspec.Struct):
        return found.__struct_fields__
    return ()


def _choices(found: object) -> tuple[str, ...]:
    if isinstance(found, type) and issubclass(found, Enum):
        return tuple(str(member.value) for member in found)
    return ()


_TYPES = {
    "float": "a number",
    "int": "a whole number",
    "str": "text in quotes",
    "bool": "true or false",
    "array": "a list in [ ]",
    "object": "a table",
    "null": "nothing",
    "datetime": "a date and time",
}


def _in_words(message: str) -> str:
    """``Expected `float`, got `str``` as ``expected a number, got text in quotes``."""
    told = re.sub(r"`(\w+)`", lambda found: _TYPES.get(found[1], found[1]), message)
    return told[0].lower() + told[1:].replace("`", "")


def _sentence(message: str) -> str:
    """``Invalid value (at line 3, column 5)`` as ``line 3: invalid value``."""
    found = re.fullmatch(r"(?P<what>.*) \(at (?P<where>[^()]*)\)", message)
    if found is None:
        return f"not TOML: {message}"
    return f"{found['where']}: not TOML: {found['what'][0].lower()}{found['what'][1:]}"
