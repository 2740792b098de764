"""Who else sees what is written: other names of one array, views of it, and names that are it or another array."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import replace

from hybridc.domain import ranks
from hybridc.domain.places import HOLE, AliasUpdate, Place, Way
from hybridc.domain.sites import Site
from hybridc.domain.values import ways_of
from hybridc.program.assumptions import INDEX, Kind, assume
from hybridc.program.placing import around, is_array_like, name_around, place_of_name
from hybridc.program.plans import given_back
from hybridc.program.proven_arrays import are_of_numbers, has_elements, is_item, may_be_number, surely_arrays
from hybridc.program.state import State
from hybridc.structure.trees import conjunction, read
from hybridc.syntax.arguments import arguments_given
from hybridc.syntax.dataflow import PLACE, base_name, names_read, row_of

_MADE = "other names hold the number, and would be told of what is written into the array"


def alias_update(state: State, name: str, statement: ast.stmt) -> AliasUpdate | None:
    """What brings the other names of the array up to date after a write into what `name` holds.

    Each name whose place in the array is certain, read later or not: `structure/views.py` leaves out what nobody reads.
    """
    place = place_of_name(state, name)
    if place is None:
        return None
    live = state.liveness.after.get(statement, frozenset())
    beside = _beside(state, name)
    row = name if writes_numbers(state, name, statement) else None
    telling = _Telling(state, name, statement, place, beside, row)
    telling.tell()
    if place.root not in telling.bases:
        telling = _Telling(state, name, statement, place, _read_later(state, beside, live), row)
        telling.tell()
    names = telling.told - {name}
    if not names and not telling.unnamed:
        return None
    told = state.plan.structured.origins.updated_aliases.get(statement, frozenset())
    for each in (name, *names):
        assume(state.plan.assumed, Kind.NUMBER, statement, telling.places[each].numbers, INDEX)
    state.plan.arguments.tells_rows |= any(row is not None for _, _, row in telling.assignments)
    assignments = tuple(telling.assignments)
    apart = _apart_from_numbers(state, telling.places, name, names, statement)
    if row is None and any(other in live and _is_read_again(state, other, statement) for other in apart):
        asked = _of_numbers(telling.places, name, apart)
        if asked is None or not apart >= names & live:
            return None
        assignments = tuple((t, v, asked if r is None and base_name(t) in apart else r) for t, v, r in assignments)
    return AliasUpdate(assignments, names, names & live - told, frozenset(telling.unnamed))


def writes_numbers(state: State, name: str, statement: ast.stmt) -> bool:
    """What the operator or the call changes may be a number, which is no part of the array."""
    if state.has_views_of_elements:
        return False
    if row_of(statement) == PLACE:  # a part of what the name holds
        return True
    if name in surely_arrays(state, statement):
        return False
    if isinstance(statement, ast.Assign):
        return row_of(statement) == name
    is_operator = isinstance(statement, ast.AugAssign) and isinstance(statement.target, ast.Name)
    return is_operator and ranks.may_be_number(state.environment[name])


def _apart_from_numbers(
    state: State, places: Mapping[str, Place], name: str, others: frozenset[str], statement: ast.stmt
) -> frozenset[str]:
    """Those of the others that are no part of what is written if the function is given a number for the array."""
    found: set[str] = set()
    is_array = name in surely_arrays(state, statement)
    for other in others:
        steps, pairs = [], zip(places[name].steps, places[other].steps, strict=False)
        for one, step in pairs:
            if one != step:
                break
            steps.append(one)
        shared = replace(places[name], steps=tuple(steps))
        asked = [n for n in (name, other) if are_of_numbers(places[n].steps, by_methods=True)]
        if places[name].root != places[other].root:  # which one test or another makes it
            shared, asked, steps = places[other], [other], []
        behind = places[name].steps[len(steps) :]
        if is_array and (not behind or has_elements(behind)):
            continue  # what the name shows is an array as well
        same = [n for n, p in places.items() if p.root == shared.root and p.steps == shared.steps]
        if may_be_number(state, shared, {*asked, *same}, statement):
            found.add(other)
    return frozenset(found)


def _is_read_again(state: State, name: str, statement: ast.stmt) -> bool:
    """The function, as it was written, reads the name behind the statement, or what it becomes is given to a caller."""
    function = state.module.functions.get(state.function.qualified_name)
    if function is None or state.known.is_called or state.flow.loops or state.flow.scope:
        return True
    reads = (n for n in function.of(ast.Name) if n.id == name and isinstance(n.ctx, ast.Load))
    return any(n.lineno > statement.lineno for n in reads)


def _of_numbers(places: Mapping[str, Place], name: str, others: frozenset[str]) -> str | None:
    """A name that is a number if the array is one."""
    names = (n for n in (name, *sorted(others)) if are_of_numbers(places[n].steps))
    return next((n for n in names if not any("squeeze" in step for step in places[n].steps)), None)


def note_maker(state: State, name: str, statement: ast.stmt) -> None:
    """An operator or a call may give the name an array for a number that others hold too."""
    match statement:
        case ast.AugAssign() if not keeps_rank(state, statement):
            state.memory.makers.setdefault(name, {})[statement] = statement.target
        case ast.Assign(value=ast.Call(func=ast.Name(id=called)) as call):
            plan = state.plans.get(called)
            if plan is not None and plan.lines.makes_arrays:
                given = arguments_given(plan.function, call)
                for argument in (given[n] for n in given_back(plan)[:1] if n in given):  # not of `**options`
                    state.memory.makers.setdefault(name, {})[statement] = argument


def keeps_rank(state: State, statement: ast.AugAssign) -> bool:
    """The operator gives no name an array for a number."""
    value = state.plan.values.get(statement.value)
    return isinstance(statement.value, ast.Constant) or (value is not None and value.is_scalar)


def _tell_ranks(state: State, name: str, places: Mapping[str, Place], statement: ast.stmt) -> bool:
    """Whether what `name` holds after the statement has dimensions where it had some before.

    A name that may have got an array for a number is told of no write to that number: it is checked that it has not.
    """
    makers = places.keys() & state.memory.makers.keys()
    own = {name}
    if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Name):  # what a call gave
        own.add(statement.value.id)
    is_held = any(n != name and places[name].is_around(place) for n, place in places.items())
    known = state.plan.assumed.nodes(Kind.RANK)
    for other in sorted((makers - own) | ({name} if is_held else set())):  # others may have the array that it made
        found = state.memory.makers.get(other, {})
        for maker in [m for m in found if m not in known and (other != name or m is not statement)]:
            assume(state.plan.assumed, Kind.RANK, maker, [other], _MADE, found[maker])
    return not makers and isinstance(statement, ast.AugAssign)


class _Telling:
    """Tells names what has become of their arrays: first those of the written one, then those that it may be."""

    def __init__(
        self, state: State, name: str, statement: ast.stmt, place: Place, beside: Mapping[str, Place], row: str | None
    ) -> None:
        self.state = state
        self.name = name
        self.statement = statement
        self.row = row  # the written name, where it may hold a number
        self.places = {name: place, **beside}
        self.keeps_rank = row is None or _tell_ranks(state, name, self.places, statement)
        self.assignments: list[tuple[ast.expr, ast.expr, str | None]] = []
        self.unnamed: set[ast.If | ast.IfExp] = set()
        self.bases: dict[Site, str] = {}  # by roots that are up to date, the name that all others are views of
        self.followed: set[tuple[Site, Way]] = set()  # by roots that may be another, how they were told

    @property
    def told(self) -> frozenset[str]:
        return frozenset(other for other in self.places if self._is_told(other))

    def tell(self) -> None:
        """Fills the assignments."""
        place = self.places[self.name]
        base = self._settle(place.root, self.name)
        if base is None:
            return
        for way in ways_of(self.state.environment[base]) if place.ways else ():
            self._lead_back(way, base)
        for root in dict.fromkeys(p.root for p in self.places.values() if p.ways and p.root != place.root):
            self._follow(root)

    def _named(self, root: Site) -> dict[str, Place]:
        return {name: place for name, place in self.places.items() if place.root == root}

    def _settle(self, root: Site, written: str) -> str | None:
        """Brings the names of one array up to date with the written one. Returns the name that has all of it."""
        places = self._named(root)
        base = name_around(self.state, (written, *places), places.values())
        if base is None:
            return None
        self.bases[root] = base
        held = self.places[base]
        if base != written:
            self._assign(target(held, self.places[written], base), read(written))
        self._tell_views(base, written)
        return base

    def _tell_views(self, base: str, *known: str) -> None:
        held = self.places[base]
        for other, found in self._named(held.root).items():
            if other not in (base, *known):
                self._assign(ast.Name(other, ast.Store()), held.path_to(found, base))

    def _lead_back(self, way: Way, name: str) -> None:
        """What `name` is on this way becomes what `name` holds, and is as it was on others.

        Where no name has all of that array any more, the views that are left of it are told one by one.
        """
        named = self._named(way.place.root)
        base = name_around(self.state, named, named.values())
        is_part = base is not None and self.places[base].is_around(way.place)
        is_around = bool(named) and all(way.place.is_around(place) for place in named.values())
        test = self._test(way) if is_part or is_around else None
        if test is None:
            return
        if base is not None and is_part:
            held = self.places[base]
            self._assign(target(held, way.place, base), _chosen(test, read(name), held.path_to(way.place, base)))
            self._tell_views(base)
            self.bases[way.place.root] = base
        else:
            for other, place in named.items():
                self._assign(ast.Name(other, ast.Store()), _chosen(test, way.place.path_to(place, name), read(other)))
        self.followed.add((self.places[name].root, way))

    def _follow(self, root: Site) -> None:
        """Names that are one of several arrays hear of those that are up to date."""
        named = self._named(root)
        base = name_around(self.state, named, named.values())
        if base is None:
            return
        ways = [way for way in ways_of(self.state.environment[base]) if way.place.root in self.bases]
        for way in ways:
            source = self.bases[way.place.root]
            held = self.places[source]
            is_part, is_around = held.is_around(way.place), way.place.is_around(held)
            test = self._test(way) if is_part or is_around else None
            if test is None:
                continue
            if is_part:
                self._assign(ast.Name(base, ast.Store()), _chosen(test, held.path_to(way.place, source), read(base)))
            else:
                place = way.place.path_to(held, base)
                self._assign(target(way.place, held, base), _chosen(test, read(source), place))
            self.followed.add((root, way))
        if ways:
            self._tell_views(base)

    def _is_told(self, other: str) -> bool:
        """Whatever of the written array the name may see is brought up to date."""
        mine, theirs = self.places[self.name], self.places[other]
        if mine.root == theirs.root:
            return mine.root in self.bases
        shared = [
            (one, way)
            for one in ways_of(self.state.environment[self.name])
            for way in ways_of(self.state.environment[other])
            if not one.is_apart_from(way)
        ]
        return bool(shared) and all(self._is_followed(mine, one, theirs, way) for one, way in shared)

    def _is_followed(self, mine: Place, one: Way, theirs: Place, way: Way) -> bool:
        if one.place.root != way.place.root:
            return False
        if theirs.ways and one.place.root not in self.bases:
            return False
        sides = ((mine, one), (theirs, way))
        return all(not place.ways or self._has_followed(place.root, found) for place, found in sides)

    def _has_followed(self, root: Site, way: Way) -> bool:
        return any(r == root and w.tests == way.tests for r, w in self.followed)

    def _assign(self, target: ast.expr, value: ast.expr) -> None:
        """Names that may hold numbers are asked: a number is no part of the array.

        The written name holds what the operator made; where that may be an array of a number, others tell what it was.
        """
        row, given = self.row, self.statement.value if isinstance(self.statement, ast.Assign) else None
        if row and isinstance(target, ast.Name) and isinstance(given, ast.Name) and target.id == given.id:
            return  # what a call gave is what is written
        if isinstance(target, ast.Name) and (self._may_be_element(target.id) or (row and not self.keeps_rank)):
            row = target.id
        elif row and not self.keeps_rank:
            row = PLACE
        if row and isinstance(target, ast.Name) and (whole := self._makes_array(target.id, value)) is not None:
            row = whole
        self.assignments.append((target, value, row))

    def _makes_array(self, name: str, value: ast.expr) -> str | None:
        """The name of which `name` is a view that is an array whatever that is: of a number, it is one of its own."""
        read = names_read(value) & self.places.keys()
        whole = next(iter(read)) if len(read) == 1 else None
        if whole is None or whole == name or name not in self.places:
            return None
        steps = self.places[name].steps[len(self.places[whole].steps) :]
        is_part = any(f"{HOLE}[" in step for step in steps)
        return None if is_part or are_of_numbers(steps) else whole

    def _may_be_element(self, name: str) -> bool:
        value = self.state.environment[name]
        is_element = value.is_element or (value.rank is None and any(is_item(way.place) for way in ways_of(value)))
        if not is_element or self.state.has_views_of_elements:
            return False
        return name not in surely_arrays(self.state, self.statement)

    def _test(self, way: Way) -> ast.expr | None:
        """What says that the way is taken; None where a test has no name that lasts."""
        parts: list[ast.expr] = []
        for test in way.tests:
            if not self._lasts(test.source.test):
                self.unnamed.add(test.source)
                continue
            name = test.source.test
            assert isinstance(name, ast.Name)
            parts.append(read(name.id) if test.holds else ast.UnaryOp(ast.Not(), read(name.id)))
        return conjunction(*parts) if len(parts) == len(way.tests) else None

    def _lasts(self, test: ast.expr) -> bool:
        """A name that nothing sets but what decides."""
        if not isinstance(test, ast.Name):
            return False
        if test.id in self.state.plan.structured.origins.choices:
            return True
        value = self.state.environment.get(test.id)
        stores = (n for n in self.state.function.of(ast.Name) if n.id == test.id and isinstance(n.ctx, ast.Store))
        is_number = value is not None and (value.is_static or value.is_scalar)
        return is_number and test.id in self.state.function.parameters and next(stores, None) is None


def _chosen(test: ast.expr, value: ast.expr, otherwise: ast.expr) -> ast.expr:
    if isinstance(test, ast.UnaryOp):
        return ast.IfExp(test.operand, otherwise, value)
    return ast.IfExp(test, value, otherwise)


def _beside(state: State, name: str) -> dict[str, Place]:
    """Other names that may see its memory, and whose places are certain."""
    found: dict[str, Place] = {}
    for other, value in list(around(state, name)):
        if is_array_like(value) and (state.known.tells_rows or not value.is_element or other in state.known.containers):
            place = place_of_name(state, other)
            if place is not None:
                found[other] = place
    return found


def _read_later(state: State, beside: Mapping[str, Place], live: frozenset[str]) -> dict[str, Place]:
    """Those of the names that are read later. The others lose their places: what they hold is out of date."""
    for other in beside.keys() - live:
        state.environment[other] = replace(state.environment[other], place=None)
    return {other: place for other, place in beside.items() if other in live}


def target(held: Place, place: Place, name: str) -> ast.expr:
    """The view as the target of an assignment, where `name` holds the array."""
    if held == place or held.steps == place.steps:
        return ast.Name(name, ast.Store())
    path = held.path_to(place, name)
    if isinstance(path, ast.Subscript):
        path.ctx = ast.Store()
        return path
    return ast.Subscript(path, ast.Constant(...), ast.Store())


def changed_since(state: State, name: str, statement: ast.stmt) -> dict[ast.stmt, frozenset[str]]:
    """The statements that bound views, by names in them that were set since: of the name, and others of its memory
    that are read after the statement."""
    found: dict[ast.stmt, frozenset[str]] = {}
    live = state.liveness.after.get(statement, frozenset())
    for other in (name, *(o for o, _ in around(state, name) if o in live)):
        place = state.environment[other].place
        changed = frozenset(n for n, times in place.reads if state.flow.set_times[n] != times) if place else frozenset()
        for binding in state.function.of(ast.Assign) if changed else ():
            match binding:
                case ast.Assign(targets=[ast.Name(id=bound)], value=value) if bound == other:
                    if set_since := changed & names_read(value):
                        found[binding] = set_since
    return found
