"""Attributes of models that are neither parameters nor buffers, for the points-to analysis: those whose arrays others
have as well, or write."""

from __future__ import annotations

import ast

from hybridc.dialects.table import Dialect
from hybridc.domain.points_to import Key, When
from hybridc.program.memory.reached_calls import ReachedCalls
from hybridc.program.memory.reached_scopes import Definition, Scope
from hybridc.program.models import FileModels
from hybridc.syntax.module import Module
from hybridc.syntax.walking import walk


class ReachedAttributes(ReachedCalls):
    """Knows what attributes of models are set to. Where models alone have and write an array it becomes another one."""

    def __init__(self, module: Module, dialects: tuple[Dialect, ...], models: FileModels) -> None:
        self._own: list[tuple[str, Key]] = []  # attributes of models, and what they are set to
        self._by_own: set[When] = set()  # writes by methods into what their object has, which set its attribute anew
        self._compiled: set[int] = set()  # scopes
        self._computing = {n for m in models.computing for n in walk(module.functions[m].node)}
        super().__init__(module, dialects, models)

    def _definition(self, node: Definition) -> None:
        is_counted = self.classes.counts
        if node in self._computing:
            self._compiled.add(id(self._inner(node)))
            self.classes.counts = False
        super()._definition(node)
        self.classes.counts = is_counted

    def _when(self, node: ast.AST | None) -> When:
        when = super()._when(node)
        held = node.value if isinstance(node, ast.Subscript) else node
        if isinstance(node, ast.Subscript | ast.Attribute) and isinstance(held, ast.Attribute):
            if isinstance(held.value, ast.Name) and held.value.id == "self" and self._is_of_model():
                self._by_own.add(when)
        return when

    def _set_own(self, name: str, held: Key | None) -> None:
        if held is not None:
            self._own.append((name, held))

    def _join_own(self) -> None:
        """Attributes whose arrays others have as well, or write, are what these have."""
        plain = {name for name, made in self._own if made[0] != "attr" and self.classes.of(made) in self._fresh}
        aliases = [(n, made) for n, made in self._own if made[0] == "attr" and made[1] in plain and made[1] != n]
        for name, made in aliases:
            if self._is_written(name) or self.classes.is_written(made):
                self.classes.join(("attr", name), made)
        written = [name for name in sorted(plain) if self._is_written(name)]
        shared = {n for n in written if self.classes.is_joined(("attr", n)) or self._is_written_by_others(n)}
        for name, made in self._own:
            if name in shared and made[0] != "attr":
                self.classes.join(("attr", name), made)
        self.plain = frozenset(plain)

    def _is_written(self, name: str) -> bool:
        return self.classes.is_written(("attr", name))

    def _is_written_by_others(self, name: str) -> bool:
        return self.classes.is_written(("attr", name), self._compiled, self._by_own)

    def _is_of_model(self) -> bool:
        scope: Scope | None = self.scope
        while scope is not None and not scope.is_class:
            node = next((n for n, (s, _) in self.infos.items() if s is scope), None)
            owner = None if node is None else self.infos[node][1]
            if owner is not None:
                return owner.name in self.models.classes
            scope = scope.around
        return False
