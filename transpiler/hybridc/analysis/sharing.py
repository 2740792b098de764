"""Which names may share memory at the end of a loop's turn, and whether that is more than at its head.

Where a turn ends with `a, b = b, a`, the two still share nothing, although each may then hold what the other held.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import combinations

from hybridc.analysis.state import Environment
from hybridc.analysis.values import Value

_MARKS = ("global:", "box:", "same:", "rows:", "either:")


def shares_no_more(
    head: Environment, out: Environment, carry: Collection[str], tables: Mapping[str, frozenset[str]]
) -> bool:
    """Whether the memory of the head stands for that after a turn as well, as far as who shares with whom."""
    for name in carry:
        if name not in out or not _is_like(head[name], out[name], tables):
            return False
    return _sharing(out, head.keys()) <= _sharing(head, head.keys())


def exchanged(head: Environment, out: Environment, carry: Collection[str]) -> list[frozenset[str]]:
    """Groups of parameters whose arrays one name may hold in turns."""
    groups = []
    for name in carry:
        given = frozenset(m.removeprefix("param:") for m in head[name].memory | out[name].memory if _is_given(m))
        if len(given) > 1:
            groups.append(given)
    return groups


def _is_given(site: str) -> bool:
    return site.startswith("param:")


def _is_like(head: Value, out: Value, tables: Mapping[str, frozenset[str]]) -> bool:
    """The new memory is of the same kind: arrays made here or given, or tables of one dtype."""
    new = out.memory - head.memory
    if any(site.startswith(_MARKS) for site in new):
        return False
    kinds = {tables.get(site.rstrip("'")) for site in head.memory | new}
    return len(kinds) < 2


def _sharing(environment: Environment, names: Collection[str]) -> set[tuple[str, str]]:
    """Pairs of names that may share memory."""
    holders: dict[str, list[str]] = {}
    for name in sorted(names):
        value = environment.get(name)
        for site in value.memory if value is not None else ():
            holders.setdefault(site, []).append(name)
    return {pair for held in holders.values() for pair in combinations(held, 2)}
