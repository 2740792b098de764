"""Values that may hold small integers or truth values."""

from __future__ import annotations

from hybridc.domain.atoms import parameters_of
from hybridc.domain.values import Value
from hybridc.program.small_names import small_names
from hybridc.program.state import State


def may_be_small(state: State, value: Value) -> bool:
    """Its dtype is that of a parameter, or of what was computed with it, that a hint, a use or a call says that of; or
    nothing tells it, in a function that has such numbers."""
    is_traced = not value.is_static and value.form.is_numeric
    if state.known.any_dtype:
        return is_traced
    function = state.plan.function
    small = small_names(state.module, state.dialects).get(function.qualified_name)
    if small is None:
        return False
    parameters = parameters_of(value.dtype)
    others = parameters.difference(function.parameters)  # of nested functions
    is_told = not others and not any(atom.is_unknown and not atom.is_float for atom in value.dtype)
    return not small.names.isdisjoint(parameters) or (small.is_inside and is_traced and not is_told)
