"""What a graph function's parameters are known to be: read off defaults, hints and uses."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from hybridc.analysis.demand import lookup_method
from hybridc.analysis.module import Function
from hybridc.analysis.places import Place
from hybridc.analysis.values import SCALAR, Binding, Form, Value
from hybridc.analysis.walking import walk
from hybridc.dialects.table import Dialect

_COMPARISONS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)


def parameter_values(
    function: Function,
    statics: frozenset[str],
    dialects: tuple[Dialect, ...],
    numbers: frozenset[str] = frozenset(),
) -> dict[str, Value]:
    """The abstract value of every parameter at entry. `numbers` are known not to be arrays."""
    arrays = array_parameters(function, dialects)
    scalars = _scalar_parameters(function) | numbers
    ranks = _ranks(function)
    called = {n.func.id for n in function.of(ast.Call) if isinstance(n.func, ast.Name)}
    values: dict[str, Value] = {}
    given = function.node.args
    collected = {a.arg: f for a, f in ((given.vararg, Form.TUPLE), (given.kwarg, Form.DICT)) if a}
    for name in function.parameters:
        if name in collected:
            values[name] = Value(Binding.TRACED, collected[name], memory=frozenset({f"param:{name}"}))
            continue
        dtype = frozenset({f"of:{name}"})
        if name in statics:
            form = Form.FUNCTION if name in called else Form.UNKNOWN
            values[name] = Value(Binding.STATIC, form, dtype, SCALAR)
        elif name in arrays or name in ranks:
            memory = frozenset({f"param:{name}"})
            values[name] = Value(
                Binding.TRACED, Form.ARRAY, dtype, dtype, ranks.get(name), memory=memory, place=Place(f"param:{name}")
            )
        elif name in scalars:
            form = Form.UNKNOWN if function.is_none_by_default(name) else Form.NUMBER
            values[name] = Value(Binding.TRACED, form, dtype, SCALAR, 0)
        elif is_scalar_by_signature(function, name):
            values[name] = Value(Binding.TRACED, Form.NUMBER, dtype, SCALAR)
        else:
            site = f"param:{name}"
            values[name] = Value(
                Binding.TRACED, Form.UNKNOWN, dtype, dtype, memory=frozenset({site}), place=Place(site)
            )
    return values


def array_parameters(function: Function, dialects: tuple[Dialect, ...]) -> frozenset[str]:
    found: set[str] = set()
    for attribute in function.of(ast.Attribute):
        if isinstance(attribute.value, ast.Name) and lookup_method(dialects, attribute.attr):
            found.add(attribute.value.id)
    for subscript in function.of(ast.Subscript):
        if isinstance(subscript.value, ast.Name) and isinstance(subscript.slice, ast.Tuple):
            found.add(subscript.value.id)
    for product in function.of(ast.BinOp):
        if isinstance(product.op, ast.MatMult):
            found |= {side.id for side in (product.left, product.right) if isinstance(side, ast.Name)}
    hinted = {
        n
        for n in function.parameters
        if any(w in function.annotation_of(n) for w in ("ndarray", "NDArray", "ArrayLike"))
    }
    return frozenset((found | hinted) & set(function.parameters))


def _scalar_parameters(function: Function) -> frozenset[str]:
    """Parameters whose comparison decides a test: of arrays, Python would not know the truth. Bounds of a range too."""
    found: set[str] = set()
    for operand in _compared(function):
        found |= _summands(operand)
    for call in function.of(ast.Call):
        if isinstance(call.func, ast.Name) and call.func.id == "range":
            found = found.union(*(_summands(argument) for argument in call.args))
    counted = {n.target.id for n in function.of(ast.AugAssign) if isinstance(n.target, ast.Name)}
    found |= _asked_for_truth(function) & counted
    made_of = _ingredients(function)
    found |= {part for name in found for part in made_of.get(name, ())}
    return frozenset(found & set(function.parameters))


def _compared(function: Function) -> Iterator[ast.expr]:
    """What is compared, as numbers are, to decide a test."""
    for test in function.tests:
        for node in walk(test):
            if isinstance(node, ast.Compare) and all(isinstance(op, _COMPARISONS) for op in node.ops):
                yield from (node.left, *node.comparators)


def _ingredients(function: Function) -> dict[str, set[str]]:
    """For local names, what all their values are computed from, element by element: were that an array, they would be.

    A name that is also bound otherwise, as by `for`, is left out.
    """
    made: dict[str, list[set[str]]] = {}
    simple: set[ast.expr] = {n.target for n in function.of(ast.AugAssign)}
    for node in function.of(ast.Assign):
        if len(node.targets) == 1 and isinstance(target := node.targets[0], ast.Name):
            made.setdefault(target.id, []).append(_summands(node.value))
            simple.add(target)
    others = {n.id for n in function.of(ast.Name) if isinstance(n.ctx, ast.Store) and n not in simple}
    known = {name: {name} for name in made.keys() - others}
    for _ in range(3):
        for name, parts in known.items():
            wider = [v.union(*(known.get(n, set()) for n in v)) for v in made[name] if name not in v]
            if wider:
                parts |= set.intersection(*wider)
    return known


def _asked_for_truth(function: Function) -> set[str]:
    """Names that stand alone in a test, as `n` in `while n:`. One that is counted with as well is a number."""
    found: set[str] = set()
    operands = list(function.tests)
    while operands:
        operand = operands.pop()
        if isinstance(operand, ast.BoolOp):
            operands += operand.values
        elif isinstance(operand, ast.UnaryOp):
            operands.append(operand.operand)
        elif isinstance(operand, ast.Name):
            found.add(operand.id)
    return found


def _ranks(function: Function) -> dict[str, int]:
    """Dimensions of parameters of which one element decides a test: `m[i, j] > 0` is no array."""
    found: dict[str, int] = {}
    parameters = set(function.parameters)
    for operand in _compared(function):
        found |= _elements(operand, parameters)
    kept = {n.targets[0] for n in function.of(ast.Assign) if _is_copy_of_itself(n)}
    bound = {n.id for n in function.of(ast.Name) if isinstance(n.ctx, ast.Store) and n not in kept}
    return {name: rank for name, rank in found.items() if name not in bound}


def _is_copy_of_itself(statement: ast.Assign) -> bool:
    """`x = x.copy()`, `x = np.array(x)`: another array of the same shape."""
    match statement:
        case ast.Assign(
            targets=[ast.Name(id=name)], value=ast.Call(func=ast.Attribute(value=ast.Name(id=source), attr=method))
        ):
            return (source == name and method in ("copy", "astype")) or _is_copy(statement.value, name)
    return False


def _is_copy(value: ast.expr, name: str) -> bool:
    match value:
        case ast.Call(func=ast.Attribute(attr="array" | "copy" | "asarray"), args=[ast.Name(id=source), *_]):
            return source == name
    return False


def _elements(node: ast.expr, parameters: set[str]) -> dict[str, int]:
    match node:
        case ast.Subscript(value=ast.Name(id=name), slice=index) if name in parameters:
            indices = index.elts if isinstance(index, ast.Tuple) else [index]
            if all(isinstance(i, ast.Name | ast.Constant | ast.BinOp | ast.UnaryOp) for i in indices):
                return {name: len(indices)}
        case ast.BinOp(left=left, right=right, op=op) if not isinstance(op, ast.MatMult):
            return _elements(left, parameters) | _elements(right, parameters)
        case ast.UnaryOp(operand=operand) | ast.Call(func=ast.Name(id="abs"), args=[operand]):
            return _elements(operand, parameters)
    return {}


def _summands(node: ast.expr) -> set[str]:
    match node:
        case ast.Name(id=name):
            return {name}
        case ast.BinOp(left=left, right=right, op=op) if not isinstance(op, ast.MatMult):
            return _summands(left) | _summands(right)
        case ast.UnaryOp(operand=operand):
            return _summands(operand)
        case ast.Call(func=ast.Name(id="abs"), args=[only]):
            return _summands(only)
    return set()


def is_scalar_by_signature(function: Function, name: str) -> bool:
    default = function.default_of(name)
    if isinstance(default, ast.UnaryOp):
        default = default.operand
    if (
        isinstance(default, ast.Constant)
        and isinstance(default.value, int | float)
        and not isinstance(default.value, bool)
    ):
        return True
    return function.annotation_of(name) in ("int", "float", "complex") and not function.is_none_by_default(name)
