"""A function of the state that another, or a method, reads."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hybridc.normalize.extraction.delegates import delegate, header_end, indent_of_body
from hybridc.normalize.extraction.interface import (
    Interface,
    Interfaces,
    free_name,
    of_callees,
    parameter_names,
    returns,
)
from hybridc.normalize.extraction.state import State, Use, Variable
from hybridc.normalize.moved import Edit, Line, after, before, column, edited, place, replaced
from hybridc.syntax.dataflow import is_none
from hybridc.syntax.walking import walk


@dataclass(frozen=True)
class Extracted:
    """A function, and the one in whose place a call of it stands."""

    interface: Interface
    use: Use
    parameters: dict[str, Variable]
    function: list[Line]
    delegate: list[Line]


def extracted(lines: Sequence[str], state: State, use: Use, interface: Interface, others: Interfaces) -> Extracted:
    """The function made of `use`, and its delegate. `others` are the interfaces of the functions that it calls."""
    original = use.function
    every = [*interface.inputs, *interface.outputs, *use.variables.values(), *of_callees(use, others)]
    names = parameter_names(use, dict.fromkeys(every))
    edits = [replaced(lines, n, names[v]) for n, v in use.variables.items() if isinstance(n, ast.Attribute)]
    edits += _header(lines, state, use, interface, names)
    for call, called in use.calls.items():
        edits += _call(lines, call, others[called], names)
    edits += _calls_with_outputs(lines, use, others, names)
    outputs = ", ".join(names[v] for v in interface.outputs)
    tail: list[Line] = []
    added: dict[int, Line] = {}  # below lines of the file
    if outputs:
        for statement in returns(original):
            callee = others.get(use.calls.get(statement.value, "")) if isinstance(statement.value, ast.Call) else None
            if callee is None or not callee.outputs:
                edits += _return(lines, statement, interface, outputs)
            elif callee.outputs != interface.outputs:
                result = free_name("result", use, names.values())
                given = ", ".join([result, *(names[v] for v in callee.outputs)])
                row, start = place(lines, statement)
                edits.append(Edit(row, start, start + len("return"), f"{given} ="))
                indent = lines[row - 1][original.col_offset : start]
                added[statement.end_lineno or row] = Line(f"{indent}return {result}, {outputs}", row, ())
        if not isinstance(original.body[-1], ast.Return):
            shown = f"return None, {outputs}" if interface.has_result else f"return {outputs}"
            if original.body[0].lineno == original.body[-1].end_lineno == header_end(lines, original):
                edits.append(after(lines, original.body[-1], f"; {shown}"))
            else:
                inner = indent_of_body(lines, original)[original.col_offset :]
                tail = [Line(inner + shown, original.body[-1].end_lineno or original.lineno, ())]
    assert original.end_lineno is not None
    function = edited(lines, original.lineno, original.end_lineno, edits, original.col_offset)
    left_out: list[ast.stmt] = [*use.declarations]
    if ast.get_docstring(original, clean=False) is not None and len(original.body) > 1:
        left_out.append(original.body[0])
    rows = {row for s in left_out for row in range(s.lineno, (s.end_lineno or 0) + 1)}
    function = [line for line in function if line.origin not in rows]
    for row, line in added.items():
        function.insert(max(n for n, each in enumerate(function) if each.origin == row) + 1, line)
    parameters = {names[v]: v for v in interface.inputs}
    return Extracted(interface, use, parameters, [*function, *tail], delegate(lines, use, interface))


def _header(
    lines: Sequence[str], state: State, use: Use, interface: Interface, names: Mapping[Variable, str]
) -> list[Edit]:
    function = use.function
    start = lines[function.lineno - 1].index(function.name, function.col_offset + 3)
    end = start + len(function.name)
    edits = [Edit(function.lineno, start, end, interface.name)]
    given = ", ".join(f"{names[v]}: {state.hints[v]}" if v in state.hints else names[v] for v in interface.inputs)
    if use.own is not None:
        edit = replaced(lines, function.args.args[0], given)
        if not given:
            comma = re.match(r"\s*,\s*", lines[edit.line - 1][edit.end :])
            edit = Edit(edit.line, edit.start, edit.end + (comma.end() if comma else 0), "")
        edits.append(edit)
    elif given:
        opening = lines[function.lineno - 1].index("(", end) + 1
        has_more = bool(walk(function.args)[1:])
        edits.append(Edit(function.lineno, opening, opening, given + ", " if has_more else given))
    if function.returns is not None and interface.outputs:
        line = function.returns.lineno
        arrow = lines[line - 1].rindex("->", 0, column(lines, line, function.returns.col_offset))
        end = column(lines, line, function.returns.end_col_offset or 0)
        edits.append(Edit(line, len(lines[line - 1][:arrow].rstrip()), end, ""))
    return edits


def _call(lines: Sequence[str], call: ast.Call, callee: Interface, names: Mapping[Variable, str]) -> list[Edit]:
    edit = replaced(lines, call.func, callee.name)
    given = ", ".join(names[v] for v in callee.inputs)
    if not given:
        return [edit]
    opening = lines[edit.line - 1].index("(", edit.end) + 1
    separator = ", " if call.args or call.keywords else ""
    return [edit, Edit(edit.line, opening, opening, given + separator)]


def _calls_with_outputs(
    lines: Sequence[str], use: Use, others: Interfaces, names: Mapping[Variable, str]
) -> list[Edit]:
    """Calls that set variables give their new values back."""
    edits: list[Edit] = []
    for statement in walk(use.function):
        value = getattr(statement, "value", None)
        if not isinstance(value, ast.Call) or value not in use.calls or not isinstance(statement, ast.stmt):
            continue
        callee = others[use.calls[value]]
        outputs = ", ".join(names[v] for v in callee.outputs)
        if outputs and isinstance(statement, ast.Assign):
            target = statement.targets[0]
            is_several = isinstance(target, ast.Tuple)
            edits += [before(lines, target, "(")] if is_several else []
            edits.append(after(lines, target, f"), {outputs}" if is_several else f", {outputs}"))
        elif outputs and isinstance(statement, ast.Expr):
            edits.append(before(lines, statement, f"_, {outputs} = " if callee.has_result else f"{outputs} = "))
    return edits


def _return(lines: Sequence[str], statement: ast.Return, interface: Interface, outputs: str) -> list[Edit]:
    if statement.value is None or (is_none(statement.value) and not interface.has_result):
        end = column(lines, statement.lineno, statement.col_offset) + len("return")
        stop = end if statement.value is None else column(lines, statement.lineno, statement.value.end_col_offset or 0)
        return [Edit(statement.lineno, end, stop, f" None, {outputs}" if interface.has_result else f" {outputs}")]
    value = statement.value
    if _is_open(lines, value) or isinstance(value, ast.IfExp | ast.Lambda):
        return [before(lines, value, "("), after(lines, value, f"), {outputs}")]
    return [after(lines, statement, f", {outputs}")]


def _is_open(lines: Sequence[str], value: ast.expr) -> bool:
    """A tuple without parentheses around the whole of it, as `(a), b`."""
    if not isinstance(value, ast.Tuple):
        return False
    text = ast.get_source_segment("\n".join(lines), value) or ""
    try:
        ast.parse(f"({text[1:-1]})")
    except SyntaxError:
        return True
    return not text.startswith("(")
