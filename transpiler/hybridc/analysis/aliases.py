"""Who else sees what is written: other names of one array, and views of it."""

from __future__ import annotations

import ast

from hybridc.analysis.dataflow import names_read
from hybridc.analysis.places import Place, Sync
from hybridc.analysis.placing import around, is_array_like, is_valid, place_of_name
from hybridc.analysis.state import State


def sync(state: State, name: str, statement: ast.stmt) -> Sync | None:
    """What brings the other names of the array up to date after a write into what `name` holds.

    Every name whose place in the array is certain, read later or not: `exits/views.py` leaves out what nobody reads.
    """
    place = place_of_name(state, name)
    if place is None:
        return None
    others = {other: found for other, found in _mates(state, name, place).items() if other != name}
    if not others:
        return None
    base = _base({name: place, **others})
    if base is None:
        return None
    held = place if base == name else others.pop(base)
    assignments: list[tuple[ast.expr, ast.expr]] = []
    if base != name:
        assignments.append((target(held, place, base), ast.Name(name, ast.Load())))
    for other, found in others.items():
        assignments.append((ast.Name(other, ast.Store()), held.path_to(found, base)))
    names = frozenset({base, *others}) - {name}
    live = state.liveness.after.get(statement, frozenset())
    told = state.plan.structured.origins.synced.get(statement, frozenset())
    state.plan.numbers |= frozenset().union(*(p.numbers for p in (place, held, *others.values())))
    value = state.environment[name]
    is_row = not value.is_element or name in state.containers or not isinstance(statement, ast.AugAssign)
    row = None if is_row or isinstance(getattr(statement, "target", None), ast.Subscript) else name
    return Sync(tuple(assignments), names, names & live - told, row)


def _mates(state: State, name: str, place: Place) -> dict[str, Place]:
    """The names whose places lie in the same array. What may be a number, and no row, is none of them."""
    found: dict[str, Place] = {}
    for other, value in list(around(state, name)):
        if not is_array_like(value) or (value.is_element and other not in state.containers):
            continue
        held = place_of_name(state, other)
        if held is not None and held.root == place.root and is_valid(state, held):
            found[other] = held
    return found


def _base(places: dict[str, Place]) -> str | None:
    """The name that all others are views of; the written one, which is first, if it may be chosen."""
    return next((n for n, held in places.items() if all(held.is_around(p) for p in places.values())), None)


def target(held: Place, place: Place, name: str) -> ast.expr:
    """The view as the target of an assignment, where `name` holds the array."""
    if held == place or held.steps == place.steps:
        return ast.Name(name, ast.Store())
    path = held.path_to(place, name)
    if isinstance(path, ast.Subscript):
        path.ctx = ast.Store()
        return path
    return ast.Subscript(path, ast.Constant(...), ast.Store())


def changed_since(state: State, name: str) -> dict[ast.stmt, frozenset[str]]:
    """The statements that bound the name and others of its memory to views, by names in them that were set since."""
    found: dict[ast.stmt, frozenset[str]] = {}
    for other in (name, *(o for o, _ in around(state, name))):
        place = state.environment[other].place
        changed = frozenset(n for n, times in place.reads if state.set_times[n] != times) if place else frozenset()
        for statement in state.function.of(ast.Assign) if changed else ():
            match statement:
                case ast.Assign(targets=[ast.Name(id=bound)], value=value) if bound == other:
                    if read := changed & names_read(value):
                        found[statement] = read
    return found
