"""Memory that NumPy and a framework may both see, as looks at functions know of it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

from hybridc import rules
from hybridc.domain.sites import Site, SiteKind, parameter_site
from hybridc.program.memory.array_handing import Handing
from hybridc.program.state import Finding
from hybridc.syntax.dataflow import bound_in, names_read
from hybridc.syntax.liveness import Liveness
from hybridc.syntax.module import MODULE, Function
from hybridc.syntax.walking import walk

NUMPYS, FRAMEWORKS, EITHER = "NumPy's", "the framework's", ""
Position = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Held:
    """Memory, and what sees it: an array of NumPy's, one of the framework's, or either. `is_sure`: no cast may have
    taken a copy."""

    site: Site
    side: str = EITHER
    is_sure: bool = True


Holds = frozenset[Held]
NOTHING: Holds = frozenset()
Names = dict[str, Holds]


@dataclass(frozen=True, slots=True)
class Seen:
    """What sees memory beyond the names of a function. `is_late`: only once a compiled function is traced."""

    side: str
    name: str
    is_late: bool = False
    place: str = ""


@dataclass
class Summary:
    """What a function does with the memory of its parameters. `given`: what returned or kept values see of it."""

    written: frozenset[str] = frozenset()
    given: Holds = NOTHING


@dataclass
class Memory:
    """The looks at a file. `copied`: calls that leave the framework, of what is written afterwards; `lasting`: what
    attributes and globals see, by which other functions know of it."""

    handing: Handing
    look_at: Callable[[Memory, Function], Summary]
    functions: dict[str, Function]
    computing: frozenset[str] = frozenset()
    globals: Names = field(default_factory=dict)
    attributes: dict[str, Names] = field(default_factory=dict)
    summaries: dict[str, Summary] = field(default_factory=dict)
    copied: set[Position] = field(default_factory=set)
    findings: dict[ast.AST, Finding] = field(default_factory=dict)
    late: set[ast.AST] = field(default_factory=set)  # those that hold of compiled functions alone
    _looked_at: set[str] = field(default_factory=set)

    def look(self) -> None:
        """At all functions, and again with what attributes and globals share."""
        for _ in range(2):
            self._looked_at.clear()
            for name in self.functions:
                self.summary(name)

    def summary(self, name: str) -> Summary:
        if name not in self._looked_at and name in self.functions:
            self._looked_at.add(name)
            self.summaries[name] = self.look_at(self, self.functions[name])
        return self.summaries.get(name, Summary())

    def note(self, node: ast.stmt, function: str, name: str, seen: Seen) -> None:
        rule = rules.SharedMemory(name=name, other=seen.name, place=seen.place)
        self.findings[node] = Finding(rule, node, function)
        self.late.discard(node)
        if seen.is_late:
            self.late.add(node)


def are_apart(one: str, other: str) -> bool:
    """An array of the framework's, and what is, or may be, one of NumPy's."""
    return one != other and FRAMEWORKS in (one, other)


def of_parameters(held: Holds) -> Holds:
    return frozenset(h for h in held if h.site.is_parameter)


def union(holds: Iterable[Holds]) -> Holds:
    return frozenset().union(*holds)


class Sites:
    """The names of one function, and the memory that they hold."""

    current: ast.stmt

    def __init__(self, memory: Memory, function: Function) -> None:
        self.memory = memory
        self.handing = memory.handing
        self.function = function
        node = function.node
        is_module = function.qualified_name == MODULE
        self.own = frozenset() if is_module else frozenset(function.parameters) | bound_in(node)
        self.object = function.positional[0] if function.owner is not None and function.positional else ""
        self.names: Names = {p: frozenset({Held(parameter_site(p))}) for p in function.parameters if p != self.object}
        self.kept: dict[Site, set[Seen]] = {}  # by memory, what sees it beyond names
        self.bits: dict[Site, str] = {}
        self.is_computing = function.qualified_name in memory.computing
        self.left: dict[Site, Position] = {}
        self.sides: dict[Site, str] = {}  # what calls say of memory that comes from elsewhere
        self.handed: dict[Site, set[ast.stmt]] = {}  # where the top level hands it over, left out with the write
        self.passing: set[Site] = set()  # parts of models that may give what they are given
        self.nested: dict[str, tuple[ast.FunctionDef, frozenset[str]]] = {}
        self.summary = Summary()
        self.liveness = Liveness()
        self.lasting = memory.globals if is_module else memory.attributes.setdefault(function.owner or "", {})
        self.liveness.block(node.body, frozenset(memory.globals) if is_module else frozenset())
        nested = (n for n in walk(node) if isinstance(n, ast.FunctionDef | ast.Lambda) and n is not node)
        self.captured = frozenset().union(*(names_read(b) for n in nested for b in _bodies(n)))

    def _keep(self, held: Held, name: str, is_late: bool = False) -> None:
        self.kept.setdefault(held.site, set()).add(Seen(held.side, name, is_late))

    def _turn(self, holds: Holds, side: str) -> None:
        """What was either is known to be on one side."""
        sites = {h.site for h in holds}
        self.sides |= dict.fromkeys(sites, side)
        for name, held in self.names.items():
            if any(h.site in sites and not h.side for h in held):
                self.names[name] = frozenset(
                    replace(h, side=side) if h.site in sites and not h.side else h for h in held
                )
        for site in sites & self.kept.keys():
            self.kept[site] = {replace(seen, side=seen.side or side) for seen in self.kept[site]}

    def _fresh(self, node: ast.expr, side: str = EITHER) -> Holds:
        """New memory. What an earlier run of the call made is older from now on."""
        site = Site(SiteKind.MADE, f"{node.lineno}:{node.col_offset}:{node.end_col_offset}")
        older = site.older
        for name, held in self.names.items():
            if any(h.site == site for h in held):
                self.names[name] = frozenset(replace(h, site=older) if h.site == site else h for h in held)
        if site in self.kept:
            self.kept.setdefault(older, set()).update(self.kept.pop(site))
        if site in self.left:
            self.left[older] = self.left[site]
        self.bits[site] = self.handing.bits(node, self.own) if isinstance(node, ast.Call) else ""
        return frozenset({Held(site, side)})

    def _seeing(self, written: Held, statement: ast.stmt) -> Seen | None:
        """What sees the memory on the other side, and is looked at afterwards."""
        site = written.site
        later = self.liveness.after.get(statement, frozenset()) | self.captured
        for name, held in self.names.items():
            is_later = name in later or name.startswith("self.")
            if is_later and any(h.site == site and are_apart(h.side, written.side) for h in held):
                return Seen(written.side, name)
        for seen in sorted(self.kept.get(site, ()), key=lambda s: (s.is_late, s.name)):
            if are_apart(seen.side, written.side):
                return seen
        is_of_callers = site.is_parameter and are_apart(self.sides.get(site, EITHER), written.side)
        is_of_callers &= written.side == NUMPYS or (written.is_sure and self.sides.get(site) == NUMPYS)
        return Seen(written.side, site.parameter, place=" of the caller") if is_of_callers else None

    def _is_handed(self, site: Site) -> bool:
        """Both sides see the memory."""
        sides = {h.side for held in self.names.values() for h in held if h.site == site}
        sides |= {seen.side for seen in self.kept.get(site, ())}
        return {NUMPYS, FRAMEWORKS} <= sides


def _bodies(node: ast.FunctionDef | ast.Lambda) -> Iterator[ast.AST]:
    yield from node.body if isinstance(node.body, list) else [node.body]
