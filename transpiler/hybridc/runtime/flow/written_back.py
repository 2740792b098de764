"""Compiled functions for code that computes with NumPy arrays, and expects those that it hands over to change."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import jax
import numpy as np
from jax import tree_util

__all__ = ["as_numpy", "gives_numpy", "writes_back"]

# What a result is beside a new array: what an argument becomes, by its name, a view of one, by a function of it, or a
# number of Python's, by its type, or by the arguments that have to be such, if any.
Source = str | Callable[..., Any] | set[str] | None


def writes_back(
    *names: str, result: bool | Source | tuple[Source, ...] | list[Source] = False
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Decorates a function that returns, after its result, what the arguments by these names become.

        @control.writes_back("u", result=True)
        @jax.jit
        def relax(u):                                  def relax(u):
            new = 0.5 * (u[:-2] + u[2:])                   new = 0.5 * (u[:-2] + u[2:])
            change = jnp.abs(new - u[1:-1]).max()          change = np.abs(new - u[1:-1]).max()
            u = u.at[1:-1].set(new)                        u[1:-1] = new
            return change, u                               return change

    Both `relax` take a NumPy array `u`, change it and return a number of NumPy's. `relax.pure` is the function without
    the decorator, which takes and gives JAX's arrays: for compiled callers, `jax.grad` and the like.

    `result`: whether the function has a result of its own. Where that, or each of several, is what an argument becomes,
    it is the argument's name, which is written as well; where it is a view of one, the function that makes the view:
    `result=("u", None, lambda w: w[1:])`, or a list. A number of Python's has its type there: `result=int`, or,
    where it is one if some arguments are, these: `result={"n"}`. Others are NumPy arrays, and may be written.

    Raises TypeError for what is no NumPy array, unless it is a number, which nobody sees change; ValueError where an
    array to be written shares memory with another argument, which compiled code does not follow. JAX's arrays do not
    change: they are taken for arguments whose change is in the result alone, and so are traced ones; the results are
    JAX's then.
    """
    sources = () if isinstance(result, bool) else tuple(result) if isinstance(result, tuple | list) else (result,)
    written = dict.fromkeys([*names, *(s for s in sources if isinstance(s, str))])
    shown = [name for name in written if name not in names]

    def decorate(pure: Callable[..., Any]) -> Callable[..., Any]:
        arguments = _Arguments(pure)

        @functools.wraps(pure)
        def call(*args: Any, **keywords: Any) -> Any:
            given = functools.partial(arguments.given, args=args, keywords=keywords)
            of_jax = {name for name in shown if isinstance(given(name), jax.Array)}
            arrays = {n: a for n in written if n not in of_jax and (a := arguments.array(n, given(n))) is not None}
            if arrays:
                arguments.expect_apart(arrays, tree_util.tree_leaves((args, keywords)))
            own, changed = _split(pure(*args, **keywords), names, result is not False)
            parts = own if isinstance(result, tuple | list) else (own,)
            new = {s: part for s, part in zip(sources, parts, strict=False) if isinstance(s, str)}
            new |= zip(names, changed, strict=True)
            for name, array in arrays.items():
                arguments.write(name, array, new[name])
            if of_jax:
                return own
            if not sources:
                return _of_numpy(own)
            results = [_handed_over(p, s, given) for p, s in zip(parts, sources, strict=True)]
            return type(result)(results) if isinstance(result, tuple | list) else results[0]

        call.pure = pure  # type: ignore[attr-defined]
        return call

    return decorate


def gives_numpy(
    *, result: bool | Source | tuple[Source, ...] | list[Source] = True
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Decorates a function whose results are to be NumPy arrays that may be written; as `writes_back` of no names."""
    return writes_back(result=result)


class _Arguments:
    """The arguments of calls of one function, by parameters."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.label = getattr(function, "__name__", "the function")
        parameters = inspect.signature(function).parameters
        self.places = {name: place for place, name in enumerate(parameters)}
        self.defaults = {name: parameter.default for name, parameter in parameters.items()}

    def given(self, name: str, args: tuple[Any, ...], keywords: Mapping[str, Any]) -> Any:
        place = self.places[name]
        return args[place] if place < len(args) else keywords.get(name, self.defaults[name])

    def array(self, name: str, value: Any) -> np.ndarray | None:
        """The array to write into; None for a number, and for None."""
        if isinstance(value, np.ndarray):
            return value
        if value is None or value is inspect.Parameter.empty or isinstance(value, int | float | complex | np.generic):
            return None
        if isinstance(value, jax.Array):
            if value.ndim == 0 and not isinstance(value, jax.core.Tracer):
                return None
            raise TypeError(
                f"`{self.label}` writes into its argument `{name}`, and JAX's arrays do not change. Pass a NumPy array "
                f"(`np.array({name})`), or call `{self.label}.pure`, which returns what `{name}` becomes"
            )
        kind = type(value).__name__
        raise TypeError(f"`{self.label}` writes into its argument `{name}`, which must be a NumPy array, not a {kind}")

    def expect_apart(self, arrays: Mapping[str, np.ndarray], given: Sequence[Any]) -> None:
        """Raises ValueError where another argument shows the memory of an array to be written."""
        others = [value for value in given if isinstance(value, np.ndarray)]
        for name, array in arrays.items() if len(others) > 1 else ():
            is_twice = sum(other is array for other in others) > 1
            if is_twice or any(other is not array and _share(array, other) for other in others):
                raise ValueError(
                    f"`{self.label}` writes into its argument `{name}`, which shares memory with another argument: the "
                    "compiled function would not see the change there. Pass a copy of one of them"
                )

    def write(self, name: str, array: np.ndarray, new: Any) -> None:
        if np.shape(new) != array.shape:
            shapes = f"{array.shape} to {np.shape(new)}"
            raise ValueError(f"`{self.label}` changes the shape of its argument `{name}` from {shapes}")
        if isinstance(new, jax.core.Tracer):
            raise TypeError(
                f"`{self.label}` writes into its argument `{name}`, of NumPy, while JAX traces (`jax.jit`, `grad`). "
                f"Call `{self.label}.pure`, which returns what `{name}` becomes"
            )
        array[...] = np.asarray(new)


def _split(outputs: Any, names: Sequence[str], has_result: bool) -> tuple[Any, Sequence[Any]]:
    """The function's own result, and what the arguments become."""
    if not names:
        return outputs, ()
    if has_result:
        return outputs[0], outputs[1:]
    return None, outputs if len(names) > 1 else (outputs,)


def _share(array: np.ndarray, other: np.ndarray) -> bool:
    return np.may_share_memory(array, other) and np.shares_memory(array, other)


def _handed_over(value: Any, source: Source, given: Callable[[str], Any]) -> Any:
    """A result as NumPy's: the argument itself, a list or record as well, a view of it, or an array that may be
    written."""
    if source is None:
        return _of_numpy(value)
    if isinstance(source, set):
        return value.item() if _is_of_pythons(value, map(given, source)) else _of_numpy(value)
    if isinstance(source, type):
        return value if isinstance(value, jax.core.Tracer) else source(value)
    name = source if isinstance(source, str) else next(iter(inspect.signature(source).parameters))
    held = given(name)
    if not isinstance(source, str) and not tree_util.all_leaves([held]):
        return source(held)
    try:
        shown = source(held) if isinstance(held, np.ndarray) and not isinstance(source, str) else held
    except IndexError as error:  # of a number among them, which an operator made an array of its own
        if "out of bounds" in str(error):
            raise
        return _of_numpy(value)
    # an element of a vector is a number, and stays what it was, where that of a matrix is a row that changes with it
    return shown if isinstance(shown, np.ndarray) else _of_numpy(value)


def _is_of_pythons(value: Any, given: Iterable[Any]) -> bool:
    """The result is a number, and so are the arguments, of Python's."""
    is_number = isinstance(value, jax.Array) and value.ndim == 0 and not isinstance(value, jax.core.Tracer)
    return is_number and all(type(each) in (int, float, complex, bool) for each in given)


def _of_numpy(result: Any) -> Any:
    return tree_util.tree_map(as_numpy, result)


def as_numpy(leaf: Any) -> Any:
    if not isinstance(leaf, jax.Array) or isinstance(leaf, jax.core.Tracer):
        return leaf
    return np.array(leaf) if leaf.ndim else np.asarray(leaf)[()]
