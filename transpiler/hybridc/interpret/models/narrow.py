"""Operators of numbers of fewer than 32 bits, whose dtypes a framework may promote otherwise than JAX."""

from __future__ import annotations

from hybridc.dialects.table import Dialect
from hybridc.domain.values import Value, meets_narrow
from hybridc.program.plans import Mapping
from hybridc.program.static_demand import lookup_method


def line_of_narrow(name: str, left: Value, right: Value, dialects: tuple[Dialect, ...]) -> Mapping | None:
    """The line for such numbers that meet what may be an array of another dtype, by the operator's name."""
    if not name or not meets_narrow(left, right):
        return None
    entry = next((e for e in lookup_method(dialects, f"__{name}__") if e.is_of_narrow), None)
    return None if entry is None else Mapping(entry, ("self", "other"))
