"""Checks of compiled code: where the original would have raised, the call of the compiled function raises.

A check is a value of the compiled program, which goes on after it has failed, and becomes one of
`jax.experimental.checkify` in the end. What follows computes with nonsense then, so two things are kept that Python's
`raise` gives for nothing: only the first check that fails counts, in the order in which the original would have come
to them; and a `while` ends once one has failed, as nothing says that its condition would ever give way. For both,
`cond`, `while_loop`, `fori_loop` and `scan` hand on which check has failed; they are those of
`hybridc.runtime.control` otherwise.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import jax
import jax.numpy as jnp
from jax import tree_util
from jax.experimental import checkify

from hybridc.runtime.checking.check_errors import Thrown, expect_no_failure, thrown
from hybridc.runtime.checking.check_flow import apply_along_axis, cond, fori_loop, scan, scan_lists, vmap, while_loop
from hybridc.runtime.checking.check_state import TooSmallError, current, errors_of, failed, whole
from hybridc.runtime.checking.check_values import check, defined, divisor, index, of, positions, raise_if
from hybridc.runtime.checking.lookups import at
from hybridc.runtime.pytrees.structure import NUMBERS

__all__ = [
    "Thrown",
    "apply_along_axis",
    "at",
    "check",
    "cond",
    "defined",
    "divisor",
    "fori_loop",
    "index",
    "jit",
    "of",
    "positions",
    "raise_if",
    "scan",
    "scan_lists",
    "vmap",
    "while_loop",
]


def jit(fun: Callable[..., Any], **options: Any) -> Callable[..., Any]:
    """As `jax.jit`, of a function with checks. Its call raises where one fails: an error of the kind that the original
    raises, which is a `Thrown` as well.

    `jit(f).checked` gives a pair instead, the `checkify.Error` and the result: for use under `jax.jit`, where nothing
    can be raised. Under `jax.vmap` and `jax.grad` both can be used.
    """

    program = _Program(fun, options)
    signature = inspect.signature(fun)
    static = frozenset(options.get("static_argnames", ()))

    @functools.wraps(fun)
    def call(*args: Any, **kwargs: Any) -> Any:
        if current() is not None:  # a part of what is being traced, whose checks these are
            bound = signature.bind(*args, **kwargs)
            bound.arguments |= {n: _traceable(v) for n, v in bound.arguments.items() if n not in static}
            return fun(*bound.args, **bound.kwargs)
        with _thrown():
            if jax.config.jax_disable_jit:  # type: ignore[attr-defined]
                return fun(*args, **kwargs)
            error, has_failed, result = program(*args, **kwargs)
            expect_no_failure(error, has_failed)
        return result

    @functools.wraps(fun)
    def checked(*args: Any, **kwargs: Any) -> tuple[checkify.Error, Any]:
        error, _, result = program(*args, **kwargs)
        return error, result

    call.checked = checked  # type: ignore[attr-defined]
    return call


class _Program:
    """A compiled function that gives the error, whether there is one, and the result.

    Every loop in it carries what messages show: most need no number for that, or one. Where more are needed, tracing
    tells, and is done again.
    """

    def __init__(self, fun: Callable[..., Any], options: dict[str, Any]) -> None:
        self._fun = fun
        self._options = options
        self._compiled = self._with_room_for(0)

    def __call__(self, *args: Any, **kwargs: Any) -> tuple[checkify.Error, jax.Array | bool, Any]:
        while True:
            try:
                return self._compiled(*args, **kwargs)  # type: ignore[no-any-return]
            except TooSmallError as needed:
                self._compiled = self._with_room_for(needed.words)

    def _with_room_for(self, words: int) -> Callable[..., Any]:
        @functools.wraps(self._fun)
        def functional(*args: Any, **kwargs: Any) -> tuple[checkify.Error, jax.Array | bool, Any]:
            with whole(words) as traced:
                result = self._fun(*args, **kwargs)
            return errors_of(traced), failed(traced.state), result

        return jax.jit(functional, **self._options)


def _traceable(argument: Any) -> Any:
    """Numbers as `jax.jit` hands them to a function."""
    return tree_util.tree_map(lambda leaf: jnp.asarray(leaf) if type(leaf) in NUMBERS else leaf, argument)


@contextmanager
def _thrown() -> Iterator[None]:
    try:
        yield
    except checkify.JaxRuntimeError as problem:
        raise thrown(str(problem)) from None
