"""Nested functions that may write into what they are given or see, made functions of the file.

A rewrite of a whole file, text to text. `def f(x): def bump(u): u += 1` with `bump(x)` becomes `def _bump(u): u += 1`
and `def f(x): _bump(x)`; what it sees of the function around it becomes its first parameters, which is when Python
looks such names up. So all that is known of functions that change arrays of their callers holds of it as well.
"""

from __future__ import annotations

import ast
import re
import symtable
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from hybridc.normalize.extraction.nested import Nested, writing
from hybridc.normalize.moved import Edit, Line, Moved, column, edited, free_name, place, with_comments
from hybridc.syntax.dataflow import parameters
from hybridc.syntax.module import Module
from hybridc.syntax.walking import walk, with_defaults


@dataclass(frozen=True)
class Lifted(Moved):
    """The file with such functions. `around`: by their names, the functions that they were nested in."""

    around: Mapping[str, str] = field(default_factory=dict)
    nested: Mapping[str, str] = field(default_factory=dict)  # and the names that they had there

    @property
    def made(self) -> Collection[str]:
        return self.around.keys()

    def original(self, name: str) -> str:
        return self.around.get(name, name)

    def shown(self, name: str) -> str:
        return self.nested.get(name, name)


def lifted(text: str, module: Module, only: Collection[str]) -> Lifted | None:
    """The file in which those of the functions in `only` are moved out; None where none has any."""
    lines = text.split("\n")
    try:
        table = symtable.symtable(text, "<file>", "exec")
    except (SyntaxError, RecursionError):  # of which the tree says nothing
        return None
    tables = {t.get_lineno(): t for t in table.get_children() if isinstance(t, symtable.Function)}
    taken = {*module.names}
    result: list[Line] = []
    around: dict[str, str] = {}
    nested: dict[str, str] = {}
    done = 0
    for node in module.tree.body:
        function = module.functions.get(getattr(node, "name", ""))
        if function is None or function.node is not node or function.name not in only or node.lineno not in tables:
            continue
        found = writing(function.node, tables[node.lineno], module, lines)
        names = {
            each.name: free_name(taken, f"_{each.name.lstrip('_')}", f"_{function.name}_{each.name}") for each in found
        }
        if not found:
            continue
        around |= dict.fromkeys(names.values(), function.name)
        nested |= {new: old for old, new in names.items()}
        start = with_comments(lines, min([node.lineno, *(d.lineno for d in function.node.decorator_list)]), 0)
        result += edited(lines, done + 1, start - 1, (), 0)
        moving = _Moving(lines, function.node, found, names, taken)
        for each in found:
            result += [*moving.function(each), Line("", each.node.lineno, ()), Line("", each.node.lineno, ())]
        done = node.end_lineno or 0
        result += moving.rest(function.node, start)
    if not around:
        return None
    result += edited(lines, done + 1, len(lines), (), 0)
    return Lifted("\n".join(line.text for line in result), {}, tuple(result), around, nested)


class _Moving:
    """Moves the nested functions of one function."""

    def __init__(
        self,
        lines: Sequence[str],
        function: ast.FunctionDef,
        found: Sequence[Nested],
        names: Mapping[str, str],
        taken: set[str],
    ) -> None:
        self.lines = lines
        self.names = names
        self.found = found
        self.defaults: dict[Nested, dict[str, str]] = {}
        self.made: dict[Nested, list[str]] = {}
        self.steady = _bound_once(function)
        for each in found:
            self._take_defaults(each, taken)
        self.edits = [edit for each in found for call, _ in each.calls for edit in self._call(each, call)]

    def _take_defaults(self, nested: Nested, taken: set[str]) -> None:
        """What is given for parameters where a call gives nothing: the value that the default had when the function
        was made."""
        self.made[nested] = []
        self.defaults[nested] = {}
        if nested.constant:
            return
        for argument, default in with_defaults(nested.node.args):
            shown = ast.unparse(default)
            if not (isinstance(default, ast.Constant) or shown in self.steady):
                name = free_name(taken, f"{nested.name}_{argument.arg}", f"{nested.name}_{argument.arg}_default")
                self.made[nested].append(f"{name} = {shown}")
                shown = name
            self.defaults[nested][argument.arg] = shown

    def function(self, nested: Nested) -> list[Line]:
        """The function, with the comments above it."""
        node = nested.node
        first, last = with_comments(self.lines, node.lineno, node.col_offset), node.end_lineno or node.lineno
        start = self.lines[node.lineno - 1].index(node.name, node.col_offset + 3)
        edits = [Edit(node.lineno, start, start + len(node.name), self.names[nested.name])]
        opening = self.lines[node.lineno - 1].index("(", start + len(node.name)) + 1
        if nested.captured:
            given = ", ".join(sorted(nested.captured))
            edits.append(Edit(node.lineno, opening, opening, given + ", " if walk(node.args)[1:] else given))
        for argument, default in with_defaults(node.args) if not nested.constant else ():
            line, end = default.end_lineno or 0, default.end_col_offset or 0
            assert argument.end_lineno == line
            stop = column(self.lines, line, argument.end_col_offset or 0)
            edits.append(Edit(line, stop, column(self.lines, line, end), ""))
        edits += [e for e in self.edits if first <= e.line <= last]
        return edited(self.lines, first, last, edits, node.col_offset)

    def _call(self, nested: Nested, call: ast.Call) -> list[Edit]:
        row, start = place(self.lines, call.func)
        end = start + len(nested.name)
        edits = [Edit(row, start, end, self.names[nested.name])]
        names = [a.arg for a in nested.node.args.args]
        known = {*names[: len(call.args)], *(k.arg for k in call.keywords)}
        omitted = [f"{n}={value}" for n, value in self.defaults[nested].items() if n not in known]
        if not call.keywords and [*self.defaults[nested]][-len(omitted) :] == names[len(call.args) :]:
            omitted = [value for n, value in self.defaults[nested].items() if n not in known]
        first = sorted(nested.captured)
        if not (call.args or call.keywords):
            first, omitted = first + omitted, []
        if first:
            more = ", " if call.args or call.keywords else ""
            edits.append(Edit(row, end + 1, end + 1, ", ".join(first) + more))
        if omitted:
            last = call.end_lineno or row
            closing = column(self.lines, last, call.end_col_offset or 0) - 1
            comma = "" if self._ends_with_comma(call) else ", "
            edits.append(Edit(last, closing, closing, comma + ", ".join(omitted)))
        return edits

    def _ends_with_comma(self, call: ast.Call) -> bool:
        text = ast.get_source_segment("\n".join(self.lines), call) or ""
        return re.search(r",\s*\)$", text) is not None

    def rest(self, function: ast.FunctionDef, start: int) -> list[Line]:
        """The function around them, without them."""
        gone: dict[int, Nested] = {}  # by first lines
        last: dict[int, int] = {}
        for each in self.found:
            first = with_comments(self.lines, each.node.lineno, each.node.col_offset)
            gone[first], last[first] = each, each.node.end_lineno or 0
        emptied = _emptied(function, {id(each.node) for each in self.found})
        every = edited(self.lines, start, function.end_lineno or 0, self.edits, 0)
        result: list[Line] = []
        row = start
        while row <= (function.end_lineno or 0):
            nested = gone.get(row)
            if nested is None:
                result.append(every[row - start])
                row += 1
                continue
            indent = self.lines[nested.node.lineno - 1][: nested.node.col_offset]
            made = self.made[nested] or (["pass"] if id(nested.node) in emptied else [])
            row = last[row] + 1
            if not made and result and (not result[-1].text.strip() or result[-1].text.rstrip().endswith(":")):
                while row <= (function.end_lineno or 0) and not self.lines[row - 1].strip():
                    row += 1
            result += [Line(indent + text, nested.node.lineno, ()) for text in made]
        return result


def _bound_once(function: ast.FunctionDef) -> set[str]:
    """Names that hold one object for as long as a call of the function runs, and that nothing in it binds later."""
    stores = [n.id for n in walk(function) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
    stores += parameters(function)
    targets = [n for s in function.body if isinstance(s, ast.Assign) for t in s.targets for n in walk(t)]
    plain = {n.id for n in targets if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    return {name for name in plain | {*parameters(function)} if stores.count(name) == 1}


def _emptied(function: ast.FunctionDef, gone: Collection[int]) -> set[int]:
    """Of the statements that go, the first ones of blocks in which nothing stays."""
    found: set[int] = set()
    for node in walk(function):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list) and block and all(id(s) in gone for s in block):
                found.add(id(block[0]))
    return found
