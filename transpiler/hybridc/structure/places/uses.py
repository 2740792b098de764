"""What is made of places: of an index nothing, as masks are one; counts, the first and the last; loops over them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from hybridc.structure.leaving import exits_of
from hybridc.structure.places.sets import Given
from hybridc.syntax.computed import computes
from hybridc.syntax.dataflow import targets_bound
from hybridc.syntax.walking import walk

_ENDS = {"min": "first", "amin": "first", "max": "last", "amax": "last"}
_SUMS = frozenset({"sum", "mean"})
Named = Callable[[ast.expr], str | None]


@dataclass(frozen=True, slots=True)
class Use:
    """`node` becomes `what`: the `mask`, a `part` or `column` read by it, or the `taken` values of what is an index in
    its turn; `first`, `last`, their `ends` or the `count`; a method of all places, these as a `whole`, or a `loop`.
    `is_index`: that is right for a mask of one axis alone."""

    node: ast.AST
    what: str
    is_index: bool = True


class Uses:
    """Finds the use of an expression of places."""

    def __init__(
        self, root: ast.FunctionDef, parents: Mapping[ast.AST, ast.AST], named: Named, or_wholes: bool
    ) -> None:
        self.root, self.parents, self.named, self.or_wholes = root, parents, named, or_wholes

    def of(self, node: ast.AST, given: Given) -> Use | None:
        """None where it is read for something else."""
        if given is Given.AXES:
            return self._of_axes(node)
        around = self.parents[node]
        match around:
            case ast.Call(func=function, args=[only], keywords=[]) if only is node:
                if self.named(function) in ("builtins.len", "numpy.size")[: 1 if given is Given.ROWS else 2]:
                    return Use(around, "count", is_index=False)
            case ast.Attribute(attr="shape") if _is_item(outer := self.parents[around], around, 0):
                return Use(outer, "count", is_index=False)
        if given is Given.ROWS:
            return self._end_of_rows(node) or self._of_rows(node)
        return self._of_line(node, around) or self._whole(node)

    def _whole(self, node: ast.AST, is_index: bool = True) -> Use | None:
        return Use(node, "whole", is_index) if self.or_wholes and isinstance(node, ast.Name) else None

    def of_names(self, node: ast.Name, names: tuple[str, ...]) -> Use | None:
        """What is made of one of the arrays of places, an axis each, that `i, j = np.where(m)` gives names to."""
        around = self.parents[node]
        if isinstance(around, ast.Tuple) and _names_in(around.elts) == names:
            outer = self.parents[around]
            is_index = isinstance(outer, ast.Subscript) and outer.slice is around
            return Use(around, "mask", is_index=False) if is_index else None
        if isinstance(around, ast.Call) and _names_in(around.args) == names and not around.keywords:
            return self._of_rows(around) if self.named(around.func) == "builtins.zip" else None
        use = self.of(node, Given.FIRST)
        return use if use is not None and use.what == "count" else self._whole(node, is_index=False)

    def _of_axes(self, node: ast.AST) -> Use | None:
        around = self.parents[node]
        match around:
            case ast.Subscript(slice=index) if index is node:
                return Use(node, "mask", is_index=False)
            case ast.Subscript() if _is_item(around, node, 0):
                return self.of(around, Given.FIRST)
            case ast.Starred() if isinstance(call := self.parents[around], ast.Call):
                is_zipped = call.args == [around] and not call.keywords and self.named(call.func) == "builtins.zip"
                return self._of_rows(call) if is_zipped else None
        return None

    def _of_line(self, node: ast.AST, around: ast.AST) -> Use | None:
        match around:
            case ast.Attribute(attr="size", ctx=ast.Load()):
                return Use(around, "count", is_index=False)
            case ast.Subscript(slice=index, ctx=ast.Load()) if index is node:
                match self.parents[around]:
                    case ast.Subscript(slice=read, ctx=ast.Load()) as reading if read is around:
                        return Use(reading, "taken")
                return Use(around, "part")
            case ast.Subscript(slice=index) if index is node:
                return Use(around, "part")
            case ast.Subscript(slice=ast.List(elts=[_, _])) if _ends_of(around, node):
                return Use(around, "ends")
            case ast.Tuple() if isinstance(outer := self.parents[around], ast.Subscript) and outer.slice is around:
                is_read = isinstance(outer.ctx, ast.Load) and all(e is node or _is_one(e) for e in around.elts)
                return Use(outer, "column") if is_read and _leads(node, around) else Use(node, "mask")
            case ast.Subscript() if _is_item(around, node, 0):
                return Use(around, "first")
            case ast.Subscript() if _is_item(around, node, -1):
                return Use(around, "last")
            case ast.For(iter=source, target=ast.Name()) if source is node:
                return Use(around, "loop", is_index=False)
            case ast.Attribute(attr=method) if isinstance(call := self.parents[around], ast.Call):
                is_bare = call.func is around and not call.args and not call.keywords
                return _reduced(call, method) if is_bare else None
            case ast.Call(func=function, args=[only], keywords=[]) if only is node:
                root, _, name = (self.named(function) or "").rpartition(".")
                if root == "builtins" and name == "enumerate":
                    return self._counted(around)
                return _reduced(around, name) if root in ("numpy", "builtins") else None
        return None

    def _end_of_rows(self, node: ast.AST) -> Use | None:
        """The first or last place of an array of one axis: `np.argwhere(m)[0, 0]`, `np.argwhere(m)[-1][0]`."""
        match row := self.parents[node]:
            case ast.Subscript(value=value, slice=ast.Tuple(elts=[place, ast.Constant(value=0)])) if value is node:
                whole: ast.AST = row
            case ast.Subscript(value=value, slice=place) if value is node and _is_item(self.parents[row], row, 0):
                whole = self.parents[row]
            case _:
                return None
        end = {"0": "first", "-1": "last"}.get(ast.unparse(place))
        return None if end is None else Use(whole, end)

    def _counted(self, call: ast.Call) -> Use | None:
        """`for k, i in enumerate(idx)`"""
        match self.parents[call]:
            case ast.For(target=ast.Tuple(elts=[ast.Name(), ast.Name()]), iter=source) as loop if source is call:
                return Use(loop, "loop", is_index=False)
        return None

    def _of_rows(self, node: ast.AST) -> Use | None:
        """`for i, j in np.argwhere(m)`"""
        match self.parents[node]:
            case ast.For(target=ast.Tuple(elts=places), iter=source, orelse=[]) as loop if source is node:
                is_left = any(isinstance(e, ast.Break) for e in exits_of(loop.body))
                is_plain = all(isinstance(place, ast.Name) for place in places) and len(places) > 1
                if is_plain and not is_left and self.is_index_alone(loop, targets_bound(loop.target)):
                    return Use(loop, "loop", is_index=False)
        return None

    def is_index_alone(self, loop: ast.For, names: frozenset[str] | set[str]) -> bool:
        """The names are read in the loop as an index alone, whatever their dtype, and nowhere after it."""
        inside = {*walk(loop)}
        for node in walk(self.root):
            if isinstance(node, ast.Name) and node.id in names and isinstance(node.ctx, ast.Load):
                if node not in inside or not self._is_in_index(node):
                    return False
            if isinstance(node, ast.AugAssign) and node in inside and targets_bound(node.target) & names:
                return False
        return True

    def _is_in_index(self, node: ast.AST) -> bool:
        while not isinstance(node, ast.stmt):
            outer = self.parents[node]
            if isinstance(outer, ast.Subscript) and outer.slice is node:
                return True
            node = outer
        return False

    def may_stand_before(self, node: ast.AST, is_plain: bool) -> bool:
        """What stands before the statement may compute it: the statement comes to it once, and in any case, or it is
        plain: it raises nothing."""
        while not isinstance(node, ast.stmt):
            outer = self.parents[node]
            if not computes(outer, node) and not is_plain:
                return False
            match outer:
                case ast.NamedExpr() | ast.While():
                    return False
                case ast.For(iter=source) if source is not node:
                    return False
            node = outer
        return isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign | ast.Return | ast.Expr | ast.If | ast.For)


def _reduced(call: ast.Call, name: str) -> Use | None:
    if name in _ENDS:
        return Use(call, _ENDS[name])
    return Use(call, name) if name in _SUMS else None


def _is_item(node: ast.AST, of: ast.AST, place: int) -> bool:
    """`of[place]`"""
    match node:
        case ast.Subscript(value=value, slice=index, ctx=ast.Load()) if value is of:
            return ast.unparse(index) == str(place)
    return False


def _ends_of(node: ast.Subscript, of: ast.AST) -> bool:
    """`of[[0, -1]]`"""
    return node.value is of and isinstance(node.ctx, ast.Load) and ast.unparse(node.slice) == "[0, -1]"


def _is_one(index: ast.expr) -> bool:
    """It goes along with any index by places: a number, or a slice."""
    number = index.operand if isinstance(index, ast.UnaryOp) else index
    return isinstance(index, ast.Slice) or (isinstance(number, ast.Constant) and type(number.value) is int)


def _leads(node: ast.AST, index: ast.Tuple) -> bool:
    """Before it stand numbers alone, which leave no axis."""
    before = index.elts[: next(i for i, e in enumerate(index.elts) if e is node)]
    return not any(isinstance(e, ast.Slice) for e in before)


def _names_in(nodes: list[ast.expr]) -> tuple[str, ...]:
    return tuple(n.id if isinstance(n, ast.Name) else "" for n in nodes)
