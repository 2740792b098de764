"""What the analysis says: what functions of the file give, and whether those that were made of code are right."""

from __future__ import annotations

from hybridc.analysis.program import Analysis
from hybridc.domain.values import Form
from hybridc.normalize.outlining.chunks import Chunk
from hybridc.normalize.outlining.kinds import Kind, Result
from hybridc.program import assumptions
from hybridc.program.host.returned import own_result
from hybridc.program.ledger import assumptions as assumed
from hybridc.program.plans import Program
from hybridc.syntax.module import Module


def results(program: Program, module: Module) -> dict[str, Result]:
    """What compiled functions of the file give to code that stays Python."""
    found = ((name, _result(program, name)) for name in module.functions)
    return {name: result for name, result in found if result is not None}


def _result(program: Program, name: str) -> Result | None:
    plan = program.compiled.get(name)
    value = None if plan is None else own_result(plan)
    if plan is None or value is None or value.form is Form.NONE:
        return None
    kinds = tuple(Kind.ARRAY if v.form.is_numeric else Kind.UNKNOWN for v in value.items or (value,))
    places = plan.arguments.result_places
    place = places[0] if len(places) == 1 and value.items is None else None
    given = place.root.parameter if place is not None and place.is_whole and not place.reads else None
    return Result(
        kinds[0] if value.items is None else kinds, not plan.arguments.returned_memory, given,
        frozenset(plan.arguments.mutated), plan.function.positional,
    )  # fmt: skip


def fits(analysis: Analysis, name: str, chunk: Chunk) -> bool:
    """The function made of it is compiled, once for all turns, and what is assumed of what it is given is so."""
    plan = analysis.program.compiled.get(name)
    if plan is None or plan.entry.writes_back is None:
        return False
    if not plan.arguments.static_parameters.isdisjoint(chunk.varying):
        return False
    kinds = assumptions.Kind
    guarded = [
        a for a in assumed(plan) if a.kind.value.otherwise is assumptions.Otherwise.ERROR and a.kind is not kinds.RUN
    ]
    return all(not chunk.may_share if a.kind is kinds.CALLERS else a.subject in chunk.numbers for a in guarded)
