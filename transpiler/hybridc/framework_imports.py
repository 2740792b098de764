"""What a generated file would still import of the framework that it was converted from: nothing, or it is refused.

What analysis and passes overlook, this finds in what they wrote: names of the framework that nothing took the place of,
and whose import would have stayed for them.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from dataclasses import replace

from hybridc import rules
from hybridc.analysis.module import MODULE, Module, definition_name
from hybridc.analysis.state import Finding
from hybridc.analysis.walking import walk
from hybridc.line_map import lines_of
from hybridc.line_origins import LineOrigins


def imports_of(tree: ast.AST, roots: Collection[str]) -> Iterator[tuple[ast.stmt, str, str]]:
    """The imports of the framework in a file, wherever they stand: the statement, the name, and what it binds."""
    for node in walk(tree):
        match node:
            case ast.Import(names=names):
                found = [(a.name, a.asname or a.name.partition(".")[0]) for a in names]
            case ast.ImportFrom(module=str(module), names=names, level=0):
                found = [(f"{module}.{a.name}", a.asname or a.name) for a in names]
            case _:
                continue
        yield from ((node, name, bound) for name, bound in found if name.partition(".")[0] in roots)


def still_needed(code: str, module: Module, origins: LineOrigins, roots: Collection[str]) -> list[Finding]:
    """What in the file keeps imports of the framework in the generated code, as findings."""
    if not any(root in code for root in roots):
        return []
    tree = ast.parse(code)
    left = list(imports_of(tree, roots))
    if not left:
        return []
    bound = {name: path for _, path, name in left}
    lines = lines_of(tree, replace(origins, line=lambda number: number))
    found: list[Finding] = []
    for statement, owner in _places(tree, ""):
        nodes = [n for n in walk(statement) if isinstance(n, ast.Name) and n.id in bound]
        inside = [n for n, *_ in left if n in walk(statement)]
        if not nodes and not inside:
            continue
        name = bound[nodes[0].id] if nodes else next(path for n, path, _ in left if n is inside[0])
        if owner in module.functions:
            found.append((rules.UnmappedName, module.functions[owner].node, _details(name), owner))
        elif (there := _original(statement, lines, module)) is not None and not _is_import(statement):
            found.append((rules.UnmappedName, there, _details(name), owner.partition(".")[0] or MODULE))
    return found


def _details(name: str) -> dict[str, str]:
    return {"name": name, "suggestion": ": nothing takes its place here"}


def _is_import(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Import | ast.ImportFrom)


def _places(tree: ast.Module | ast.ClassDef, path: str) -> Iterator[tuple[ast.stmt, str]]:
    """The statements of a file and of its classes, with the names of functions, or of the class that they stand in."""
    for statement in tree.body:
        if isinstance(statement, ast.ClassDef):
            yield from _places(statement, f"{path}{statement.name}.")
        elif isinstance(statement, ast.FunctionDef):
            yield statement, f"{path}{definition_name(statement)}"
        else:
            yield statement, path.rstrip(".")


def _original(statement: ast.stmt, lines: dict[int, tuple[int, ...]], module: Module) -> ast.stmt | None:
    """The statement of the file, or of a class in it, that one of the generated file comes from."""
    rows = range(statement.lineno, (statement.end_lineno or statement.lineno) + 1)
    there = {line for row in rows for line in lines.get(row, ())}
    holding = [*module.tree.body, *(s for c in module.of(ast.ClassDef) for s in c.body)]
    found = [s for s in holding if there & {*range(s.lineno, (s.end_lineno or s.lineno) + 1)}]
    return found[-1] if found else None
