"""Dialects: what a framework's names mean, by lines of tables whose notation `lines.py` says."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from functools import cached_property, lru_cache

from hybridc.dialects.entry import Entry
from hybridc.dialects.lines import name_of, read_line
from hybridc.dialects.notation import Models

_UNMAPPED = "HYB401"  # which what a module has may still be close to


class Dialect:
    """A framework's names and what they mean. `roots` are the modules whose import brings the dialect in.

    `arrays`: what lines for methods and attributes of its arrays begin with. `models`: how its models are written, if it
    has any. `is_library`: its functions take the arrays of other frameworks, in models too. `ways`: by names that a file
    uses, the first that there is, the dialect that it speaks then, or None for this one. Lines are read when they are first asked for: a file needs few of them.
    """

    def __init__(
        self,
        name: str,
        roots: tuple[str, ...],
        tables: Callable[[], Iterable[str]],
        arrays: str = "ndarray",
        models: Models | None = None,
        is_library: bool = False,
        ways: Mapping[str, Dialect | None] | None = None,
    ) -> None:
        self.name = name
        self.roots = roots
        self.arrays = arrays
        self.models = models
        self.is_library = is_library
        self.ways = ways or {}
        self._tables = tables
        self._entries: dict[str, tuple[Entry, ...]] = {}

    @cached_property
    def _lines(self) -> dict[str, list[str]]:
        """The lines by name, read when the first is asked for: few files use a framework, and none uses all."""
        lines: dict[str, list[str]] = {}
        for line in (line for table in self._tables() for line in table.splitlines()):
            name = name_of(line)
            if name is not None:
                lines.setdefault(name, []).append(line.strip())
        return lines

    @cached_property
    def lowering(self) -> frozenset[str]:
        """The last parts of names in whose scope the framework computes in fewer bits."""
        return frozenset(
            n.rpartition(".")[2] for n, lines in self._lines.items() if any(" lowers=" in x for x in lines)
        )

    def lookup(self, qualified_name: str) -> tuple[Entry, ...]:
        """The lines for a name, in order. Raises TableError for one that does not follow the notation."""
        lines = self._lines.get(qualified_name)
        if lines is None:
            moved = self._moved(qualified_name)
            return self._of_all_in(qualified_name) if moved is None else self.lookup(moved)
        if qualified_name not in self._entries:
            entries = (read_line(line) for line in lines)
            self._entries[qualified_name] = tuple(replace(e, is_of_models=self.models is not None) for e in entries)
        return self._entries[qualified_name]

    def _of_all_in(self, qualified_name: str) -> tuple[Entry, ...]:
        """The lines that refuse whatever a module has, for a name that has none."""
        if qualified_name in self._modules:
            return ()
        place = qualified_name.rpartition(".")[0]
        while place and place not in self._lines:
            place = place.rpartition(".")[0]
        lines = self.lookup(place) if place else ()
        return lines if all(line.refusal not in (None, _UNMAPPED) for line in lines) else ()

    @cached_property
    def _modules(self) -> frozenset[str]:
        """What lines for longer names begin with."""
        return frozenset(name.rpartition(".")[0] for name in self._lines)

    def knows(self, name: str) -> bool:
        """There are lines for the name, or for what is in a module of this name."""
        usual = self.usual_name(name)
        return (
            name in self or usual in self or any(known.startswith((f"{name}.", f"{usual}.")) for known in self._lines)
        )

    def has_module(self, name: str) -> bool:
        """There are lines for what it has, and none says that it is more than a module."""
        usual = self.usual_name(name)
        is_more = any(
            e.parameters is not None or e.is_part or e.is_gone or e.is_entered or e.decorates for e in self.lookup(name)
        )
        return not is_more and any(known.startswith((f"{name}.", f"{usual}.")) for known in self._lines)

    def usual_name(self, name: str) -> str:
        """The name, or the one in the tables for what stands at that place: `tensorflow.keras.layers` for `keras.layers`."""
        return self._moved(name) or name

    @lru_cache(maxsize=4096)  # noqa: B019 - dialects are there as long as the program
    def _moved(self, qualified_name: str) -> str | None:
        """The name by which everybody calls what stands at that place."""
        models = self.models
        for beside in ("Host.", "Kind."):
            if qualified_name.startswith(beside):
                moved = self._moved(qualified_name.removeprefix(beside))
                return None if moved is None else f"{beside}{moved}"
        for place, whole in models.modules.items() if models is not None else ():
            if qualified_name.startswith(place):
                return whole + qualified_name[len(place) :]
        for place, usual in models.places.items() if models is not None else ():
            moved = usual + qualified_name.rpartition(".")[2]
            if qualified_name.startswith(place) and moved != qualified_name:
                return moved
        return None

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._lines)

    @property
    def is_of_models(self) -> bool:
        """Files with models use its names, which converted ones say in the runtime's."""
        return self.models is not None or self.is_library

    def __contains__(self, qualified_name: str) -> bool:
        return qualified_name in self._lines or ((moved := self._moved(qualified_name)) is not None and moved in self)

    def spoken_with(self, names: Collection[str]) -> Dialect:
        """The dialect as a file speaks it that uses these names."""
        return next((way for name, way in self.ways.items() if name in names), None) or self


def dialect(name: str, roots: tuple[str, ...], *tables: str) -> Dialect:
    """A dialect of such tables."""
    return Dialect(name, roots, lambda: tables)
