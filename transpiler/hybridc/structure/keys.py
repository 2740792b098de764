"""Which statements leave the keys of lists and dicts as they are, and which give them more, one by one."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from hybridc.domain.lists import append_of
from hybridc.structure.making import Known, key_of
from hybridc.syntax.dataflow import mentions
from hybridc.syntax.in_place import CHANGING_METHODS
from hybridc.syntax.walking import walk

_ASKING = frozenset(("items", "values", "keys", "get", "copy", "index", "count"))


def naming(block: Sequence[ast.stmt]) -> dict[str, list[tuple[int, ast.stmt]]]:
    """The statements of a block that mention each name, by their places."""
    found: dict[str, list[tuple[int, ast.stmt]]] = {}
    for index, statement in enumerate(block):
        for name in mentions(statement):
            found.setdefault(name, []).append((index, statement))
    return found


def fills(name: str, value: ast.expr, following: Sequence[ast.stmt]) -> dict[ast.stmt, tuple[object, ast.expr]]:
    """The statements that put elements into a new list or dict, by key, while nothing but elements is asked of it."""
    keys: list[object] = []
    if isinstance(value, ast.List):
        keys = list(range(len(value.elts)))
    elif isinstance(value, ast.Dict):
        keys = [key_of(k) if k is not None else None for k in value.keys]
    found: dict[ast.stmt, tuple[object, ast.expr]] = {}
    new: object
    if isinstance(value, ast.Tuple) or None in keys:
        return found
    for statement in following:
        match statement:
            case ast.Expr() if isinstance(value, ast.List) and (match := append_of(statement)) and match[0] == name:
                new, given = len(keys), match[1]
            case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=held), slice=index)], value=given) if (
                held == name and isinstance(value, ast.Dict) and key_of(index) not in (None, *keys)
            ):
                new = key_of(index)
            case _:
                if not _asks_elements(statement, name, keys):
                    break
                continue
        if not _asks_elements(given, name, keys):
            break
        found[statement] = new, given
        keys.append(new)
    return found


def _asks_elements(node: ast.AST, name: str, keys: Sequence[object]) -> bool:
    """All that the node does with the name is to take elements that are there."""
    nodes = walk(node)
    taken = {
        id(n.value)
        for n in nodes
        if isinstance(n, ast.Subscript) and not isinstance(n.ctx, ast.Del) and key_of(n.slice) in keys
    }
    mentions = [n for n in nodes if isinstance(n, ast.Name) and n.id == name]
    is_now = not any(isinstance(n, ast.FunctionDef | ast.Lambda) for n in nodes)
    return not mentions or (is_now and all(id(n) in taken for n in mentions))


def may_change(statement: ast.stmt, name: str, held: Known, may_keep: Callable[[ast.expr], bool]) -> bool:
    """The statement may give the name other keys, or let something else do so."""
    if name not in mentions(statement):
        return False
    nodes = walk(statement)
    harmless: set[int] = set()
    counted = Counter(n.id for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load))
    own = {n for loop in nodes if isinstance(loop, ast.For) for n in _keys_of(loop, name) if counted[n] == 1}
    for node in nodes:
        match node:
            case ast.Subscript(value=value, slice=index, ctx=context):
                is_there = key_of(index) in held.keys or held.kind is not ast.Dict
                is_there |= isinstance(index, ast.Name) and index.id in own
                if isinstance(context, ast.Load) or (isinstance(context, ast.Store) and is_there):
                    harmless.add(id(value))
            case ast.Attribute(value=value, attr=attr) if attr in _ASKING and attr not in CHANGING_METHODS:
                harmless.add(id(value))
            case ast.Call(func=function, args=args) if not may_keep(function):
                harmless.update(id(a) for a in args)
            case ast.For(iter=over) | ast.comprehension(iter=over) | ast.Starred(value=over):
                harmless.add(id(over))
            case ast.Return(value=ast.expr() as value) | ast.Assign(targets=[ast.Tuple()], value=value):
                harmless.add(id(value))
            case ast.Compare(comparators=others):
                harmless.update(map(id, others))
    return any(isinstance(n, ast.Name) and n.id == name and id(n) not in harmless for n in nodes)


def _keys_of(loop: ast.For, name: str) -> Iterator[str]:
    """What goes over the keys of the dict."""
    match loop.target, loop.iter:
        case ast.Name(id=key), ast.Name(id=held) | ast.Call(func=ast.Attribute(value=ast.Name(id=held), attr="keys")):
            if held == name:
                yield key
        case ast.Tuple(elts=[ast.Name(id=key), *_]), ast.Call(
            func=ast.Attribute(value=ast.Name(id=held), attr="items")
        ):
            if held == name:
                yield key
