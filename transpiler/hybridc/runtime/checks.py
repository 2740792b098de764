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
from jax.typing import ArrayLike

from hybridc.runtime import control
from hybridc.runtime.check_errors import Thrown, thrown
from hybridc.runtime.check_state import TooSmallError, current, errors_of, failed, record, scope, state, whole
from hybridc.runtime.structure import NUMBERS
from hybridc.runtime.tracing import as_predicate, decided, whole_number

__all__ = [
    "Thrown",
    "apply_along_axis",
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
            if isinstance(has_failed, jax.core.Tracer) or has_failed:
                checkify.check_error(error)
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


def check(test: Any, message: str, /, **values: Any) -> None:
    """Fails where `test` does not hold, with the message, in which `{name}` stands for a value."""
    known = decided(test)
    if known is not True:
        record(False if known is False else as_predicate(test), message, **values)


def raise_if(test: Any, message: str, /, **values: Any) -> None:
    """Fails where `test` holds, with the message, in which `{name}` stands for a value."""
    known = decided(test)
    check(jnp.logical_not(as_predicate(test)) if known is None else not known, message, **values)


class _Indexed:
    """An array whose indices are looked at before they are used."""

    def __init__(self, array: Any, place: str, then: Callable[[Any], Any]) -> None:
        self.array = array
        self.place = place
        self.then = then

    def __getitem__(self, indices: Any) -> Any:
        if hasattr(self.array, "shape"):
            parts = indices if isinstance(indices, tuple) else (indices,)
            for axis, part in _by_axes(parts, len(self.array.shape)):
                _check_index(part, axis, self.array.shape[axis], self.place)
        return self.then(indices)


def of(array: Any, place: str) -> _Indexed:
    """`of(x, place)[i, j]` is `x[i, j]`, and fails where NumPy raises IndexError. `place` is told then."""
    return _Indexed(array, place, lambda indices: array[indices])


def index(array: Any, place: str) -> _Indexed:
    """`index(x, place)[i, j]` is `i, j`, and fails where these are no indices of `x`: for `x.at[...]`."""
    return _Indexed(array, place, lambda indices: indices)


def positions(array: Any, indices: Any, place: str, axis: int | None = None) -> Any:
    """`indices`, and fails where `np.take(array, indices, axis)` raises IndexError."""
    size = jnp.size(array) if axis is None else jnp.shape(array)[axis]
    _check_index(jnp.asarray(indices), (axis or 0) % max(jnp.ndim(array), 1), size, place)
    return indices


def _by_axes(parts: tuple[Any, ...], count: int) -> Iterator[tuple[int, Any]]:
    """The indices of single places, with the axes that they are for."""
    used = sum(_axes_of(part) for part in parts if part is not Ellipsis)
    axis = 0
    for part in parts:
        if part is Ellipsis:
            axis += count - used
            continue
        if not isinstance(part, slice) and part is not None and not _is_mask(part) and axis < count:
            yield axis, part
        axis += _axes_of(part)


def _is_mask(part: Any) -> bool:
    return bool(jnp.result_type(part) == jnp.bool_)


def _axes_of(part: Any) -> int:
    """How many axes of the array an index stands for."""
    if part is None:
        return 0
    return int(jnp.ndim(part)) if not isinstance(part, slice) and _is_mask(part) else 1


def _check_index(given: Any, axis: int, size: int, place: str) -> None:
    message = f"{place}: index {{index:d}} is out of bounds for axis {axis} with size {size}"
    if isinstance(given, int):
        check(-size <= given < size, message, index=given)
        return
    if jnp.size(given) == 0 or not jnp.issubdtype(jnp.result_type(given), jnp.integer):
        return
    places = jnp.asarray(given).astype(int).reshape(-1)
    is_inside = (places >= -size) & (places < size)
    first = places[0] if places.size == 1 else places[jnp.argmin(is_inside)]
    check(jnp.all(is_inside), message, index=first)


def divisor(value: Any, place: str) -> Any:
    """`value`, and fails where a part of it is zero."""
    check(value != 0 if type(value) in NUMBERS else jnp.all(jnp.asarray(value) != 0), f"{place}: division by zero")
    return jnp.asarray(value) if type(value) in NUMBERS and value == 0 else value


def defined(value: Any, place: str, *operands: Any) -> Any:
    """`value`, and fails where a part of it is NaN, and none of what it was computed from is."""
    arrays = _inexact(value)
    if arrays:
        holds = functools.reduce(jnp.logical_or, map(_has_nan, _inexact(operands)), ~_any_nan(arrays))
        check(holds, f"{place}: NaN from operands that have none")
    return value


def _inexact(tree: Any) -> list[Any]:
    leaves = tree_util.tree_leaves(tree)
    arrays = [leaf for leaf in leaves if isinstance(leaf, jax.Array | float | complex) or hasattr(leaf, "dtype")]
    return [leaf for leaf in arrays if jnp.issubdtype(jnp.result_type(leaf), jnp.inexact)]


def _has_nan(array: Any) -> jax.Array:
    return jnp.any(jnp.isnan(array))


def _any_nan(arrays: list[Any]) -> jax.Array:
    return functools.reduce(jnp.logical_or, map(_has_nan, arrays))


def cond(pred: ArrayLike, true_fun: Callable[..., Any], false_fun: Callable[..., Any], *operands: Any) -> Any:
    """As `control.cond`, of branches with checks."""
    if (around := current()) is None:
        return control.cond(pred, true_fun, false_fun, *operands)
    before = state(around)

    def branch(fun: Callable[..., Any]) -> Callable[..., Any]:
        def run(*operands: Any) -> tuple[Any, Any]:
            with scope(around, before) as inner:
                return fun(*operands), inner.state

        return run

    result, after = control.cond(pred, branch(true_fun), branch(false_fun), *operands)
    around.state = after
    return result


def while_loop(cond_fun: Callable[[Any], ArrayLike], body_fun: Callable[[Any], Any], init_val: Any) -> Any:
    """As `control.while_loop`, of a condition and a body with checks. Ends where one fails."""
    if (around := current()) is None:
        return control.while_loop(cond_fun, body_fun, init_val)

    def body(carried: tuple[Any, Any, Any]) -> tuple[Any, Any, Any]:
        with scope(around, carried[2]) as inner:
            carry = body_fun(carried[0])
            return carry, cond_fun(carry), inner.state

    def keeps_going(carried: tuple[Any, Any, Any]) -> ArrayLike:
        _, test, now = carried
        if now is None or decided(test) is not None:
            return test  # type: ignore[no-any-return]
        return as_predicate(test) & jnp.logical_not(failed(now))

    test = cond_fun(init_val)
    # What Python decides, on numbers of its own, stays Python's.
    before = around.state if decided(test) is not None else state(around)
    carry, _, after = control.while_loop(keeps_going, body, (init_val, test, before))
    around.state = after
    return carry


def fori_loop(lower: Any, upper: Any, body_fun: Callable[[Any, Any], Any], init_val: Any) -> Any:
    """As `control.fori_loop`, of a body with checks. Takes no turn where one has failed before."""
    if (around := current()) is None:
        return control.fori_loop(lower, upper, body_fun, init_val)
    if around.state is not None and (whole_number(lower) is None or whole_number(upper) is None):
        upper = jnp.where(failed(around.state), lower, upper)

    def body(index: Any, carried: tuple[Any, Any]) -> tuple[Any, Any]:
        with scope(around, carried[1]) as inner:
            return body_fun(index, carried[0]), inner.state

    carry, after = control.fori_loop(lower, upper, body, (init_val, state(around)))
    around.state = after
    return carry


def scan(f: Callable[[Any, Any], tuple[Any, Any]], init: Any, xs: Any = None) -> tuple[Any, Any]:
    """As `control.scan`, of a body with checks."""
    if (around := current()) is None:
        return control.scan(f, init, xs)

    def step(carried: tuple[Any, Any], x: Any) -> tuple[tuple[Any, Any], Any]:
        with scope(around, carried[1]) as inner:
            carry, y = f(carried[0], x)
            return (carry, inner.state), y

    (carry, after), ys = control.scan(step, (init, state(around)), xs)
    around.state = after
    return carry, ys


def vmap(fun: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """As `jax.vmap`, of a function with checks, which are made row after row."""

    def mapped(xs: Any) -> Any:
        return scan(lambda _, x: (None, fun(x)), None, xs)[1]

    return mapped


def apply_along_axis(func1d: Callable[[Any], Any], axis: int, arr: Any) -> Any:
    """As `jnp.apply_along_axis`, of a function with checks, which are made row after row."""
    last = jnp.moveaxis(jnp.asarray(arr), axis, -1)
    results = vmap(func1d)(last.reshape(-1, last.shape[-1]))
    outer = last.shape[:-1]
    place = axis % (len(outer) + 1)
    inner = tuple(range(len(outer), len(outer) + results.ndim - 1))
    order = (*range(place), *inner, *range(place, len(outer)))
    return results.reshape(outer + results.shape[1:]).transpose(order)
