"""What the analysis of the functions that were made says of them."""

from __future__ import annotations

from hybridc.analysis.directives import Directives
from hybridc.analysis.plans import FunctionPlan
from hybridc.analysis.program import Analysis
from hybridc.analysis.values import Value
from hybridc.extraction import Extraction, Variable
from hybridc.results import Outcome


def convertible(analysis: Analysis, extraction: Extraction, directives: Directives) -> set[str]:
    """The functions and methods of which something compiled was made, or should be.

    Left out is what sets what others read statically, and what would hide a change in place.
    """
    program = analysis.program
    lines = {n: program.module.functions[n].node.lineno for n in extraction.names}
    compiled = {
        name: of
        for name, of in extraction.names.items()
        if analysis.outcomes[name] is Outcome.COMPILED or ("." in of and lines[name] in directives.graph)
    }
    statics = {
        variable
        for name in compiled
        for parameter, variable in extraction.inputs[name].items()
        if name in program.plans and parameter in program.plans[name].static_parameters
    }
    return {
        of
        for name, of in compiled.items()
        if statics.isdisjoint(extraction.outputs[name])
        and (name not in program.plans or _keeps_its_meaning(program.plans[name], extraction, name))
    }


def _keeps_its_meaning(plan: FunctionPlan, extraction: Extraction, name: str) -> bool:
    inputs, outputs = extraction.inputs[name], extraction.outputs[name]
    if plan.mutated - inputs.keys():
        return False  # what called the original saw its argument change
    if any(v.holder is None and p in plan.mutated for p, v in inputs.items()):
        return False  # others may see the memory of a global
    if any(v in extraction.changed_in_place for v in outputs):
        return False
    if any(v in extraction.changed_in_place and p in plan.returned_memory for p, v in inputs.items()):
        return False
    values = _given(plan, len(outputs))
    if len(values) < len(outputs):
        return False
    for variable, value in zip(outputs, values, strict=True):
        given = {site.removeprefix("param:") for site in value.memory if site.startswith("param:")}
        if variable.holder is None and given - inputs.keys():
            return False  # the caller may change what it passed, and with it the global
    hints = extraction.state.hints
    return all(p in plan.static_parameters for p, v in inputs.items() if hints.get(v) in ("str", "tuple"))


def wrong_hints(analysis: Analysis, extraction: Extraction) -> frozenset[Variable]:
    """Globals that hold a number at first, and what some compiled function sets is not surely one."""
    found: set[Variable] = set()
    state = extraction.state
    numbers = state.numbers | {v for v in state.hints if v.holder is None}
    for name, outputs in extraction.outputs.items():
        if (plan := analysis.program.plans.get(name)) is None:
            continue
        for variable, value in zip(outputs, _given(plan, len(outputs)), strict=False):
            if variable in numbers and (not value.is_scalar or value.is_element):
                found.add(variable)
    return frozenset(found)


def taken_for_numbers(extraction: Extraction) -> dict[str, frozenset[str]]:
    """Parameters that stand for globals which may be numbers, of functions that change those by in-place operators."""
    return {
        name: frozenset(p for p, v in inputs.items() if v in extraction.state.numbers & extraction.augmented[name])
        for name, inputs in extraction.inputs.items()
    }


def _given(plan: FunctionPlan, count: int) -> tuple[Value, ...]:
    """What the function gives for its outputs; nothing where that is not known."""
    if plan.result is None or not count:
        return ()
    if count == 1 and plan.result.items is None:
        return (plan.result,)
    return (plan.result.items or ())[-count:]
