"""Where a file asks its framework to compute in fewer bits than its arrays have: in `with`, by decorators, anywhere."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from hybridc import rules
from hybridc.dialects.entry import Entry
from hybridc.dialects.table import Dialect
from hybridc.program.state import Finding
from hybridc.program.static_demand import lookup
from hybridc.syntax.messages import text_of
from hybridc.syntax.module import MODULE, Module
from hybridc.syntax.walking import walk

_ASKED = ("enabled", "enable")


def lowered(module: Module, dialects: tuple[Dialect, ...]) -> Iterator[Finding]:
    """What is to be told of each place."""
    names = frozenset().union(*(d.lowering for d in dialects))
    nodes = [n for n in module.of(ast.Attribute) if n.attr in names]
    named: list[ast.expr] = [n for n in module.of(ast.Name) if module.imports.get(n.id, "").rpartition(".")[2] in names]
    calls = {c.func: c for c in module.of(ast.Call)} if nodes or named else {}
    for node in (*nodes, *named):
        entry = next((e for e in lookup(dialects, module.qualified_name(node)) if e.lowers), None)
        call = calls.get(node)
        if entry is not None and _lowers(entry, call, module, dialects):
            asked = node if call is None else call
            yield Finding(rules.AutomaticPrecision(name=text_of(asked)), asked, _owner(asked, module))


def _lowers(entry: Entry, call: ast.Call | None, module: Module, dialects: tuple[Dialect, ...]) -> bool:
    """It is not told to do nothing."""
    given: dict[str | None, ast.expr] = {} if call is None else dict(zip(entry.lowers, call.args, strict=False))
    given |= {} if call is None else {k.arg: k.value for k in call.keywords}
    if any(isinstance(on := given.get(name), ast.Constant) and not on.value for name in _ASKED):
        return False
    if isinstance(level := given.get("level"), ast.Constant) and level.value == "O0":
        return False
    is_cast = "cast_inputs" in entry.lowers
    dtype = given.get("cast_inputs" if is_cast else "dtype")
    if dtype is None or (isinstance(dtype, ast.Constant) and dtype.value is None):
        return not is_cast
    if isinstance(dtype, ast.Constant):
        return dtype.value != "float32"
    lines = lookup(dialects, module.qualified_name(dtype))
    return not any((e.target or "").endswith("float32") for e in lines)


def _owner(node: ast.expr, module: Module) -> str:
    inside = [f for f in module.functions.values() if node in set(walk(f.node))]
    return max(inside, key=lambda f: f.node.lineno).qualified_name if inside else MODULE
