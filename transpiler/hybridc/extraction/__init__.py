"""Methods of plain classes as functions of what they read from their object; the methods call them.

A rewrite of a whole file, text to text. What such a function reads of its object are its arguments, so that it sees
the object as it is at every call; what it sets comes back with its result.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from hybridc.analysis.walking import walk
from hybridc.diagnostics import Diagnostic, Location
from hybridc.dialects import ALL
from hybridc.extraction.edits import Line, edited
from hybridc.extraction.functions import (
    Extracted,
    Interface,
    can_take_outputs,
    extracted,
    function_name,
    gives_value,
    needed_inputs,
)
from hybridc.extraction.members import Members, PlainClass, members, plain_class

__all__ = ["Extraction", "extract"]

_NAMED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


@dataclass(frozen=True)
class Extraction:
    """The file with functions made of methods.

    By those functions: the methods' qualified names, the parameters that stand for attributes, the attributes set.
    """

    text: str
    names: dict[str, str]
    inputs: dict[str, dict[str, str]]
    outputs: dict[str, tuple[str, ...]]
    _lines: tuple[Line, ...]

    def placed(self, diagnostic: Diagnostic) -> Diagnostic:
        """The diagnostic of the new text, as one of the file."""
        where = diagnostic.location
        if where.line:
            (line, column), (end_line, end) = (
                self._at(where.line, where.column),
                self._at(where.end_line, where.end_column),
            )
            where = Location(line, column, end_line, max(end, column + 1) if line == end_line else end)
        function = self.names.get(diagnostic.function or "", diagnostic.function)
        return replace(diagnostic, location=where, function=function)

    def _at(self, line: int, column: int) -> tuple[int, int]:
        there = self._lines[line - 1]
        return there.origin, there.column(column - 1) + 1

    def line(self, line: int) -> int:
        return self._lines[line - 1].origin


def extract(text: str, tree: ast.Module, only: Collection[str] | None = None) -> Extraction | None:
    """The file with the methods that can be functions, or those of them in `only`; None where there are none.

    A method is considered that uses a framework's names, or that calls such a one or is called by it.
    """
    frameworks = _framework_names(tree)
    classes = [s for s in tree.body if isinstance(s, ast.ClassDef)] if frameworks else []
    if not classes:
        return None
    lines = text.split("\n")
    inherited = frozenset(
        b.id for c in walk(tree) if isinstance(c, ast.ClassDef) for b in c.bases if isinstance(b, ast.Name)
    )
    stored = frozenset(n.attr for n in walk(tree) if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store))
    taken = {n.id for n in walk(tree) if isinstance(n, ast.Name)} | {n.name for n in tree.body if isinstance(n, _NAMED)}
    result: list[Line] = []
    every: list[Extracted] = []
    names: dict[str, str] = {}
    done = 0
    for node in classes:
        cls = plain_class(node, inherited, stored)
        made = list(_functions(lines, cls, taken, frameworks, only)) if cls is not None else []
        if not made:
            continue
        for each in sorted(made, key=lambda e: e.method.lineno):
            result += edited(lines, done + 1, each.method.lineno - 1, (), 0)
            result += each.delegate
            done = each.method.end_lineno or 0
            names[each.interface.name] = f"{node.name}.{each.method.name}"
        every += made
        end = node.end_lineno or 0
        result += edited(lines, done + 1, end, (), 0)
        done = end
        for each in sorted(made, key=lambda e: e.method.lineno):
            result += [Line("", end, ()), Line("", end, ()), *each.function]
    if not names:
        return None
    result += edited(lines, done + 1, len(lines), (), 0)
    return Extraction(
        "\n".join(line.text for line in result),
        names,
        {e.interface.name: e.parameters for e in every},
        {e.interface.name: e.interface.outputs for e in every},
        tuple(result),
    )


def _functions(
    lines: list[str],
    cls: PlainClass,
    taken: set[str],
    frameworks: frozenset[str],
    only: Collection[str] | None,
) -> Iterator[Extracted]:
    found: dict[str, Members] = {}
    for name, method in cls.methods.items():
        if (only is None or f"{cls.node.name}.{name}" in only) and _can_move(method):
            use = members(cls, method)
            if use is not None:
                found[name] = use
    interfaces: dict[str, Interface] = {}
    for name in _callees_first(_numeric(cls, found, frameworks)):
        use = found[name]
        if not all(called in interfaces for called in use.calls.values()) or not can_take_outputs(use, interfaces):
            continue
        written = dict.fromkeys([*use.written, *(a for c in use.calls.values() for a in interfaces[c].outputs)])
        inputs = needed_inputs(cls, use, list(written), interfaces)
        if inputs is not None and (inputs or len(use.method.args.args) > 1):
            called = function_name(cls.node, use.method, taken)
            taken.add(called)
            interfaces[name] = Interface(called, inputs, tuple(written), gives_value(use.method))
            yield extracted(lines, cls, use, interfaces[name], interfaces)


def _framework_names(tree: ast.Module) -> frozenset[str]:
    """What the file calls the modules of frameworks, and what it imports from them."""
    roots = {root for dialect in ALL for root in dialect.roots}
    names: set[str] = set()
    for node in tree.body:
        if isinstance(node, ast.Import):
            names |= {(a.asname or a.name).partition(".")[0] for a in node.names if a.name.partition(".")[0] in roots}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in roots:
            names |= {a.asname or a.name for a in node.names}
    return frozenset(names)


def _numeric(cls: PlainClass, found: dict[str, Members], frameworks: frozenset[str]) -> dict[str, Members]:
    """The methods that use the frameworks or what they made, those that they call, and those that call them."""
    arrays = {a for a, value in cls.initial.items() if _names(value) & frameworks}
    chosen = {n for n, use in found.items() if _names(use.method) & frameworks or arrays & set(use.attributes.values())}
    for _ in found:
        chosen |= {called for name in chosen for called in found[name].calls.values() if called in found}
        chosen |= {name for name, use in found.items() if chosen.intersection(use.calls.values())}
    return {name: use for name, use in found.items() if name in chosen}


def _names(node: ast.AST) -> set[str]:
    return {n.id for n in walk(node) if isinstance(n, ast.Name)}


def _callees_first(found: dict[str, Members]) -> Iterator[str]:
    """The methods in an order in which those that call each other never come."""
    done: dict[str, bool] = {}

    def visit(name: str) -> Iterator[str]:
        if name in found and name not in done:
            done[name] = True
            for called in found[name].calls.values():
                yield from visit(called)
            yield name

    for name in found:
        yield from visit(name)


def _can_move(method: ast.FunctionDef) -> bool:
    """Its text stays right in another place: no string goes over lines, and nothing of it is in an f-string."""
    own = method.args.args[0].arg
    for node in walk(method):
        if isinstance(node, ast.JoinedStr) and any(isinstance(n, ast.Name) and n.id == own for n in walk(node)):
            return False
        text = isinstance(node, ast.JoinedStr) or (
            isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)
        )
        first = method.body[0]
        is_docstring = isinstance(first, ast.Expr) and first.value is node
        if text and node.lineno != node.end_lineno and not is_docstring:  # type: ignore[attr-defined]
            return False
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == own:
            if node.lineno != node.end_lineno:
                return False
    return True
