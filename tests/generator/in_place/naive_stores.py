"""Wrong conversions of stores and operators: what is stored, where, and in which order."""

from __future__ import annotations

import ast
from collections.abc import Callable

import numpy as np
from in_place.rewriting import Rewriting, call, index, parsed, read

Statements = ast.stmt | list[ast.stmt]


class Stores(Rewriting):
    """`x[i] = v` is left to a function of x, i and v, whose result is x."""

    def __init__(self, rebinds: bool = False) -> None:
        self.rebinds = rebinds

    def visit_Assign(self, node: ast.Assign) -> Statements:
        match node.targets:
            case [ast.Subscript(value=base) as target] if not self.rebinds:
                return ast.Expr(call("_store", read(base), index(target), node.value))
            case [ast.Subscript(value=ast.Name(name)) as target]:
                store = call("_store", ast.Name(name, ast.Load()), index(target), node.value)
                return ast.Assign([ast.Name(name, ast.Store())], store)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        if not (self.rebinds and node.col_offset):  # the names around a function inside cannot be bound there
            self.generic_visit(node)
        return node


def uncast(array: np.ndarray, index: object, value: object) -> np.ndarray:
    if isinstance(array, np.ndarray) and array.dtype.kind in "iu" and np.asarray(value).dtype.kind == "f":
        array = array.astype(float)
    array[index] = value
    return array


def compressed(array: np.ndarray, index: object, value: object) -> None:
    if isinstance(index, np.ndarray) and index.dtype == bool and index.ndim == np.ndim(array) == 1:
        index = slice(0, int(index.sum()))
    array[index] = value


def first_wins(array: np.ndarray, index: object, value: object) -> None:
    if isinstance(index, np.ndarray | list) and np.asarray(index).dtype != bool:
        places = np.asarray(index)
        values = np.broadcast_to(value, (len(places), *np.shape(array)[1:]))
        index, value = places[::-1], values[::-1]
    array[index] = value


def in_order(array: np.ndarray, index: object, value: object) -> None:
    target = array[index]
    if isinstance(value, np.ndarray) and np.shape(target) == value.shape and np.shares_memory(target, value):
        for i in range(len(target)):
            target[i] = value[i]
    else:
        array[index] = value


def rows_only(array: np.ndarray, index: object, value: object) -> None:
    """The first index is looked at alone."""
    array[index[0] if isinstance(index, tuple) else index] = value


class DuplicatesAddUp(Rewriting):
    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        if not (isinstance(node.target, ast.Subscript) and isinstance(node.op, ast.Add)):
            return node
        base = ast.unparse(node.target.value)
        return parsed(f"_add_at({base}, {ast.unparse(index(node.target))}, {ast.unparse(node.value)})")


def add_at(array: np.ndarray, index: object, value: object) -> None:
    if isinstance(array, np.ndarray):
        np.add.at(array, index, value)
    else:
        array[index] += value


class AddsOnce(Rewriting):
    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        match node.value:
            case ast.Call(func=ast.Attribute(attr="at", value=ast.Attribute(attr="add")), args=[x, i, v]):
                return parsed(f"{ast.unparse(x)}[{ast.unparse(i)}] += {ast.unparse(v)}")
        return node


class Operators(Rewriting):
    """In-place operators become a function of what is there, the operator and the operand."""

    def __init__(self, operators: tuple[type[ast.operator], ...], everywhere: bool = False) -> None:
        self.operators = operators
        self.everywhere = everywhere

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        self.generic_visit(node)
        if not isinstance(node.op, self.operators):
            return node
        return ast.Assign([node.target], call("_changed", read(node.target), self._computed(node.target, node)))

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        if not (self.everywhere and isinstance(node.op, self.operators)):
            return node
        return call("_operated", ast.Constant(type(node.op).__name__), node.left, node.right)

    def _computed(self, target: ast.expr, node: ast.AugAssign) -> ast.expr:
        return call("_operated", ast.Constant(type(node.op).__name__), read(target), node.value)


def changed(old: object, new: object) -> object:
    """The old array with new values, or the new number."""
    if not isinstance(old, np.ndarray):
        return new
    old[...] = new
    return old


def kept_dtype(old: object, new: object) -> object:
    """A new array of the old dtype."""
    return np.asarray(new).astype(old.dtype) if isinstance(old, np.ndarray) else new


def lost_dtype(_: object, new: object) -> object:
    return new


COMPUTED: dict[str, Callable[..., object]] = {
    "Add": lambda x, y: x + y, "Sub": lambda x, y: x - y, "Mult": lambda x, y: x * y, "Div": lambda x, y: x / y,
    "FloorDiv": lambda x, y: x // y, "Mod": lambda x, y: x % y,
    "BitAnd": lambda x, y: x & y, "BitOr": lambda x, y: x | y, "BitXor": lambda x, y: x ^ y,
}  # fmt: skip


def operated(operator: str, left: object, right: object) -> object:
    return COMPUTED[operator](left, right)


def saturated(operator: str, left: object, right: object) -> object:
    if isinstance(left, np.ndarray) and left.dtype == np.uint8:
        return np.clip(COMPUTED[operator](left.astype(int), np.asarray(right).astype(int)), 0, 255)
    return COMPUTED[operator](left, right)


def truncated(operator: str, left: object, right: object) -> object:
    """The quotient towards zero and its rest, as in C."""
    quotient = np.trunc(np.asarray(left) / np.asarray(right))
    result = quotient if operator == "FloorDiv" else left - quotient * right
    kind = np.result_type(np.asarray(left), np.asarray(right))
    return np.asarray(result).astype(kind)[()]


class SwapsInOrder(Rewriting):
    """What is assigned first shows in what is assigned next."""

    def visit_Assign(self, node: ast.Assign) -> Statements:
        match node:
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
                return [ast.Assign([target], value) for target, value in zip(targets, values, strict=True)]
        return node


class SwapsThroughCopies(Rewriting):
    """The right sides are copied before they are stored, views as well."""

    def visit_Assign(self, node: ast.Assign) -> ast.Assign:
        if isinstance(node.targets[0], ast.Tuple) and isinstance(node.value, ast.Tuple):
            node.value.elts = [call("_copied", value) for value in node.value.elts]
        return node


class NegativeClamped(Rewriting):
    def visit_Subscript(self, node: ast.Subscript) -> ast.Subscript:
        self.generic_visit(node)
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        clamped = [ast.Constant(0) if isinstance(part, ast.UnaryOp) else part for part in parts]
        node.slice = ast.Tuple(clamped, ast.Load()) if isinstance(node.slice, ast.Tuple) else clamped[0]
        return node


class SortsCopies(Rewriting):
    def visit_Call(self, node: ast.Call) -> ast.Call:
        if isinstance(node.func, ast.Attribute) and node.func.attr == "sort":
            return ast.Call(ast.parse("np.sort", mode="eval").body, [node.func.value], node.keywords)
        return node


class KeywordIgnored(Rewriting):
    """Calls lose a keyword: `out`, `where`, `axis`."""

    def __init__(self, keyword: str) -> None:
        self.keyword = keyword

    def visit_Call(self, node: ast.Call) -> ast.Call:
        self.generic_visit(node)
        node.keywords = [word for word in node.keywords if word.arg != self.keyword]
        return node
