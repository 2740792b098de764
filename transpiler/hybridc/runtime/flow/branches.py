"""`cond`, of which `hybridc.runtime.control` tells."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import jax
from jax import lax, tree_util
from jax.typing import ArrayLike

from hybridc.runtime.flow.carry_types import converted, joined
from hybridc.runtime.flow.tracing import Traced, as_predicate, decided, traced
from hybridc.runtime.mutables.parts import alike, collapsed, is_mutable, joint, shapes_of
from hybridc.runtime.pytrees.key_order import with_order
from hybridc.runtime.pytrees.structure import ARRAY, NUMBERS, Frame, difference, same_object, unset, with_zeros

__all__ = ["cond"]


def cond(pred: ArrayLike, true_fun: Callable[..., Any], false_fun: Callable[..., Any], *operands: Any) -> Any:
    """As `jax.lax.cond`. Outputs of different dtype are promoted, numbers are broadcast against arrays.

    Raises TypeError where the branches return different structures, or shapes that do not broadcast.
    """
    known = decided(pred)
    if known is not None:
        return true_fun(*operands) if known else false_fun(*operands)
    what = "the branches of `cond`"
    yes, no = (traced(lambda f=f: f(*_own(operands)), []) for f in (true_fun, false_fun))
    yes, no = _with_zeros(yes, no), _with_zeros(no, yes)
    places = joint(yes.frame.framing(yes.types), no.frame.framing(no.types))
    _warn_of_numbers(shapes_of(places.values()))
    yes, no = (_with_one_of_two(side, number, places) for number, side in enumerate((yes, no)))
    problem = difference(yes.frame, no.frame)
    if problem is not None:
        raise TypeError(f"{what} return different structures: {problem}")
    frame, varying = _without_common_numbers(yes, no)
    _warn_of_numbers((yes.types[k].shape, no.types[k].shape) for k in varying)
    types = joined(
        [yes.types[k] for k in varying], [no.types[k] for k in varying], frame.array_paths(), what
    )  # fmt: skip

    def branch(program: Traced) -> Callable[[], list[jax.Array]]:
        def run() -> list[jax.Array]:
            results = program.run()
            return converted([results[k] for k in varying], types)

        return run

    return frame.filled(lax.cond(as_predicate(pred), branch(yes), branch(no)))


def _warn_of_numbers(shapes: Iterable[tuple[tuple[int, ...], tuple[int, ...]] | None]) -> None:
    """A number that meets an array gets its shape, which a reduction afterwards would see."""
    for each in shapes:
        if each is not None and each[0] != each[1] and () in each:
            shape = each[0] or each[1]
            warnings.warn(
                f"hybridc: one branch gives a number, the other an array of shape {shape}: the number is broadcast",
                stacklevel=3,
            )


def _own(operands: tuple[Any, ...]) -> Any:
    """The operands with dicts and lists of their own, which a branch may change."""
    return tree_util.tree_map(lambda leaf: leaf, with_order(operands), is_leaf=is_mutable)


def _with_zeros(side: Traced, other: Traced) -> Traced:
    """The side with zeros for what only the other side sets."""
    if not any(leaf is unset for leaf in side.frame.leaves):
        return side
    like = other.frame.framing(other.types)
    if with_zeros(side.frame.framing(side.types), like) is None:
        return side
    return traced(lambda: collapsed(with_zeros(side.frame.filled(side.run()), like)), [])


def _with_one_of_two(side: Traced, number: int, places: Mapping[int, tuple[Any, Any]]) -> Traced:
    """Where the sides give different arrays that are written in place, each gives one of the two."""
    return traced(lambda: alike(side.frame.filled(side.run()), places, number), []) if places else side


def _without_common_numbers(yes: Traced, no: Traced) -> tuple[Frame, list[int]]:
    """A Python number that both branches return stays one; and which arrays are left."""
    leaves = list(yes.frame.leaves)
    varying = []
    for index, place in enumerate([p for p, leaf in enumerate(leaves) if leaf is ARRAY]):
        one, other = yes.leaves[place], no.leaves[place]
        if type(one) in NUMBERS and same_object(one, other):
            leaves[place] = one
        else:
            varying.append(index)
    return Frame(yes.frame.tree, tuple(leaves)), varying
