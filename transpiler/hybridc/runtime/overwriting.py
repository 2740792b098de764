"""Layers and methods that write into what they are given, and the check that nothing reads it afterwards.

Arrays of JAX never change: `relu(x, inplace=True)` is a new array. PyTorch's later reads of `x` would see the change,
so that a model in which there are any is refused when it is traced.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator
from typing import Any, ParamSpec, TypeVar

import jax
import jax.numpy as jnp
from jax.extend import core

from hybridc.runtime import runs

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")
_MARK = "overwrites_"
# What gives a view in PyTorch, of its first operand.
_VIEWS = frozenset(["reshape", "transpose", "slice", "squeeze", "broadcast_in_dim", "expand_dims", "split"])


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


def overwrites(*names: str) -> Callable[[Callable[Parameters, Result]], Callable[Parameters, Result]]:
    """For a method whose original writes into the arrays that it is given by these names: it returns no new ones."""

    def decorated(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
        signature = inspect.signature(function)

        @functools.wraps(function)
        def noted(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
            run = runs.current()
            if run is None:
                return function(*args, **kwargs)
            run.overwrites = True
            if not run.marks:
                return function(*args, **kwargs)
            bound = signature.bind(*args, **kwargs)
            for name in names:
                if isinstance(bound.arguments.get(name), jax.Array):
                    bound.arguments[name] = _written(function.__qualname__)(bound.arguments[name])
            return function(*bound.args, **bound.kwargs)

        return noted

    return decorated


def _written(name: str) -> Callable[[Any], Any]:
    def marked(array: Any) -> Any:
        return jnp.copy(array)

    marked.__name__ = f"{_MARK}{name}"
    return jax.jit(marked)


def expect_unread(model: str, evaluated: Callable[..., Any], *given: Any) -> None:
    """Raises RuntimeError if an array is read after it was written in `evaluated(*given)`, which marks writes."""
    if found := read_afterwards(jax.make_jaxpr(evaluated)(*given).jaxpr):
        raise RuntimeError(
            f"{model}: `{found[0]}` writes in place into an array that is read afterwards, which arrays of JAX cannot "
            "show; let the original write into a copy (`inplace=False`, `x.clone()`) and compare"
        )


def read_afterwards(jaxpr: core.Jaxpr) -> list[str]:
    """The functions that write into an array of a marked program which is read later, under this or another name."""
    found = []
    for index, equation in enumerate(jaxpr.eqns):
        for name, written in _marks(equation):
            same = _views_of(written, jaxpr.eqns[:index])
            read = [v for later in jaxpr.eqns[index + 1 :] for v in later.invars]
            if any(v in same for v in _variables([*read, *jaxpr.outvars])):
                found.append(name)
        for inner in programs_in(equation):
            found += read_afterwards(inner)
    return found


def _marks(equation: Any) -> Iterator[tuple[str, Any]]:
    """What the equation, or a function, branch or loop that it consists of, overwrites of its operands."""
    name = equation.params.get("name", "")
    if isinstance(name, str) and name.startswith(_MARK):
        yield from ((name.removeprefix(_MARK), v) for v in _variables(equation.invars[:1]))
        return
    for inner in programs_in(equation):
        count = min(len(inner.invars), len(equation.invars))  # operands of its own, such as a predicate, come first
        outer = dict(zip(inner.invars[-count:], equation.invars[-count:], strict=True)) if count else {}
        for each in inner.eqns:
            for function, written in _marks(each):
                if written in outer:
                    yield from ((function, v) for v in _variables([outer[written]]))


def programs_in(equation: Any) -> Iterator[core.Jaxpr]:
    """The programs that an equation holds."""
    for held in equation.params.values():
        for each in held if isinstance(held, tuple | list) else (held,):
            program = getattr(each, "jaxpr", each)
            if isinstance(program, core.Jaxpr):
                yield program


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
