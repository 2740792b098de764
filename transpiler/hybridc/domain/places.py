"""Where in an array a value surely lies: must-alias facts, beside the may-alias facts that `Value.memory` holds.

Two values of one root are the same array seen through views. `x` lies at the root without a step, `y = x[1:]` one step
from it, `y.T` two; a step is the text of an expression over `_hole_`, the array before it.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, replace

from hybridc.domain.sites import Memory, Site
from hybridc.syntax.marks import mark
from hybridc.syntax.walking import walk

HOLE = "_hole_"  # in steps: the array before them
SHARED = "shared"  # the parameter for an array that calls give in parts, and never whole


@dataclass(frozen=True, slots=True)
class Test:
    """The test of an `if` or a conditional expression, which holds or does not."""

    source: ast.If | ast.IfExp
    holds: bool


@dataclass(frozen=True, slots=True)
class Way:
    """Where an array lies if all of the tests go so, and the memory that it then shares."""

    tests: tuple[Test, ...]
    place: Place
    memory: Memory

    def is_apart_from(self, other: Way) -> bool:
        """No run takes both, or what they lead to is not the same."""
        sides = {test.source: test.holds for test in self.tests}
        if any(sides.get(test.source, test.holds) is not test.holds for test in other.tests):
            return True
        return self.place.root != other.place.root and not self.memory & other.memory


@dataclass(frozen=True, slots=True)
class Place:
    """`reads`: the names in the steps, with the number of times that they had been set: a view keeps its indices.

    `numbers`: parameters in the steps that have to be numbers, for indices by arrays copy.
    """

    root: Site
    steps: tuple[str, ...] = ()
    reads: frozenset[tuple[str, int]] = frozenset()
    numbers: frozenset[str] = frozenset()
    is_final: bool = False  # what is taken of it is a copy
    is_contiguous: bool = False  # in the order of its elements, so that `reshape` gives a view
    ways: tuple[Way, ...] = ()  # of a root that is one array or another: which, by tests

    @property
    def is_whole(self) -> bool:
        return not self.steps

    def seen_through(
        self,
        step: ast.expr,
        reads: frozenset[tuple[str, int]],
        numbers: frozenset[str],
        is_contiguous: bool,
        is_final: bool = False,
    ) -> Place:
        """The place of a view, given as the expression over the hole."""
        return replace(
            self,
            steps=(*self.steps, ast.unparse(step)),
            reads=self.reads | reads,
            numbers=self.numbers | numbers,
            is_contiguous=is_contiguous,
            is_final=is_final,
        )

    def further(self, steps: tuple[str, ...]) -> Place:
        """The place of what further steps lead to."""
        return replace(self, steps=(*self.steps, *steps))

    def is_around(self, other: Place) -> bool:
        """The other lies in it: it takes further steps from here."""
        return self.root == other.root and other.steps[: len(self.steps)] == self.steps

    def path_to(self, other: Place, name: str) -> ast.expr:
        """The expression for the other, which lies in this, where `name` holds this."""
        result: ast.expr = ast.Name(name, ast.Load())
        for step in other.steps[len(self.steps) :]:
            result = _filled(step, result)
        return result


@dataclass(frozen=True, slots=True)
class AliasUpdate:
    """Assignments that bring what other names see up to date: targets and values, in order, and names that may hold
    numbers, which are no part of an array: then nothing is assigned.

    `names` are those names; `unmet` the ones that are read later and that nothing tells yet. `unnamed`: what decides
    between arrays and has no name that is still there when it is to be asked.
    """

    assignments: tuple[tuple[ast.expr, ast.expr, str | None], ...]
    names: frozenset[str]
    unmet: frozenset[str]
    unnamed: frozenset[ast.If | ast.IfExp] = frozenset()


@dataclass(frozen=True, slots=True)
class Setting:
    """What says the same as a write to an attribute: an assignment to `target`.

    `value`: the array anew, in terms of `self` and `new`, if it is not what was assigned. `has_views` of the old array.
    """

    target: ast.expr
    value: str | None = None
    has_views: bool = False


@dataclass(frozen=True, slots=True)
class WriteBack:
    """A call of a function that gives back arrays which it was given, changed.

    `changed`: the arguments in the order in which they come back, None for those that nobody else sees.
    `is_result`: what it returns is the first of them, and `gives_value` is False.
    """

    call: ast.Call
    changed: tuple[ast.expr | None, ...]
    gives_value: bool
    is_result: bool
    held: frozenset[ast.expr]  # of the arguments, those that a list, tuple or dict holds
    asked: frozenset[ast.expr] = frozenset()  # those that may be numbers, which no callee changes


@dataclass(frozen=True, slots=True)
class WritingCall:
    """A call that writes into an array: its first argument, or what it is given as `out=`.

    `positional`: the arguments that come before an `out` without a keyword; `mask`: what `where=` chooses; `is_whole`
    where the array gets another shape; `is_again`: of a chain of writes, which reads what its first have written.
    """

    call: ast.Call
    array: ast.expr
    is_out: bool = False
    positional: int | None = None
    mask: ast.expr | None = None
    is_whole: bool = False
    is_held: bool = False  # by a list, tuple or dict
    is_again: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Parameters that see one array: the steps from it to each.

    `whole`: the one that is all of it; `reads`: names of the caller in the steps.
    """

    parts: tuple[tuple[str, tuple[str, ...]], ...]
    whole: str | None
    reads: tuple[str, ...]

    @property
    def parameter(self) -> str:
        """The one that takes all of the array."""
        return self.whole or SHARED

    @property
    def first(self) -> str:
        """The parameter in whose place that one stands."""
        return self.parts[0][0]

    @property
    def names(self) -> frozenset[str]:
        return frozenset(name for name, _ in self.parts)


@dataclass(frozen=True, slots=True)
class Overlap:
    """A call of `callee`; `bases` are the caller's names for the arrays of the groups."""

    callee: str
    groups: tuple[Group, ...]
    bases: tuple[str, ...]


def filled_in(text: str, parts: Mapping[str, ast.expr]) -> ast.expr:
    """The expression with parts in the place of names. Its own nodes have no place in a file."""
    tree = ast.parse(text, mode="eval").body
    for node in walk(tree):
        for field in ("lineno", "col_offset", "end_lineno", "end_col_offset"):
            if hasattr(node, field):
                delattr(node, field)
    for node in walk(tree):
        for field, value in ast.iter_fields(node):
            if isinstance(value, ast.Name) and value.id in parts:
                setattr(node, field, parts[value.id])
            elif isinstance(value, list) and any(isinstance(v, ast.Name) and v.id in parts for v in value):
                value[:] = [parts.get(v.id, v) if isinstance(v, ast.Name) else v for v in value]
    return tree


def _filled(step: str, inner: ast.expr) -> ast.expr:
    """The step with the array before it in the place of the hole."""
    tree = filled_in(step, {HOLE: inner})
    if isinstance(tree, ast.Call) and inner in tree.args:
        mark(tree, viewed=inner)
    return tree


def aged(place: Place, site: Site, older: Site) -> Place:
    """The place once what the site held is older memory."""
    if not any(site in way.memory for way in place.ways):
        return place
    ways = (replace(w, memory=w.memory - {site} | {older}) if site in w.memory else w for w in place.ways)
    return replace(place, ways=tuple(ways))


def hole() -> ast.Name:
    return ast.Name(HOLE, ast.Load())
