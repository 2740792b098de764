"""What code around a model refers to and gives it: results that are the same arrays, or views of them, are references
as well, and a model that writes into them is refused, as nobody else would see that."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import jax
from jax import tree_util
from jax.extend import core

from hybridc.runtime.core import shared_memory
from hybridc.runtime.core.memory import Read, View
from hybridc.runtime.mutable import Mutable
from hybridc.runtime.pytrees.results import is_array

if TYPE_CHECKING:
    from hybridc.runtime.core.programs import Entry, Variant


def references(arguments: Any) -> list[Mutable | None]:
    """By arrays among the arguments, what refers to them, if anything does; empty where nothing does."""
    leaves = tree_util.tree_leaves(arguments, is_leaf=lambda leaf: isinstance(leaf, Mutable))
    found = [
        leaf if isinstance(leaf, Mutable) else None for leaf in leaves if isinstance(leaf, Mutable) or is_array(leaf)
    ]
    return found if any(each is not None for each in found) else []


def given_back(entry: Entry, variant: Variant, arrays: Sequence[Any], given: list[Mutable | None], result: Any) -> Any:
    """The result, of which the parts that are what was given refer to it.

    Raises RuntimeError where the model writes into what was given.
    """
    if variant.shown is None:
        if variant.overwrites:
            variant.expect_unwritten(arrays, [each is not None for each in given])
        variant.shown = _shown(variant.traced_for(arrays), len(arrays), [each is not None for each in given])
    if not variant.shown:
        return result
    leaves, structure = tree_util.tree_flatten(result)
    places = [place for place, leaf in enumerate(leaves) if isinstance(leaf, jax.Array)]
    for output, (source, read) in variant.shown.items():
        reference = given[source]
        if output < len(places) and reference is not None:
            leaves[places[output]] = reference if read is None else reference._viewed(View(read))
    return tree_util.tree_unflatten(structure, leaves)


def _shown(program: core.ClosedJaxpr, count: int, is_given: list[bool]) -> dict[int, tuple[int, Read | None]]:
    """By outputs of the program, the array among its last inputs that they show, and how."""
    jaxpr = program.jaxpr
    shared = shared_memory.shared_by(jaxpr, shared_memory.independent(jaxpr))
    found: dict[int, tuple[int, Read | None]] = {}
    for place, given in enumerate(jaxpr.invars[len(jaxpr.invars) - count :]):
        same = shared_memory.views_of(given, shared) if is_given[place] else set()
        for output, variable in enumerate(jaxpr.outvars):
            if variable is given and is_given[place]:
                found[output] = place, None
            elif not isinstance(variable, core.Literal) and variable in same:
                if (read := _reading(program, given, variable)) is not None:
                    found[output] = place, read
    return found


def _reading(program: core.ClosedJaxpr, given: Any, output: Any) -> Read | None:
    """The part of the program that makes the view of what is given, if that depends on nothing else."""
    jaxpr = program.jaxpr
    needed, equations = {output}, []
    for equation in reversed(jaxpr.eqns):
        if needed & {*equation.outvars} and given not in equation.outvars:
            equations.append(equation)
            needed |= {*shared_memory.variables(equation.invars)}
    made = {v for equation in equations for v in equation.outvars}
    largest = {1: 2**7, 2: 2**8, 4: 2**24}.get(given.aval.dtype.itemsize, 2**31)  # places that the dtype tells apart
    if needed - made - {given, *jaxpr.constvars} or math.prod(given.aval.shape) >= largest:
        return None
    view = core.jaxpr_as_fun(
        core.ClosedJaxpr(jaxpr.replace(invars=[given], outvars=[output], eqns=equations[::-1]), program.consts)
    )

    def read(array: Any) -> Any:
        return view(array.astype(given.aval.dtype))[0].astype(array.dtype)

    return read
