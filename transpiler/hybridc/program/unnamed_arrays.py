"""What the text of a function shows to be arrays, and numbers, where it names no framework: the file imports one."""

from __future__ import annotations

import ast

from hybridc.dialects.table import Dialect
from hybridc.program.static_demand import lookup_method
from hybridc.syntax.module import Function, Module
from hybridc.syntax.walking import walk

# What computes as arrays do, and is none.
_LIKE_ARRAYS = frozenset(["dask", "geopandas", "modin", "pandas", "polars", "pyspark", "sympy", "xarray"])
_PYTHONS = frozenset(
    name
    for kind in (bytearray, bytes, complex, dict, float, frozenset, int, list, memoryview, range, set, str, tuple)
    for name in dir(kind)
)
_OF_NUMBERS = (ast.Sub, ast.Div, ast.FloorDiv, ast.Pow)
_ELEMENTS = (
    ast.Name, ast.Subscript, ast.Tuple, ast.Constant, ast.BinOp, ast.UnaryOp, ast.operator, ast.unaryop,
    ast.expr_context,
)  # fmt: skip


def has_arrays(module: Module, dialects: tuple[Dialect, ...]) -> bool:
    """The file imports a framework of arrays, and nothing else whose objects compute as these do."""
    roots = {name.partition(".")[0] for name in module.imports.values()}
    return any(dialect.roots for dialect in dialects) and not roots & _LIKE_ARRAYS


def shows_arrays(function: Function, module: Module, dialects: tuple[Dialect, ...]) -> bool:
    """Something in it is done with arrays alone: no list, text, dict or number has that method, or is indexed so."""
    computed = _computed_of_slices(function)
    return (
        any(_asks_array(call, module, dialects) for call in function.of(ast.Call))
        or any(_indexes_array(n) for n in function.of(ast.Subscript))
        or any(_computes_with_slices(n, computed) for n in function.of(ast.BinOp))
        or any(isinstance(s.op, _OF_NUMBERS) and _is_slice(s.target) for s in function.of(ast.AugAssign))
        or any(_is_number(s.value) and any(map(_is_slice, s.targets)) for s in function.of(ast.Assign))
    )


def adds_numbers(function: Function) -> bool:
    """It adds to what began as a number, `total = 0.0; total += v`, or multiplies elements, `a[i] * b[j]`."""
    begun = {
        target.id
        for s in function.of(ast.Assign)
        for target in s.targets
        if isinstance(target, ast.Name) and _is_number(s.value)
    }
    return any(
        isinstance(s.target, ast.Name) and s.target.id in begun and all(isinstance(n, _ELEMENTS) for n in walk(s.value))
        for s in function.of(ast.AugAssign)
    ) or any(
        isinstance(n.op, ast.Mult) and isinstance(n.left, ast.Subscript) and isinstance(n.right, ast.Subscript)
        for n in function.of(ast.BinOp)
    )


def _asks_array(call: ast.Call, module: Module, dialects: tuple[Dialect, ...]) -> bool:
    match call.func:
        case ast.Attribute(value=held, attr=method) if method not in _PYTHONS | module.method_names:
            return module.qualified_name(held) is None and bool(lookup_method(dialects, method))
    return False


def _indexes_array(node: ast.Subscript) -> bool:
    """`x[1:, j]`, and `x[x > 0]`; `words[n > 1]` may be one of two."""
    match node.slice:
        case ast.Tuple(elts=indices):
            return any(isinstance(i, ast.Slice) for i in indices)
        case ast.Compare(left=left):
            return ast.dump(left) == ast.dump(node.value).replace("ctx=Store()", "ctx=Load()")
    return False


def _computed_of_slices(function: Function) -> set[ast.expr]:
    """Slices, and what is computed of such."""
    found: set[ast.expr] = {n for n in function.of(ast.Subscript) if _is_slice(n)}
    for node in reversed(function.of(ast.BinOp)):  # inner ones first
        if node.left in found or node.right in found:
            found.add(node)
    return found


def _computes_with_slices(node: ast.BinOp, computed: set[ast.expr]) -> bool:
    """Lists are added to each other, and repeated by integers."""
    sides = (node.left, node.right)
    if not any(side in computed for side in sides):
        return False
    is_product = isinstance(node.op, ast.Mult) and all(side in computed or _is_fraction(side) for side in sides)
    return is_product or isinstance(node.op, _OF_NUMBERS)


def _is_slice(node: ast.expr) -> bool:
    return isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice)


def _is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int | float)


def _is_fraction(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, float)
