"""Methods of plain classes as functions of what they read from their object; the methods call them.

A rewrite of a whole file, text to text. What such a function reads of its object are its arguments, so that it sees
the object as it is at every call; what it sets comes back with its result.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Set
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
from hybridc.extraction.members import Members, PlainClass, Unfit, is_special, members, plain_class

__all__ = ["Extraction", "Methods", "Unfit", "extract"]

_NAMED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


@dataclass(frozen=True)
class Methods:
    """What is known of methods beyond the text of their file, by qualified name."""

    asked: Set[str] = frozenset()  # functions are made of them even if they use no framework's names
    left: Set[str] = frozenset()  # they stay as they are


_NOTHING = Methods()


@dataclass(frozen=True)
class Extraction:
    """The file with functions made of methods.

    By those functions: the methods' qualified names, the parameters that stand for attributes, the attributes set, and
    the names of the methods called. `unfit`: what could not be made a function, by qualified name.
    """

    text: str
    names: dict[str, str]
    inputs: dict[str, dict[str, str]]
    outputs: dict[str, tuple[str, ...]]
    calls: dict[str, frozenset[str]]
    unfit: dict[str, Unfit]
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
        origin, there = self.place(line, column - 1)
        return origin, there + 1

    def line(self, line: int) -> int:
        return self._lines[line - 1].origin

    def place(self, line: int, column: int) -> tuple[int, int]:
        """Where in the file the new text's line and column, which counts from 0, come from."""
        there = self._lines[line - 1]
        return there.origin, there.column(column)


def extract(
    text: str, tree: ast.Module, only: Collection[str] | None = None, known: Methods = _NOTHING
) -> Extraction | None:
    """The file with the methods that can be functions, or those of them in `only`; None where it has no classes.

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
    unfit: dict[str, Unfit] = {}
    done = 0
    for node in classes:
        cls = plain_class(node, inherited, stored)
        if isinstance(cls, Unfit):
            unfit[node.name] = cls
            continue
        made = []
        for name, each in _functions(lines, cls, taken, frameworks, only, known):
            if isinstance(each, Unfit):
                unfit[name] = each
            else:
                made.append(each)
                names[each.interface.name] = name
        for each in sorted(made, key=lambda e: e.method.lineno):
            result += edited(lines, done + 1, each.method.lineno - 1, (), 0)
            result += each.delegate
            done = each.method.end_lineno or 0
        every += made
        if not made:
            continue
        end = node.end_lineno or 0
        result += edited(lines, done + 1, end, (), 0)
        done = end
        for each in sorted(made, key=lambda e: e.method.lineno):
            result += [Line("", end, ()), Line("", end, ()), *each.function]
    result += edited(lines, done + 1, len(lines), (), 0)
    return Extraction(
        "\n".join(line.text for line in result),
        names,
        {e.interface.name: e.parameters for e in every},
        {e.interface.name: e.interface.outputs for e in every},
        {e.interface.name: e.calls for e in every},
        unfit,
        tuple(result),
    )


def _functions(
    lines: list[str],
    cls: PlainClass,
    taken: set[str],
    frameworks: frozenset[str],
    only: Collection[str] | None,
    known: Methods,
) -> Iterator[tuple[str, Extracted | Unfit]]:
    """By qualified names, the functions, and the methods that cannot be although they use a framework or are asked."""
    found: dict[str, Members] = {}
    asked = {name for name in cls.methods if f"{cls.node.name}.{name}" in known.asked}
    for name, method in cls.methods.items():
        full = f"{cls.node.name}.{name}"
        if full in known.left or (only is not None and full not in only):
            continue
        use = _immovable(method) or members(cls, method)
        if not isinstance(use, Unfit):
            found[name] = use
        elif name in asked or (not is_special(name) and _names(method) & frameworks):
            yield full, use
    for each in cls.node.body:
        full = f"{cls.node.name}.{each.name}" if isinstance(each, ast.FunctionDef) else ""
        if full in known.asked - known.left and full.partition(".")[2] not in cls.methods:
            yield full, Unfit(each, "it has parameters before a `/`, or none")
    interfaces: dict[str, Interface] = {}
    for name in _callees_first(_numeric(cls, found, frameworks, asked)):
        use = found[name]
        interface = _interface(cls, use, interfaces, taken)
        if isinstance(interface, Unfit):
            yield f"{cls.node.name}.{name}", interface
        else:
            taken.add(interface.name)
            interfaces[name] = interface
            yield f"{cls.node.name}.{name}", extracted(lines, cls, use, interface, interfaces)


def _interface(
    cls: PlainClass, use: Members, interfaces: Mapping[str, Interface], taken: set[str]
) -> Interface | Unfit:
    for call, called in use.calls.items():
        if called not in interfaces:
            itself = called == use.method.name
            return Unfit(call, "it calls itself" if itself else f"it calls `{called}`, which stays Python")
    if not can_take_outputs(use, interfaces):
        return Unfit(use.method, "it calls a method that sets attributes in the middle of an expression")
    written = dict.fromkeys([*use.written, *(a for c in use.calls.values() for a in interfaces[c].outputs)])
    inputs = needed_inputs(cls, use, list(written), interfaces)
    if inputs is None:
        return Unfit(use.method, "it sets an attribute that it may also read, and that `__init__` does not set")
    if not inputs and len(use.method.args.args) == 1:
        return Unfit(use.method, "it reads no attributes and has no parameters")
    return Interface(function_name(cls.node, use.method, taken), inputs, tuple(written), gives_value(use.method))


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


def _numeric(
    cls: PlainClass, found: dict[str, Members], frameworks: frozenset[str], asked: set[str]
) -> dict[str, Members]:
    """The methods that use the frameworks or what they made, those that they call, and those that call them."""
    arrays = {a for a, value in cls.initial.items() if _names(value) & frameworks}
    chosen = {n for n, use in found.items() if _names(use.method) & frameworks or arrays & set(use.attributes.values())}
    chosen |= asked & found.keys()
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


def _immovable(method: ast.FunctionDef) -> Unfit | None:
    """What of its text would not be right in another place: strings over lines, its object in an f-string."""
    own = method.args.args[0].arg
    for node in walk(method):
        if isinstance(node, ast.JoinedStr) and any(isinstance(n, ast.Name) and n.id == own for n in walk(node)):
            return Unfit(node, f"`{own}` is in an f-string")
        text = isinstance(node, ast.JoinedStr) or (
            isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)
        )
        first = method.body[0]
        is_docstring = isinstance(first, ast.Expr) and first.value is node
        if text and node.lineno != node.end_lineno and not is_docstring:  # type: ignore[attr-defined]
            return Unfit(node, "it has a string over several lines")
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == own:
            if node.lineno != node.end_lineno:
                return Unfit(node, "an attribute and its object are on different lines")
    return None
