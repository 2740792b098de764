"""Indices that cannot be out of range: those of loops over an array's own length."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from hybridc.domain.values import Value
from hybridc.program.state import State
from hybridc.syntax.dataflow import names_read
from hybridc.syntax.walking import walk


@dataclass(frozen=True)
class _Length:
    """`len(name)` or `name.shape[axis]`, less a number."""

    name: str
    axis: int
    less: int = 0


def is_in_range(state: State, node: ast.Subscript, array: Value) -> bool:
    """Every index is in range, whatever the array holds. Of an empty array, JAX itself refuses the first element."""
    parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    if not all(isinstance(p, ast.Slice | ast.Name | ast.BinOp) or _number(p) in (0, -1) for p in parts):
        return False
    name = node.value.id if isinstance(node.value, ast.Name) else None
    return all(
        isinstance(part, ast.Slice) or _number(part) in (0, -1) or _is_of_loop(state, part, name, array, axis)
        for axis, part in enumerate(parts)
    )


def _number(node: ast.expr) -> int | None:
    match node:
        case ast.Constant(value=bool()):
            return None
        case ast.Constant(value=int() as value):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as value)):
            return -value
    return None


def _is_of_loop(state: State, part: ast.expr, name: str | None, array: Value, axis: int) -> bool:
    """The variable of a loop over the length of the axis, plus or minus a number.

    A loop that became a `while` for its exits counts as the `for` that it was: where its test reads what the body read,
    an index past the end is behind `and`, and does not count.
    """
    match part:
        case ast.Name(id=index):
            offset = 0
        case ast.BinOp(left=ast.Name(id=index), op=ast.Add() | ast.Sub() as op, right=right):
            number = _number(right)
            if number is None:
                return False
            offset = number if isinstance(op, ast.Add) else -number
        case _:
            return False
    for loop in map(state.plan.structured.origins.original, reversed([s for s, _ in state.flow.loops])):
        match loop:
            case ast.For(target=ast.Name(id=target) | ast.Tuple(elts=[ast.Name(id=target), *_])) if target == index:
                bounds = _bounds(loop)
                if bounds is None or name is None or _is_rebound(index, loop.body) or _is_rebound(name, loop.body):
                    return False
                first, stop = bounds
                return first + offset >= 0 and _is_below(state, stop, name, array, axis, offset, loop.body)
    return False


def _bounds(loop: ast.For) -> tuple[int, ast.expr] | None:
    """The first value of a loop's variable, and what it stays below."""
    if isinstance(loop.target, ast.Tuple):
        match loop.iter:
            case ast.Call(func=ast.Name(id="enumerate"), args=[ast.Name() as over], keywords=[]):
                return 0, ast.Call(ast.Name("len", ast.Load()), [over], [])
        return None
    match loop.iter:
        case ast.Call(func=ast.Name(id="range"), args=[stop], keywords=[]):
            return 0, stop
        case ast.Call(func=ast.Name(id="range"), args=[start, stop, *steps], keywords=[]):
            first = _number(start)
            if first is not None and first >= 0 and all((_number(step) or 0) > 0 for step in steps):
                return first, stop
    return None


def _is_below(
    state: State, stop: ast.expr, name: str, array: Value, axis: int, offset: int, body: list[ast.stmt]
) -> bool:
    """What stays below `stop` is, with the offset added, below the length of the array along the axis."""
    length = _length(state, stop)
    if length is not None and length.axis == axis and not _is_rebound(length.name, body):
        if offset <= length.less and _has_the_shape_of(state, name, array, length.name):
            return True
    size = _size(state, name, axis)
    match stop:
        case ast.BinOp(left=left, op=ast.Sub(), right=right) if (less := _number(right)) is not None:
            return _is_same(left, size) and offset <= less
    return _is_same(stop, size) and offset <= 0


def _size(state: State, name: str, axis: int) -> ast.expr | None:
    """What the array was made with as its length, as in `np.zeros(n)`, where that is all that sets it."""
    if name in state.function.parameters or _stores(state, name) != 1:
        return None
    for assign in state.function.of(ast.Assign):
        match assign:
            case ast.Assign(targets=[ast.Name(id=target)], value=ast.Call(args=[shape, *_]) as call) if target == name:
                mapping = state.plan.lines.mappings.get(call)
                sizes = shape.elts if isinstance(shape, ast.Tuple) else [shape]
                if mapping is None or mapping.entry.shape != "given" or axis >= len(sizes):
                    return None
                return sizes[axis] if all(_is_steady(state, n) for n in names_read(sizes[axis])) else None
    return None


def _is_steady(state: State, name: str) -> bool:
    """The name stands for one thing in the whole function."""
    return _stores(state, name) <= (0 if name in state.function.parameters else 1)


def _is_same(node: ast.expr, other: ast.expr | None) -> bool:
    return other is not None and ast.dump(node) == ast.dump(other)


def _length(state: State, node: ast.expr) -> _Length | None:
    match node:
        case ast.Call(func=ast.Name(id="len"), args=[ast.Name(id=name)]) if "len" not in state.function.locals:
            return _Length(name, 0)
        case ast.Subscript(
            value=ast.Attribute(value=ast.Name(id=name), attr="shape"), slice=ast.Constant(value=int() as axis)
        ) if axis >= 0:
            return _Length(name, axis)
        case ast.BinOp(left=left, op=ast.Sub(), right=right):
            inner, less = _length(state, left), _number(right)
            if inner is None or less is None or inner.less + less < 0:
                return None
            return _Length(inner.name, inner.axis, inner.less + less)
        case ast.Name(id=name):
            return _held_length(state, name)
    return None


def _held_length(state: State, name: str) -> _Length | None:
    """What `n = len(x)` or `rows, columns = x.shape` says, where that is all that sets them."""
    if name in state.function.parameters or _stores(state, name) != 1:
        return None
    for assign in state.function.of(ast.Assign):
        found: _Length | None = None
        match assign:
            case ast.Assign(targets=[ast.Name(id=target)], value=value) if target == name:
                found = _length(state, value)
            case ast.Assign(
                targets=[ast.Tuple(elts=targets)], value=ast.Attribute(value=ast.Name(id=array), attr="shape")
            ):
                axes = [axis for axis, t in enumerate(targets) if isinstance(t, ast.Name) and t.id == name]
                found = _Length(array, axes[0]) if axes else None
        if found is not None:
            return found if _is_steady(state, found.name) else None
    return None


def _stores(state: State, name: str) -> int:
    names = state.function.of(ast.Name)
    return sum(n.id == name and isinstance(n.ctx, ast.Store | ast.Del) for n in names)


def _is_rebound(name: str, body: list[ast.stmt]) -> bool:
    """The name may stand for another array, or number, than before the loop. Writing elements leaves the shape."""
    return any(
        isinstance(n, ast.Name) and n.id == name and not isinstance(n.ctx, ast.Load) for s in body for n in walk(s)
    )


def _has_the_shape_of(state: State, name: str, array: Value, other: str) -> bool:
    held = state.environment.get(other)
    return name == other or (held is not None and bool(array.shape) and array.shape == held.shape)
