"""What the interpretation of one function carries along: the environment, the context and the findings."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from hybridc.core.diagnostics import Severity
from hybridc.dialects.entry import Entry
from hybridc.dialects.table import Dialect
from hybridc.domain.atoms import Dtype
from hybridc.domain.fixpoints import Fixpoints, Held
from hybridc.domain.places import Place, aged
from hybridc.domain.sites import Memory, Site, SiteKind
from hybridc.domain.values import Binding, Form, Value, either, memory_in, opaque, share_nothing
from hybridc.program.callees_writing import WritingCallees
from hybridc.program.parameters.evident import Evident
from hybridc.program.plans import FunctionPlan
from hybridc.program.static_demand import StaticDemand, lookup_method
from hybridc.rules.base import Rule
from hybridc.structure.trees import copy_of
from hybridc.syntax.liveness import Liveness
from hybridc.syntax.module import MODULE, Function, Module
from hybridc.syntax.walking import walk
from hybridc.syntax.wanted import NOTHING_WANTED, Wanted

Environment = dict[str, Value]
Found = dict[tuple[type[Rule], ast.AST], Rule]
Noted = tuple[Found, set[ast.stmt], set[ast.AST]] | None


class Finding(NamedTuple):
    """What is reported, where, and the function that it is in, if any."""

    rule: Rule
    node: ast.AST
    function: str | None


@dataclass
class Findings:
    """Findings of one function by rule and place; the last look at a place counts."""

    found: Found = field(default_factory=dict)
    made: set[ast.AST] = field(default_factory=set)  # statements that no user wrote
    is_quiet: bool = False

    def report(self, rule: Rule, node: ast.AST) -> None:
        is_users = node not in self.made or (isinstance(node, ast.stmt) and rule.severity is Severity.WARNING)
        if not self.is_quiet and (is_users or rule.severity.is_refusal):
            self.found[type(rule), node] = rule

    @contextmanager
    def quiet(self) -> Iterator[None]:
        """A first look at a loop's body, whose findings may not hold once its carry is known."""
        before, self.is_quiet = self.is_quiet, True
        try:
            yield
        finally:
            self.is_quiet = before


@dataclass(frozen=True, slots=True)
class Birth:
    """The compiled branches and loops, and all the loops, in which a list or dict was made."""

    context: tuple[ast.stmt, ...]
    loops: tuple[ast.stmt, ...]


@dataclass(frozen=True)
class Nested:
    """What calling a nested function gives, in terms of its parameters, whose atoms begin with `scope`."""

    function: Function
    statics: frozenset[str]
    scope: str
    result: Value
    known: Memory  # memory that was there before
    result_places: tuple[Place | None, ...]
    mutated: frozenset[str] = frozenset()  # parameters that it writes into, and does not give back
    defaults: Mapping[str, Value] = field(default_factory=dict)  # what parameters are if they are given nothing


@dataclass
class Known:
    """What is known of a function before it is interpreted."""

    helpers: frozenset[str] = frozenset()  # functions of plain arithmetic, which run on known and traced values alike
    unrolled: frozenset[ast.stmt] = frozenset()  # loops that have to stay Python for a list's sake
    unasked: Set[str] = frozenset()  # parameters, also of nested functions, of which no test tells that surely runs
    containers: frozenset[str] = frozenset()  # names that are used as arrays or lists
    flagged: frozenset[str] = frozenset()  # names that hold nothing at times, which a flag tells
    tables: frozenset[str] = frozenset()  # names whose lists become arrays
    evident: Evident = field(default_factory=Evident)  # parameters that the text shows to be numbers
    assumes_numbers: bool = False  # what operators change in place is no array, which is checked
    tells_rows: bool = True  # elements of arrays of any rank are told of what is written, if they are rows
    has_lines: bool = True  # the lines of the tree are those of the user's file
    wanted: Wanted = NOTHING_WANTED  # checks
    callees: WritingCallees | None = None  # what writes that nothing compiles
    attributes_kept: Callable[[], frozenset[str]] = frozenset  # plain ones whose arrays all that have them write
    any_dtype: bool = False  # all that are unknown may
    lists: frozenset[str] = frozenset()  # parameters for which callers may give lists
    indexed_lists: frozenset[str] = frozenset()  # those that may become arrays as the function begins
    is_called: bool = False  # by compiled functions of the file
    written: Memory = frozenset()  # memory that may be, where arrays are written as they stand


@dataclass
class Flow:
    """Where in the function the interpretation is, and what it remembers of loops."""

    scope: str = ""  # put before names of a nested function
    nested: dict[str, Nested] = field(default_factory=dict)
    context: list[ast.stmt] = field(default_factory=list)  # enclosing compiled `if`s and loops
    loops: list[tuple[ast.stmt, bool]] = field(default_factory=list)  # enclosing loops; True: compiled
    read_by_loops: dict[ast.stmt, Memory] = field(default_factory=dict)  # memory of what they run over
    run_over: dict[ast.stmt, Memory] = field(default_factory=dict)  # memory of arrays that they run over
    fixpoints: Fixpoints = field(default_factory=Fixpoints)
    traced_tests: set[ast.stmt] = field(default_factory=set)  # of `while`: later looks at these know less, not more
    late: set[str] = field(default_factory=set)  # names that are None until a compiled loop's first turn
    weak: frozenset[str] = frozenset()  # carried by loops around, and Python's numbers when these are reached
    whole: frozenset[str] = frozenset()  # carried as well, and perhaps whole numbers then, of a dtype that is not known
    entered: dict[str, Value] = field(default_factory=dict)  # lists and the like, carried as well: what they were then
    outside: Memory = frozenset()  # what the functions around a nested one hold
    roots_outside: Memory = frozenset()  # of the places of that
    is_first_turn: bool = False  # what is None is known to be
    set_times: Counter[str] = field(default_factory=Counter)  # how often each name was set, on any path


@dataclass
class Allocations:
    """What is known of the memory of names, beside their values."""

    born: dict[Site, Birth] = field(default_factory=dict)  # of each list and dict
    table_sites: dict[Site, Dtype] = field(default_factory=dict)  # their memory, with their elements' dtype
    recast: set[Site] = field(default_factory=set)  # memory of arrays whose dtype has other bits in the framework
    parted: dict[str, ast.Assign] = field(default_factory=dict)  # names of parts, by what takes the array apart
    # by roots of places, names that had all of what lies there, until a statement gave them something else
    left: dict[Site, list[tuple[ast.stmt, str, Place]]] = field(default_factory=dict)
    # by names, what may give them an array for a number, and what may be one
    makers: dict[str, dict[ast.stmt, ast.expr]] = field(default_factory=dict)
    # by functions of which somebody asked and by names, what they are bound to; None: by no assignment of a value
    given: dict[ast.AST, Mapping[str, list[ast.expr | None]]] = field(default_factory=dict)
    proven: Mapping[ast.stmt, frozenset[str]] | None = None  # arrays with dimensions, once somebody asks


@dataclass
class State:
    """One function under interpretation."""

    function: Function
    module: Module
    dialects: tuple[Dialect, ...]
    plans: dict[str, FunctionPlan]  # the graph functions interpreted so far
    static_parameters: dict[str, frozenset[str]]  # of all graph functions
    demand: StaticDemand
    plan: FunctionPlan
    findings: Findings
    liveness: Liveness
    environment: Environment = field(default_factory=dict)
    known: Known = field(default_factory=Known)
    flow: Flow = field(default_factory=Flow)
    memory: Allocations = field(default_factory=Allocations)

    def allocate(self, node: ast.AST) -> Memory:
        """Fresh memory. What an earlier run of the same expression made is older memory from now on."""
        site = site_of(node)
        older = site.older
        for name, value in self.environment.items():
            if site in value.memory:
                place = value.place and aged(value.place, site, older)
                self.environment[name] = replace(value, memory=value.memory - {site} | {older}, place=place)
        return frozenset({site})

    def noted(self) -> Noted:
        """What a look at a turn adds to, unless it is a quiet one."""
        plan = self.plan
        return (
            None
            if self.findings.is_quiet
            else (dict(self.findings.found), set(plan.control.to_unroll), set(plan.control.reformed))
        )

    def forget(self, noted: Noted) -> None:
        """What was added since: it may not hold once more is known of what the loop carries."""
        if noted is not None:
            self.findings.found, self.plan.control.to_unroll, self.plan.control.reformed = noted

    def held(self, apart: frozenset[str] = frozenset()) -> Held:
        """What holds here, of all names but those."""
        return Held({n: v for n, v in self.environment.items() if n not in apart}, Counter(self.flow.set_times))

    def note_set(self, names: Iterable[str]) -> None:
        """From here on the names may hold something else: views by them are views by what they held."""
        self.flow.set_times.update(names)

    def sharing(self, name: str, statement: ast.stmt) -> str | None:
        """The first of those names, if there is any."""
        return min(self.sharers(name, statement), default=None)

    def sharers(self, name: str, statement: ast.stmt) -> list[str]:
        """Other names, read after the statement, that may see the memory of `name` and are not told of the write."""
        later = self.liveness.after.get(statement, frozenset())
        later -= self.plan.structured.origins.updated_aliases.get(statement, frozenset())
        held = self.environment[name]
        others = (n for n, v in self.environment.items() if n != name and n in later and not share_nothing(held, v))
        return sorted(others)

    def only_asks(self, name: str, statement: ast.stmt) -> bool:
        """What follows asks the array of `name` for what a write leaves as it is, `x.size(0)`, and reads no element."""
        is_global = self.function.name == MODULE or name in self.function.globals_declared
        is_made = statement in self.findings.made  # with others, from one line
        if self.flow.loops or self.flow.scope or is_global or is_made or name in self.function.parameters:
            return False
        end = (statement.end_lineno or statement.lineno, statement.end_col_offset or 0)
        asking = {
            n.value
            for n in self.function.of(ast.Attribute)
            if isinstance(n.value, ast.Name) and _tells_shape(lookup_method(self.dialects, n.attr))
        }
        reads = [n for n in self.function.of(ast.Name) if n.id == name and isinstance(n.ctx, ast.Load)]
        inside = [f for f in self.function.of_any(ast.FunctionDef, ast.Lambda) if f is not self.function.root]
        is_captured = any(n.id == name for f in inside for n in walk(f) if isinstance(n, ast.Name))
        return bool(reads) and not is_captured and all(n in asking or (n.lineno, n.col_offset) < end for n in reads)

    @property
    def refers(self) -> bool:
        """Arrays are written as they stand: who shares memory is known while tracing."""
        return self.plan.references is not None

    @property
    def is_of_arrays(self) -> bool:
        """The file has no models, whose frameworks promote dtypes in ways of their own."""
        return all(dialect.models is None for dialect in self.dialects)

    @property
    def has_views_of_elements(self) -> bool:
        """`v = x[0]` is an array, into which operators write, whatever the rank of `x`: NumPy's may be a number."""
        return any(d.models is not None and not d.models.rebinds for d in self.dialects)

    @property
    def holds_boxes(self) -> bool:
        """Some name holds a list or dict, or what holds one."""
        return any(site.is_list for v in self.environment.values() for site in memory_in(v))

    @property
    def is_compiled_here(self) -> bool:
        """Inside a compiled branch or loop."""
        return bool(self.flow.context)

    def box(self, node: ast.AST) -> Memory:
        """The memory of a new list or dict itself, apart from what it holds."""
        site = Site(SiteKind.LIST, _place_of(node))
        self.memory.born[site] = Birth(tuple(self.flow.context), tuple(s for s, _ in self.flow.loops))
        return frozenset({site})

    def same(self, node: ast.AST, memory: Memory) -> Memory:
        """What marks a list whose elements may be one array; nothing where they have no memory."""
        return frozenset({Site(SiteKind.REPEATED, _place_of(node))}) if memory else memory

    def one_or_other(self, node: ast.AST, joined: Value) -> Value:
        """What is one list or dict or another, as only the running program knows, is a new one in compiled code, even
        where both are the same."""
        if joined.form not in (Form.LIST, Form.DICT):
            return joined
        return replace(joined, memory=joined.memory | self.other(node))

    def other(self, node: ast.AST) -> Memory:
        """What marks a list or dict that is another one in compiled code than in the original."""
        return frozenset({Site(SiteKind.EITHER, _place_of(node))})

    def perhaps_same(self, name: str, container: Value, statement: ast.stmt) -> str | None:
        """Another name, read after the statement, for what may be the same list or dict as only the program knows."""
        later = self.liveness.after.get(statement, frozenset())
        others = (n for n, v in self.environment.items() if n != name and n in later and v.boxes & container.boxes)
        chosen = (
            n for n in others if any(m.kind is SiteKind.EITHER for m in self.environment[n].memory | container.memory)
        )
        return min(chosen, default=None)

    def set_contents(self, name: str, before: Value, after: Value) -> None:
        """What the list or dict holds by now, for all names by which it, or what holds it, is seen."""
        for other, value in self.environment.items():
            if other != name and before.boxes & value.boxes:
                self.environment[other] = _with_contents(value, before, after)
        self.environment[name] = after

    def iterator(self, node: ast.AST) -> Memory:
        """What marks the value of an expression that can be run over once."""
        site = Site(SiteKind.ITERATOR, _place_of(node))
        self.memory.born[site] = Birth(tuple(self.flow.context), tuple(s for s, _ in self.flow.loops))
        return frozenset({site})

    def is_table(self, array: Value) -> bool:
        """It stands for a list of numbers."""
        return bool(array.memory) and all(site.newest in self.memory.table_sites for site in array.memory)

    def unroll(self, *loops: ast.stmt) -> None:
        """What was found at a last look makes these loops Python's; the function is looked at again."""
        if not self.findings.is_quiet:
            self.plan.control.to_unroll |= set(loops)

    def births(self, container: Value) -> list[Birth]:
        """Where the list or dict, or those that it may be, was made; empty where that is not known."""
        boxes = container.boxes
        return [self.memory.born[b] for b in boxes] if boxes <= self.memory.born.keys() else []

    def is_made_here(self, container: Value) -> bool:
        """No compiled branch or loop lies between here and where the list or dict was made: it is Python's."""
        if not self.is_compiled_here:
            return True
        births = self.births(container)
        return bool(births) and all(b.context == tuple(self.flow.context) for b in births)

    def is_made_before_this_loop(self, container: Value) -> bool:
        """No other loop goes on while what comes next fills the list."""
        births = self.births(container)
        return bool(births) and all(b.loops == tuple(s for s, _ in self.flow.loops) for b in births)

    def compiled_since_birth(self, container: Value) -> list[ast.stmt]:
        """The compiled branches and loops that lie between where the list or dict was made and here."""
        births = self.births(container)
        shared = min((len(b.context) for b in births), default=0)
        return self.flow.context[shared:]

    def binding_of(self, *values: Value) -> Binding:
        if all(v.is_static for v in values):
            return Binding.STATIC
        return Binding.TRACED


def either_environment(left: Environment, right: Environment) -> Environment:
    """What holds after one of two paths, of which Python takes one while tracing."""
    joined: Environment = {}
    for name in dict.fromkeys([*left, *right]):
        one, other = left.get(name), right.get(name)
        if one is not None and other is not None:
            joined[name] = either(one, other)
        else:
            joined[name] = replace(one or other or opaque(), is_bound=False)
    return joined


def _tells_shape(lines: tuple[Entry, ...]) -> bool:
    """What all lines for an attribute or method give is known while tracing."""
    return bool(lines) and all(line.is_static and not line.refusal for line in lines)


def _with_contents(value: Value, before: Value, after: Value) -> Value:
    if not value.boxes & before.boxes:
        return value
    memory = value.memory | after.memory
    binding = value.binding if after.is_static else after.binding
    if value.form is before.form and value.boxes == before.boxes:
        return replace(value, items=after.items, keys=after.keys, memory=memory, binding=binding)
    is_it = value.form is before.form and value.boxes <= before.boxes
    items = None if value.items is None or is_it else tuple(_with_contents(i, before, after) for i in value.items)
    return replace(value, items=items, memory=memory, binding=binding)


def site_of(node: ast.AST) -> Site:
    """The memory that an expression makes. Of calls in a chain, `f(x).copy()`, all start at one place."""
    end = getattr(node, "end_lineno", 0), getattr(node, "end_col_offset", 0)
    return Site(SiteKind.MADE, f"{_place_of(node)}:{type(node).__name__}:{end[0]}:{end[1]}")


def _place_of(node: ast.AST) -> str:
    """Where the node stands, and which copy of what stands there it is."""
    return f"{getattr(node, 'lineno', 0)}:{getattr(node, 'col_offset', 0)}{copy_of(node)}"
