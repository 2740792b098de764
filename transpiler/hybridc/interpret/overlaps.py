"""Calls that give a function one array in several arguments, of which it changes some.

The function takes its arguments for arrays that share nothing. For such a call there is a second one, which is given
the array once and sees it in the same parts.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence

from hybridc.domain.places import HOLE, SHARED, Group, Overlap
from hybridc.domain.values import Value, share_nothing
from hybridc.program.assumptions import INDEX, Kind, assume
from hybridc.program.placing import base_of, name_around, place_of, place_of_name, viewed
from hybridc.program.state import State
from hybridc.program.static_demand import is_spread
from hybridc.syntax.dataflow import names_read
from hybridc.syntax.module import Function
from hybridc.syntax.walking import walk


def overlap_of(
    state: State,
    function: Function,
    node: ast.Call,
    arrays: Mapping[str, Value],
    given: Mapping[str, ast.expr],
    changed: Collection[str],
) -> Overlap | None:
    """What the call's arguments share; None where that is not certain, or the call spreads its arguments.

    `arrays`: the parameters that may be arrays, with what they get; `given`: the arguments; `changed`: the parameters
    that the function writes into.
    """
    arguments = function.node.args
    if arguments.vararg or arguments.kwarg or arguments.posonlyargs or not arrays.keys() <= given.keys():
        return None
    if is_spread(node):
        return None
    mentioned = {n.id for n in function.of(ast.Name)} | {n.arg for n in function.of(ast.arg)}
    groups: list[Group] = []
    bases: list[str] = []
    for names in _sharing(arrays, function.parameters):
        if any(base_of(state, given[name]) is None or _calls(state, given[name]) for name in names):
            return None
        places = {name: place_of(state, given[name]) for name in names}
        certain = {name: place for name, place in places.items() if place is not None and not place.ways}
        mentioned_here = frozenset().union(*(names_read(given[name]) for name in names))
        wanted_first = sorted(state.environment, key=lambda n: n not in mentioned_here)
        base = name_around(state, wanted_first, certain.values())
        if base is None or len(certain) < len(places):
            return None
        held = place_of_name(state, base)
        assert held is not None
        if names[0] not in function.positional:
            return None
        parts = tuple((name, place.steps[len(held.steps) :]) for name, place in certain.items())
        texts = {step for _, steps in parts for step in steps}
        read = frozenset().union(*(names_read(ast.parse(text, mode="eval").body) for text in texts)) - {HOLE}
        reads = sorted(n for n in read if n in state.environment or n in state.function.locals)
        numbers = frozenset().union(*(place.numbers for place in certain.values()))
        own = function.locals | frozenset(function.parameters)
        if read & own or any(n in mentioned or not (n in numbers or _is_unchanging(state, n)) for n in reads):
            return None
        assume(state.plan.assumed, Kind.NUMBER, node, numbers, INDEX)
        wholes = sorted((name for name, steps in parts if not steps), key=lambda name: name not in changed)
        groups.append(Group(parts, wholes[0] if wholes else None, tuple(reads)))
        bases.append(base)
    parted = sum(group.whole is None for group in groups)
    if not groups or parted > 1 or (parted and SHARED in mentioned.union(*(group.reads for group in groups))):
        return None
    return Overlap(function.name, tuple(groups), tuple(bases))


def _sharing(arrays: Mapping[str, Value], order: Sequence[str]) -> Iterator[list[str]]:
    """Groups of parameters whose arrays may be parts of one, in the order of the parameters."""
    left = dict(arrays)
    while left:
        name, value = next(iter(left.items()))
        group = [name]
        todo = [value]
        del left[name]
        while todo:
            one = todo.pop()
            found = [other for other, held in left.items() if not share_nothing(one, held)]
            todo += [left.pop(other) for other in found]
            group += found
        if len(group) > 1:
            yield sorted(group, key=order.index)


def _calls(state: State, node: ast.expr) -> bool:
    """Something in it is called that does more than give a view."""
    return any(isinstance(n, ast.Call) and viewed(state, n) is None for n in walk(node))


def _is_unchanging(state: State, name: str) -> bool:
    """An index that no write can change."""
    value = state.environment.get(name)
    return value is not None and (value.is_static or value.is_scalar or not value.memory)
