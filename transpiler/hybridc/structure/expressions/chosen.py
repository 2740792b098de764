"""Sums and the like of what a mask chooses, computed of whole arrays: `x[m].sum()` becomes `x.sum(where=m)`.

A name for what a mask chooses is that of the mask instead, `pos = x[x > 0]` becomes `pos = x > 0`, or of the whole
array that its values are taken from.
"""

from __future__ import annotations

import ast
import enum
from collections.abc import Mapping
from dataclasses import dataclass, field

from hybridc.structure.trees import Origins, assign, read
from hybridc.structure.views import Blocks
from hybridc.structure.work import Structured


class Reduced(enum.Enum):
    """What is computed of the values that a mask chooses."""

    FUNCTION = "np.sum(x, where=m)"
    METHOD = "x.sum(where=m)"
    TRUE = "np.count_nonzero(x)"  # of truth values, which are summed up
    NONZERO = "(x != 0).sum(where=m)"
    COUNT = "control.count(m)"


@dataclass(frozen=True, slots=True)
class Spread:
    """A mask, and what is written where it is to have the shape of an array. `arrays`: those whose first dimensions it
    has, if that is to be looked at while tracing; `beside`: what goes with each of the rows that it chooses;
    `is_of_rows`: they are reduced row by row, `is_wide`: of a mask that may have several dimensions."""

    mask: ast.expr
    arrays: tuple[ast.expr, ...] = ()
    beside: tuple[ast.expr, ...] = ()
    is_of_rows: bool = False
    is_wide: bool = False


@dataclass(frozen=True, slots=True)
class WholeRead:
    """A read of chosen values: the whole array, None for what the name holds from now on. `mask`: by which the array is
    read still, as a copy; `is_filled`: with ones in the place of what is not chosen."""

    array: ast.expr | None
    mask: Spread | None = None
    is_filled: bool = False


@dataclass(eq=False)
class Selections:
    """What becomes of expressions and statements."""

    reads: dict[ast.expr, WholeRead] = field(default_factory=dict)
    reduced: dict[ast.expr, tuple[Reduced, Spread]] = field(default_factory=dict)
    # By assignments of chosen values: the name of the mask, if it gets one, and whether the values get theirs
    named: dict[ast.stmt, tuple[str, ast.expr, bool]] = field(default_factory=dict)


def with_selections(before: Structured, selections: Selections) -> Structured:
    node = before.origins.changed(before.node, body=_Whole(before.origins, selections).block(before.node.body))
    return Structured(node, before.origins, before.unset, before.assumed)


class _Whole(Blocks):
    def __init__(self, origins: Origins, selections: Selections) -> None:
        super().__init__(origins)
        self.selections = selections

    def statement(self, statement: ast.stmt) -> list[ast.stmt]:
        named = self.selections.named.get(statement)
        made: list[ast.stmt] = []
        if named is not None:
            name, mask, has_values = named
            if not has_values and isinstance(statement, ast.Assign) and _is_name(statement.targets, name):
                return [self.origins.changed(statement, value=self._as_it_is(mask))]
            made.append(self.origins.make(assign(name, self._as_it_is(mask)), statement))
            if not has_values:
                return made
        changed: dict[str, object] = {}
        for part, value in ast.iter_fields(statement):
            if isinstance(value, ast.AST) and not isinstance(value, ast.stmt):
                new: object = self._rewritten(value)
            elif isinstance(value, list) and not any(isinstance(v, ast.stmt | ast.excepthandler) for v in value):
                new = [self._rewritten(v) if isinstance(v, ast.AST) else v for v in value]
            else:
                continue
            if new != value:
                changed[part] = new
        return [*made, self.origins.changed(statement, **changed) if changed else statement]

    def _rewritten(self, tree: ast.AST) -> ast.AST:
        """The tree with whole arrays; the same object where nothing changes."""
        found = self.selections
        parts = [n for n in ast.walk(tree) if n in found.reads or n in found.reduced]
        if not parts:
            return tree
        new = self.origins.copied([tree])[0]
        olds = {n: old for old, n in zip(ast.walk(tree), ast.walk(new), strict=True)}
        rewriting: ast.NodeTransformer = _Rewriting(self, olds)
        return rewriting.visit(new)  # type: ignore[no-any-return]

    def _as_it_is(self, mask: ast.expr) -> ast.expr:
        """The mask, which shares memory with no name: one that is written later stays what it was here."""
        if not isinstance(mask, ast.Name):
            return self._again_whole(mask)
        new = self.origins.make(ast.Subscript(self._again(mask), self._again(mask), ast.Load()), mask)
        self.origins.chosen.add(new)
        return new

    def _again(self, node: ast.expr) -> ast.expr:
        return self.origins.copied([node])[0] if hasattr(node, "lineno") else read(node.id)  # type: ignore[attr-defined]

    def _again_whole(self, node: ast.expr) -> ast.expr:
        """In which sums of what a mask chooses may stand."""
        new = self._rewritten(node)
        assert isinstance(new, ast.expr)
        return self._again(node) if new is node else new

    def spread(self, of: Spread, like: ast.AST) -> ast.expr:
        mask = self._again_whole(of.mask)
        if not (of.arrays or of.is_of_rows):
            return mask
        keywords = [ast.keyword("beside", ast.Tuple([*map(self._again, of.beside)], ast.Load()))] if of.beside else []
        keywords += [ast.keyword("axis", ast.Constant(0))] if of.is_of_rows and not of.is_wide else []
        return self.origins.of_runtime("mask", [mask, *map(self._again, of.arrays)], like, keywords)

    def whole(self, tree: ast.expr, found: WholeRead) -> ast.expr:
        array = tree if found.array is None else self._again_whole(found.array)
        if found.mask is None:
            if array is not tree:
                self.origins.made.add(array)
            return array
        new = self.origins.make(ast.Subscript(array, self.spread(found.mask, tree), ast.Load()), tree)
        self.origins.chosen.add(new)
        if found.is_filled:
            self.origins.filled.add(new)
        return new

    def reduced(self, tree: ast.expr, kind: Reduced, spread: Spread) -> ast.expr:
        mask = self.spread(spread, tree)
        if kind is Reduced.COUNT:
            return self.origins.of_runtime("count", [mask], tree)
        where = ast.keyword("where", mask)
        assert isinstance(tree, ast.Call)
        if kind in (Reduced.TRUE, Reduced.NONZERO):
            of: ast.expr = tree.args[0]
            if kind is Reduced.NONZERO:
                of = ast.Compare(of, [ast.NotEq()], [ast.Constant(0)])
            return self.origins.make(ast.Call(ast.Attribute(of, "sum", ast.Load()), [], [where]), tree)
        args, keywords = tree.args, tree.keywords
        if not spread.is_of_rows:  # all that is chosen lies along one axis
            args = [] if kind is Reduced.METHOD else args[:1]
            keywords = [k for k in keywords if k.arg != "axis"]
        elif spread.is_wide:
            args = [] if kind is Reduced.METHOD else args[:1]
            dimensions = ast.Attribute(self._again_whole(spread.mask), "ndim", ast.Load())
            axes = ast.Call(read("tuple"), [ast.Call(read("range"), [dimensions], [])], [])
            keywords = [*(k for k in keywords if k.arg != "axis"), ast.keyword("axis", axes)]
        new = self.origins.make(ast.Call(tree.func, args, [*keywords, where]), tree)
        self.origins.of_chosen.add(new)
        return new


class _Rewriting(ast.NodeTransformer):
    """Rewrites a copy, whose nodes stand for those that something is known of."""

    def __init__(self, whole: _Whole, olds: Mapping[ast.AST, ast.AST]) -> None:
        self.made = whole
        self.olds = olds

    def visit(self, node: ast.AST) -> ast.AST:
        old = self.olds.get(node)
        found = self.made.selections
        if isinstance(old, ast.expr) and old in found.reads:
            assert isinstance(node, ast.expr)
            return self.made.whole(node, found.reads[old])
        self.generic_visit(node)
        if isinstance(old, ast.expr) and old in found.reduced:
            assert isinstance(node, ast.expr)
            return self.made.reduced(node, *found.reduced[old])
        return node


def _is_name(targets: list[ast.expr], name: str) -> bool:
    return len(targets) == 1 and isinstance(targets[0], ast.Name) and targets[0].id == name
