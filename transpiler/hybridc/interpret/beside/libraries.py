"""What functions of Python's library give that know of no arrays: `re.compile("a").sub(r, k)` is text, and subtracts
nothing."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator

from hybridc.interpret.beside.run import HostRun
from hybridc.syntax.dataflow import targets_bound

# Modules whose functions may give what they are given, or call what they are given, or read arrays from files.
_HANDING_ON = frozenset(
    [
        "ast", "asyncio", "atexit", "bisect", "builtins", "code", "collections", "concurrent", "contextlib", "copy",
        "ctypes", "dataclasses", "functools", "heapq", "importlib", "inspect", "itertools", "marshal",
        "multiprocessing", "operator", "pickle", "queue", "random", "runpy", "sched", "shelve", "signal", "statistics",
        "threading", "types", "typing", "weakref",
    ]
)  # fmt: skip
_LIBRARIES = sys.stdlib_module_names - _HANDING_ON


def is_of_library(run: HostRun, node: ast.expr, asked: frozenset[str] = frozenset()) -> bool:
    """All that the file gives the name or the attribute, or the call itself, is what such a function gives."""
    match node:
        case ast.Call(func=func):
            name = run.state.module.qualified_name(func, run.state.function.locals) or ""
            is_method = isinstance(func, ast.Attribute) and is_of_library(run, func.value, asked)
            return name.partition(".")[0] in _LIBRARIES or is_method
        case ast.Subscript(value=held):
            return _all(run, _elements(run, held, None), asked)
        case ast.Name(id=name) if name not in asked:
            return name not in run.state.function.parameters and _all(run, _bound_to(run, name), asked | {name})
        case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=name) if f".{name}" not in asked:
            return _all(run, _set_to(run, name), asked | {f".{name}"})
    return False


def _all(run: HostRun, values: Iterator[ast.expr | None], asked: frozenset[str]) -> bool:
    found = list(values)
    return bool(found) and all(each is not None and is_of_library(run, each, asked) for each in found)


def _bound_to(run: HostRun, name: str) -> Iterator[ast.expr | None]:
    """None is what nobody follows."""
    function, known = run.state.function, run.state.module.globals.get(name)
    if name not in function.locals and name not in run.of_comprehensions:
        yield None if known is None or known.is_rebound else known.value
        return
    assigned = [(t, s.value) for s in function.of(ast.Assign) for t in s.targets]
    told = [value for target, value in assigned if isinstance(target, ast.Name) and target.id == name]
    loops = [(f.target, f.iter) for f in function.of(ast.For) if name in targets_bound(f.target)]
    inner = [(c.target, c.iter) for c in function.of(ast.comprehension) if name in targets_bound(c.target)]
    stored = [n for n in function.of(ast.Name) if n.id == name and isinstance(n.ctx, ast.Store)]
    if len(stored) != len(told) + len(loops) + len(inner):
        yield None
    is_inner = name in run.of_comprehensions
    yield from () if is_inner else told
    for target, rows in inner if is_inner else loops:
        yield from _elements(run, rows, _place(target, name))


def _place(target: ast.expr, name: str) -> int | None:
    """Which of several a loop gives the name."""
    parts = target.elts if isinstance(target, ast.Tuple | ast.List) else []
    return next((n for n, part in enumerate(parts) if isinstance(part, ast.Name) and part.id == name), None)


def _elements(run: HostRun, held: ast.expr, place: int | None) -> Iterator[ast.expr | None]:
    """What a list or dict that the file writes out holds, or at this place of what it holds."""
    bound = [*_bound_to(run, held.id)] if isinstance(held, ast.Name) else [held]
    match bound[0] if len(bound) == 1 else None:
        case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Dict(values=parts):
            rows = [*parts]
        case ast.ListComp(elt=row):
            rows = [row]
        case _:
            rows = []
    if not rows:
        yield None
    for row in rows:
        if place is None:
            yield row
        else:
            parts = row.elts if isinstance(row, ast.Tuple | ast.List) else []
            yield parts[place] if place < len(parts) else None


def _set_to(run: HostRun, name: str) -> Iterator[ast.expr | None]:
    """What statements of the file, in classes as well, set an attribute of this name to."""
    module = run.state.module
    assigned = [(t, s.value) for s in module.of(ast.Assign) for t in s.targets]
    stored = [n for n in module.of(ast.Attribute) if n.attr == name and isinstance(n.ctx, ast.Store)]
    told = [value for target, value in assigned if target in stored]
    if len(told) != len(stored):
        yield None
    yield from told
    for cls in module.of(ast.ClassDef):
        for statement in cls.body:
            targets = statement.targets if isinstance(statement, ast.Assign) else []
            if isinstance(statement, ast.Assign) and any(isinstance(t, ast.Name) and t.id == name for t in targets):
                yield statement.value
