"""Layers that models make of themselves, and what the file tells of their results."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from hybridc.dialects import TELLING
from hybridc.dialects.entry import Entry
from hybridc.domain.values import Value
from hybridc.interpret.interpreter import Interpreter
from hybridc.program.demand import lookup
from hybridc.program.models import FileModels
from hybridc.program.state import State
from hybridc.syntax.walking import walk


class ModelLayers(Interpreter):
    """Knows what made the parts of the own object."""

    def __init__(self, state: State, models: FileModels) -> None:
        super().__init__(state)
        self.models = models
        self.own = models.own_name(state.function)

    def _is_own(self, node: ast.expr) -> bool:
        """The object that the method is called of."""
        return isinstance(node, ast.Name) and node.id == self.own

    def _makers(self, called: ast.expr) -> list[tuple[ast.Call, Entry]]:
        """The calls that made a part of the own object, with their lines; empty where the file does not tell all."""
        if not (isinstance(called, ast.Attribute) and self._is_own(called.value)):
            return []
        found: list[tuple[ast.Call, Entry]] = []
        makers = self.models.makers(self.state.function.owner, called.attr)
        for maker in (side for each in makers for side in _sides(each)):
            value = self._wrapped(maker)
            if self._is_itself(value, called):
                continue
            entries = self._lines(value)
            if not isinstance(value, ast.Call) or not entries:
                return []
            found.append((value, entries[0]))
        return found

    def _is_surely_part(self, node: ast.expr) -> bool:
        """`self.head`, which the file sets to layers and models alone."""
        if not (isinstance(node, ast.Attribute) and self._is_own(node.value)):
            return False
        makers = [side for each in self.models.makers(self.state.function.owner, node.attr) for side in _sides(each)]
        return bool(makers) and all(self._is_itself(m, node) or self._makes_part(m) for m in makers)

    def _makes_part(self, maker: ast.expr) -> bool:
        called = maker.func if isinstance(maker, ast.Call) else None
        if isinstance(called, ast.Name) and called.id in self.models.classes:
            return not self.models.classes[called.id].has_derivative
        return isinstance(maker, ast.Call) and any(e.is_part for e in self._lines(maker))

    def _is_itself(self, maker: ast.expr, called: ast.Attribute) -> bool:
        """`self.conv = weight_norm(self.conv)` is the same part."""
        return isinstance(maker, ast.Attribute) and self._is_own(maker.value) and maker.attr == called.attr

    def _wrapped(self, maker: ast.expr) -> ast.expr:
        """What the part was before some of its parameters came to be computed."""
        while isinstance(maker, ast.Call) and maker.args and any(e.wraps for e in self._lines(maker)):
            maker = maker.args[0]
        return maker

    def _lines(self, maker: ast.expr) -> tuple[Entry, ...]:
        return lookup(self.state.dialects, self.state.module.qualified_name(getattr(maker, "func", maker)))

    def _is_fresh(self, called: ast.expr) -> bool:
        """What the part returns is new, whatever it is given."""
        if not (isinstance(called, ast.Attribute) and self._is_own(called.value)):
            return False
        every = self.models.makers(self.state.function.owner, called.attr)
        sides = [self._wrapped(side) for each in every for side in _sides(each)]
        makers = [s for s in sides if not self._is_itself(s, called)]
        return bool(makers) and all(map(self._makes_fresh, makers))

    def _makes_fresh(self, maker: ast.expr) -> bool:
        """A layer whose results are new, a chain with such a layer, or a class of the file whose results are."""
        if not isinstance(maker, ast.Call):
            return False
        entries = self._lines(maker)
        if entries and entries[0].is_chain:
            return any(map(self._makes_fresh, maker.args))
        if entries:
            return entries[0].is_fresh and not _has_true(maker, "inplace")
        module = self.state.module
        name = maker.func.id if isinstance(maker.func, ast.Name) else ""
        if name in module.classes:
            plans = [self.state.plans.get(f"{name}.{entry}") for entry in self.models.notation.entries]
            results = [p.result for p in plans if p is not None]
            return bool(results) and all(r is not None and r.is_array and _is_new(r) for r in results)
        if name not in module.functions:
            return False
        given = [r.value for r in module.functions[name].of(ast.Return)]
        return bool(given) and all(isinstance(g, ast.Call) and self._is_layer(g) for g in given)

    def _is_layer(self, maker: ast.Call) -> bool:
        """A layer whose results are new."""
        return bool(self._lines(maker)) and self._makes_fresh(maker)

    def tells(self, called: ast.expr) -> bool:
        """A function, or a method of an object, that writes down what it is given: a logger's."""
        while isinstance(called, ast.Attribute) and not self._is_own(called.value):
            if self._is_of_telling(called):
                return True
            called = called.value
        made: Iterable[ast.expr] = ()
        if isinstance(called, ast.Attribute):
            made = self.models.makers(self.state.function.owner, called.attr)
        elif isinstance(called, ast.Name) and called.id not in self.state.function.locals:
            assigned = (s for s in self.state.module.tree.body if isinstance(s, ast.Assign))
            made = (a.value for a in assigned if any(isinstance(t, ast.Name) and t.id == called.id for t in a.targets))
        return self._is_of_telling(called) or any(isinstance(m, ast.Call) and self._is_of_telling(m.func) for m in made)

    def _is_of_telling(self, node: ast.expr) -> bool:
        name = self.state.module.qualified_name(node, self.state.function.locals)
        return name is not None and name.partition(".")[0] in TELLING

    def _part_looks_up(self, called: ast.expr) -> bool:
        """The part, or one that it hands what it is given to, looks up elements by what it is given; so may a function
        of which the table says no more than its name."""
        if any(e.places and e.parameters is None and not e.is_part for e in self._lines(called)):
            return True
        while isinstance(called, ast.Subscript):
            called = called.value
        if not (isinstance(called, ast.Attribute) and self._is_own(called.value)):
            return False
        makers = [side for each in self.models.makers(self.state.function.owner, called.attr) for side in _sides(each)]
        calls = (n for maker in makers for n in walk(maker) if isinstance(n, ast.Call))
        return any(e.places and e.is_part for call in calls for e in self._lines(call))

    def _gives_floats(self, called: ast.expr) -> bool:
        """What the part returns has floating point numbers."""
        makers = self._makers(called)
        return bool(makers) and all(_makes_floats(call, e) or self._is_chain_of_floats(called, e) for call, e in makers)

    def _is_chain_of_floats(self, called: ast.expr, entry: Entry) -> bool:
        """The part hands on what it is given from layer to layer, of which one gives floating point numbers."""
        if not entry.is_chain or not isinstance(called, ast.Attribute):
            return False
        methods = [f for f in self.state.module.functions.values() if f.owner == self.state.function.owner]
        adding = [c for f in methods for c in f.of(ast.Call) if self._adds_to(c, called.attr)]
        at_times = {n for f in methods for branch in f.of(ast.If) for n in walk(branch)}
        layers = [(a, self._lines(a), c not in at_times) for c in adding for a in c.args]
        are_known = all(isinstance(a, ast.Call) and lines and lines[0].is_part for a, lines, _ in layers)
        return are_known and any(
            is_always and isinstance(a, ast.Call) and _makes_floats(a, lines[0]) for a, lines, is_always in layers
        )

    def _adds_to(self, call: ast.Call, name: str) -> bool:
        """`self.body.add(...)`."""
        match call.func:
            case ast.Attribute(value=ast.Attribute(value=ast.Name(), attr=attribute), attr=method):
                return attribute == name and method in self.models.notation.adding
        return False

    def _writes_its_input(self, called: ast.expr) -> bool:
        """The part was asked to write into what it is given."""
        return any(_has_true(call, "inplace") for call, _ in self._makers(called))


def _makes_floats(call: ast.Call, entry: Entry) -> bool:
    """A layer whose results have floating point numbers, unless it is asked for others."""
    return entry.dtype == "floats" and not _asks_for_dtype(call)


def _asks_for_dtype(call: ast.Call) -> bool:
    return any(k.arg in (None, "dtype") for k in call.keywords)


def _is_new(value: Value) -> bool:
    """Made by the function that returns it, and of nothing that it was given or holds."""
    return all(site[:1].isdigit() for site in value.memory)


def _has_true(call: ast.Call, name: str) -> bool:
    """The call gives something else than False for the argument of this name."""
    return any(k.arg == name and not (isinstance(k.value, ast.Constant) and not k.value.value) for k in call.keywords)


def _sides(maker: ast.expr) -> Iterator[ast.expr]:
    """What an attribute is set to: of `a if wide else b` either, and None, which is not called, left out."""
    if isinstance(maker, ast.IfExp):
        yield from (*_sides(maker.body), *_sides(maker.orelse))
    elif not (isinstance(maker, ast.Constant) and maker.value is None):
        yield maker
