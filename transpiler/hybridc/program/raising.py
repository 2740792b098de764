"""What surely raises where it is called, in files with models of which something is refused."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping

from hybridc import rules
from hybridc.program.models import FileModels
from hybridc.program.plans import Reason
from hybridc.program.state import Finding
from hybridc.syntax.module import MODULE, Module
from hybridc.syntax.walking import walk

_MAKERS = ("__init__", "__new__", "__post_init__")


def surely_raising(module: Module, models: FileModels, refused: Mapping[str, Reason]) -> dict[str, Reason]:
    """The functions and classes whose calls raise, whatever they decide: refused ones, and those that call such."""
    found = dict(refused)
    called = {n: {c.func.id for c in _calls_always(f.node.body) if isinstance(c.func, ast.Name)} - f.locals
              for n, f in module.functions.items() if n not in refused}  # fmt: skip
    while True:
        for cls in module.classes - found.keys():
            known = models.classes.get(cls)
            made = (f"{c}.{m}" for c in (cls, *(known.ancestors if known is not None else ())) for m in _MAKERS)
            if (maker := next((m for m in made if m in found), None)) is not None:
                found[cls] = found[maker]
        more = {n: found[min(names)] for n, c in called.items() if n not in found and (names := c & found.keys())}
        if not more:
            return {n: reason for n, reason in found.items() if "." not in n}
        found |= more


def _calls_always(body: Iterable[ast.stmt]) -> Iterator[ast.Call]:
    """The calls in a block that no test, loop or handler stands before."""
    for statement in body:
        match statement:
            case ast.If(test=part) | ast.While(test=part) | ast.For(iter=part):
                parts = [part]
            case ast.With(items=items, body=inner):
                parts = [i.context_expr for i in items]
                yield from _calls_always(inner)
            case ast.Try() | ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                parts = []
            case _:
                parts = [n for n in ast.iter_child_nodes(statement) if isinstance(n, ast.expr)]
        todo: list[ast.AST] = [*parts]
        while todo:
            node = todo.pop()
            if isinstance(node, ast.Lambda | ast.IfExp | ast.BoolOp):
                continue
            if isinstance(node, ast.Call):
                yield node
            todo += ast.iter_child_nodes(node)


def unread_functions(module: Module, roots: Collection[str]) -> Iterator[tuple[Finding, bool]]:
    """Functions that name the framework and that nothing looks at: asynchronous ones, and those that another one of
    their name replaces; and whether anything can still call them, a decorator that has seen them, or anyone."""
    known = {f.node for f in module.functions.values()}
    for body, owner in ((module.tree.body, MODULE), *((c.body, c.name) for c in module.of(ast.ClassDef))):
        for each in body if owner == MODULE or owner in module.classes else ():
            if not isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef) or each in known:
                continue
            names = (module.qualified_name(n) for s in each.body for n in walk(s) if isinstance(n, ast.Name))
            if any(name is not None and name.partition(".")[0] in roots for name in names):
                is_async = isinstance(each, ast.AsyncFunctionDef)
                why = "asynchronous functions are not converted" if is_async else "another one of its name replaces it"
                finding = Finding(rules.UnmappedName(name=each.name, suggestion=f": {why}"), each, owner)
                yield finding, is_async or bool(each.decorator_list)
