"""Functions of the file that compiled code hands to a framework's function, which stay Python."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Set

from hybridc import rules
from hybridc.core.results import Outcome
from hybridc.dialects.table import Dialect
from hybridc.program.plans import Program
from hybridc.program.state import Finding
from hybridc.program.static_demand import lookup
from hybridc.syntax.module import Module
from hybridc.syntax.walking import all_given, walk


def handed_to_tables(
    program: Program, outcomes: Mapping[str, Outcome], helpers: Set[str]
) -> Iterator[tuple[str, Finding]]:
    """By functions: the arguments, as of `np.apply_along_axis(f, 1, x)`, that are not compiled, nor run as they are."""
    functions = program.module.functions
    for name, plan in program.plans.items():
        if outcomes.get(name) is not Outcome.COMPILED:
            continue
        for node, mapping in plan.lines.mappings.items():
            if not isinstance(node, ast.Call) or mapping.entry.name.startswith("builtins."):
                continue
            for given in all_given(node):
                if not isinstance(given, ast.Name) or given.id in plan.function.locals | helpers:
                    continue
                if given.id in functions and outcomes.get(given.id) is not Outcome.COMPILED:
                    yield name, Finding(rules.UnknownCall(name=given.id), given, name)


def handed_to_makers(module: Module, dialects: tuple[Dialect, ...], outcomes: Mapping[str, Outcome]) -> frozenset[str]:
    """Compiled functions that code which stays Python hands to what makes functions of them, `np.vectorize(f)`."""
    compiled = {name for name, outcome in outcomes.items() if outcome is Outcome.COMPILED} & module.functions.keys()
    inside = {n for name in compiled for n in walk(module.functions[name].node)}
    handed: set[str] = set()
    for call in module.of(ast.Call):
        names = {a.id for a in all_given(call) if isinstance(a, ast.Name)} & compiled
        if names and call not in inside:
            makes = any(e.gives_function for e in lookup(dialects, module.qualified_name(call.func)))
            handed |= names if makes else set()
    return frozenset(handed)
