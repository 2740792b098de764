"""What the uses of a parameter show it to be: a number, whose comparison decides a test, or an array."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from hybridc.dialects.table import Dialect
from hybridc.program.parameters.evident import asked_what_it_is
from hybridc.program.static_demand import lookup_method
from hybridc.syntax.module import Function

_COMPARISONS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)
_OF_SEVERAL = frozenset(
    {"len", "sum", "sorted", "list", "tuple", "enumerate", "zip", "reversed", "map", "iter", "any", "all"}
)
_OF_ONE_OR_SEVERAL = frozenset({"min", "max"})


def used_as_arrays(function: Function, dialects: tuple[Dialect, ...]) -> frozenset[str]:
    """Names of which the function asks what numbers do not have: a length, elements, a sum of all elements.

    `(x > 0).any()`, `np.max(abs(x))`, `len(x)`, `x[0] = 5.0`, `np.add(x, 1, out=x)`.
    """
    found: set[str] = set()
    for node in function.of_any(ast.Subscript, ast.Starred, ast.For, ast.comprehension, ast.Call):
        match node:
            case ast.Subscript(value=ast.Name(id=name)) | ast.Starred(value=ast.Name(id=name)):
                found.add(name)
            case ast.For(iter=ast.Name(id=name)) | ast.comprehension(iter=ast.Name(id=name)):
                found.add(name)
            case ast.Call(func=ast.Name(id=called), args=arguments):
                if called in _OF_SEVERAL or (called in _OF_ONE_OR_SEVERAL and len(arguments) == 1):
                    found = found.union(*(_elementwise(a) for a in arguments))
            case ast.Call(func=ast.Attribute(value=receiver, attr=method), args=arguments, keywords=keywords):
                if any(e.shape == "reduce" for e in lookup_method(dialects, method)):
                    found |= _elementwise(receiver).union(*(_elementwise(a) for a in arguments[:1]))
                found |= {k.value.id for k in keywords if k.arg == "out" and isinstance(k.value, ast.Name)}
    return frozenset(found)


def _elementwise(node: ast.expr) -> set[str]:
    """Names of which the expression is computed element by element, comparisons included."""
    match node:
        case ast.Compare(left=left, comparators=others):
            return _elementwise(left).union(*(_elementwise(o) for o in others))
        case ast.BinOp(left=left, right=right):
            return _elementwise(left) | _elementwise(right)
        case ast.UnaryOp(operand=operand):
            return _elementwise(operand)
        case ast.Call(func=ast.Attribute(), args=arguments) | ast.Call(func=ast.Name(id="abs"), args=arguments):
            return set().union(*(_elementwise(a) for a in arguments))
        case ast.Name(id=name):
            return {name}
    return set()


def compared_parameters(function: Function) -> frozenset[str]:
    """Parameters whose comparison is the truth that a test asks for: of arrays of several elements, Python would not
    know it. Bounds of a range too.

    Not those that the function asks what they are, or that hold something else by then.
    """
    return frozenset(compared_by(function))


def compared_by(function: Function) -> dict[str, list[ast.expr]]:
    """With what shows it: the tests and the calls of `range`."""
    found: dict[str, list[ast.expr]] = {}
    made_of = _ingredients(function)
    bound = _bound_anew(function)
    given = set(function.parameters)

    def note(operands: set[str], by: ast.expr) -> None:
        whole = operands.union(*(made_of.get(name, ()) for name in operands))
        for name in whole & given:
            if not any(at < by.lineno for at in bound.get(name, ())):
                found.setdefault(name, []).append(by)

    for truth, operand in _compared(function):
        note(_summands(operand), truth)
    for call in function.of(ast.Call):
        if isinstance(call.func, ast.Name) and call.func.id == "range":
            note(set().union(*(_summands(argument) for argument in call.args)), call)
    counted = {n.target.id for n in function.of(ast.AugAssign) if isinstance(n.target, ast.Name)}
    for asked in _asked_for_truth(function):
        if asked.id in counted:
            note({asked.id}, asked)
    return {name: by for name, by in found.items() if not asked_what_it_is(function, name)}


def _bound_anew(function: Function) -> dict[str, list[int]]:
    """By names, the lines where they are given a value that is not computed from them, element by element."""
    kept = {n.target for n in function.of(ast.AugAssign)}
    for node in function.of(ast.Assign):
        if len(node.targets) == 1 and isinstance(target := node.targets[0], ast.Name):
            if target.id in _summands(node.value):
                kept.add(target)
    found: dict[str, list[int]] = {}
    for name in function.of(ast.Name):
        if isinstance(name.ctx, ast.Store) and name not in kept:
            found.setdefault(name.id, []).append(name.lineno)
    return found


def decided_by(function: Function, test: ast.expr) -> Iterator[tuple[ast.expr, frozenset[str]]]:
    """The comparisons and names that a test asks for their truth, each with the names of which one being an array would
    make it one: of parameters whose elements are compared, being an array of rows."""
    made_of = _ingredients(function)
    for truth in truths([test]):
        operands = (truth.left, *truth.comparators) if isinstance(truth, ast.Compare) else (truth,)
        names = set[str]().union(*(_summands(o) | _elements(o, {*function.parameters}).keys() for o in operands))
        yield truth, frozenset(names.union(*(made_of.get(name, ()) for name in names)))


def truths(tests: Iterable[ast.expr]) -> Iterator[ast.expr]:
    """Of which Python asks the truth: tests, and the operands of `and`, `or` and `not` in them."""
    asked = [*tests]
    while asked:
        match asked.pop():
            case ast.BoolOp(values=values):
                asked += values
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                asked.append(operand)
            case ast.NamedExpr(value=value):
                asked.append(value)
            case ast.IfExp(body=one, orelse=other):  # its own test is among the function's
                asked += (one, other)
            case expression:
                yield expression


def _compared(function: Function) -> Iterator[tuple[ast.expr, ast.expr]]:
    """What is compared, as numbers are, where the comparison is what a test asks; behind the comparison."""
    for test in truths(function.tests):
        if isinstance(test, ast.Compare) and all(isinstance(op, _COMPARISONS) for op in test.ops):
            yield from ((test, operand) for operand in (test.left, *test.comparators))


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


def _asked_for_truth(function: Function) -> Iterator[ast.Name]:
    """Names that stand alone in a test, as `n` in `while n:`. One that is counted with is a number."""
    for test in truths(function.tests):
        while isinstance(test, ast.UnaryOp):
            test = test.operand
        if isinstance(test, ast.Name):
            yield test


def ranks_by_tests(function: Function) -> dict[str, int]:
    """Dimensions of parameters of which one element decides a test: `m[i, j] > 0` is no array."""
    return {name: rank for name, (rank, _) in ranked_by(function).items()}


def ranked_by(function: Function) -> dict[str, tuple[int, list[ast.expr]]]:
    """With the tests."""
    found: dict[str, int] = {}
    shown: dict[str, list[ast.expr]] = {}
    parameters = set(function.parameters)
    for truth, operand in _compared(function):
        for name, rank in _elements(operand, parameters).items():
            found[name] = rank
            shown.setdefault(name, []).append(truth)
    kept = {n.targets[0] for n in function.of(ast.Assign) if _is_copy_of_itself(n)}
    bound = {n.id for n in function.of(ast.Name) if isinstance(n.ctx, ast.Store) and n not in kept}
    return {name: (rank, shown[name]) for name, rank in found.items() if name not in bound}


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
