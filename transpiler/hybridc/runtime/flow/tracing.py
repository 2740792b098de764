"""Functions traced once, whatever becomes of their types afterwards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax.extend.core import jaxpr_as_fun

from hybridc.runtime.flow.carry_types import Type, type_of, typed
from hybridc.runtime.mutables.containers import expect_unchanged
from hybridc.runtime.pytrees.structure import Frame, taken_apart


class Traced(NamedTuple):
    """What a function computes, as a program that can be run again without running its Python."""

    run: Callable[..., Sequence[Any]]  # arrays to arrays
    frame: Frame  # of its result
    types: list[Type]  # of the arrays in the result
    leaves: list[Any]  # of the result, to recognise Python numbers; tracers among them are spent


def traced(function: Callable[..., Any], types: Sequence[Type]) -> Traced:
    """The function of arrays of these types, traced."""
    results: list[tuple[Frame, list[Any]]] = []

    def flat(*arrays: Any) -> list[Any]:
        outputs, frame = taken_apart(function(*arrays), inside=True)
        results.append((frame, jax.tree_util.tree_leaves(frame.framing(outputs))))
        return [jnp.asarray(x) if not isinstance(x, bool | int | float | complex) else x for x in outputs]

    with expect_unchanged():
        program = jax.make_jaxpr(flat)(*types)
    frame, leaves = results[-1]
    outputs = [typed(a.shape, a.dtype, getattr(a, "weak_type", False)) for a in program.out_avals]
    return Traced(jaxpr_as_fun(program), frame, outputs, leaves)


def types_of(arrays: Sequence[Any]) -> list[Type]:
    return [type_of(a) for a in arrays]


def is_staging() -> bool:
    """Operations are recorded, as inside `jax.jit`, and not carried out at once."""
    return isinstance(jnp.zeros(()), jax.core.Tracer)


def decided(value: Any) -> bool | None:
    """The truth of a predicate, None if it is known at run time only.

    Raises ValueError for an array of several elements, as NumPy does.
    """
    if isinstance(value, jax.Array):
        if value.size != 1:
            raise ValueError("the truth value of an array with more or less than one element is ambiguous")
        value = value.reshape(()) if value.ndim else value
    try:
        return bool(value)
    except jax.errors.ConcretizationTypeError:
        return None


def as_predicate(predicate: Any) -> jax.Array:
    """A traced predicate as XLA wants it."""
    array = jnp.asarray(predicate).reshape(())
    return array if array.dtype == bool else array != 0


def whole_number(value: Any) -> int | None:
    """The value of a loop's bound, None if it is known at run time only."""
    try:
        return value.__index__()  # type: ignore[no-any-return]
    except jax.errors.JAXTypeError:
        return None
    except AttributeError:
        if hasattr(value, "__jax_array__"):  # a free dimension of an exported program
            return None
        raise TypeError(f"a loop's bound must be an integer, not {type(value).__name__}") from None
