"""The dialects that a file is read in, and its models that are of none of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from hybridc import rules
from hybridc.dialects import ALL
from hybridc.dialects.table import Dialect
from hybridc.program.state import Finding
from hybridc.program.static_demand import lookup
from hybridc.syntax.module import Module


def active_dialects(module: Module) -> tuple[Dialect, ...]:
    """The dialects of what the file imports, and of the language itself; of frameworks with models one alone."""
    imported = _imported(module)
    own = _written_in(module, imported)
    active = (d for d in imported if d.models is None or d is own)
    return tuple(d.spoken_with(module.used_names) if d.ways else d for d in active)


def models_of_others(module: Module) -> Iterator[Finding]:
    """Classes that are models of a framework which the file is not written in."""
    imported = _imported(module)
    own = _written_in(module, imported)
    if own is None:
        return
    others = tuple(d for d in imported if d.models is not None and d is not own)
    for node, name in _models_in(others, module) if others else ():
        rule = rules.MixedFrameworks(name=node.name, framework=name.partition(".")[0], own=own.roots[0])
        yield Finding(rule, node, None)


def _imported(module: Module) -> tuple[Dialect, ...]:
    roots = {name.partition(".")[0] for name in module.imports.values()}
    return tuple(d for d in ALL if not d.roots or roots.intersection(d.roots))


def _written_in(module: Module, dialects: tuple[Dialect, ...]) -> Dialect | None:
    """The framework of the file's models: of several, the one of most classes, then one that all functions can see."""
    found = [d for d in dialects if d.models is not None]
    if len(found) < 2:
        return found[0] if found else None
    tops = {module.imports.get(name, "").partition(".")[0] for name in _imported_at_the_top(module)}
    return max(found, key=lambda d: (len(list(_models_in((d,), module))), bool(tops.intersection(d.roots))))


def _models_in(dialects: tuple[Dialect, ...], module: Module) -> Iterator[tuple[ast.ClassDef, str]]:
    """The classes that are derived from models of the frameworks, and their names of these."""
    for node in module.of(ast.ClassDef):
        for base in node.bases:
            name = module.qualified_name(base)
            if name is not None and any(entry.is_part for entry in lookup(dialects, name)):
                yield node, name


def _imported_at_the_top(module: Module) -> Iterator[str]:
    todo = list(module.tree.body)
    while todo:
        statement = todo.pop()
        if isinstance(statement, ast.Import | ast.ImportFrom):
            yield from (alias.asname or alias.name.partition(".")[0] for alias in statement.names)
        elif isinstance(statement, ast.Try | ast.If):
            todo += [*statement.body, *statement.orelse]
