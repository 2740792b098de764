"""`FILE` or `FILE:NAME`: what of a file is drawn, from its text and nothing else."""

from __future__ import annotations

import ast
import difflib
from collections.abc import Iterator
from pathlib import PurePath

from hybridc.core.rendering import clean_name
from hybridc.core.source import Source
from hybridc.picture.drawing import Drawing
from hybridc.picture.facts import Facts
from hybridc.picture.graph import Kind, Picture
from hybridc.picture.labels import shown
from hybridc.picture.sources import Sources
from hybridc.picture.statements import Statements
from hybridc.program.models import own_name
from hybridc.syntax.dataflow import forget
from hybridc.syntax.module import Function

_LISTED = 5


class NotThere(Exception):
    """The file has nothing by the name; the message names what it has."""


def picture(source: Source, name: str | None = None) -> Picture:
    """The picture of a function, a method, a class, or what a part of a model is set to at the top level; of all that
    the file holds if no name is given. Raises NotThere."""
    try:
        return _Reading(source).picture(name)
    finally:
        forget()


class _Reading:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.facts = Facts.of(source)
        self.module = self.facts.module
        self.classes = {s.name: s for s in source.tree.body if isinstance(s, ast.ClassDef)}

    def picture(self, name: str | None) -> Picture:
        drawing = Drawing(name or clean_name(PurePath(self.source.filename).name))
        if name is None:
            for each in self._all():
                self._draw(drawing, each)
            self._draw_top(drawing)
        elif (function := self.module.functions.get(name)) is not None:
            self._draw(drawing, function)
        elif name in self.classes:
            for method in self._methods(name):
                self._draw(drawing, method, name)
        elif not self._draw_instance(drawing, name):
            raise NotThere(self._instead(name))
        if not drawing.picture.boxes:
            raise NotThere(f"there is nothing to draw in `{name}`" if name else "there is nothing to draw in it")
        return drawing.done()

    def _all(self) -> Iterator[Function]:
        for statement in self.source.tree.body:
            if isinstance(statement, ast.ClassDef):
                yield from self._methods(statement.name)
        yield from (f for f in self.module.functions.values() if f.owner is None)

    def _methods(self, name: str) -> list[Function]:
        """Of a model, what computes, of its own and of what it is derived from; of other classes all but `__init__`."""
        models = self.facts.models
        own = [f for f in self.module.functions.values() if f.owner == name]
        if models is None or name not in models.classes:
            return [f for f in own if f.name != "__init__"] or own
        entries = sorted({*models.notation.entries, *models.notation.namespaces})
        found = (models.method(name, entry, self.module) for entry in entries)
        entered = [self.module.functions[n] for n in found if n is not None]
        return entered + [f for f in own if f.qualified_name in models.computing and f not in entered]

    def _draw(self, drawing: Drawing, function: Function, cls: str = "") -> None:
        node = function.node
        is_model = function.owner is not None
        name = f"{cls}.{function.name}" if cls else function.qualified_name
        with drawing.box(Kind.MODEL if is_model else Kind.FUNCTION, name, node.lineno) as frame:
            statements = Statements(self.facts, drawing, function, frame)
            arguments = node.args
            names = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
            names += [a for a in (arguments.vararg, arguments.kwarg) if a is not None]
            defaults = {a.arg: d for a in names if (d := function.default_of(a.arg)) is not None}
            statements.inputs([a for a in names if a.arg not in self._hidden(function)], defaults)
            statements.block(node.body)

    def _hidden(self, function: Function) -> set[str | None]:
        """Parameters that no data comes by: the object, and the framework's functions."""
        hidden = {own_name(function)}
        models = self.facts.models
        if models is not None and function.owner is not None and function.name in models.notation.namespaces:
            hidden |= {*function.positional[1:2]}
        return hidden

    def _draw_top(self, drawing: Drawing) -> None:
        with drawing.box(Kind.FUNCTION, "top level", 0) as frame:
            statements = Statements(self.facts, drawing, None, frame)
            statements.block([s for s in self.source.tree.body if not isinstance(s, ast.FunctionDef | ast.ClassDef)])

    def _draw_instance(self, drawing: Drawing, name: str) -> bool:
        known = self.module.globals.get(name)
        made = None if known is None or known.is_rebound else known.value
        chain = None if made is None else self.facts.chain(made)
        if chain is None or known is None or known.statement is None or not isinstance(made, ast.Call):
            return False
        with drawing.box(Kind.MODEL, name, known.statement.lineno, shown(made.func)) as frame:
            statements = Statements(self.facts, drawing, None, frame)
            given = drawing.node(Kind.INPUT, "input", known.statement.lineno)
            statements.chained(chain, Sources(nodes=[given]))
        return True

    def _instead(self, name: str) -> str:
        drawn = [n for n in self.module.functions if not n.endswith(".__init__")]
        names = [*self.classes, *drawn, *(n for n in self.module.globals if self._is_instance(n))]
        near = difflib.get_close_matches(name, names, _LISTED) or names[:_LISTED]
        if not near:
            return f"there is no `{name}`, nor any function or class"
        more = "" if len(names) <= len(near) else f", and {len(names) - len(near)} more"
        return f"there is no function or model `{name}`; there are {', '.join(near)}{more}"

    def _is_instance(self, name: str) -> bool:
        value = self.module.globals[name].value
        return value is not None and self.facts.chain(value) is not None
