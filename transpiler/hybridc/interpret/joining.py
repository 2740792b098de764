"""Which of two arrays a name holds after a branch, or after a conditional expression: one by the test, or the other."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import replace

from hybridc.domain.atoms import Dtype
from hybridc.domain.places import Place, Test
from hybridc.domain.values import Value, ways_of
from hybridc.program.placing import is_array_like, is_valid, new_place
from hybridc.program.state import Environment, State

_MOST = 4  # arrays that a name may hold


def join_places(state: State, source: ast.If, names: Iterable[str], left: Environment, right: Environment) -> None:
    """Gives names of the environment, which follows both, their places in one array or another.

    Names that hold the same as each other on either side hold the same afterwards.
    """
    known: dict[tuple[Place, Place], Place] = {}
    for name in names:
        value, one, other = state.environment.get(name), left.get(name), right.get(name)
        if value is None or one is None or other is None or not is_array_like(value):
            continue
        place = joined_place(state, source, one, other)
        if place is not None:
            assert one.place is not None and other.place is not None
            place = known.setdefault((one.place, other.place), place)
            state.environment[name] = replace(value, place=place)


def joined_place(state: State, source: ast.If | ast.IfExp, left: Value, right: Value) -> Place | None:
    """The place of what is one value where the test holds and the other where not; None if one of them is uncertain.

    Arrays of different dtypes meet in a new one, which is neither. Where the dtypes are not known here, writes look at
    them while tracing (`control.chosen`).
    """
    one, other = left.place, right.place
    if not (is_array_like(left) and is_array_like(right)) or _differ(left.dtype, right.dtype):
        return None
    if one is None or other is None or not (is_valid(state, one) and is_valid(state, other)):
        return None
    if one == other:
        return one
    ways = tuple(
        replace(way, tests=(Test(source, holds), *way.tests))
        for holds, value in ((True, left), (False, right))
        for way in ways_of(value)
    )
    if len(ways) > _MOST:
        return None
    return replace(
        new_place(one.is_contiguous and other.is_contiguous),
        ways=ways,
        reads=one.reads | other.reads,
        numbers=one.numbers | other.numbers,
        is_final=one.is_final or other.is_final,
    )


def _differ(one: Dtype, other: Dtype) -> bool:
    """Both dtypes are known, and are not the same."""
    return one != other and all(atom.is_known for atom in one | other)
