"""Layers and methods that write into what they are given, and the check that nothing reads it afterwards.

Arrays of JAX never change: `relu(x, inplace=True)` is a new array. PyTorch's later reads of `x` would see the change,
so that a model in which there are any is refused when it is traced.
"""

from __future__ import annotations

import functools
import inspect
import sys
import warnings
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, ParamSpec, TypeVar

import jax
import jax.numpy as jnp
from jax.extend import core

from hybridc.runtime.core import runs, shared_memory
from hybridc.runtime.mutable import Mutable

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")
_MARK = "overwrites_"


def overwriting(function: Callable[Parameters, jax.Array]) -> Callable[Parameters, jax.Array]:
    """For a function with the parameter `inplace`: notes in the model that runs that it was asked for."""
    signature = inspect.signature(function)

    @functools.wraps(function)
    def noted(*args: Parameters.args, **kwargs: Parameters.kwargs) -> jax.Array:
        run = runs.current()
        written = args[0]
        is_mutable = isinstance(written, Mutable) and not written._is_read_alone()
        if run is None or not signature.bind(*args, **kwargs).arguments.get("inplace", False):
            return function(written._read() if is_mutable else written, *args[1:], **kwargs)  # type: ignore[arg-type, attr-defined]
        if isinstance(written, Mutable) and is_mutable:
            return written._filled(lambda old: function(old, *args[1:], **kwargs))  # type: ignore[arg-type, no-any-return]
        run.overwrites = True
        if not run.marks:
            return function(*args, **kwargs)
        _, *others = args

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


def overwritten(name: str, array: Any, is_named: bool = True) -> None:
    """The function by this name, which the model that runs has called, has written into the array that it was given.
    `is_named`: it says so by itself."""
    run = runs.current()
    if run is not None:
        run.overwrites = True
        if run.marks and is_named:
            _written(name)(array)
        elif run.marks:
            _overwritten(name)(array, array)


def written(new: Any, old: Any) -> Any:
    """What a name holds after the original has written `new` into what it held.

    That came from a part of the model, which may have returned what it was given, or a view of it. An array that
    others read afterwards is refused when the model is traced; a list is changed itself, as in the original, and so is
    what code around models refers to.

    Raises RuntimeError where `old` is a parameter or a buffer, which the original would change for good.
    """
    if isinstance(old, list) and isinstance(new, list):
        old[:] = new
        return old
    run = runs.current()
    if run is None and isinstance(old, Mutable):
        old[...] = new
        return old
    if run is None or not isinstance(old, jax.Array):
        return new
    if any(old is held for held in run.values.values()):
        raise RuntimeError(
            "a parameter or buffer of the model, which one of its parts returns, is written in place, which arrays of "
            "JAX cannot show; let the original write into a copy (`x.clone()`)"
        )
    run.overwrites = True
    return _overwritten(sys._getframe(1).f_code.co_qualname)(old, new) if run.marks else new


def _overwritten(name: str) -> Callable[[Any, Any], Any]:
    def marked(old: Any, new: Any) -> Any:
        return jax.tree.map(jnp.copy, new)

    marked.__name__ = f"{_MARK}{name}"
    return jax.jit(marked)


def _written(name: str) -> Callable[[Any], Any]:
    def marked(array: Any) -> Any:
        return jnp.copy(array)

    marked.__name__ = f"{_MARK}{name}"
    return jax.jit(marked)


def expect_unread(model: str, evaluated: Callable[..., Any], held: Any, *given: Any) -> None:
    """Raises RuntimeError if an array is read after it was written in `evaluated(held, *given)`, which marks writes.

    `held`: what the model holds, of which every later call reads.
    """
    program = jax.make_jaxpr(evaluated)(held, *given).jaxpr
    if found := read_afterwards(program, program.invars[: len(jax.tree.leaves(held))]):
        raise RuntimeError(
            f"{model}: `{found[0]}` writes in place into an array that is read afterwards, which arrays of JAX cannot "
            "show; let the original write into a copy (`inplace=False`, `x.clone()`) and compare"
        )


def tell_of_written(model: str, evaluated: Callable[..., Any], given: Sequence[Any], *rest: Any) -> bool:
    """Warns where `evaluated(given, *rest)`, which marks writes, writes into the arrays of its caller: they keep what
    they have. Of a function that says by itself what it writes, the conversion has told. Whether it warned."""
    program = jax.make_jaxpr(evaluated)(given, *rest).jaxpr
    passed = {*program.invars[: len(jax.tree.leaves(given))]}
    shared = shared_memory.shared_by(program, shared_memory.independent(program))
    for index, equation in enumerate(program.eqns):
        for name, written in _marks(equation):
            is_told = name.startswith(f"{model}.") and len(equation.invars) == 1  # by `overwrites`
            if not is_told and passed & shared_memory.views_of(written, shared[:index]):
                what = f"`{name}` writes in place into an array that the caller of the model passes"
                warnings.warn(f"{model}: {what}, which keeps what it has (HYB304)", stacklevel=2)
                return True
    return False


def read_afterwards(jaxpr: core.Jaxpr, lasting: Collection[Any] = ()) -> list[str]:
    """The functions that write into an array of a marked program which is read later, under this or another name.

    `lasting`: variables that are read after the program as well.
    """
    found = []
    shared = shared_memory.shared_by(jaxpr, shared_memory.independent(jaxpr))
    for index, equation in enumerate(jaxpr.eqns):
        for name, written in _marks(equation):
            same = shared_memory.views_of(written, shared[:index])
            read = [v for later in jaxpr.eqns[index + 1 :] for v in later.invars]
            if any(v in same for v in shared_memory.variables([*read, *jaxpr.outvars, *lasting])):
                found.append(name)
        for inner in shared_memory.programs_in(equation):
            found += read_afterwards(inner)
    return found


def _marks(equation: Any) -> Iterator[tuple[str, Any]]:
    """What the equation, or a function, branch or loop that it consists of, overwrites of its operands."""
    name = equation.params.get("name", "")
    if isinstance(name, str) and name.startswith(_MARK):
        yield from ((name.removeprefix(_MARK), v) for v in shared_memory.variables(equation.invars[:1]))
        return
    for inner in shared_memory.programs_in(equation):
        count = min(len(inner.invars), len(equation.invars))  # operands of its own, such as a predicate, come first
        outer = dict(zip(inner.invars[-count:], equation.invars[-count:], strict=True)) if count else {}
        shared: list[list[set[Any]]] | None = None
        for index, each in enumerate(inner.eqns):
            for function, written in _marks(each):
                shared = shared or shared_memory.shared_by(inner, shared_memory.independent(inner))
                found = [outer[v] for v in shared_memory.views_of(written, shared[:index]) if v in outer]
                yield from ((function, v) for v in shared_memory.variables(found))
