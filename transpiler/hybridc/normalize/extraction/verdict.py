"""What the analysis of the functions that were made says of them."""

from __future__ import annotations

from math import inf

from hybridc import rules
from hybridc.analysis.program import Analysis
from hybridc.core.results import Outcome
from hybridc.domain.sites import parameters_in
from hybridc.domain.values import Value
from hybridc.normalize.extraction import Extraction, Variable
from hybridc.normalize.moved import Moved
from hybridc.program.plans import FunctionPlan
from hybridc.syntax.directives import Directives

_NUMBERS = frozenset({"int", "float", "complex"})


def objections(analysis: Analysis, extraction: Extraction, directives: Directives) -> dict[str, str | None]:
    """The functions and methods that stay as they are, by qualified name, and why: the words that follow "stays
    Python", or None where a finding says it.

    They are those of which nothing compiled was made, or should be; and those that set what others read statically, or
    would hide a change in place.
    """
    program = analysis.program
    found: dict[str, str | None] = {}
    compiled: dict[str, str] = {}
    for name, of in extraction.names.items():
        line = program.module.functions[name].node.lineno
        if analysis.outcomes[name] is Outcome.COMPILED:
            compiled[name] = of
        elif analysis.outcomes[name] is Outcome.REFUSED:
            if "." in of and line in directives.graph:
                compiled[name] = of
            else:
                found[of] = None
        elif line in directives.host:
            found[of] = "it is marked `# hybridc: host`"
        else:
            found[of] = "it may be no computation on arrays: `# hybridc: graph` on its `def` line says that it is"
    statics = {
        variable
        for name in compiled
        for parameter, variable in extraction.inputs[name].items()
        if name in program.plans and parameter in program.plans[name].arguments.static_parameters
    }
    for name, of in compiled.items():
        why = None
        if set_static := statics.intersection(extraction.outputs[name]):
            what = "a global" if min(set_static, key=lambda v: v.name).holder is None else "an attribute"
            why = f"it sets {what} that has to be known while others are traced"
        elif name in program.plans:
            why = _change_of_meaning(program.plans[name], extraction, name)
        if why is not None:
            found[of] = why
    return found


# Whatever form arrays have, these stay.
_OF_NO_MEMORY = (
    rules.HostSync, rules.PythonScalar, rules.Generator, rules.UnmappedName, rules.DifferentMeaning, rules.DynamicShape,
    rules.StatefulRandomness, rules.UnmappedArgument, rules.UnsupportedFramework, rules.TrainingLoop, rules.InputOutput,
    rules.Clock,
)  # fmt: skip


def of_memory(analysis: Analysis, moved: Moved | None) -> frozenset[str]:
    """The functions among those of which `doubts` tells that arrays which are written in place may make convert."""
    names = {f: f if moved is None else moved.original(f) for _, _, f in analysis.findings if f is not None}
    others = {names[f] for rule, _, f in analysis.findings if f is not None and isinstance(rule, _OF_NO_MEMORY)}
    return frozenset(doubts(analysis, moved)) - others


def doubts(analysis: Analysis, moved: Moved | None) -> dict[str, float]:
    """By functions that are refused, or that raise for arrays where a number may be meant, or for lists, how often."""
    found: dict[str, float] = {}
    for rule, _, function in analysis.findings:
        if function is not None and (rule.severity.is_refusal or isinstance(rule, rules.TakenForNumber)):
            name = function if moved is None else moved.original(function)
            found[name] = found.get(name, 0) + (inf if rule.severity.is_refusal else 1)
    for function, plan in analysis.program.plans.items():
        if plan.is_right_for_some and analysis.outcomes.get(function) is Outcome.COMPILED:
            name = function if moved is None else moved.original(function)
            found[name] = found.get(name, 0) + 1
    return found


def _change_of_meaning(plan: FunctionPlan, extraction: Extraction, name: str) -> str | None:
    """What the compiled function would do otherwise than the original."""
    inputs, outputs = extraction.inputs[name], extraction.outputs[name]
    written = _written_by_calls(plan, extraction, name)
    if changed := plan.arguments.mutated - inputs.keys() - written:
        return f"what called it sees `{min(changed)}` change"
    for parameter in sorted(plan.arguments.mutated & inputs.keys() - written):
        variable = inputs[parameter]
        if variable.holder is None:
            return f"others may see the memory of `{variable.name}` change"
        if variable not in outputs:
            return f"it hands `{variable.name}` to what changes it"
    for variable in outputs:
        if variable in extraction.changed_in_place and not plan.gives_numpy:
            return f"it sets `{variable.name}`, which is changed in place elsewhere"
    for parameter, variable in inputs.items():
        if plan.is_referred or parameter in written:
            continue
        if variable in extraction.changed_in_place and parameter in plan.arguments.returned_memory:
            return f"it returns memory of `{variable.name}`, which is changed in place elsewhere"
    values = _given(plan, len(outputs))
    if len(values) < len(outputs):
        return "it is not known what it sets"
    for variable, value in zip(outputs, values, strict=True):
        given = parameters_in(value.memory)
        if variable.holder is None and given - inputs.keys() and not plan.is_referred:
            return f"it sets `{variable.name}` to what it is given, which the caller may change"
    hints = extraction.state.hints
    for parameter, variable in inputs.items():
        if hints.get(variable) in ("str", "tuple") and parameter not in plan.arguments.static_parameters:
            return f"`{variable.name}` is a {hints[variable]}, and would be traced"
    return None


def _written_by_calls(plan: FunctionPlan, extraction: Extraction, name: str) -> frozenset[str]:
    """The parameters whose arrays change as the original changes them, in place. Several arrays of the module may lie
    in one memory, which `control.writes_back` does not take."""
    if plan.is_referred:
        return frozenset(plan.arguments.mutated)
    numbers = extraction.state.numbers | extraction.state.hints.keys()
    arrays = [v for v in extraction.inputs[name].values() if v.holder is None and v not in numbers]
    if plan.entry.writes_back is None or len(arrays) > 1:
        return frozenset()
    return frozenset(plan.entry.writes_back.written)


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


def perhaps_arrays(analysis: Analysis, extraction: Extraction) -> frozenset[Variable]:
    """Attributes that hold a number at first, which an in-place operator may make an array."""
    found: set[Variable] = set()
    for name, outputs in extraction.outputs.items():
        if (plan := analysis.program.plans.get(name)) is None:
            continue
        for variable, value in zip(outputs, _given(plan, len(outputs)), strict=False):
            is_number = variable.holder is not None and extraction.state.hints.get(variable) in _NUMBERS
            if is_number and variable in extraction.uses[name].augmented and not value.is_scalar:
                found.add(variable)
    return frozenset(found)


def taken_for_numbers(extraction: Extraction) -> dict[str, frozenset[str]]:
    """Parameters that stand for globals which may be numbers, of functions that change those by in-place operators."""
    return {
        name: frozenset(p for p, v in inputs.items() if v in extraction.state.numbers & extraction.uses[name].augmented)
        for name, inputs in extraction.inputs.items()
    }


def _given(plan: FunctionPlan, count: int) -> tuple[Value, ...]:
    """What the function gives for its outputs; nothing where that is not known."""
    if plan.result is None or not count:
        return ()
    if count == 1 and plan.result.items is None:
        return (plan.result,)
    return (plan.result.items or ())[-count:]
