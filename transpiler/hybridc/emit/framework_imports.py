"""What a generated file would still import of the framework that it was converted from: nothing, or it is refused.

What analysis and passes overlook, this finds in what they wrote: names of the framework that nothing took the place of,
and whose import would have stayed for them.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace

from hybridc import rules
from hybridc.analysis.left_out import leave_out
from hybridc.analysis.program import Analysis
from hybridc.emit.line_map import lines_of
from hybridc.emit.line_origins import LineOrigins
from hybridc.program.languages import active_dialects
from hybridc.program.state import Finding
from hybridc.syntax.dataflow import definitions
from hybridc.syntax.module import MODULE, Module, definition_name
from hybridc.syntax.walking import walk

_ROUNDS = 4  # of writing a file anew


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


def without_framework(
    code: str,
    origins: LineOrigins,
    write: Callable[[], tuple[str, LineOrigins]],
    analysis: Analysis,
    name: str,
) -> tuple[str, LineOrigins, bool]:
    """The generated code without imports of the framework, and whether anything is refused for that.

    `write` writes the file anew, `name` is that of the original.
    """
    module = analysis.program.module
    dialects = active_dialects(module)
    roots = [root for d in dialects if d.models is not None for root in d.roots]
    found = False
    for _ in range(_ROUNDS):
        needed = still_needed(code, module, origins, roots)
        if not needed:
            break
        found = True
        leave_out(analysis, dialects, needed)
        code, origins = write()
    return without_imports(code, roots, name), origins, found


def still_needed(code: str, module: Module, origins: LineOrigins, roots: Collection[str]) -> list[Finding]:
    """What in the file keeps imports of the framework in the generated code, as findings."""
    if not any(root in code for root in roots):
        return []
    tree = ast.parse(code)
    left = list(imports_of(tree, roots))
    if not left:
        return []
    again = _bound_again(tree, roots)
    bound = {name: path for _, path, name in left}
    lines = lines_of(tree, replace(origins, line=lambda number: number))
    found: list[Finding] = []
    for statement, owner in _places(tree, ""):
        until = 0 if owner in module.functions else statement.lineno  # of names that the file binds again below
        names = {name for name in bound if name not in again or 0 < until < again[name]}
        nodes = [n for n in walk(statement) if isinstance(n, ast.Name) and n.id in names]
        inside = [n for n, *_ in left if n in walk(statement)]
        if not nodes and not inside:
            continue
        name = bound[nodes[0].id] if nodes else next(path for n, path, _ in left if n is inside[0])
        if owner in module.functions:
            found.append(Finding(_without_counterpart(name), module.functions[owner].node, owner))
        elif (there := _original(statement, lines, module)) is not None and not _is_import(statement):
            found.append(Finding(_without_counterpart(name), there, owner.partition(".")[0] or MODULE))
    return found


def _bound_again(tree: ast.Module, roots: Collection[str]) -> dict[str, int]:
    """Names that the file imports from elsewhere as well, with the line."""
    others = (s for s in tree.body if isinstance(s, ast.Import | ast.ImportFrom))
    return {n: s.lineno for s in others if not any(True for _ in imports_of(s, roots)) for n in definitions(s)}


def without_imports(code: str, roots: Collection[str], name: str, refusals: str = "hybridc_refusals") -> str:
    """The code in which what framework imports would bind raises, where the file binds these names again."""
    if not any(root in code for root in roots):
        return code
    tree = ast.parse(code)
    rows = code.split("\n")
    left: dict[ast.stmt, list[tuple[str, str]]] = {}
    for statement, path, bound in imports_of(tree, roots):
        left.setdefault(statement, []).append((path, bound))
    for statement in sorted(left, key=lambda s: s.lineno, reverse=True):
        indent = " " * statement.col_offset
        new = [f"from hybridc.runtime import refusals as {refusals}"]
        for path, bound in left[statement]:
            new.append(f"{bound} = {refusals}.Refused('HYB401 {name}:{statement.lineno}: `{path}` has no counterpart')")
        rows[statement.lineno - 1 : statement.end_lineno] = [indent + row for row in new]
    return "\n".join(rows)


def _without_counterpart(name: str) -> rules.UnmappedName:
    return rules.UnmappedName(name=name, suggestion=": nothing takes its place here")


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
