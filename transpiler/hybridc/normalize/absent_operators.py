"""Operators in place that a framework's arrays do not have: Python computes a new array then, and the target gets it.

    y @= turn        ->        y = y @ turn

A rewrite of a whole file, text to text, before anything else looks at it: nobody who has the old array sees a write.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from hybridc.dialects.notation import Models
from hybridc.normalize.moved import Edit, Moved, after, before, column, edited
from hybridc.syntax.module import Module
from hybridc.syntax.rebinding import is_numpys
from hybridc.syntax.walking import walk

_OPERATORS: dict[type[ast.operator], str] = {ast.MatMult: "@", ast.Pow: "**"}
_CLOSED = (ast.Name, ast.Attribute, ast.Subscript, ast.Call, ast.Constant)  # bind more than any operator


def without_absent_operators(text: str, module: Module, notation: Models) -> Moved | None:
    """The file with plain assignments in the place of them; None where there are none."""
    if not any(_is_absent(node, notation) for node in module.of(ast.AugAssign)) or _has_own(module):
        return None
    lines = text.split("\n")
    edits = [edit for statement in _absent(module, notation) for edit in _as_assignment(lines, statement)]
    if not edits:
        return None
    result = edited(lines, 1, len(lines), edits, 0)
    return Moved("\n".join(line.text for line in result), {}, tuple(result))


def _is_absent(statement: ast.AugAssign, notation: Models) -> bool:
    return _OPERATORS.get(type(statement.op), "") in notation.absent_operators


def _has_own(module: Module) -> bool:
    """A class of the file says what such an operator does."""
    return any(name.rpartition(".")[2] in ("__imatmul__", "__ipow__") for name in module.functions)


def _absent(module: Module, notation: Models) -> Iterator[ast.AugAssign]:
    """Those whose target is no array of NumPy's, which has all operators, and may be read twice.

    Where the file imports NumPy, what a function beside the models is given may be such an array.
    """
    uses_numpy = any(path.partition(".")[0] == "numpy" for path in module.imports.values())
    for function in module.functions.values():
        for statement in function.of(ast.AugAssign):
            root = _root(statement.target)
            if not _is_absent(statement, notation) or root is None:
                continue
            is_given = root in function.parameters and function.owner is None
            if not (is_given and uses_numpy) and not is_numpys(root, function, module, notation):
                yield statement


def _root(target: ast.expr) -> str | None:
    """The name that a target begins with, where reading the target does nothing else."""
    if any(isinstance(n, ast.Call | ast.NamedExpr | ast.Await) for n in walk(target)):
        return None
    while isinstance(target, ast.Attribute | ast.Subscript):
        target = target.value
    return target.id if isinstance(target, ast.Name) else None


def _as_assignment(lines: Sequence[str], statement: ast.AugAssign) -> Iterator[Edit]:
    """`y @= v` as `y = y @ v`, with parentheses where the value needs them and has none."""
    target, value, operator = statement.target, statement.value, _OPERATORS[type(statement.op)]
    line, end = target.end_lineno or target.lineno, target.end_col_offset or 0
    start = column(lines, line, end)
    while (found := lines[line - 1].find(f"{operator}=", start)) < 0:  # behind a backslash
        line, start = line + 1, 0
    yield Edit(line, found, found + len(operator) + 1, f"= {ast.unparse(target)} {operator}")
    between = _between(lines, line, found + len(operator) + 1, value)
    if not isinstance(value, _CLOSED) and "(" not in re.sub(r"#.*", "", between):
        yield before(lines, value, "(")
        yield after(lines, value, ")")


def _between(lines: Sequence[str], line: int, start: int, value: ast.expr) -> str:
    """What stands between the operator and the value."""
    end = column(lines, value.lineno, value.col_offset)
    if value.lineno == line:
        return lines[line - 1][start:end]
    whole = [lines[line - 1][start:], *lines[line : value.lineno - 1], lines[value.lineno - 1][:end]]
    return "\n".join(whole)
