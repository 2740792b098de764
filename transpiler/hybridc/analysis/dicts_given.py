"""Parameters that are dicts: JAX takes such, but sorts their keys, and gives others back."""

from __future__ import annotations

import ast
import re

from hybridc.analysis.module import Function
from hybridc.analysis.walking import walk

_DICTS = re.compile(r"(\w+\.)*(dict|Dict|OrderedDict|Mapping|MutableMapping|DefaultDict|defaultdict)\b")
_OF_DICTS = frozenset({"items", "keys", "values", "get", "update", "setdefault"})


def dict_parameters(function: Function) -> frozenset[str]:
    """Parameters that a hint, a key of text or a method of dicts shows to be such, and what has the keys of one."""
    names = frozenset(function.parameters)
    found = {n for n in names if _DICTS.match(function.annotation_of(n))}
    read = [(s.value.id, s.slice) for s in function.of(ast.Subscript) if isinstance(s.value, ast.Name)]
    found |= {name for name, key in read if _is_text(key)}
    for attribute in function.of(ast.Attribute):
        if isinstance(attribute.value, ast.Name) and attribute.attr in _OF_DICTS:
            found.add(attribute.value.id)
    runs = [(n.target, n.iter) for n in function.of(ast.For)]
    runs += [(n.target, n.iter) for n in function.of(ast.comprehension)]
    keyed = {(t.id, i.id) for t, i in runs if isinstance(t, ast.Name) and isinstance(i, ast.Name)}
    found |= {name for name, key in read if isinstance(key, ast.Name) and (key.id, name) in keyed}
    keys = {key for key, run in keyed if run in found}
    found |= {name for name, key in read if isinstance(key, ast.Name) and key.id in keys}
    return names & found


def _is_text(key: ast.expr) -> bool:
    if isinstance(key, ast.BinOp):
        return _is_text(key.left) or _is_text(key.right)
    return isinstance(key, ast.JoinedStr) or (isinstance(key, ast.Constant) and isinstance(key.value, str))


def changes_of_dicts(function: Function) -> list[ast.AST]:
    """Where elements of such parameters are written, for callers too."""
    names = dict_parameters(function)
    for copied in function.of(ast.Assign) if names else ():
        if isinstance(copied.value, ast.Name) and copied.value.id in names:
            names |= {t.id for t in copied.targets if isinstance(t, ast.Name)}
    written = [s for s in function.of(ast.Subscript) if not isinstance(s.ctx, ast.Load)] if names else []
    return [s for s in written if isinstance(s.value, ast.Name) and s.value.id in names]


def seen_whole(function: Function) -> frozenset[str]:
    """Of its names, those that do more than stand for a dict of which an element is read, or asked for."""
    harmless: set[ast.expr] = set()
    for node in walk(function.node):
        match node:
            case ast.Subscript(value=read):
                harmless.add(read)
            case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[asked]):
                harmless.add(asked)
            case ast.Call(func=ast.Name(id="len"), args=[measured]):
                harmless.add(measured)
    return frozenset(n.id for n in walk(function.node) if isinstance(n, ast.Name) and n not in harmless)
