"""What buffers and parameters are registered as, also by a name that only running the file tells:
`register_buffer(n + "_t", v)`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from hybridc.syntax.module import Module

_ANY = ".+"


def registered_by(call: ast.Call, module: Module) -> Iterator[tuple[str, tuple[ast.expr, ...]]]:
    """The names that a call registers, one of them empty if only running it tells, and what it gives to hold."""
    keywords = {k.arg: k.value for k in call.keywords}
    named = call.args[0] if call.args else keywords.get("name")
    given = (*call.args[1:2], *(v for k, v in keywords.items() if k not in ("name", "persistent")))
    if isinstance(named, ast.Constant):
        yield str(named.value), given
        return
    yield "", given
    if named is not None:
        known = {
            str(c.args[0].value)
            for c in module.of(ast.Call)
            if c.args and isinstance(c.args[0], ast.Constant) and _method(c) == _method(call)
        }
        yield from ((name, given) for name in _attributes(named, module) if name not in known)


def _method(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else ""


def _attributes(name: ast.expr, module: Module) -> Iterator[str]:
    """The attributes that the file reads and sets nowhere, and whose name this may be: by the texts in it, or, without
    any, as a text that the file has."""
    pattern = _pattern(name)
    texts = {c.value for c in module.of(ast.Constant) if isinstance(c.value, str)}
    methods = {name.rpartition(".")[2] for name in module.functions}
    stored = {n.attr for n in module.of(ast.Attribute) if isinstance(n.ctx, ast.Store)}
    read = {n.attr for n in module.of(ast.Attribute) if isinstance(n.ctx, ast.Load)} - stored - methods
    for each in sorted(read):
        if re.fullmatch(pattern, each) and (pattern != _ANY or each in texts):
            yield each


def _pattern(name: ast.expr) -> str:
    match name:
        case ast.Constant(value=str(text)):
            return re.escape(text)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            parts = [_pattern(left), _pattern(right)]
        case ast.JoinedStr(values=values):
            parts = [*map(_pattern, values)]
        case _:
            return _ANY
    return _ANY if all(part == _ANY for part in parts) else "".join(parts)
