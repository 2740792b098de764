"""Lists to which every turn of a loop appends what it computes: `xs.append(r[0])`."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import NamedTuple

from hybridc.normalize.outlining.computing import Computing
from hybridc.normalize.outlining.few import Few
from hybridc.normalize.outlining.kinds import Kind
from hybridc.normalize.outlining.newness import changed, without
from hybridc.syntax.dataflow import Names, base_name, names_read, own_statements
from hybridc.syntax.walking import walk

_OF_FRACTIONS = frozenset({"numpy.empty", "numpy.ones", "numpy.zeros"})
_WRITTEN_OUT = frozenset({"numpy.array", "numpy.asarray"})


class History(NamedTuple):
    """A list, and what type of Python's its elements are of, if they are of none of NumPy's."""

    name: str
    type: str


def histories(
    loop: ast.For, scope: Sequence[ast.stmt], computing: Computing, few: Few, elsewhere: Names
) -> tuple[list[History], ast.For] | None:
    """The lists that the turns of the loop fill, and the loop without them; None where it does not append at every
    turn, or what it appends may not be known by its values. `elsewhere`: names whose arrays others may write into."""
    appends = [s for s in loop.body if _appended(s) is not None]
    names = {_list(s) for s in appends}
    rest = [s for s in loop.body if s not in appends]
    if not appends or any(isinstance(n, ast.Name) and n.id in names for s in [loop.iter, *rest] for n in walk(s)):
        return None
    found: dict[str, str] = {}
    written = changed(without(scope, {*appends}), computing.kinds) | elsewhere
    for statement in appends:
        name, value = _list(statement), _appended(statement)
        assert value is not None
        type_ = _type(value, scope, computing, few, written)
        if type_ is None or found.setdefault(name, type_) != type_ or not _is_list(name, scope):
            return None
        if any(isinstance(n, ast.Name) and n.id in names for n in walk(value)):
            return None
    plain = ast.copy_location(ast.For(loop.target, loop.iter, rest or [ast.Pass()], []), loop)
    return [History(name, type_) for name, type_ in found.items()], plain


def _appended(statement: ast.stmt) -> ast.expr | None:
    match statement:
        case ast.Expr(ast.Call(func=ast.Attribute(value=ast.Name(), attr="append"), args=[value], keywords=[])):
            return value
    return None


def _list(statement: ast.stmt) -> str:
    assert isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)
    assert isinstance(statement.value.func, ast.Attribute)
    return ast.unparse(statement.value.func.value)


def _is_list(name: str, scope: Sequence[ast.stmt]) -> bool:
    """Whatever binds the name in the scope is a list of its own, that is written out."""
    bound = 0
    for statement in own_statements(scope):
        targets = statement.targets if isinstance(statement, ast.Assign) else []
        is_made = isinstance(statement, ast.Assign) and isinstance(statement.value, ast.List)
        nodes = [n for n in walk(statement) if isinstance(n, ast.Name) and n.id == name] if targets else []
        stored = [n for n in nodes if isinstance(n.ctx, ast.Store)]
        if stored and not (is_made and len(targets) == 1 and targets == stored):
            return False
        bound += len(stored)
        if not targets and _binds(statement, name):
            return False
    return bound > 0


def _binds(statement: ast.stmt, name: str) -> bool:
    match statement:
        case ast.For(target=target) | ast.AugAssign(target=target) | ast.AnnAssign(target=target):
            return any(isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Store) for n in walk(target))
        case ast.With() | ast.Delete() | ast.Global() | ast.Nonlocal() | ast.Import() | ast.ImportFrom():
            return name in ast.unparse(statement)
    return False


def _is_first_whole(name: str, scope: Sequence[ast.stmt], computing: Computing) -> bool:
    """It is bound several times, and not surely to fractions at first: `r = np.array([1, 0]); r = r + h * f(r)`."""
    bound = [
        s.value
        for s in own_statements(scope)
        if isinstance(s, ast.Assign) and any(isinstance(t, ast.Name) and t.id == name for t in s.targets)
    ]
    own = (v for v in bound if not any(isinstance(n, ast.Name) and n.id == name for n in walk(v)))
    return len(bound) > 1 and not all(_is_fractional(value, computing) for value in own)


def _is_fractional(value: ast.expr, computing: Computing) -> bool:
    """Surely an array of fractions: of the dtype that is asked for, or of one such number at least."""
    match value:
        case ast.Call(func=maker, args=[first, *rest]):
            name = computing.kinds.module.qualified_name(maker)
            dtypes = [*rest[:1], *(k.value for k in value.keywords if k.arg == "dtype")]
            if name in _OF_FRACTIONS and not dtypes:
                return True
            if name in _OF_FRACTIONS | _WRITTEN_OUT and dtypes:
                return ast.unparse(dtypes[0]).rpartition(".")[2] in ("float", "float64")
            return name in _WRITTEN_OUT and _is_fractional(first, computing)
        case ast.List(elts=elements) | ast.Tuple(elts=elements):
            return any(_is_fractional(element, computing) for element in elements)
        case ast.BinOp(op=op, left=left, right=right):
            return isinstance(op, ast.Div) or _is_fractional(left, computing) or _is_fractional(right, computing)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return _is_fractional(operand, computing)
    return computing.kinds.of(value) is Kind.NUMBER and computing.numbers.of(value).types == {"float"}


def _type(value: ast.expr, scope: Sequence[ast.stmt], computing: Computing, few: Few, written: Names) -> str | None:
    """The type of Python's that the elements are of, nothing where they are NumPy's; None where they cannot come from
    an array: their types differ, or they show memory that somebody writes into."""
    if not computing.is_known(value) or not computing.is_test(value):
        return None
    if computing.kinds.of(value) is Kind.NUMBER:
        types = computing.numbers.of(value).types
        if types in ({"int"}, {"float"}):
            return next(iter(types))
        return "" if types <= {"float", "numpy"} and types else None
    arrays = {name for name in names_read(value) if computing.kinds.known.get(name) is Kind.ARRAY}
    if any(_is_first_whole(name, scope, computing) for name in arrays):
        return None
    base = base_name(value)
    if computing.kinds.is_new(value):
        return ""
    return "" if base is not None and (base not in written or few.is_of_vector(value)) else None
