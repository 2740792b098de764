"""Modules of a framework that files give other names: `F = torch.nn.functional` is `import torch.nn.functional as F`.

A rewrite of a whole file, text to text, before anything else looks at it: what is said of modules is known of imports.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator

from hybridc.dialects.table import Dialect
from hybridc.normalize.moved import Edit, Moved, column, edited, place
from hybridc.syntax.dataflow import blocks, definitions
from hybridc.syntax.module import Module
from hybridc.syntax.walking import walk

Definition = ast.FunctionDef | ast.AsyncFunctionDef


def with_imported_modules(text: str, module: Module, dialect: Dialect) -> Moved | None:
    """The file with imports in the place of such assignments; None where there are none."""
    found = _aliases(module, dialect)
    if not found:
        return None
    lines = text.split("\n")
    edits = []
    for statement, (name, path) in found.items():
        row, start = place(lines, statement)
        end = column(lines, row, statement.end_col_offset or 0)
        edits.append(Edit(row, start, end, f"import {path}" if name == path else f"import {path} as {name}"))
    result = edited(lines, 1, len(lines), edits, 0)
    return Moved("\n".join(line.text for line in result), {}, tuple(result))


def _aliases(module: Module, dialect: Dialect) -> dict[ast.Assign, tuple[str, str]]:
    """The assignments of modules to names that mean nothing else in the whole file, with the names and the modules."""
    paths = dict(module.imports)
    found: dict[ast.Assign, tuple[str, str]] = {}
    for statement in _assignments(module.tree.body):
        path = _path(statement.value, paths)
        target = statement.targets[0]
        if isinstance(target, ast.Name) and path is not None and _is_module(path, dialect):
            found[statement] = target.id, path
            paths.setdefault(target.id, path)
    bound = _bound(module) if found else Counter()
    given = Counter(name for name, _ in found.values())
    meanings = Counter(name for name, _ in set(found.values()))

    def is_steady(statement: ast.Assign) -> bool:
        name, path = found[statement]
        imported = _imports(module, name) if module.imports.get(name) == path else 0
        return meanings[name] == 1 and bound[name] == given[name] + imported

    def is_rooted(statement: ast.Assign) -> bool:
        root = _root(statement.value)
        return bound[root] == given[root] + _imports(module, root)

    return {s: each for s, each in found.items() if is_steady(s) and is_rooted(s)}


def _assignments(body: list[ast.stmt]) -> Iterator[ast.Assign]:
    """Those of one name by a dotted one, at the top level and in functions, in the order of the text."""
    for statement in body:
        match statement:
            case ast.Assign(targets=[ast.Name()], value=ast.Name() | ast.Attribute()):
                if statement.lineno == statement.end_lineno:
                    yield statement
            case ast.ClassDef():
                for method in (s for s in statement.body if isinstance(s, Definition)):
                    yield from _assignments(method.body)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                yield from _assignments(statement.body)
        for block in blocks(statement):
            yield from _assignments(block)


def _root(node: ast.expr) -> str:
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _path(node: ast.expr, paths: dict[str, str]) -> str | None:
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    root = paths.get(node.id) if isinstance(node, ast.Name) else None
    return None if root is None else ".".join([root, *reversed(parts)])


def _is_module(path: str, dialect: Dialect) -> bool:
    """There are lines for what it has, and none says that it is called or derived from."""
    if path.partition(".")[0] not in dialect.roots or not path.rpartition(".")[2].islower():
        return False
    return dialect.has_module(path)


def _imports(module: Module, name: str) -> int:
    """How often imports bind the name to what it means."""
    path = module.imports.get(name)
    count = 0
    imports: list[ast.Import | ast.ImportFrom] = [*module.of(ast.Import), *module.of(ast.ImportFrom)]
    for node in imports:
        for alias in node.names:
            if (alias.asname or alias.name.partition(".")[0]) != name:
                continue
            if isinstance(node, ast.ImportFrom):
                whole = f"{'.' * node.level}{node.module or ''}.{alias.name}"
            else:
                whole = alias.name if alias.asname else name
            count += whole == path
    return count


def _bound(module: Module) -> Counter[str]:
    """How often the file binds each name, in whatever scope."""
    found: Counter[str] = Counter()
    for node in walk(module.tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                found[name] += 1
            case ast.arg(arg=name):
                found[name] += 1
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef() | ast.Import() | ast.ImportFrom():
                found.update(definitions(node))
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                found[name] += 1
    return found
