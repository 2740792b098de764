"""Functions that say their own derivative, by a context that carries what their backward pass needs.

What a context holds after the forward pass, arrays or not, it holds in the backward pass as well. Which of the
arguments are arrays is known when the function is called; the others are known while tracing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax, tree_util

from hybridc.runtime.core.abstract_runs import arguments_apart
from hybridc.runtime.pytrees.results import arrays_in, is_array, with_fixed, without_fixed
from hybridc.runtime.pytrees.structure import Frame

Context = Any
"""An object whose attributes are arrays, containers of such, or what is known while tracing."""


def with_own_derivative(
    name: str,
    new: Callable[[], Context],
    forward: Callable[..., Any],
    backward: Callable[..., Sequence[Any]],
    args: tuple[Any, ...],
) -> Any:
    """`forward(context, *args)`, whose derivative is what `backward(context, *slopes)` says.

    `new` makes the context. `backward` is given a slope for each output, None for what is no array, and returns one for
    each of the arguments, of its shape and dtype, or None for none; slopes of what containers hold are 0.
    """
    arrays, frame = arguments_apart(args)

    def evaluated(arrays: Sequence[Any]) -> tuple[Any, Context]:
        context = new()
        result = forward(context, *frame.filled(arrays))
        return with_fixed(result, name)[0], context

    @jax.custom_vjp
    def computed(*arrays: Any) -> Any:
        return evaluated(arrays)[0]

    def going(*arrays: Any) -> tuple[Any, _Kept]:
        result = computed(*arrays)  # whose own derivative this is, for derivatives of the derivative
        others, context = evaluated(arrays)
        same = dict(zip(map(id, arrays_in(others)), arrays_in(result), strict=True))
        return result, _Kept(context, same | {id(a): a for a in arrays})

    def coming(kept: _Kept, slopes: Any) -> tuple[Any, ...]:
        slopes = without_fixed(tree_util.tree_map(lambda s: None if s.dtype == jax.dtypes.float0 else s, slopes))
        each = list(slopes) if isinstance(slopes, tuple | list) else [slopes]
        found = backward(kept.context, *[s if isinstance(s, jax.Array) else None for s in each])
        return tuple(slope for given, slope in zip(args, found, strict=True) for slope in _of_arrays(given, slope))

    computed.defvjp(going, coming)
    return without_fixed(computed(*map(jnp.asarray, arrays)))


def _of_arrays(given: Any, slope: Any) -> list[Any]:
    """The slopes of the arrays that an argument consists of."""
    return [slope] if is_array(given) else [None for _ in arguments_apart(given)[0]]


class _Kept:
    """A context between the two passes, as JAX carries it: its arrays, and the rest.

    Derivatives of the backward pass go through inputs and outputs of the forward pass alone: `same` has these by the
    identity of what the context holds.
    """

    def __init__(self, context: Context, same: Mapping[int, Any] | None = None) -> None:
        self.context = context
        self.same = same or {}


class _Rest:
    """What a context holds beside arrays. Nobody compares it."""

    def __init__(self, kind: type, frame: Frame) -> None:
        self.kind, self.frame = kind, frame


def _taken_apart(kept: _Kept) -> tuple[list[Any], _Rest]:
    arrays, frame = arguments_apart(vars(kept.context))
    arrays = [kept.same[id(a)] if id(a) in kept.same else lax.stop_gradient(a) for a in arrays]
    return arrays, _Rest(type(kept.context), frame)


def _put_together(rest: _Rest, arrays: Sequence[Any]) -> _Kept:
    context: Context = object.__new__(rest.kind)
    context.__dict__.update(rest.frame.filled(arrays))
    return _Kept(context)


tree_util.register_pytree_node(_Kept, _taken_apart, _put_together)
