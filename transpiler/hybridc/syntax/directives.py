"""The comments that speak to hybridc: `# hybridc: host`, `graph`, `static a, b`, `ignore[CODE, ...]`."""

from __future__ import annotations

import difflib
import io
import re
import tokenize
from dataclasses import dataclass, field

from hybridc.core.diagnostics import Location

_DIRECTIVE = re.compile(r"#\s*hybridc:\s*(?P<text>[^#]*)")
_IGNORE = re.compile(r"ignore\s*\[(?P<codes>[^\]]*)\]\s*$")
_STATIC = re.compile(r"static\s+(?P<names>\w+(\s*,\s*\w+)*)\s*$")
_WORDS = ("host", "graph", "static", "ignore")


@dataclass(frozen=True, slots=True)
class Ignore:
    """One code switched off on one line."""

    code: str
    location: Location


@dataclass(frozen=True, slots=True)
class Directives:
    """All directives of a file, by line."""

    graph: frozenset[int] = frozenset()
    host: frozenset[int] = frozenset()
    static: dict[int, frozenset[str]] = field(default_factory=dict)
    ignores: dict[int, tuple[Ignore, ...]] = field(default_factory=dict)
    unknown: tuple[tuple[Location, str, str], ...] = ()  # place, text, suggestion
    delegates: frozenset[int] = frozenset()  # of functions that call those made of them, which no user wrote


def read_directives(text: str) -> Directives:
    """The directives of a program's text."""
    if "hybridc:" not in text:
        return Directives()
    graph: set[int] = set()
    host: set[int] = set()
    static: dict[int, frozenset[str]] = {}
    ignores: dict[int, tuple[Ignore, ...]] = {}
    unknown: list[tuple[Location, str, str]] = []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type != tokenize.COMMENT or not (match := _DIRECTIVE.search(token.string)):
            continue
        line, offset = token.start[0], token.start[1]
        words = match["text"].strip()
        where = Location(line, offset + match.start() + 1, line, offset + match.end() + 1)
        if words == "host":
            host.add(line)
        elif words == "graph":
            graph.add(line)
        elif statics := _STATIC.fullmatch(words):
            static[line] = frozenset(re.split(r"\s*,\s*", statics["names"]))
        elif ignore := _IGNORE.fullmatch(words):
            codes = [c.strip() for c in ignore["codes"].split(",") if c.strip()]
            ignores[line] = tuple(Ignore(code, where) for code in codes)
        else:
            near = difflib.get_close_matches(words.partition(" ")[0].partition("[")[0], _WORDS, 1)
            unknown.append((where, words, f": did you mean `{near[0]}`?" if near else ""))
    return Directives(frozenset(graph), frozenset(host), static, ignores, tuple(unknown))
