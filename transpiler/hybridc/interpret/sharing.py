"""Which names may share memory at the end of a loop's turn, and whether that is more than at its head.

Where a turn ends with `a, b = b, a`, the two still share nothing, although each may then hold what the other held.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, permutations

from hybridc.domain.atoms import Dtype
from hybridc.domain.sites import Memory, Site, SiteKind
from hybridc.domain.values import Value
from hybridc.program.state import Environment, State

_MARKS = (SiteKind.GLOBAL, SiteKind.LIST, SiteKind.ITERATOR, SiteKind.REPEATED, SiteKind.ROWS, SiteKind.EITHER)


def shares_no_more(head: Environment, out: Environment, carry: Collection[str], tables: Mapping[Site, Dtype]) -> bool:
    """Whether the memory of the head stands for that after a turn as well, as far as who shares with whom."""
    for name in carry:
        if name not in out or not _is_like(head[name], out[name], tables):
            return False
    return _sharing(out, head.keys()) <= _sharing(head, head.keys())


def exchanged(head: Environment, out: Environment, carry: Collection[str]) -> list[Memory]:
    """Groups of memory that one name may hold in turns."""
    groups = [frozenset(filter(_is_given, head[name].memory | out[name].memory)) for name in carry]
    for name, other in permutations(carry, 2):
        if out[name].memory & head[other].memory:
            groups.append(head[name].memory | head[other].memory)
    return [group for group in groups if len(group) > 1 and any(map(_is_given, group))]


def keep_apart(state: State, before: Environment, sides: Sequence[Environment], names: Collection[str]) -> None:
    """Behind a branch in which arrays do nothing but change places, their names still share nothing.

    Each has its memory from above, which stands for that of the others. The environment is that behind the branch.
    """
    after = state.environment
    moved = {n for n in names if n in before and n in after and all(n in s for s in sides)}
    moved = {n for n in moved if any(s[n].memory != before[n].memory for s in sides)}
    own = {before[n].memory for n in moved}
    while strays := {n for n in moved if any(s[n].memory not in own for s in sides)}:
        moved -= strays
        own = {before[n].memory for n in moved}
    if len(moved) < 2 or any(len({e[n].memory for n in moved}) < len(moved) for e in (before, *sides)):
        return
    sites = [site for memory in own for site in memory]
    others = frozenset().union(*(v.memory for n, v in after.items() if n not in moved))
    if not sites or len(sites) > len({*sites}) or others & {*sites} or any(s.kind in _MARKS for s in sites):
        return
    state.plan.mutation.exchanged.append(frozenset(sites))
    for name in moved:
        state.environment[name] = replace(after[name], memory=before[name].memory, place=None)


def _is_given(site: Site) -> bool:
    return site.is_parameter or site.is_attribute


def _is_like(head: Value, out: Value, tables: Mapping[Site, Dtype]) -> bool:
    """The new memory is of the same kind: arrays made here or given, or tables of one dtype."""
    new = out.memory - head.memory
    if any(site.kind in _MARKS for site in new):
        return False
    kinds = {tables.get(site.newest) for site in head.memory | new}
    return len(kinds) < 2


def _sharing(environment: Environment, names: Collection[str]) -> set[tuple[str, str]]:
    """Pairs of names that may share memory."""
    holders: dict[Site, list[str]] = {}
    for name in sorted(names):
        value = environment.get(name)
        for site in value.memory if value is not None else ():
            holders.setdefault(site, []).append(name)
    return {pair for held in holders.values() for pair in combinations(held, 2)}
