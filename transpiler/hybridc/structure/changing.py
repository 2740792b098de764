"""Statements that give a list or dict other keys, as what it holds then."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from hybridc.structure.making import Contents, Kind, Making, key_of
from hybridc.syntax.in_place import CHANGING_CONTAINERS
from hybridc.syntax.walking import walk

Changed = tuple[str, Kind, Contents, list[ast.stmt]]


def changed(statement: ast.stmt, making: Making, here: set[str]) -> Changed | None:
    """A list or dict that the statement gives other keys: with these, after what the statement assigns. None where it
    changes one within what it computes, `q.append(q.pop(0))`."""
    found = _changed(statement, making, here)
    return None if found is None or _changes_more(statement, here) else found


def _changes_more(statement: ast.stmt, here: set[str]) -> bool:
    is_whole = isinstance(statement, ast.Expr) or (
        isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name)
    )
    calls = (n for n in walk(statement) if isinstance(n, ast.Call))
    within = (n.func for n in calls if not (is_whole and n is getattr(statement, "value", None)))
    methods = (f for f in within if isinstance(f, ast.Attribute) and f.attr in CHANGING_CONTAINERS)
    return any(isinstance(f.value, ast.Name) and f.value.id in here for f in methods)


def _changed(statement: ast.stmt, making: Making, here: set[str]) -> Changed | None:
    call: ast.expr | None = None
    targets: list[ast.expr] = []
    match statement:
        case ast.Expr(value=ast.Call() as call):
            pass
        case ast.Assign(targets=[ast.Name()] as targets, value=ast.Call() as call):
            pass
        case ast.AugAssign(target=ast.Name(id=name), op=ast.Add(), value=value) if name in here:
            held, more = making.known[name], making.made(value)
            if held.kind is ast.List and more is not None and more[0] is not ast.Dict:
                return name, ast.List, _numbered([*_values(making, name), *more[1].values()]), []
            return None
        case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=name), slice=index)], value=value) if name in here:
            held, key = making.known[name], key_of(index)
            if held.kind is ast.Dict and key is not None and key not in held.keys:
                return name, ast.Dict, {**_contents(making, name), key: value}, []
            return None
        case ast.Delete(targets=[ast.Subscript(value=ast.Name(id=name), slice=index)]) if name in here:
            return _without(making, name, key_of(index), [])
    match call:
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method), args=args, keywords=keywords):
            if name not in here or any(isinstance(a, ast.Starred) for a in args):
                return None
        case _:
            return None
    held, values = making.known[name], _values(making, name)
    if method == "pop" and len(args) < 2 and not keywords:
        key = key_of(args[0]) if args else -1 if held.kind is ast.List else None
        return _without(making, name, key, targets)
    if targets:
        return None
    match held.kind, method, args:
        case ast.Dict, "update", [] | [ast.Dict() | ast.Name()]:
            more = making.made(ast.Call(ast.Name("dict", ast.Load()), args, keywords))
            if more is None or more[0] is not ast.Dict:
                return None
            return name, ast.Dict, {**_contents(making, name), **more[1]}, []
        case ast.List, "reverse", []:
            return name, ast.List, _numbered(values[::-1]), []
        case ast.List, "append", [value]:
            return name, ast.List, _numbered([*values, value]), []
        case ast.List, "extend", [over]:
            more_values = making.turns(over)
            return None if more_values is None else (name, ast.List, _numbered([*values, *more_values]), [])
        case ast.List, "insert", [place, value] if isinstance(at := key_of(place), int):
            values.insert(at, value)
            return name, ast.List, _numbered(values), []
    return None


def _without(making: Making, name: str, key: object, targets: list[ast.expr]) -> Changed | None:
    held, contents = making.known[name], _contents(making, name)
    if held.kind is ast.List and isinstance(key, int) and key < 0:
        key += len(held.keys)
    if key not in contents:
        return None
    gone = contents.pop(key)
    taken: list[ast.stmt] = [ast.Assign(targets, gone)] if targets else []
    return name, held.kind, contents if held.kind is ast.Dict else _numbered(contents.values()), taken


def _contents(making: Making, name: str) -> Contents:
    made = making.made(ast.Name(name, ast.Load()))
    assert made is not None
    return made[1]


def _values(making: Making, name: str) -> list[ast.expr]:
    return list(_contents(making, name).values())


def _numbered(values: Iterable[ast.expr]) -> Contents:
    return dict(enumerate(values))
