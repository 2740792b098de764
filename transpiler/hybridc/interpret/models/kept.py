"""What attributes of the own object hold of arrays that are written in place: they would show it."""

from __future__ import annotations

import ast
from dataclasses import replace

from hybridc import rules
from hybridc.domain.values import Value, share_nothing
from hybridc.interpret.models.sharing import ModelSharing
from hybridc.program.demand import lookup_method
from hybridc.program.models import FileModels
from hybridc.program.state import State
from hybridc.syntax.dataflow import calls_in
from hybridc.syntax.messages import text_of
from hybridc.syntax.walking import walk

_STORING = frozenset({"append", "extend", "insert", "update", "setdefault", "add", "appendleft"})


class ModelKept(ModelSharing):
    """Interprets what methods of models keep in attributes."""

    def __init__(self, state: State, models: FileModels) -> None:
        super().__init__(state, models)
        self.kept: dict[str, frozenset[str]] = {}  # by attributes, the memory that they may hold

    def keep(self, name: str, value: Value) -> None:
        """The attribute holds the value from now on, perhaps."""
        memory = frozenset(m for m in value.memory if not m.startswith("box:"))
        self.kept[name] = self.kept.get(name, frozenset()) | memory
        self.state.plan.kept |= {m[6:] for m in memory if m.startswith("param:")}

    def keep_arguments(self, function: ast.expr, values: list[Value]) -> None:
        """`self.found.append(x)`, and `setattr(self, name, x)`, keep what they are given."""
        match function:
            case ast.Attribute(value=ast.Attribute(value=held, attr=name), attr=method) if method in _STORING:
                stored = name if self._is_own(held) else None
            case ast.Name(id="setattr"):
                stored = "..."
            case _:
                stored = None
        for value in values if stored is not None else ():
            if not value.is_static:
                self.keep(stored or "", value)

    def keep_names(self, name: str, made: ast.expr) -> None:
        """The attribute holds something that was made of arrays, and may be them: a parameter, a list."""
        told: set[ast.AST] = {n.value for n in walk(made) if isinstance(n, ast.Attribute)}
        for call in (n for n in walk(made) if isinstance(n, ast.Call)):
            called = self.state.module.qualified_name(call.func, self.state.function.locals) or ""
            told |= set(call.args) if called.startswith("builtins.") else set()
        for node in (n for n in walk(made) if isinstance(n, ast.Name) and n not in told):
            if (value := self.state.environment.get(node.id)) is not None and value.is_array:
                self.keep(name, value)

    def _attribute_write(self, target: ast.Attribute, statement: ast.stmt) -> None:
        is_own = self._is_own(target.value)
        is_in_place = isinstance(statement, ast.AugAssign) and not self.models.notation.rebinds
        if is_own and is_in_place and not self.is_number(target.attr):
            self.expect_unseen(target, statement)
        self._exchange(target, statement)
        super()._attribute_write(target, statement)
        if is_own and target.attr in self.attributes:
            if is_in_place and not self.is_number(target.attr):  # into the array that it holds
                value = self.attributes[target.attr]
                self.attributes[target.attr] = replace(value, memory=value.memory | {f"self.{target.attr}"})
            self.keep(target.attr, self.attributes[target.attr])

    def _exchange(self, target: ast.Attribute, statement: ast.stmt) -> None:
        """`self.mean = v`, and `self.weight.data = v`, write into no array: who shares the one of before keeps it."""
        held = target.value if self._is_data(target) else target
        value, notation = getattr(statement, "value", None), self.models.notation
        if value is None or not (notation.mutable and isinstance(held, ast.Attribute) and self._is_own(held.value)):
            return
        if self._is_authors(statement) and not any(map(self._writes, calls_in(value))):
            if self.shares_cell(held.attr):
                of_data = ", data=True" if self._is_data_of_buffer(statement, held.attr) else ""
                self.state.plan.casts[value] = f"{notation.mutable.partition('.')[0]}.unshared({{x}}{of_data})"

    def _is_authors(self, statement: ast.stmt) -> bool:
        """The file sets the attribute there."""
        origins = self.state.plan.structured.origins
        original = origins.original(statement)
        if statement in origins.made or statement in origins.telling or type(original) is not type(statement):
            return False
        return isinstance(statement, ast.Assign) or self.models.notation.rebinds

    def _is_data_of_buffer(self, statement: ast.stmt, name: str) -> bool:
        """`.data` of a buffer is that of all who have the buffer, but not of views of what it was."""
        original = self.state.plan.structured.origins.original(statement)
        targets = getattr(original, "targets", None) or [getattr(original, "target", None)]
        is_data = any(isinstance(t, ast.Attribute) and self._is_data(t) for t in targets)
        is_buffer = self.models.is_registered(self.state.function.owner, name) or name in self.state.attributes_kept()
        return is_data and is_buffer

    def _writes(self, call: ast.Call) -> bool:
        """`self.mean = self.mean.add_(x)`"""
        lines = lookup_method(self.state.dialects, call.func.attr) if isinstance(call.func, ast.Attribute) else ()
        return call in self.state.plan.structured.origins.writing or any(e.writes for e in lines)

    def may_write(self, name: str, statement: ast.stmt, is_operator: bool) -> bool:
        if not super().may_write(name, statement, is_operator):
            return False
        if (other := self.attribute_seeing(self.state.environment[name])) is None:
            return True
        self.report(rules.SharedMemory, statement, name=name, other=other)
        return False

    def expect_unseen(self, attribute: ast.Attribute, statement: ast.stmt) -> None:
        """Nothing else shows what is written into the array that the attribute holds."""
        self.state.plan.attributes_written.add(attribute.attr)
        value = self.evaluate(attribute)
        other = self.name_seeing(value, statement) or self.attribute_seeing(value, attribute.attr)
        other = other or self.attribute_set_to(attribute.attr)
        if other is not None:
            self.report(rules.SharedMemory, statement, name=text_of(attribute), other=other)

    def name_seeing(self, value: Value, statement: ast.stmt) -> str | None:
        """A name that is read later and may share the memory of the value."""
        later = self.state.liveness.after.get(statement, frozenset())
        names = (n for n, other in self.state.environment.items() if n in later and not share_nothing(value, other))
        return next(names, None)

    def attribute_seeing(self, value: Value, but: str | None = None) -> str | None:
        """An attribute that may hold memory of the value, or whose array the value may be."""
        memory = frozenset(m for m in value.memory if not m.startswith("box:"))
        for name, held in self.kept.items():
            if name != but and held & memory:
                return name if name.endswith("()") else f"self.{name}"
        own = (m for m in sorted(memory) if m.startswith("self.") and m != f"self.{but}")
        return next((m for m in own if not self.is_number(m.removeprefix("self."))), None)

    def is_number(self, name: str) -> bool:
        """The file sets the attribute to numbers alone, which are never changed themselves."""
        owner = self.state.function.owner
        makers = () if self.models.is_array(owner, name) else self.models.makers(owner, name)
        return bool(makers) and all(isinstance(m, ast.Constant) and m.value is not None for m in makers)
