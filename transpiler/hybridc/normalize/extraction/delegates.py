"""The function or method that stays where it was, and calls the one that was made of it."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

from hybridc.normalize.extraction.interface import Interface
from hybridc.normalize.extraction.state import Use
from hybridc.normalize.moved import Edit, Line, column, edited
from hybridc.syntax.walking import walk

_RESULT = "result"
_DIRECTIVE = re.compile(r"\s*# hybridc:[^\"']*$")


def delegate(lines: Sequence[str], use: Use, interface: Interface) -> list[Line]:
    """Its header, its docstring, and the call: with the variables as they are, and setting those that it gives."""
    function = use.function
    kept = header_and_docstring(lines, function)
    indent = indent_of_body(lines, function)
    kept += _declared(lines, use, interface, indent)
    given = [use.shown(v) for v in interface.inputs]
    arguments = function.args
    given += [a.arg for a in use.arguments]
    given += [f"*{arguments.vararg.arg}"] if arguments.vararg else []
    given += [f"{a.arg}={a.arg}" for a in arguments.kwonlyargs]
    given += [f"**{arguments.kwarg.arg}"] if arguments.kwarg else []
    call = f"{interface.name}({', '.join(given)})"
    outputs = ", ".join(use.shown(v) for v in interface.outputs)
    result = _RESULT
    taken = {n.arg for n in walk(function) if isinstance(n, ast.arg)}
    taken |= {v.name for v in (*interface.inputs, *interface.outputs) if v.holder is None}
    while result in taken:
        result += "_"
    if not outputs:
        texts = [f"return {call}"]
    elif interface.has_result:
        texts = [f"{result}, {outputs} = {call}", f"return {result}"]
    else:
        texts = [f"{outputs} = {call}"]
    return [*kept, *(Line(indent + text, function.lineno, ()) for text in texts)]


def header_and_docstring(lines: Sequence[str], function: ast.FunctionDef) -> list[Line]:
    """Both, without what they say to hybridc."""
    end = header_end(lines, function)
    first = function.body[0]
    body = [Edit(first.lineno, column(lines, first.lineno, first.col_offset), len(lines[end - 1]), "")]
    body = body if first.lineno == end else []
    if not body and (comment := _DIRECTIVE.search(lines[end - 1])):
        body = [Edit(end, comment.start(), len(lines[end - 1]), "")]  # it speaks of the function
    kept = edited(lines, function.lineno, end, body, 0)
    if ast.get_docstring(function, clean=False) is not None:
        kept += edited(lines, first.lineno, first.end_lineno or 0, (), 0)
    return kept


def _declared(lines: Sequence[str], use: Use, interface: Interface, indent: str) -> list[Line]:
    """The `global` statements, as the file has them where that is enough."""
    names = [v.name for v in interface.outputs if v.holder is None]
    own = [n for d in use.declarations for n in d.names]
    if not names:
        return []
    if set(own) == set(names):
        return [line for d in use.declarations for line in edited(lines, d.lineno, d.end_lineno or 0, (), 0)]
    return [Line(f"{indent}global {', '.join(names)}", use.function.lineno, ())]


def indent_of_body(lines: Sequence[str], function: ast.FunctionDef) -> str:
    """What stands before the statements of the body."""
    first = function.body[0]
    if first.lineno > header_end(lines, function):
        return lines[first.lineno - 1][: first.col_offset]
    return lines[function.lineno - 1][: function.col_offset] + "    "


def header_end(lines: Sequence[str], function: ast.FunctionDef) -> int:
    """The last line of the header: the one with its colon."""
    line = max(
        [function.lineno]
        + [a.end_lineno or 0 for a in ast.walk(function.args) if isinstance(a, ast.arg | ast.expr)]
        + ([function.returns.end_lineno or 0] if function.returns else [])
    )
    while line < function.body[0].lineno - 1 and not lines[line - 1].partition("#")[0].rstrip().endswith(":"):
        line += 1
    return line
