"""Arrays whose names are gone while views of them are still there, and arrays that were taken apart."""

from __future__ import annotations

import ast
from collections.abc import Collection

from hybridc.domain.values import Form, Value
from hybridc.program.placing import is_array_like, is_valid, place_of_name
from hybridc.program.state import State
from hybridc.syntax.dataflow import blocks, names_read
from hybridc.syntax.walking import statements


def note_left(state: State, name: str, value: Value, statement: ast.stmt) -> None:
    """The statement gives the name something else than the array that it holds."""
    old = state.environment.get(name)
    if old is None or not old.is_bound or not is_array_like(old) or not is_valid(state, old.place) or state.flow.scope:
        return
    assert old.place is not None
    if isinstance(statement, ast.Assign | ast.AnnAssign) and value.place != old.place:
        state.memory.left.setdefault(old.place.root, []).append((statement, name, old.place))


def note_parted(state: State, name: str, statement: ast.stmt) -> None:
    """The name is one of the parts that `a, b = np.split(x, 2)` gives, or no longer one."""
    match statement:
        case ast.Assign(
            targets=[ast.Tuple(elts=targets) | ast.List(elts=targets)],
            value=ast.Call(args=[array, parts], keywords=[]) as call,
        ) if all(isinstance(t, ast.Name) for t in targets) and _are_as_many(state, parts, len(targets)):
            mapping, value = state.plan.lines.mappings.get(call), state.plan.values.get(array)
            is_list = value is None or not value.form.is_numeric or bool(names_read(array) & state.known.lists)
            if mapping is not None and mapping.entry.gives_parts and not is_list:
                assert isinstance(statement, ast.Assign)
                state.memory.parted[name] = statement
                return
    state.memory.parted.pop(name, None)


def _are_as_many(state: State, parts: ast.expr, count: int) -> bool:
    if isinstance(parts, ast.List | ast.Tuple):
        return len(parts.elts) == count - 1 and not any(isinstance(p, ast.Starred) for p in parts.elts)
    value = state.plan.values.get(parts)
    return value is not None and value.form is Form.NUMBER and value.has_constant and value.constant == count


def say_otherwise(state: State, name: str, others: Collection[str], written: ast.stmt) -> None:
    """Notes what gives the names places that are certain: slices for parts, a name for what they are views of."""
    parted = [state.memory.parted[n] for n in (name, *others) if n in state.memory.parted]
    for each in parted:
        state.plan.control.reformed |= {each, each.value}
    places = [place_of_name(state, n) for n in (name, *others)]
    known = [p for p in places if p is not None and not p.ways]
    if parted or len(known) < len(places) or len({p.root for p in known}) > 1:
        return
    for statement, held, place in reversed(state.memory.left.get(known[0].root, ())):
        anchor = _on_the_way(state, statement, written)
        if anchor is not None and all(place.is_around(p) for p in known) and is_valid(state, place):
            state.plan.mutation.left.setdefault(anchor, set()).add(held)
            return


def _on_the_way(state: State, statement: ast.stmt, written: ast.stmt) -> ast.stmt | None:
    """The statement, or what it stands in, that whatever reaches the second has passed."""
    own = state.function.node
    for block in [own.body, *(block for each in statements(own) for block in blocks(each))]:
        for index, each in enumerate(block):
            if each is statement or statement in statements(each):
                behind = block[index + 1 :]
                if any(s is written or written in statements(s) for s in behind):
                    return each
    return None
