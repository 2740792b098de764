"""What compiles functions beside models."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

import jax
from jax.tree_util import tree_leaves

from hybridc.runtime.core.abstract_runs import arguments_apart
from hybridc.runtime.pytrees.results import arrays_in
from hybridc.runtime.torch.promotion import PROMOTION

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

__all__ = ["jit"]


def jit(function: Callable[Parameters, Result], **options: Any) -> Any:
    """`jax.jit(function, **options)`, which is looked at once it was traced with numbers of fewer than 32 bits.

    It raises TypeError, with the line, where arrays meet of which PyTorch computes another dtype than JAX.
    """

    @functools.wraps(function)
    def traced(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
        result = function(*args, **kwargs)
        if PROMOTION.concerns(tree_leaves((args, kwargs)), {function.__module__}):
            arrays, frame = arguments_apart((args, kwargs))

            def evaluated(arrays: list[Any]) -> Any:
                given, named = frame.filled(arrays)
                return arrays_in(function(*given, **named))

            PROMOTION.expect(function.__name__, jax.make_jaxpr(evaluated)(arrays).jaxpr)
        return result

    return jax.jit(traced, **options)
