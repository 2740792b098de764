"""Attributes of models that calls set by a name which is written out: assignments, as any other.

    self.__setattr__("mean", x)        ->        self.mean = x
    setattr(self, "mean", x)           ->        self.mean = x

A rewrite of a whole file, text to text, before anything else looks at it. Two underscores at the front of a name would
mean another one in a class.
"""

from __future__ import annotations

import ast
import keyword
from collections.abc import Iterator, Sequence

from hybridc.normalize.moved import Edit, Moved, column, edited, place
from hybridc.syntax.module import Function, Module
from hybridc.syntax.walking import walk


def without_named_attributes(text: str, module: Module) -> Moved | None:
    """The file with assignments in the place of such calls; None where there are none."""
    if "__setattr__" not in text and "setattr" not in module.calls:
        return None
    lines = text.split("\n")
    edits = {
        edit
        for function in module.functions.values()
        if function.owner is not None
        for statement in function.of(ast.Expr)
        if (found := _set(statement, function, module)) is not None
        for edit in _as_assignment(lines, statement, *found)
    }
    if not edits:
        return None
    result = edited(lines, 1, len(lines), edits, 0)
    return Moved("\n".join(line.text for line in result), {}, tuple(result))


def _set(statement: ast.Expr, function: Function, module: Module) -> tuple[str, ast.expr] | None:
    """The target and its value."""
    match statement.value:
        case ast.Call(
            func=ast.Attribute(value=ast.Name(id=owner), attr="__setattr__"),
            args=[ast.Constant(value=str(name)), value],
        ):
            pass
        case ast.Call(func=called, args=[ast.Name(id=owner), ast.Constant(value=str(name)), value]) if (
            module.qualified_name(called, function.locals) == "builtins.setattr"
        ):
            pass
        case _:
            return None
    is_plain = name.isidentifier() and not name.startswith("__") and not keyword.iskeyword(name)
    is_other = isinstance(value, ast.Starred) or any(isinstance(n, ast.NamedExpr) for n in walk(value))
    return None if is_other or not is_plain or statement.value.keywords else (f"{owner}.{name}", value)


def _as_assignment(lines: Sequence[str], statement: ast.Expr, target: str, value: ast.expr) -> Iterator[Edit]:
    """None of what stands around the value over several lines, where its own parentheses are not seen."""
    row, start = place(lines, statement)
    last, end = value.end_lineno or row, statement.end_lineno or row
    behind = column(lines, last, value.end_col_offset or 0)
    close = column(lines, end, statement.end_col_offset or 0)
    first = column(lines, row, value.col_offset)
    if value.lineno != row or last != end or lines[end - 1][behind:close] != ")":
        return
    is_open = last != row
    yield Edit(row, start, first, f"{target} = {'(' if is_open else ''}")
    if not is_open:
        yield Edit(end, behind, close, "")
