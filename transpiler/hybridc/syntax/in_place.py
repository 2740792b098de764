"""What a statement changes in place."""

from __future__ import annotations

import ast

from hybridc.dialects.entry import Entry
from hybridc.syntax.dataflow import base_name, calls_in, expressions
from hybridc.syntax.walking import statements

_OF_ARRAYS = frozenset({"fill", "put", "resize", "partition", "itemset"})
CHANGING_METHODS = _OF_ARRAYS | {
    "append", "extend", "insert", "remove", "pop", "clear", "sort", "reverse", "update", "setdefault",
    "popitem", "add", "discard",
}  # fmt: skip
CHANGING_CONTAINERS = CHANGING_METHODS - _OF_ARRAYS | {"appendleft", "popleft"}
_OPERATORS = (
    "add",
    "sub",
    "mul",
    "truediv",
    "floordiv",
    "mod",
    "pow",
    "matmul",
    "and",
    "or",
    "xor",
    "lshift",
    "rshift",
)
WRITING_OPERATORS = frozenset({"__setitem__", *(f"__i{name}__" for name in _OPERATORS)})  # called by their names


def set_by_name(node: ast.Call) -> tuple[ast.expr, ast.expr, ast.expr] | None:
    """What a call sets an attribute of, the name, and the value: `setattr(x, name, value)`, or by the method of that
    name, which may be that of `super()`."""
    match node:
        case ast.Call(func=ast.Name(id="setattr"), args=[held, name, value], keywords=[]):
            return held, name, value
        case ast.Call(func=ast.Attribute(attr="__setattr__"), args=[held, name, value], keywords=[]):
            return held, name, value
        case ast.Call(func=ast.Attribute(value=held, attr="__setattr__"), args=[name, value], keywords=[]):
            return held, name, value
    return None


def changed_below(node: ast.AST) -> frozenset[str]:
    """Names whose object any of the statements below changes."""
    return frozenset().union(*(changed_in_place(s) for s in statements(node)))


def changed_in_place(statement: ast.stmt) -> frozenset[str]:
    """Names whose object the statement changes: by element, attribute, in-place operator or method."""
    changed: set[str] = set()
    targets: list[ast.expr] = []
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, ast.AugAssign | ast.AnnAssign):
        targets = [statement.target]
    elif isinstance(statement, ast.Delete):
        targets = statement.targets
    for target in targets:
        for node in [target, *getattr(target, "elts", [])]:
            if isinstance(statement, ast.AugAssign) and isinstance(node, ast.Name):
                changed.add(node.id)
            elif isinstance(node, ast.Subscript | ast.Attribute):
                root: ast.expr = node
                while isinstance(root, ast.Subscript | ast.Attribute):
                    root = root.value
                if isinstance(root, ast.Name):
                    changed.add(root.id)
    for expression in expressions(statement):
        for node in calls_in(expression):
            if (
                isinstance(node.func, ast.Attribute)
                and node.func.attr in CHANGING_METHODS | WRITING_OPERATORS
                and isinstance(node.func.value, ast.Name)
            ):
                changed.add(node.func.value.id)
            changed |= _written_by(node)
    return frozenset(changed)


WRITING_FUNCTIONS = frozenset(("copyto", "put", "fill_diagonal", "place", "putmask", "put_along_axis", "at", "shuffle"))


def given_to_write(call: ast.Call) -> list[ast.expr]:
    """What a function is given to write into: by `out=`, or as the first argument of `np.copyto` and the like."""
    given = [k.value for k in call.keywords if k.arg == "out"]
    if isinstance(call.func, ast.Attribute) and call.func.attr in WRITING_FUNCTIONS:
        given += call.args[:1]
    return given


def _written_by(call: ast.Call) -> set[str]:
    """Names among those."""
    return {name for each in given_to_write(call) if (name := base_name(each)) is not None}


def first_given(node: ast.Call, entry: Entry) -> ast.expr | None:
    """What a call gives for the first parameter, by position or by name."""
    if node.args:
        return node.args[0]
    names = {p.name for p in (entry.parameters or ())[:1]}
    return next((k.value for k in node.keywords if k.arg in names), None)


def asks_to_write(node: ast.Call, entry: Entry) -> bool | None:
    """The call asks the function to write into its first argument; None: only running it tells."""
    if entry.writes or entry.writes_if is None:
        return entry.writes
    given = {k.arg: k.value for k in node.keywords}
    if not any(isinstance(a, ast.Starred) for a in node.args):
        given |= dict(zip((p.name for p in entry.parameters or ()), node.args, strict=False))
    match given.get(entry.writes_if):
        case None:
            return None if None in given or any(isinstance(a, ast.Starred) for a in node.args) else False
        case ast.Constant(value=value):
            return bool(value)
    return None
