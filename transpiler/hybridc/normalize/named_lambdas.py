"""Lambdas that the top of a file gives a name: functions of it, as any other.

    wave = lambda x: np.sin(x) + 1        ->        def wave(x): return np.sin(x) + 1

A rewrite of a whole file, text to text, before anything else looks at it. Lambdas that compute nothing with a framework
and that no function of the file reads stay what they are, and so do all in a file that asks functions for their names.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence, Set

from hybridc.dialects.table import Dialect
from hybridc.normalize.moved import Edit, Moved, column, edited, is_alone, place
from hybridc.normalize.named_vectorized import edits_for_vectorized, may_name_vectorized
from hybridc.syntax.module import Module
from hybridc.syntax.walking import walk

_NAMES = frozenset(["__name__", "__qualname__"])


def may_name_lambdas(tree: ast.Module) -> bool:
    is_named = any(_named(statement) is not None for statement in tree.body) or may_name_vectorized(tree)
    return is_named and not any(map(_asks_for_name, walk(tree)))


def _asks_for_name(node: ast.AST) -> bool:
    """`f.__name__`, which is "<lambda>" of a lambda; that of a class is asked of `type(x)`, `x.__class__` or `cls`."""
    match node:
        case ast.Attribute(value=value, attr=name) if name in _NAMES:
            is_class = getattr(value, "attr", "") == "__class__" or getattr(value, "id", "") == "cls"
            return not is_class and getattr(getattr(value, "func", None), "id", "") != "type"
        case ast.Constant(value=str(text)):
            return text in _NAMES
    return False


def without_named_lambdas(
    text: str, module: Module, dialects: tuple[Dialect, ...], left: Set[str] = frozenset()
) -> Moved | None:
    """The file with definitions in the place of them, but of those that are left; None where there are none."""
    roots = frozenset(root for dialect in dialects for root in dialect.roots)
    read = {n.id for function in module.functions.values() for n in function.of(ast.Name)}
    lines = text.split("\n")
    edits: list[Edit] = []
    for statement in module.tree.body:
        name, function = _named(statement) or ("", None)
        known = module.globals.get(name)
        if function is None or known is None or known.is_rebound or name in module.functions.keys() | left:
            continue
        if name in read or _computes(function, module, roots):
            edits += _as_definition(lines, statement, name, function)
    edits += edits_for_vectorized(lines, module, dialects, left)
    if not edits:
        return None
    result = edited(lines, 1, len(lines), edits, 0)
    return Moved("\n".join(line.text for line in result), {}, tuple(result))


def _named(statement: ast.stmt) -> tuple[str, ast.Lambda] | None:
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Lambda() as function):
            return name, function
    return None


def _computes(function: ast.Lambda, module: Module, roots: frozenset[str]) -> bool:
    called = (module.qualified_name(n.func) for n in walk(function.body) if isinstance(n, ast.Call))
    return any(name is not None and name.partition(".")[0] in roots for name in called)


def _as_definition(lines: Sequence[str], statement: ast.stmt, name: str, function: ast.Lambda) -> Iterator[Edit]:
    """Up to the colon, which stands in the line of the name."""
    row, start = place(lines, statement)
    _, begins = place(lines, function)
    given = [n for n in walk(function.args) if isinstance(n, ast.arg | ast.expr)]
    ends = [(n.end_lineno, column(lines, n.end_lineno or row, n.end_col_offset or 0)) for n in given]
    last = max(ends, default=(row, begins))
    if not is_alone(lines, statement) or function.lineno != row or last[0] != row:
        return
    colon = lines[row - 1].find(":", last[1])
    if colon >= 0 and lines[row - 1][:begins].rstrip().endswith("="):
        text = lines[row - 1][begins + len("lambda") : colon].strip()
        rest = lines[row - 1][colon + 1 :]
        yield Edit(row, start, len(lines[row - 1]) - len(rest.lstrip()), f"def {name}({text}): return ")
