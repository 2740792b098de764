"""Functions and methods that read or set what changes, made functions of it; in their place stands a call of those.

A rewrite of a whole file, text to text. The attributes of its object that a method reads, and the globals that are
rebound, are arguments of the function made of it, so that it sees them as they are at every call; what it sets comes
back with its result.
"""

from __future__ import annotations

import ast
from collections.abc import Collection
from dataclasses import dataclass, replace

from hybridc.analysis.directives import read_directives
from hybridc.analysis.module import read_module
from hybridc.analysis.walking import walk
from hybridc.diagnostics import Diagnostic, Location
from hybridc.dialects import ALL
from hybridc.extraction.candidates import Candidates, callees_first, can_move, is_delegate, numeric
from hybridc.extraction.edits import Line, edited
from hybridc.extraction.functions import Extracted, extracted
from hybridc.extraction.interface import Interface, interface
from hybridc.extraction.members import PlainClass, members, plain_class
from hybridc.extraction.module_globals import changing_globals
from hybridc.extraction.state import State, Use, Variable, names_in

__all__ = ["Extraction", "Variable", "extract"]


@dataclass(frozen=True)
class Extraction:
    """The file with functions made of functions and methods.

    By those functions: the qualified names of what they are made of, the parameters that stand for variables, the
    variables set. `delegates` are the lines where the functions and methods stand that call them.
    """

    text: str
    names: dict[str, str]
    inputs: dict[str, dict[str, Variable]]
    outputs: dict[str, tuple[Variable, ...]]
    augmented: dict[str, frozenset[Variable]]  # those that an in-place operator changes
    state: State
    changed_in_place: frozenset[Variable]
    delegates: frozenset[int]
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


def extract(
    text: str, tree: ast.Module, only: Collection[str] | None = None, unhinted: frozenset[Variable] = frozenset()
) -> Extraction | None:
    """The file with functions made of those functions and methods of which it can be, or of those of them in `only`;
    None where there are none.

    One is considered that uses a framework's names, or that calls such a one or is called by it. `unhinted` are
    variables of which not to believe that they hold what they do at first.
    """
    frameworks = _framework_names(tree)
    if not frameworks:
        return None
    classes = _plain_classes(tree)
    candidates = _candidates(text, tree, classes, frameworks, only, unhinted)
    if not candidates.uses:
        return None
    lines = text.split("\n")
    made = _made(lines, tree, candidates)
    if not made:
        return None
    result: list[Line] = []
    delegates: set[int] = set()
    done = 0
    for node in tree.body:
        of_it = sorted((e for e in made if node in (e.use.function, candidates.nodes[e.use.name])), key=_place)
        for each in of_it:
            result += edited(lines, done + 1, each.use.function.lineno - 1, (), 0)
            delegates.add(len(result) + 1)
            result += each.delegate
            done = each.use.function.end_lineno or 0
        if not of_it:
            continue
        end = node.end_lineno or 0
        result += edited(lines, done + 1, end, (), 0)
        done = end
        for each in of_it:
            result += [Line("", end, ()), Line("", end, ()), *each.function]
    result += edited(lines, done + 1, len(lines), (), 0)
    return Extraction(
        "\n".join(line.text for line in result),
        {e.interface.name: e.use.name for e in made},
        {e.interface.name: e.parameters for e in made},
        {e.interface.name: e.interface.outputs for e in made},
        {e.interface.name: e.use.augmented for e in made},
        candidates.state,
        candidates.changed_in_place,
        frozenset(delegates),
        tuple(result),
    )


def _place(each: Extracted) -> int:
    return each.use.function.lineno


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


def _plain_classes(tree: ast.Module) -> list[PlainClass]:
    nodes = [s for s in tree.body if isinstance(s, ast.ClassDef)]
    if not nodes:
        return []
    inherited = frozenset(
        b.id for c in walk(tree) if isinstance(c, ast.ClassDef) for b in c.bases if isinstance(b, ast.Name)
    )
    stored = frozenset(n.attr for n in walk(tree) if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store))
    return [cls for node in nodes if (cls := plain_class(node, inherited, stored)) is not None]


def _candidates(
    text: str,
    tree: ast.Module,
    classes: list[PlainClass],
    frameworks: frozenset[str],
    only: Collection[str] | None,
    unhinted: frozenset[Variable],
) -> Candidates:
    module, lines = read_module(tree), text.split("\n")
    functions = {n: f.node for n, f in module.functions.items() if f.node in tree.body and n in module.unsteady}
    functions = {n: f for n, f in functions.items() if n not in module.globals and can_move(lines, f)}
    functions = {n: f for n, f in functions.items() if only is None or n in only}
    globals_ = changing_globals(text, tree, module, functions.keys(), unhinted)
    state = globals_.state
    nodes: dict[str, ast.stmt] = {}
    uses: dict[str, Use] = {}
    for name, function in functions.items():
        use = Use(function, name, None)
        is_wanted = not is_delegate(function, module.unsteady) or any(
            name in names_in(other) for n, other in functions.items() if n != name
        )
        if is_wanted and globals_.add_to(use):
            uses[name], nodes[name] = use, function
    for cls in classes:
        state |= cls.state
        for method in cls.methods.values():
            name = f"{cls.node.name}.{method.name}"
            if (only is None or name in only) and can_move(lines, method, method.args.args[0].arg):
                found = members(cls, method)
                if found is not None and globals_.add_to(found):
                    uses[name], nodes[name] = found, cls.node
    hints = {v: h for v, h in state.hints.items() if v not in unhinted}
    state = replace(state, hints=hints)
    chosen = numeric(uses, state, frameworks, read_directives(text).graph)
    return Candidates(chosen, nodes, state, globals_.changed_in_place)


def _made(lines: list[str], tree: ast.Module, candidates: Candidates) -> list[Extracted]:
    every = (getattr(n, kind, None) for n in walk(tree) for kind in ("id", "arg", "name"))
    taken = {name for name in every if isinstance(name, str)}
    interfaces: dict[str, Interface] = {}
    made: list[Extracted] = []
    for use in callees_first(candidates.uses):
        new = interface(lines, use, candidates.state, interfaces, taken)
        if new is not None:
            taken.add(new.name)
            interfaces[use.name] = new
            made.append(extracted(lines, candidates.state, use, new, interfaces))
    return made
