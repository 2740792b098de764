"""Where in an array a value surely lies: must-alias facts, beside the may-alias facts that `Value.memory` holds.

Two values of one root are the same array seen through views. `x` lies at the root without a step, `y = x[1:]` one step
from it, `y.T` two; a step is the text of an expression over `_`, the array before it.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace

from hybridc.analysis.walking import walk

HOLE = "_"


@dataclass(frozen=True, slots=True)
class Place:
    """`reads`: the names in the steps, with the number of times that they had been set: a view keeps its indices.

    `numbers`: parameters in the steps that have to be numbers, for indices by arrays copy.
    """

    root: str
    steps: tuple[str, ...] = ()
    reads: frozenset[tuple[str, int]] = frozenset()
    numbers: frozenset[str] = frozenset()
    is_contiguous: bool = False  # in the order of its elements, so that `reshape` gives a view

    @property
    def is_whole(self) -> bool:
        return not self.steps

    def seen_through(
        self, step: ast.expr, reads: frozenset[tuple[str, int]], numbers: frozenset[str], is_contiguous: bool
    ) -> Place:
        """The place of a view, given as the expression over `_`."""
        return replace(
            self,
            steps=(*self.steps, ast.unparse(step)),
            reads=self.reads | reads,
            numbers=self.numbers | numbers,
            is_contiguous=is_contiguous,
        )

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
class Sync:
    """Assignments that bring what other names see up to date: targets and values, in order.

    `names` are those names; `unmet` the ones that are read later and that nothing tells yet.
    """

    assignments: tuple[tuple[ast.expr, ast.expr], ...]
    names: frozenset[str]
    unmet: frozenset[str]


def _filled(step: str, inner: ast.expr) -> ast.expr:
    """The step with the array before it in the place of `_`."""
    tree = ast.parse(step, mode="eval").body
    for node in walk(tree):
        for field in ("lineno", "col_offset", "end_lineno", "end_col_offset"):
            if hasattr(node, field):
                delattr(node, field)
        for field, value in ast.iter_fields(node):
            if isinstance(value, ast.Name) and value.id == HOLE:
                setattr(node, field, inner)
            elif isinstance(value, list) and any(isinstance(v, ast.Name) and v.id == HOLE for v in value):
                assert isinstance(node, ast.Call)
                node.args = [inner, *node.args[1:]]
                node.viewed = inner  # type: ignore[attr-defined]
    return tree


def hole() -> ast.Name:
    return ast.Name(HOLE, ast.Load())
