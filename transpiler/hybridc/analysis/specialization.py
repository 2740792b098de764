"""The form in which a function is kept: what it changes among its results, and made again for arrays that it shares."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import chain, count

from hybridc.analysis.normal_form import Interpreted, NormalForm, is_refused
from hybridc.domain.places import Overlap
from hybridc.domain.sites import parameter_site
from hybridc.interpret.changed_arguments import returned_whole
from hybridc.program.plans import FunctionPlan, given_back
from hybridc.structure import Structured
from hybridc.structure.merging import Merging, merged
from hybridc.structure.write_back import gives_value, giving_back
from hybridc.syntax.dataflow import names_written
from hybridc.syntax.module import Function


def specialized(
    normal: NormalForm,
    original: Function,
    structure: Callable[[], Structured],
    gives_back: Callable[[FunctionPlan], bool],
    expects_changes: Callable[[FunctionPlan], bool] = lambda _: False,
) -> Interpreted:
    """The function in its last form, in which it returns what it changes if `gives_back` says so, or if callers surely
    see arrays change, and `expects_changes` says that they do.

    `structure` gives the form to start from, anew each time.
    """
    found = _specialized(normal, original, structure, gives_back, expects_changes)
    name = original.qualified_name
    if not (is_refused(found[1]) and found[0].arguments.tells_rows) or name in normal.untold:
        return found
    normal.untold.add(name)  # what shares memory if it is a row, and is no trouble as a number
    other = _specialized(normal, original, structure, gives_back, expects_changes)
    if not is_refused(other[1]):
        return other
    normal.untold.discard(name)
    return found


def _specialized(
    normal: NormalForm,
    original: Function,
    structure: Callable[[], Structured],
    gives_back: Callable[[FunctionPlan], bool],
    expects_changes: Callable[[FunctionPlan], bool],
) -> Interpreted:
    plan, findings = _started(normal, original, structure())
    lost = (plan.arguments.mutated - plan.arguments.returned_memory) & plan.arguments.possible_numbers
    # What returns nothing is called for what it changes; elsewhere a number was meant.
    if lost and plan.result is not None and not gives_back(plan):
        normal.numbers[original.qualified_name] = normal.numbers.get(original.qualified_name, frozenset()) | lost
        plan, findings = _started(normal, original, structure())
    lost = plan.arguments.mutated - plan.arguments.surely_mutated - plan.arguments.returned_memory
    if lost and not gives_back(plan):  # a row's change would be lost
        normal.untold.add(original.qualified_name)
        normal.assuming.add(original.qualified_name)
        plan, findings = _started(normal, original, structure())
    if not (gives_back(plan) or expects_changes(plan)):
        return plan, findings
    # Whether what is returned is a part of an array that comes back cannot hang on what tracing finds, for callers that
    # are compiled; what writes back asks.
    if gives_back(plan) and plan.arguments.tells_rows and _shows_elements(plan):
        normal.untold.add(original.qualified_name)
        plan, findings = _started(normal, original, structure())
        if not (gives_back(plan) or expects_changes(plan)):
            return plan, findings
    mutated = plan.arguments.mutated
    kept = returned_whole(plan) & normal.variables.get(original.qualified_name, frozenset())
    while True:
        changed = tuple(p for p in original.parameters if p in mutated - kept)
        giving_structure = giving_back(structure(), changed)
        giving, found = normal.formed(original.in_form(giving_structure.node), giving_structure)
        if giving.arguments.mutated <= mutated:
            break
        mutated = mutated | giving.arguments.mutated
    if giving.arguments.mutated and (
        numbers := giving.numbers & mutated - giving.arguments.mutated
    ):  # which nobody sees change
        fewer = tuple(p for p in changed if p not in numbers)
        giving_structure = giving_back(structure(), fewer)
        function = original.in_form(giving_structure.node)
        other = normal.look(function, giving_structure, giving.numbers | numbers)
        if other[0].arguments.mutated <= {*fewer}:
            changed, (giving, found) = fewer, other
    if not giving.arguments.mutated:  # what it changes was taken for numbers
        normal.assuming.add(original.qualified_name)
        return _started(normal, original, structure())
    if not is_refused(found) or is_refused(findings):
        giving.arguments.gives_back, giving.arguments.gives_value = changed, gives_value(original.node)
        giving.arguments.kept_by_callers = kept
        return giving, found
    return plan, findings


def _started(normal: NormalForm, original: Function, structure: Structured) -> Interpreted:
    if structure.node is original.node:
        return normal.formed(original, structure)
    return normal.formed(original.in_form(structure.node), structure)


def merging(normal: NormalForm, overlap: Overlap) -> Merging | None:
    if normal.models is not None:
        return None  # nobody writes it into files with models
    key = overlap.callee, overlap.groups
    if key not in normal.known_merged:
        normal.known_merged[key] = None  # as long as it is made: it may call itself in turn
        normal.known_merged[key] = _merged_function(normal, overlap)
    name = normal.known_merged[key]
    return None if name is None else Merging(overlap, name, normal.module.functions[overlap.callee].positional)


def _merged_function(normal: NormalForm, overlap: Overlap) -> str | None:
    """The name of a new function of the file, which takes each array once; None where it is refused."""
    original = normal.module.functions[overlap.callee]
    callee = original.qualified_name
    if callee in normal.evidence[callee].calls:
        return None
    name = _free_name(normal, f"_{original.name.lstrip('_')}_shared")
    node = merged(original.node, name, overlap.groups).node
    function = replace(original, node=node, qualified_name=name, locals=original.locals | names_written(node.body))
    normal.program.known_arrays[name] = frozenset().union(*(g.names | {g.parameter} for g in overlap.groups))
    normal.evidence[name] = normal.evidence[callee]
    normal.statics[name] = normal.statics[callee] & frozenset(function.parameters)
    plan, findings = specialized(
        normal,
        function,
        lambda: merged(original.node, name, overlap.groups),
        lambda plan: bool(plan.arguments.mutated - {*given_back(plan)}),
    )
    if is_refused(findings):
        return None
    normal.module.functions[name] = function
    normal.program.plans[name] = plan
    normal.program.merged.setdefault(original.name, []).append(name)
    return name


def _free_name(normal: NormalForm, base: str) -> str:
    taken = {getattr(n, kind, None) for n in normal.module.nodes for kind in ("id", "name", "arg")}
    taken |= normal.module.functions.keys()
    return next(n for n in chain((base,), (f"{base}_{k}" for k in count(2))) if n not in taken)


def _shows_elements(plan: FunctionPlan) -> bool:
    """It returns what may be a row of an array that it changes."""
    returned = () if plan.result is None else plan.result.items or (plan.result,)
    every = [inner for value in returned for inner in (value, *(value.items or ()))]
    return any(v.is_element and v.memory & {parameter_site(name) for name in plan.arguments.mutated} for v in every)
