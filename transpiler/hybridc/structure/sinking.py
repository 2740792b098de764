"""Lists and dicts that are made above an exit and filled below it move down, into the block that they are filled in."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Sequence

from hybridc.syntax.dataflow import names_read, names_written
from hybridc.syntax.walking import walk


def take_out_displays(
    above: list[ast.stmt], exiting: ast.stmt, rest: Sequence[ast.stmt], live_after: frozenset[str]
) -> list[ast.stmt]:
    """Removes from `above` what makes a list or dict that only `rest` mentions and changes, in order.

    `live_after` names what is read after `rest`.
    """
    taken: list[ast.stmt] = []
    mentions = Counter(n.id for s in (*above, exiting) for n in walk(s) if isinstance(n, ast.Name))
    written = names_written([exiting])
    for statement in reversed(above[:]):
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=(ast.List() | ast.Dict()) as display) if (
                mentions[name] == 1
                and name not in live_after
                and not names_read(display) & written
                and _is_changed(name, rest)
            ):
                above.remove(statement)
                taken.insert(0, statement)
                continue
        written |= names_written([statement])
    return taken


def _is_changed(name: str, statements: Sequence[ast.stmt]) -> bool:
    """Some method of the container is called, or an element is set."""
    for statement in statements:
        for node in walk(statement):
            match node:
                case ast.Call(func=ast.Attribute(value=ast.Name(id=container))) if container == name:
                    return True
                case ast.Subscript(value=ast.Name(id=container), ctx=ast.Store()) if container == name:
                    return True
    return False
