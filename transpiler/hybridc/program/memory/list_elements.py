"""Functions that write in place into the arrays of lists which they get from functions of the file, or are given."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Set

from hybridc.dialects.table import Dialect
from hybridc.program.attributes_written import written_in
from hybridc.program.models import FileModels
from hybridc.syntax.module import Function, Module
from hybridc.syntax.walking import walk

_OF_LISTS = frozenset({"len", "zip", "enumerate", "list", "tuple", "reversed"})
_HINTS = frozenset({"List", "list", "Tuple", "tuple", "Sequence"})


def functions_writing_elements(module: Module, models: FileModels, dialects: tuple[Dialect, ...]) -> frozenset[str]:
    """`found[0].add_(1)`, `found[0] += 1`, `found[0][:, 1] = 0`, of what the text shows to be a list or a tuple."""
    giving = {name for name, f in module.functions.items() if _gives_list(f)}
    parts = {a for cls, made in _made_parts(models) if giving & _entries(cls, models) for a in made}
    found = set[str]()
    for name, function in module.functions.items():
        if name in models.computing or function.owner is None:
            written = {each for w in written_in(function, dialects) if (each := _list_written(w, function)) is not None}
            if written and written & {*_lists(function, giving, parts, models)}:
                found.add(name)
    return frozenset(found)


def _list_written(written: ast.expr, function: Function) -> str | None:
    """`found` of `found[0]` that is written as it stands, or through a view, but not of `found[0] = y`; of `each` as
    well, in `for each in found:`."""
    node = written
    is_set = isinstance(written, ast.Subscript) and isinstance(written.ctx, ast.Store)
    if is_set and not any(s.target is written for s in function.of(ast.AugAssign)):
        node = node.value  # type: ignore[attr-defined]
    while isinstance(node, ast.Subscript | ast.Attribute | ast.Call):
        inner = node.func if isinstance(node, ast.Call) else node.value
        if isinstance(node, ast.Subscript) and isinstance(inner, ast.Name):
            return None if isinstance(node.slice, ast.Slice | ast.Tuple) else inner.id
        node = inner
    loops = function.of(ast.For) if isinstance(node, ast.Name) else ()
    return next((name for loop in loops if (name := _run_over(loop, node.id)) is not None), None)  # type: ignore[attr-defined]


def _run_over(loop: ast.For, each: str) -> str | None:
    """The name of what the loop gives one by one as `each`."""
    match loop:
        case ast.For(target=ast.Name(id=name), iter=ast.Name(id=found)) if name == each:
            return found
        case ast.For(
            target=ast.Tuple(elts=[_, ast.Name(id=name)]),
            iter=ast.Call(func=ast.Name(id="enumerate"), args=[ast.Name(id=found), *_]),
        ) if name == each:
            return found
    return None


def _lists(function: Function, giving: Set[str], parts: Set[str], models: FileModels) -> Iterator[str]:
    """The names of lists, as the text shows."""
    for statement in function.of(ast.Assign):
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=called)):
                match called:
                    case ast.Name(id=callee) if callee in giving:
                        yield name
                    case ast.Attribute(value=ast.Name(), attr=attr):
                        methods = models.methods_named.get(attr, ())
                        if attr in parts or (methods and giving >= {*methods}):
                            yield name
    counted = {a.id for c in function.of(ast.Call) if isinstance(c.func, ast.Name) and c.func.id in _OF_LISTS
               for a in c.args if isinstance(a, ast.Name)}  # fmt: skip
    arguments = function.node.args
    for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
        hints = {getattr(n, "id", getattr(n, "attr", "")) for n in walk(each.annotation)} if each.annotation else set()
        if each.arg in counted or hints & _HINTS:
            yield each.arg


def _gives_list(function: Function) -> bool:
    returned = [r.value for r in function.of(ast.Return)]
    bound = [(s.targets[0].id, s.value) for s in function.of(ast.Assign) if isinstance(s.targets[0], ast.Name)]
    lists = {name for name, made in bound if _is_list(made)} - {name for name, made in bound if not _is_list(made)}
    return bool(returned) and all(_is_list(r) or (isinstance(r, ast.Name) and r.id in lists) for r in returned)


def _is_list(made: ast.expr | None) -> bool:
    match made:
        case ast.Call(func=ast.Name(id="list" | "tuple")):
            return True
    return isinstance(made, ast.List | ast.Tuple | ast.ListComp)


def _made_parts(models: FileModels) -> Iterator[tuple[str, list[str]]]:
    """The classes of the file, and the attributes that are set to one of such."""
    for name in models.classes:
        yield name, [a for cls in models.classes.values() for a, makers in cls.makers.items()
                     if any(isinstance(m, ast.Call) and getattr(m.func, "id", "") == name for m in makers)]  # fmt: skip


def _entries(cls: str, models: FileModels) -> set[str]:
    owners = (cls, *models.classes[cls].ancestors)
    return {f"{owner}.{entry}" for owner in owners for entry in models.notation.entries}
