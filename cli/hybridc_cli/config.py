"""`[tool.hybridc]` of the nearest pyproject.toml."""

from __future__ import annotations

import difflib
import os
import tomllib
from dataclasses import dataclass, field
from typing import Any

from hybridc.core.options import Check


class BadConfiguration(Exception):
    """The configuration cannot be used; the message names the file and the key."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """What a project sets; the command line wins over it."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    prints: str | None = None
    x32: bool = False
    line_length: int = 88
    static: dict[str, frozenset[str]] = field(default_factory=dict)
    checked: frozenset[Check] = frozenset()
    return_mutated: bool = False
    any_dtype: bool = False
    standalone: bool = False


_KEYS: dict[str, type | tuple[type, ...]] = {
    "select": list, "ignore": list, "exclude": list, "prints": str, "x32": bool, "line-length": int, "static": dict,
    "checked": (bool, list), "return-mutated": bool, "any-dtype": bool,
    "standalone": bool,
}  # fmt: skip
_LENGTHS = range(20, 321)  # up to ruff's longest; in less, no statement of a function in a class has room


def load(path: str) -> Configuration:
    """The configuration for a path. Raises BadConfiguration for unknown keys and wrong types."""
    file = _nearest(os.path.abspath(path))
    if file is None:
        return Configuration()
    try:
        with open(file, "rb") as stream:
            project = tomllib.load(stream)
    except (OSError, ValueError) as error:
        raise BadConfiguration(f"{file}: {error}") from error
    except (RecursionError, MemoryError) as error:
        raise BadConfiguration(f"{file}: nested too deeply to be read") from error
    tool = project.get("tool", {})
    return _read(file, tool.get("hybridc", {}) if isinstance(tool, dict) else tool)


def _nearest(path: str) -> str | None:
    folder = path if os.path.isdir(path) else os.path.dirname(path)
    while True:
        file = os.path.join(folder, "pyproject.toml")
        if os.path.isfile(file):
            return file
        if os.path.dirname(folder) == folder:
            return None
        folder = os.path.dirname(folder)


def _read(file: str, table: dict[str, Any]) -> Configuration:
    if not isinstance(table, dict):
        raise BadConfiguration(f"{file}: `tool.hybridc` is not a table")
    for key, value in table.items():
        if key not in _KEYS:
            near = difflib.get_close_matches(key, _KEYS, 1)
            hint = f"; did you mean `{near[0]}`?" if near else ""
            raise BadConfiguration(f"{file}: unknown key `{key}` in [tool.hybridc]{hint}")
        wanted = _KEYS[key]
        if not isinstance(value, wanted) or (wanted is int and isinstance(value, bool)):
            kinds = wanted if isinstance(wanted, tuple) else (wanted,)
            shown = " or ".join(kind.__name__ for kind in kinds)
            raise BadConfiguration(f"{file}: `{key}` in [tool.hybridc] must be of type {shown}")
        if isinstance(value, list) and not all(isinstance(item, str) for item in value):
            raise BadConfiguration(f"{file}: `{key}` in [tool.hybridc] must be a list of strings")
    if table.get("line-length", 88) not in _LENGTHS:
        raise BadConfiguration(f"{file}: `line-length` in [tool.hybridc] must be from {_LENGTHS[0]} to {_LENGTHS[-1]}")
    if table.get("prints") not in (None, "debug", "drop"):
        raise BadConfiguration(f'{file}: `prints` in [tool.hybridc] must be "debug" or "drop"')
    static = table.get("static", {})
    for name, arguments in static.items():
        if not isinstance(arguments, list) or not all(isinstance(a, str) for a in arguments):
            raise BadConfiguration(f"{file}: `static.{name}` in [tool.hybridc] must be a list of strings")
    return Configuration(
        tuple(table.get("select", ())), tuple(table.get("ignore", ())), tuple(table.get("exclude", ())),
        table.get("prints"), table.get("x32", False), table.get("line-length", 88),
        {name: frozenset(arguments) for name, arguments in static.items()}, _checks(file, table.get("checked", False)),
        table.get("return-mutated", False), table.get("any-dtype", False), table.get("standalone", False),
    )  # fmt: skip


def _checks(file: str, given: bool | list[str]) -> frozenset[Check]:
    """The checks that are asked for: all, none, or those that are named."""
    if isinstance(given, bool):
        return frozenset(Check) if given else frozenset()
    names = [kind.value for kind in Check]
    for name in given:
        if name not in names:
            raise BadConfiguration(f"{file}: `checked` in [tool.hybridc] knows of {', '.join(names)}, not of {name!r}")
    return frozenset(Check(name) for name in given)
