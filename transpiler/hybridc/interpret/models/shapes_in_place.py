"""Methods that give an array another shape in place, which all see who have the very same object."""

from __future__ import annotations

import ast

from hybridc import rules
from hybridc.domain.values import Value, share_nothing
from hybridc.interpret.containers import note_mutated
from hybridc.interpret.models.kept import attribute_seeing
from hybridc.interpret.models.run import ModelRun


def shows_shape(run: ModelRun, node: ast.Call, held: ast.Name) -> bool:
    """Somebody else may have the object, and see what `x.t_()` does to it: that is refused. Views keep their shape."""
    value = run.evaluate(held)
    later = run.state.liveness.after.get(run.current, frozenset()) - {held.id}
    names = (name for name in run.state.environment if name in later)
    others = (n for n in names if _may_be_same(value, run.state.environment[n]))
    if (other := next(others, None) or attribute_seeing(run, value)) is not None:
        run.report(rules.SharedMemory(name=held.id, other=other), node)
        return True
    note_mutated(run, value, run.current)
    return False


def _may_be_same(value: Value, other: Value) -> bool:
    """What an index has given is an object of its own."""
    steps = () if other.place is None else other.place.steps
    is_row = bool(steps) and isinstance(ast.parse(steps[-1], mode="eval").body, ast.Subscript)
    return not is_row and not share_nothing(value, other)
