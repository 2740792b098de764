"""Casts between dtypes that are one in JAX: `x.double()` of what is float32 is a copy in PyTorch, of float64 it is `x`.

Of memory is remembered whether its dtype has other bits in the framework than what stands for it here: float64, int32.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import replace

from hybridc.dialects.entry import Entry
from hybridc.domain.values import Form, Value
from hybridc.interpret.evaluation import Run
from hybridc.program.static_demand import fitting_method
from hybridc.syntax.walking import all_given


def fitting_cast(
    run: Run, cast: ast.Call, receiver: Value, entry: Entry, places: tuple[str, ...]
) -> tuple[Entry, tuple[str, ...]]:
    """The line for a method that may give what it is called on. One that takes a copy writes so where arrays are
    mutable: the runtime sees one dtype."""
    if not entry.is_view or entry.shape != "same" or entry.dtype == "same":
        return entry, places
    if _asks_for_other_bits(run, cast, entry, receiver) == _have_other_bits(run, [receiver]) and not _asks_copy(cast):
        return entry, places
    assert isinstance(cast.func, ast.Attribute)
    copying = fitting_method(run.policy.calls.method_lines(run, f"copied.{cast.func.attr}"), cast)
    return (replace(entry, is_view=False), places) if copying is None else copying


def note_bits(run: Run, call: ast.Call, entry: Entry, values: list[Value], result: Value) -> None:
    """What is made with such a dtype, or of such an array, has it."""
    cast = entry.shape == "same" and entry.dtype != "same" and bool(values)
    if _asks_for_other_bits(run, call, entry, values[0] if cast else None):
        run.state.memory.recast |= {site.newest for site in result.memory}
    elif not cast and entry.dtype in ("same", "?"):
        note_computed(run, values, result)


def note_computed(run: Run, operands: Iterable[Value], result: Value) -> None:
    if _have_other_bits(run, operands):
        run.state.memory.recast |= {site.newest for site in result.memory}


def _have_other_bits(run: Run, values: Iterable[Value]) -> bool:
    return any(site.newest in run.state.memory.recast for value in values for site in value.memory)


def _asks_for_other_bits(run: Run, call: ast.Call, entry: Entry, receiver: Value | None) -> bool:
    """`receiver`: what a cast is called on, which stays as it is for a device."""
    given = all_given(call)
    lines = [run.state.plan.lines.mappings.get(argument) for argument in given]
    if entry.narrows or entry.shorter or any(m is not None and (m.entry.narrows or m.entry.shorter) for m in lines):
        return True
    if receiver is None or not given:
        return False
    for argument in given:
        held = argument.value if isinstance(argument, ast.Attribute) and argument.attr == "dtype" else argument
        value = run.state.plan.values.get(held)
        if value is not None and value.is_array:
            return _have_other_bits(run, [value])
        if value is not None and value.form is Form.DTYPE:
            return False
    return _have_other_bits(run, [receiver])


def _asks_copy(cast: ast.Call) -> bool:
    return any(k.arg == "copy" and isinstance(k.value, ast.Constant) and k.value.value is True for k in cast.keywords)
