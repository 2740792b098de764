"""A loop's state brought to one type, by tracing its body."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import jax

from hybridc.runtime.flow.carry_types import Type, converted, is_other_value, joined, same_types
from hybridc.runtime.flow.tracing import Traced, traced, types_of
from hybridc.runtime.mutables.candidates import Candidates, Grown
from hybridc.runtime.mutables.parts import collapsed, fresh, joint
from hybridc.runtime.pytrees.key_order import with_order
from hybridc.runtime.pytrees.structure import (
    ARRAY,
    NUMBERS,
    Frame,
    difference,
    is_first_value,
    same_object,
    taken_apart,
    unset,
    with_zeros,
)

_ROUNDS = 8  # bool -> int -> float -> complex, and shapes that grow by broadcasting
_MOST_ARRAYS = 32  # that a name may stand for in turns

Step = Callable[..., tuple[Any, Any]]  # (carry, *arguments) -> (carry, output), as in `lax.scan`


class Turn(NamedTuple):
    """One turn of a loop, from a carry of known type."""

    frame: Frame  # of the carry
    arrays: list[Any]  # of the initial carry
    types: list[Type]  # that the turn takes
    carried: list[int]  # which results of `traced` are the next carry's arrays
    traced: Traced
    is_steady: bool  # it gives the types that it takes; otherwise the first turn has to be taken by itself

    def first(self, *arguments: Any) -> tuple[Any, Any]:
        """The carry and the output after the first turn."""
        results = self.traced.run(*converted(self.arrays, self.types), *arguments)
        carry = fresh(lambda: self.frame.filled([results[k] for k in self.carried]))
        return carry, self.output.filled(results[self._cut :])

    def start(self) -> list[Any]:
        return converted(self.arrays, self.types)

    def next(self, arrays: Sequence[Any], *arguments: Any) -> tuple[list[Any], list[Any]]:
        """The arrays of the next carry, and of the output."""
        results = self.traced.run(*arrays, *arguments)
        return converted([results[k] for k in self.carried], self.types), list(results[self._cut :])

    @property
    def output(self) -> Frame:
        carry, output = self.traced.frame.tree.children()
        return Frame(output, self.traced.frame.leaves[carry.num_leaves :])

    @property
    def output_types(self) -> list[Type]:
        return self.traced.types[self._cut :]

    @property
    def _cut(self) -> int:
        carry = self.traced.frame.tree.children()[0]
        return sum(leaf is ARRAY for leaf in self.traced.frame.leaves[: carry.num_leaves])


def settled(step: Step, init: Any, arguments: Sequence[Type], what: str, takes_values: bool = False) -> Turn:
    """A turn of a loop whose carry is converted, once and beforehand, to the type that every turn keeps.

    Where that could change what the first turn computes, the turn is not steady. Python numbers become arrays, unless
    the body needs them as they are and gives them back unchanged. Raises TypeError where there is no such type.
    `takes_values`: first turns by themselves are no help, as names swap mutable arrays and others.
    """
    candidates = Candidates(takes_values)

    def with_candidates(carry: Any, *given: Any) -> tuple[Any, Any]:
        carry, output = step(carry, *given)
        return candidates.chosen(with_order(carry)), output

    init, kept, is_second, grown = with_order(init), frozenset[int](), False, 0
    while True:
        try:
            turn, init, left = _settled(with_candidates, candidates, init, arguments, what, kept)
        except Grown:
            if (grown := grown + 1) > _MOST_ARRAYS:
                raise TypeError(f"{what} gives a name another part of an array in every turn") from None
            init = candidates.chosen(init)
        except TypeError:  # a Python number is needed, or nothing helps
            kept = _places_of_numbers(init)
            if is_second or not kept:
                raise
            is_second = True
        else:
            if turn is not None:
                return turn
            kept = left if is_second else kept


def _places_of_numbers(carry: Any) -> frozenset[int]:
    leaves = jax.tree_util.tree_leaves(carry)
    return frozenset(place for place, leaf in enumerate(leaves) if type(leaf) in NUMBERS)


def _settled(
    step: Step, candidates: Candidates, init: Any, arguments: Sequence[Type], what: str, kept: frozenset[int]
) -> tuple[Turn | None, Any, frozenset[int]]:
    """The turn, or None and what to try next: zeros for what was unset, fewer numbers kept in Python, more arrays that
    a name may stand for."""
    arrays, frame = taken_apart(candidates.started(init), kept)
    types = types_of(arrays)
    count = len(types)
    for _ in range(_ROUNDS):
        program = traced(lambda *xs: step(frame.filled(xs[:count]), *xs[count:]), [*types, *arguments])
        structure = program.frame.tree.children()[0]
        leaves = list(program.frame.leaves[: structure.num_leaves])
        if any(leaf is unset for leaf in frame.leaves):
            carry = Frame(structure, tuple(leaves)).framing(program.types[: sum(leaf is ARRAY for leaf in leaves)])
            if (filled := with_zeros(init, carry)) is not None:
                filled = collapsed(filled)
                return None, filled, _places_of_numbers(filled) if kept else kept
        if structure == frame.tree:
            unchanged = {p for p in kept if same_object(program.leaves[p], frame.leaves[p])}
            if unchanged != kept:
                return None, init, frozenset(unchanged)
        carried = []
        for place in [p for p, leaf in enumerate(leaves) if leaf is ARRAY]:
            index = sum(leaf is ARRAY for leaf in program.frame.leaves[:place])
            if structure == frame.tree and place in kept:
                leaves[place] = frame.leaves[place]
            else:
                carried.append(index)
        after = Frame(structure, tuple(leaves))
        if places := joint(frame.framing(types), after.framing([program.types[k] for k in carried])):
            started = candidates.learn(places, init)
            if started is None:
                return Turn(after, arrays, types, carried, program, is_steady=False), init, kept
            return None, started, kept
        if is_first_value(frame, after):
            return Turn(after, arrays, types, carried, program, is_steady=False), init, kept
        problem = difference(frame, after)
        if problem is not None:
            raise TypeError(f"{what} does not keep its structure: {problem}")
        out = [program.types[k] for k in carried]
        wider = joined(types, out, frame.array_paths(), what)
        if is_other_value(types, out):
            return Turn(frame, arrays, types, carried, program, is_steady=False), init, kept
        if same_types(wider, types):
            return Turn(frame, arrays, types, carried, program, is_steady=True), init, kept
        types = wider
    raise TypeError(f"{what} changes its type at every turn: {types}")
