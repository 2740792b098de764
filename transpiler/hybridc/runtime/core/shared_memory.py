"""Which variables of a traced program would share memory in a framework whose arrays have views."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from jax.extend import core

# What gives a view in PyTorch, of its first operand; what reads a reference of JAX's, where an array lies.
_VIEWS = frozenset(
    [
        "reshape", "transpose", "slice", "dynamic_slice", "squeeze", "broadcast_in_dim", "expand_dims", "split",
        "unstack", "stop_gradient", "get",
    ]
)  # fmt: skip
_VIEWING = frozenset(["diagonal", "apart"])  # functions that compute what is a view, or, for XLA alone, is none


def shared_by(jaxpr: core.Jaxpr, known: Collection[Any]) -> list[list[set[Any]]]:
    """By equations, the operands and results of each that share memory.

    `known`: variables that do not depend on what the program is given, as places in an array have to be.
    """
    return [list(_ends(equation, known)) for equation in jaxpr.eqns]


def views_of(array: Any, shared: Sequence[list[set[Any]]]) -> set[Any]:
    """The variables that show the memory of one, before the equations that follow those of `shared`."""
    same = {array}
    for _ in range(2):  # down from the array that it is a view of
        for ends in (each for equation in [*reversed(shared), *shared] for each in equation):
            if ends & same:
                same |= ends
    return same


def independent(jaxpr: core.Jaxpr, given: Iterable[Any] = ()) -> set[Any]:
    """The variables of the program, but for inner ones, that nothing decides but some of its inputs, `given`."""
    known = {*given}
    for equation in jaxpr.eqns:
        if not equation.effects and known.issuperset(variables(equation.invars)):
            known |= {*equation.outvars}
    return known


def programs_in(equation: Any) -> Iterator[core.Jaxpr]:
    """The programs that an equation holds."""
    for held in equation.params.values():
        for each in held if isinstance(held, tuple | list) else (held,):
            program = getattr(each, "jaxpr", each)
            if isinstance(program, core.Jaxpr):
                yield program


def variables(atoms: Iterable[Any]) -> Iterator[Any]:
    return (a for a in atoms if not isinstance(a, core.Literal))


def _ends(equation: Any, known: Collection[Any]) -> Iterator[set[Any]]:
    """Operands and results of the equation that share memory."""
    name = equation.primitive.name
    is_view = name in _VIEWS or equation.params.get("name") in _VIEWING
    # By counted places, as those of `unfold`: lists of numbers are constants, and copy.
    is_view |= name == "gather" and not any(v not in known for v in variables(equation.invars[1:]))
    if is_view:
        yield {*variables(equation.invars[:1]), *equation.outvars}
        return
    if name == "optimization_barrier":  # which gives what it is given, one by one
        yield from ({*variables([v]), result} for v, result in zip(equation.invars, equation.outvars, strict=True))
    if name == "while":  # which gives what it is given if it makes no turn
        carried = equation.invars[equation.params["cond_nconsts"] + equation.params["body_nconsts"] :]
        yield from ({*variables([v]), result} for v, result in zip(carried, equation.outvars, strict=True))
    for inner in programs_in(equation):
        operands = equation.invars[-len(inner.invars) :]  # but for a predicate, and what the test of a loop reads
        if len(inner.invars) == len(operands) and len(inner.outvars) == len(equation.outvars):
            yield from _ends_through(inner, equation, operands, known)


def _ends_through(inner: core.Jaxpr, equation: Any, operands: list[Any], known: Collection[Any]) -> Iterator[set[Any]]:
    """Those of an equation that calls a function, or one of several, or makes a turn of a loop."""
    outer = list(zip(inner.invars, operands, strict=True))
    inside = independent(inner, (v for v, atom in outer if isinstance(atom, core.Literal) or atom in known))
    shared = shared_by(inner, inside)
    ends = zip(inner.outvars, equation.outvars, strict=True)
    results = [(i, o) for i, o in ends if not isinstance(i, core.Literal)]
    for given, atom in outer:
        for variable in variables([atom]):
            same = views_of(given, shared)
            shown = {o for i, o in results if i in same}
            if shown:
                yield {variable, *shown}
