"""Which names and attributes may hold the very object that an expression gives, or one that it holds."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from hybridc.dialects.table import Dialect
from hybridc.program.static_demand import STATIC_ATTRIBUTES, lookup, lookup_method
from hybridc.syntax.walking import all_given

_DISPLAYS = (ast.Tuple, ast.List, ast.Set)
_MAY_BE_GIVEN = frozenset(
    f"builtins.{n}"
    for n in ("min", "max", "sum", "list", "tuple", "dict", "zip", "enumerate", "reversed", "sorted", "map", "iter")
)
_MAKING = frozenset(f"builtins.{n}" for n in ("len", "int", "float", "bool", "str", "complex", "range", "isinstance"))


def same_objects(value: ast.expr) -> Iterator[ast.Name | ast.Attribute | ast.Call]:
    """The names, attributes and calls whose very value the expression may give, or hold, or be a view of.

    What an attribute belongs to is another question, as is what a call gives of its arguments.
    """
    match value:
        case ast.Attribute(attr=name) if name in STATIC_ATTRIBUTES:
            return
        case ast.Name() | ast.Attribute() | ast.Call():
            yield value
        case ast.IfExp(body=one, orelse=other):
            yield from (*same_objects(one), *same_objects(other))
        case ast.BoolOp(values=values) | ast.Tuple(elts=values) | ast.List(elts=values) | ast.Set(elts=values):
            for each in values:
                yield from same_objects(each)
        case ast.Dict(values=values):
            for each in values:
                yield from same_objects(each)
        case ast.Subscript(value=inner) | ast.Starred(value=inner):
            yield from same_objects(inner)
        case ast.NamedExpr(target=ast.Name() as name, value=inner):
            yield name
            yield from same_objects(inner)
        case ast.ListComp(elt=inner) | ast.SetComp(elt=inner) | ast.GeneratorExp(elt=inner) | ast.DictComp(value=inner):
            yield from same_objects(inner)
        case ast.BinOp(left=left, right=right) if isinstance(left, _DISPLAYS) or isinstance(right, _DISPLAYS):
            yield from (*same_objects(left), *same_objects(right))


def given_objects(call: ast.Call) -> Iterator[ast.Name | ast.Attribute | ast.Call]:
    """Those of the arguments, and of what a method belongs to."""
    holder = [call.func.value] if isinstance(call.func, ast.Attribute) else []
    for each in (*holder, *all_given(call)):
        yield from same_objects(each)


def is_new(call: ast.Call, name: str | None, dialects: tuple[Dialect, ...]) -> bool:
    """What the call of the function of this qualified name, or of a method, gives is none of its arguments."""
    if name in _MAKING:
        return True
    entries = lookup(dialects, name)
    if name is None and isinstance(call.func, ast.Attribute):
        entries = lookup_method(dialects, call.func.attr)
    is_kept = any(e.is_view or e.back is not None or e.writes for e in entries)
    return bool(entries) and not is_kept and name not in _MAY_BE_GIVEN
