"""The abstract interpretation of dicts and lists whose elements are known one by one: Python's, or a compiled carry."""

from __future__ import annotations

import ast
from dataclasses import replace

from hybridc import rules
from hybridc.analysis.calls import Calls
from hybridc.analysis.expressions import place_in, text_of
from hybridc.analysis.values import Value, opaque


class Containers(Calls):
    """Interprets writes into containers."""

    def container_write(
        self, container: Value, index: Value, value: Value, target: ast.Subscript, statement: ast.stmt
    ) -> None:
        """`name[index] = value`"""
        assert isinstance(target.value, ast.Name)
        name = target.value.id
        place = place_in(container, index)
        if not index.is_static:
            shown = f"the index of `{name}`"
            self.report(rules.StaticNeeded, statement, expression=shown, why=f"it is {container.form.value}")
        elif not self.state.is_made_here(container) and (place is None or self._is_shared(name, container, statement)):
            self.report(rules.ListInLoop, statement, name=name)
        if not any(m.startswith("box:") for m in container.memory):
            for site in container.memory:
                if site.startswith("param:"):
                    self.state.plan.mutated.add(site[6:])
                    self.report(rules.ArgumentMutation, statement, name=site[6:])
        items = None
        if place is not None and container.items is not None:
            items = (*container.items[:place], value, *container.items[place + 1 :])
        binding = self.state.binding_of(container, value)
        memory = container.memory | value.memory
        self.state.environment[name] = replace(container, items=items, binding=binding, memory=memory)

    def container_update(
        self, container: Value, index: Value, value: Value, target: ast.Subscript, statement: ast.AugAssign
    ) -> None:
        """`name[index] += value`, which writes into an array that others may see."""
        place = place_in(container, index)
        old = replace(opaque(container.binding), memory=container.memory)
        if place is not None and container.items is not None:
            old = container.items[place]
        if not old.form.is_numeric or not value.form.is_numeric:
            self.report(rules.UnsupportedStatement, statement, what=f"`{text_of(statement)}`")
            return
        if old.is_static and value.is_static:
            self.container_write(container, index, replace(old, binding=old.binding).traced(), target, statement)
            return
        if not old.is_scalar:
            self._check_element_memory(old, target, statement)
        result = self.arithmetic(statement, statement.op, old, value)
        self.container_write(container, index, result, target, statement)

    def _check_element_memory(self, element: Value, target: ast.Subscript, statement: ast.stmt) -> None:
        assert isinstance(target.value, ast.Name)
        later = self.state.liveness.after.get(statement, frozenset())
        for other, held in self.state.environment.items():
            if other != target.value.id and other in later and held.memory & element.memory:
                self.report(rules.SharedMemory, statement, name=text_of(target), other=other)
                return
        for site in element.memory:
            if site.startswith("param:"):
                self.state.plan.mutated.add(site[6:])
                self.report(rules.ArgumentMutation, statement, name=site[6:])
            elif site.startswith("global:"):
                self.report(rules.GlobalMutation, statement, name=site[7:])

    def _is_shared(self, name: str, container: Value, statement: ast.stmt) -> bool:
        """Another name that is read later may hold the same dict or list."""
        later = self.state.liveness.after.get(statement, frozenset())
        boxes = {m for m in container.memory if m.startswith("box:")}
        return not boxes or any(
            other != name and other in later and held.memory & boxes for other, held in self.state.environment.items()
        )
