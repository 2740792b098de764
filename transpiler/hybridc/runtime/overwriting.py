"""Layers that are asked to write into their input, and the check that nothing reads it afterwards.

Arrays of JAX never change: `relu(x, inplace=True)` is a new array. PyTorch's later reads of `x` would see the change,
so that a model in which there are any is refused when it is traced.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator
from typing import Any, ParamSpec

import jax
from jax.extend import core

from hybridc.runtime import runs

Parameters = ParamSpec("Parameters")
_MARK = "overwrites_"
# What gives a view in PyTorch, of its first operand.
_VIEWS = frozenset(["reshape", "transpose", "slice", "squeeze", "broadcast_in_dim", "expand_dims", "split", "copy"])


def overwriting(function: Callable[Parameters, jax.Array]) -> Callable[Parameters, jax.Array]:
    """For a function with the parameter `inplace`: notes in the model that runs that it was asked for."""
    signature = inspect.signature(function)

    @functools.wraps(function)
    def noted(*args: Parameters.args, **kwargs: Parameters.kwargs) -> jax.Array:
        run = runs.current()
        if run is None or not signature.bind(*args, **kwargs).arguments.get("inplace", False):
            return function(*args, **kwargs)
        run.overwrites = True
        if not run.marks:
            return function(*args, **kwargs)
        written, *others = args

        def marked(written: Any) -> jax.Array:
            return function(written, *others, **kwargs)  # type: ignore[arg-type]

        marked.__name__ = f"{_MARK}{function.__name__}"
        return jax.jit(marked)(written)  # type: ignore[no-any-return]

    return noted


def read_afterwards(program: core.ClosedJaxpr) -> list[str]:
    """The functions that write into an array of a marked program which is read later, under this or another name."""
    jaxpr = program.jaxpr
    found = []
    for index, equation in enumerate(jaxpr.eqns):
        for name, written in _marks(equation):
            same = _views_of(written, jaxpr.eqns[:index])
            read = [v for later in jaxpr.eqns[index + 1 :] for v in later.invars]
            if any(v in same for v in _variables([*read, *jaxpr.outvars])):
                found.append(name)
    return found


def _marks(equation: Any) -> Iterator[tuple[str, Any]]:
    """What the equation, or a function that it calls, overwrites of its operands."""
    name = equation.params.get("name", "")
    if isinstance(name, str) and name.startswith(_MARK):
        yield from ((name.removeprefix(_MARK), v) for v in _variables(equation.invars[:1]))
        return
    inner = equation.params.get("jaxpr")
    if inner is None or not hasattr(inner, "jaxpr") or len(inner.jaxpr.invars) != len(equation.invars):
        return
    outer = {id(i): o for i, o in zip(inner.jaxpr.invars, equation.invars, strict=True)}
    for each in inner.jaxpr.eqns:
        for function, written in _marks(each):
            if id(written) in outer:
                yield from ((function, v) for v in _variables([outer[id(written)]]))


def _views_of(written: Any, equations: list[Any]) -> set[Any]:
    """The variables that show the same memory, before the equations that follow."""
    same = {written}
    for _ in range(2):  # down from the array that it is a view of
        for equation in [*reversed(equations), *equations]:
            if equation.primitive.name in _VIEWS:
                ends = {*_variables(equation.invars[:1]), *equation.outvars}
                if ends & same:
                    same |= ends
    return same


def _variables(atoms: list[Any]) -> Iterator[Any]:
    return (a for a in atoms if not isinstance(a, core.Literal))
