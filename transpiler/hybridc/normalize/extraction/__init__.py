"""Functions and methods that read or set what changes, made functions of it; in their place stands a call of those.

A rewrite of a whole file, text to text. The attributes of its object that a method reads, and the globals that are
rebound, are arguments of the function made of it, so that it sees them as they are at every call; what it sets comes
back with its result.
"""

from __future__ import annotations

import ast
from collections.abc import Collection
from dataclasses import dataclass

from hybridc.dialects import ALL
from hybridc.normalize.extraction.candidates import Candidates, Methods, callees_first, candidates
from hybridc.normalize.extraction.functions import Extracted, extracted
from hybridc.normalize.extraction.interface import Interface, interface
from hybridc.normalize.extraction.state import State, Use, Variable
from hybridc.normalize.extraction.unfit import Unfit
from hybridc.normalize.moved import Line, Moved, edited
from hybridc.syntax.module import Module

__all__ = ["Extraction", "Methods", "Unfit", "Variable", "extract"]

_NOTHING = Methods()


@dataclass(frozen=True)
class Extraction(Moved):
    """The file with functions made of functions and methods.

    By those functions: the qualified names of what they are made of, how that uses what changes, the parameters that
    stand for variables, the variables set. `delegates` are the lines where the functions and methods stand that call
    them. `unfit`: what could not be made a function, by qualified name.
    """

    uses: dict[str, Use]
    inputs: dict[str, dict[str, Variable]]
    outputs: dict[str, tuple[Variable, ...]]
    state: State
    changed_in_place: frozenset[Variable]
    delegates: frozenset[int]
    unfit: dict[str, Unfit]


def extract(
    text: str,
    module: Module,
    only: Collection[str] | None = None,
    unhinted: frozenset[Variable] = frozenset(),
    known: Methods = _NOTHING,
    whole: bool = True,
) -> Extraction | None:
    """The file with functions made of those functions and methods of which it can be, or of those of them in `only`;
    None where there is nothing to say of any.

    One is considered that uses a framework's names, or that calls such a one or is called by it. `unhinted` are
    variables of which not to believe that they hold what they do at first. Unless `whole`, functions are made of
    methods alone, which see no globals change.
    """
    tree = module.tree
    frameworks = _framework_names(tree)
    if not frameworks:
        return None
    found = candidates(text, module, frameworks, only, unhinted, known, whole)
    lines = text.split("\n")
    made = _made(lines, module, found) if found.uses else []
    if not made and not found.unfit:
        return None
    result: list[Line] = []
    delegates: set[int] = set()
    done = 0
    for node in tree.body:
        of_it = sorted((e for e in made if node in (e.use.function, found.nodes[e.use.name])), key=_place)
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
        tuple(result),
        {e.interface.name: e.use for e in made},
        {e.interface.name: e.parameters for e in made},
        {e.interface.name: e.interface.outputs for e in made},
        found.state,
        found.changed_in_place,
        frozenset(delegates),
        found.unfit,
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


def _made(lines: list[str], module: Module, found: Candidates) -> list[Extracted]:
    """The functions. Why there is none of others goes to what is unfit."""
    taken = {*module.names}
    interfaces: dict[str, Interface] = {}
    made: list[Extracted] = []
    for use in callees_first(found.uses):
        new = interface(lines, use, found.state, interfaces, taken)
        if isinstance(new, Unfit):
            found.unfit[use.name] = new
            continue
        taken.add(new.name)
        interfaces[use.name] = new
        made.append(extracted(lines, found.state, use, new, interfaces))
    return made
