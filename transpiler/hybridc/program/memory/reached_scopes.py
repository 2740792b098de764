"""Functions, classes and the top level of a file, and which names are theirs, for the points-to analysis."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from hybridc.dialects.table import Dialect
from hybridc.domain.points_to import Classes, Key, When
from hybridc.program.models import FileModels
from hybridc.syntax.dataflow import blocks, bound_in, parameters
from hybridc.syntax.module import Module
from hybridc.syntax.reached_classes import FileClasses
from hybridc.syntax.walking import default_values, with_defaults

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
ANY: Key = ("any",)  # what is given to functions that nobody knows, and what they give
ANY_ATTRIBUTE: Key = ("attr", None)  # of a name that only running the file tells


def place_of(node: ast.AST) -> Key:
    return tuple(getattr(node, name, None) for name in ("lineno", "col_offset", "end_lineno", "end_col_offset"))


@dataclass(eq=False)
class Scope:
    """A function, a class or the top level, and the names that are its own."""

    names: frozenset[str]
    around: Scope | None = None
    is_class: bool = False
    returned: Key | None = None
    functions: dict[str, Definition] = field(default_factory=dict)

    def key(self, name: str) -> tuple[Key | None, Scope | None]:
        scope: Scope | None = self
        while scope is not None and name not in scope.names:
            scope = scope.around
        if scope is None:
            return None, None
        return (("attr", name) if scope.is_class else (id(scope), name)), scope


class ReachedScopes:
    """Reads the definitions of one file."""

    def __init__(self, module: Module, dialects: tuple[Dialect, ...], models: FileModels) -> None:
        self.module = module
        self.dialects = dialects
        self.models = models
        self.classes = Classes()
        self.of_file = FileClasses(module.tree)
        self.infos: dict[Definition, tuple[Scope, ast.ClassDef | None]] = {}
        self.stores: list[tuple[Key, Key]] = []  # containers or arrays, and what is put into them
        self.owner: ast.ClassDef | None = None
        self.parts: list[Key] = []  # parts of models that write into what they are given
        self.runs: list[tuple[Key, Key, When]] = []  # what is called, and with what
        self.set: set[str | None] = set()  # attributes, by their names; None for those that only running the file tells
        self.read: set[str | None] = set()
        self.loops = 0  # around what is looked at
        self.scope = self._scope(module.tree.body, frozenset())

    def _scope(self, body: list[ast.stmt], names: Iterable[str], is_class: bool = False) -> Scope:
        around = getattr(self, "scope", None)
        made = ast.ClassDef(name="", bases=[], keywords=[], body=body, decorator_list=[])
        scope = Scope(bound_in(made) | frozenset(names), around, is_class)
        scope.functions = {} if is_class else {s.name: s for s in _definitions(body)}
        self.infos |= dict.fromkeys(_definitions(body), (scope, None))
        return scope

    def _definition(self, node: Definition) -> None:
        for default in default_values(node.args):
            self._value(default)
        around, owner = self.scope, self.owner
        inner = self._inner(node)
        self._defaults(node, inner, around)
        self.scope, self.owner = inner, None
        loops, self.loops = self.loops, 0
        if isinstance(node, ast.Lambda):
            self.classes.join(self._returned(node), self._value(node.body))
        else:
            self._block(node.body)
        self.scope, self.owner, self.loops = around, owner, loops

    def _inner(self, node: Definition) -> Scope:
        """The scope of a function, which calls before its definition may have asked for."""
        known = self.infos.get(node)
        if known is not None and known[0].returned == ("returned", id(node)):
            return known[0]
        around, self.scope = self.scope, (self.scope if known is None else known[0])
        body: list[ast.stmt] = [ast.Expr(node.body)] if isinstance(node, ast.Lambda) else node.body
        scope = self._scope(body, parameters(node))
        scope.names -= {n for s in body if isinstance(s, ast.Global | ast.Nonlocal) for n in s.names}
        self.scope = around
        scope.returned = ("returned", id(node))
        self.infos[node] = scope, self.owner
        return scope

    def _returned(self, node: Definition) -> Key:
        return ("returned", id(node))

    def _defaults(self, node: Definition, inner: Scope, around: Scope) -> None:
        for parameter, default in with_defaults(node.args):
            self.scope = around
            self.classes.join((id(inner), parameter.arg), self._value(default))

    def _unknown(self, node: Definition) -> None:
        """Whoever calls it gives it anything."""
        for name in parameters(node):
            self.classes.join(ANY, (id(self._inner(node)), name))
        self.classes.join(ANY, self._returned(node))

    def _when(self, node: ast.AST | None) -> When:
        return When(id(self.scope), getattr(node, "lineno", 0), self.loops > 0)

    def _block(self, body: list[ast.stmt]) -> None:
        raise NotImplementedError

    def _value(self, node: ast.expr | None) -> Key | None:
        raise NotImplementedError


def _definitions(body: list[ast.stmt]) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for statement in body:
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            yield statement
        for block in blocks(statement):
            yield from _definitions(block)
