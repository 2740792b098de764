"""Which nodes a name's value comes from, at one place of a function."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

Nodes = frozenset[str]
NONE: Nodes = frozenset()
BEFORE: Nodes = frozenset({"n0"})  # no node: the value that a name had before the function


@dataclass
class State:
    """By names: `made`, the nodes of which one made the value; `touched`, those that may have changed it by another
    name; `shared`, the names whose arrays may share memory with its own."""

    made: dict[str, Nodes] = field(default_factory=dict)
    touched: dict[str, Nodes] = field(default_factory=dict)
    shared: dict[str, frozenset[str]] = field(default_factory=dict)

    def copy(self) -> State:
        return State(dict(self.made), dict(self.touched), dict(self.shared))

    def bind(self, name: str, nodes: Nodes, like: Iterable[str] = ()) -> None:
        """The name gets a value, which may be, or be a part of, that of `like`."""
        family = frozenset(each for base in like for each in (base, *self.shared.get(base, ()))) - {name}
        self.forget(name)
        touched = frozenset(n for base in family for n in self.touched.get(base, NONE))
        self.made[name] = nodes
        if touched and not nodes:
            self.touched[name] = touched
        if family:
            self.shared[name] = family
            for other in family:
                self.shared[other] = self.shared.get(other, NONE) | {name}

    def forget(self, name: str) -> None:
        """The name has no value any more."""
        self.made.pop(name, None)
        self.touched.pop(name, None)
        for other in self.shared.pop(name, NONE):
            self.shared[other] -= {name}

    def link(self, name: str, like: Iterable[str]) -> None:
        """The name's value may have become, or have a part, what `like` are."""
        family = frozenset(each for base in like for each in (base, *self.shared.get(base, ())))
        own = self.shared.get(name, NONE) | {name}
        for one in own:
            for other in family - own:
                self.shared[one] = self.shared.get(one, NONE) | {other}
                self.shared[other] = self.shared.get(other, NONE) | {one}

    def write_at_times(self, name: str, node: str) -> None:
        """The name may get a value, or have it changed in place, by a function that is called there."""
        self.made[name] = self.made.get(name, BEFORE) | {node}
        for other in self.shared.get(name, NONE):
            self.touched[other] = self.touched.get(other, NONE) | {node}

    def write(self, name: str, node: str) -> None:
        """The name's value is changed in place."""
        self.made[name] = frozenset({node})
        self.touched.pop(name, None)
        for other in self.shared.get(name, NONE):
            self.touched[other] = self.touched.get(other, NONE) | {node}

    def joined(self, other: State) -> State:
        """What holds after one or the other."""
        return State(
            _union(self.made, other.made, BEFORE),
            _union(self.touched, other.touched),
            _union(self.shared, other.shared),
        )


def joined(states: Iterable[State | None]) -> State | None:
    """What holds after any of them; None is a place that is never reached."""
    found: State | None = None
    for state in states:
        if state is not None:
            found = state.copy() if found is None else found.joined(state)
    return found


def _union(one: Mapping[str, Nodes], other: Mapping[str, Nodes], missing: Nodes = NONE) -> dict[str, Nodes]:
    return {name: one.get(name, missing) | other.get(name, missing) for name in {**one, **other}}
