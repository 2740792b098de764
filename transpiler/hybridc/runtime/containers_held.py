"""Lists and dicts that modules hold as plain attributes: a run that JAX traces writes into stand-ins of them.

What it puts there are values of the trace: the lists and dicts themselves hold what these are once the program has run.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hybridc.runtime.modules import Module

MISSING = object()  # what an attribute holds that is not there

_REGISTRIES = ("_parameters", "_buffers", "_modules", "_derived")


def held_by(own: dict[str, Any]) -> list[str]:
    """The attributes of a module that are lists or dicts of Python's."""
    return [name for name, value in own.items() if type(value) in (list, dict) and name not in _REGISTRIES]


class StandIns:
    """Stand-ins for what attributes hold. `shared`: attributes of which one holds what another one does, or twice."""

    def __init__(self) -> None:
        self.made: dict[int, tuple[Any, Hashable]] = {}  # by what they stand for, with the attribute
        self.shared: set[Hashable] = set()

    def of(self, value: Any, key: Hashable) -> Any:
        """The same, with the same in it."""
        if type(value) not in (list, dict):
            return value
        if id(value) in self.made:
            made, other = self.made[id(value)]
            self.shared |= {key, other}
            return made
        made = type(value)()
        self.made[id(value)] = made, key
        if isinstance(value, list):
            made.extend(self.of(each, key) for each in value)
        else:
            made.update((name, self.of(each, key)) for name, each in value.items())
        return made


def is_unchanged(before: Any, after: Any) -> bool:
    """A stand-in that still has the same in it."""
    if type(before) not in (list, dict) or type(before) is not type(after):
        return before is after
    if len(before) != len(after):
        return False
    if isinstance(before, dict):
        return [*before] == [*after] and all(is_unchanged(each, after[key]) for key, each in before.items())
    return all(map(is_unchanged, before, after))


def refilled(held: Any, value: Any) -> Any:
    """What was written into a stand-in is written into the list or dict itself."""
    if isinstance(held, dict) and isinstance(value, dict):
        new = {key: refilled(held.get(key), each) for key, each in value.items()}
        held.clear()
        held.update(new)
    elif type(held) is type(value) is list:
        held[:] = [refilled(held[i] if i < len(held) else None, each) for i, each in enumerate(value)]
    else:
        return value
    return held


def put_into(
    values: Iterable[tuple[tuple[Module, str], Any]], refilling: Mapping[tuple[Module, str], tuple[Module, str]]
) -> None:
    """Gives attributes what a run has made of them. `refilling`: those that hold a list or dict still, which others may
    have, with the attribute that held it before."""
    before = {e: e[0].__dict__.get(e[1]) for e in refilling.values()}
    for (owner, name), value in values:
        if value is MISSING:
            owner.__dict__.pop(name, None)
        else:
            of = refilling.get((owner, name))
            owner.__dict__[name] = value if of is None else refilled(before[of], value)
