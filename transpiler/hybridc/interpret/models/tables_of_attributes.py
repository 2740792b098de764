"""Attributes that are looked up past the model: `vars(self)["mean"]`, `self.__dict__.get("mean")`.

What is found there are the arrays of this moment: of one that is written in place, they would show nothing later.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from hybridc import rules
from hybridc.interpret.evaluation import once
from hybridc.interpret.models.run import ModelRun
from hybridc.program.attributes_written import attributes_written
from hybridc.syntax.messages import text_of
from hybridc.syntax.walking import children

_LOOKING_UP = frozenset({"get", "pop", "setdefault"})


def expect_none_looked_up(run: ModelRun) -> None:
    if not run.parts.makes_tables or not run.models.notation.mutable:
        return
    for node, name in _looked_up(run.state.function.node):
        found = _written_plain(run) if name is None else _written_plain(run) & {name}
        for attribute in sorted(found)[:1]:
            run.report(rules.SharedMemory(name=f"self.{attribute}", other=text_of(node)), node)


@once
def _written_plain(run: ModelRun) -> frozenset[str]:
    """The attributes, no parameters or buffers, whose arrays computing methods write in place."""
    classes = run.models.classes.values()
    arrays = frozenset[str]().union(*(cls.arrays | cls.computed for cls in classes))
    functions = {name: run.state.module.functions[name] for name in run.models.computing}
    registered = frozenset[str]().union(*(cls.registered for cls in classes))
    return (arrays & attributes_written(functions, run.state.dialects)) - registered


def _looked_up(node: ast.AST) -> Iterator[tuple[ast.expr, str | None]]:
    """What is looked up so, with the attribute's name if the text says it."""
    match node:
        case ast.Subscript(value=table, slice=ast.Constant(value=str(name))) if _is_table(table):
            if isinstance(node.ctx, ast.Load):
                yield node, name
            return
        case ast.Call(func=ast.Attribute(value=table, attr=method), args=[ast.Constant(value=str(name)), *_]) if (
            _is_table(table) and method in _LOOKING_UP
        ):
            yield node, name
            return
        case ast.Call(func=ast.Attribute(attr="__getattribute__"), args=[*_, ast.Constant(value=str(name))]):
            yield node, name
        case ast.Call(func=ast.Name(id="attrgetter") | ast.Attribute(attr="attrgetter"), args=names):
            for each in names:
                text = each.value if isinstance(each, ast.Constant) else None
                yield node, text.rpartition(".")[2] if isinstance(text, str) else None
        case ast.expr() if _is_table(node):
            yield node, None
    for child in children(node):
        yield from _looked_up(child)


def _is_table(node: ast.AST) -> bool:
    match node:
        case ast.Attribute(attr="__dict__") | ast.Call(func=ast.Name(id="vars"), args=[_]):
            return True
    return False
