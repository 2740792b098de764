"""Parameters of which something in the file says that they may hold small integers or truth values."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from hybridc.domain.atoms import parameters_of
from hybridc.domain.numpy_dtypes import STRONG, is_narrow
from hybridc.domain.values import Value
from hybridc.program.state import State
from hybridc.syntax.module import Function, Module

_SMALL = frozenset(n for n in STRONG if is_narrow(n)) | {"bool_"}
_LARGEST = frozenset([2**8 - 1, 2**16 - 1])
_NAME = re.compile(r"\w+")


def may_be_small(state: State, value: Value) -> bool:
    """The dtype of a parameter, or of what was computed with it, that a hint, a use or a call says that of."""
    if state.known.any_dtype:
        return not value.is_static and value.form.is_numeric
    parameters = parameters_of(value.dtype)
    if parameters and state.memory.small is None:
        function = state.function
        state.memory.small = frozenset({*_hinted(function), *_used(function), *_given(function, state.module)})
    return bool(parameters) and state.memory.small is not None and not state.memory.small.isdisjoint(parameters)


def _hinted(function: Function) -> Iterator[str]:
    """`image: NDArray[np.uint8]`."""
    for name in function.parameters:
        hint = function.annotation_of(name)
        if "[" in hint and not _SMALL.isdisjoint(_NAME.findall(hint)):
            yield name


def _used(function: Function) -> Iterator[str]:
    """`x[mask]`, `~mask`, `image / 255`."""
    for node in function.of_any(ast.UnaryOp, ast.BinOp):
        match node:
            case ast.UnaryOp(op=ast.Invert(), operand=ast.Name(id=name)):
                yield name
            case ast.BinOp(left=ast.Name(id=name), op=ast.Div(), right=ast.Constant(value=int() as number)):
                if number in _LARGEST:
                    yield name


def _given(function: Function, module: Module) -> Iterator[str]:
    """`share(x > 0)`, in a call of the function."""
    for call in module.calls.get(function.qualified_name, ()):
        given = [*zip(function.positional, call.args, strict=False), *((k.arg, k.value) for k in call.keywords)]
        yield from (name for name, value in given if name is not None and _is_small(value))


def _is_small(node: ast.expr) -> bool:
    """A comparison, or what is made with the name of such a dtype."""
    match node:
        case ast.Compare() | ast.UnaryOp(op=ast.Invert()):
            return True
        case ast.BinOp(left=left, op=ast.BitAnd() | ast.BitOr(), right=right):
            return _is_small(left) and _is_small(right)
        case ast.Call(args=args, keywords=keywords):
            named = [*args, *(k.value for k in keywords if k.arg == "dtype")]
            return any(isinstance(n, ast.Attribute) and n.attr in _SMALL for n in named)
    return False
