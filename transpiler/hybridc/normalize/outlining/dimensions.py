"""Names of a scope that surely hold arrays with dimensions, by how they are made."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence

from hybridc.syntax.dataflow import own_statements
from hybridc.syntax.module import Module
from hybridc.syntax.walking import children, walk

_VECTORS = frozenset({"numpy.arange", "numpy.linspace", "numpy.logspace", "numpy.geomspace", "numpy.fft.fftfreq"})
_OF_OBJECTS = (ast.Is, ast.IsNot, ast.In, ast.NotIn)
_GRID = ...  # what stands for one of those that `np.meshgrid` gives
_SHAPED = frozenset({"numpy.zeros", "numpy.ones", "numpy.full", "numpy.empty"})
_DRAWN = frozenset({"numpy.random.rand", "numpy.random.randn"})
_ELEMENTWISE = frozenset(
    f"numpy.{name}"
    for name in (
        "abs", "absolute", "cos", "cosh", "copy", "exp", "fft.fft", "fft.ifft", "flip", "floor", "log", "maximum",
        "minimum", "ones_like", "power", "roll", "round", "sign", "sin", "sinh", "sqrt", "tan", "tanh", "where",
        "zeros_like",
    )
)  # fmt: skip


def dimensioned(body: Sequence[ast.stmt], module: Module, given: Iterable[str] = ()) -> frozenset[str]:
    """The names, `given` those of the scope around that are."""
    made: dict[str, list[ast.expr]] = {}
    others: set[str] = set()
    for statement in own_statements(body):
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                made.setdefault(name, []).append(value)
                continue
            case ast.AugAssign(target=ast.Name(), op=op) if not isinstance(op, ast.MatMult):
                continue
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Call(func=maker)) if (
                module.qualified_name(maker) == "numpy.meshgrid"
            ):
                for target in targets:
                    made.setdefault(getattr(target, "id", ""), []).append(ast.Constant(_GRID))
                continue
        others |= set(_bound(statement))
    found = {*made} - others | {*given} - made.keys() - others
    while wrong := {n for n in found & made.keys() if not all(_has_dimensions(v, module, found) for v in made[n])}:
        found -= wrong
    return frozenset(found)


def is_vector(node: ast.expr, module: Module) -> bool:
    """What makes an array of one dimension, of numbers, so that its elements are numbers."""
    match node:
        case ast.Call(func=maker, args=args):
            name = module.qualified_name(maker)
            is_list = name == "numpy.array" and len(args) == 1 and _is_list_of_numbers(args[0])
            return name in _VECTORS or is_list
    return False


def _has_dimensions(value: ast.expr, module: Module, known: set[str]) -> bool:
    match value:
        case ast.Name(id=name):
            return name in known
        case ast.Constant(value=held) if held is _GRID:
            return True
        case ast.BinOp(op=op, left=left, right=right) if not isinstance(op, ast.MatMult):
            return any(_has_dimensions(side, module, known) for side in (left, right))
        case ast.Compare(left=left, ops=[op], comparators=[right]) if not isinstance(op, _OF_OBJECTS):
            return any(_has_dimensions(side, module, known) for side in (left, right))
        case ast.UnaryOp(op=op, operand=operand) if not isinstance(op, ast.Not):
            return _has_dimensions(operand, module, known)
        case ast.Call(func=ast.Attribute(value=held, attr="copy" | "astype")) if (
            module.qualified_name(value.func) is None
        ):
            return _has_dimensions(held, module, known)
        case ast.Call(func=maker, args=args):
            path = module.qualified_name(maker)
            if path in _SHAPED:
                shape = args[0] if args else None
                return isinstance(shape, ast.Tuple | ast.List) and bool(shape.elts)
            if path == "numpy.array":
                return bool(args) and isinstance(args[0], ast.List) and bool(args[0].elts)
            is_mapped = path in _ELEMENTWISE and any(_has_dimensions(a, module, known) for a in args)
            return path in _VECTORS or is_mapped or (path in _DRAWN and bool(args))
    return False


def _is_list_of_numbers(node: ast.expr) -> bool:
    if not isinstance(node, ast.List) or not node.elts:
        return False
    return not any(isinstance(n, ast.List | ast.Tuple | ast.Name | ast.Call) for e in node.elts for n in walk(e))


def _bound(statement: ast.stmt) -> Iterator[str]:
    """Names that the statement itself binds."""
    own = (n for part in children(statement) if not isinstance(part, ast.stmt) for n in walk(part))
    yield from (n.id for n in own if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))
