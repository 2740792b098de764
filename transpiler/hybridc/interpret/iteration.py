"""What loops run over: ranges, arrays, `enumerate`, `zip` and containers."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from hybridc import rules
from hybridc.domain.values import WEAK_INT, Binding, Form, Value, merge, number, opaque, static, unknown
from hybridc.interpret.mutation import Mutation
from hybridc.interpret.sources import Source
from hybridc.program.state import Environment
from hybridc.syntax.dataflow import base_name
from hybridc.syntax.messages import text_of
from hybridc.syntax.walking import statements, walk

_SHORT = 8  # loops over this many literal numbers stay Python


class Iteration(Mutation):
    """Interprets what a `for` runs over."""

    def check_written_while_read(self, statement: ast.For, source: Source) -> None:
        """Python's loop sees what its body writes into the array that it runs over; a compiled one must index it."""
        self.state.read_by_loops[statement] = source.memory
        self.state.run_over[statement] = frozenset() if source.is_python else source.memory
        for node in statements(statement):
            targets = (
                node.targets
                if isinstance(node, ast.Assign)
                else [node.target]
                if isinstance(node, ast.AugAssign)
                else []
            )
            for target in targets:
                name = base_name(target)
                changes = isinstance(target, ast.Subscript) or isinstance(node, ast.AugAssign)
                if name is None or not changes or name not in self.state.environment:
                    continue
                held = self.state.environment[name]
                if held.memory & source.memory and held.form not in (Form.LIST, Form.DICT):
                    if not source.is_python or _are_arrays_in_step(statement.iter, name):
                        self.state.plan.reformed.add(statement)
                    self.report(rules.SharedMemory, node, name=name, other=text_of(statement.iter))

    def static_index(self, statement: ast.For, bound: Environment) -> Environment:
        """In a loop that unrolls, an index is a Python number."""
        known = static(Form.NUMBER, dtype=WEAK_INT)
        indexes = {n.id for target in self._indexes(statement.target, statement.iter) for n in _names(target)}
        return {name: known if name in indexes else value for name, value in bound.items()}

    def _indexes(self, target: ast.expr, iterated: ast.expr) -> Iterator[ast.expr]:
        """The targets that ranges and `enumerate` give numbers."""
        if self.range_arguments(iterated) is not None:
            yield target
        match target, iterated:
            case ast.Tuple(elts=[index, inner]), ast.Call(func=ast.Name(id="enumerate"), args=[source, *_]):
                yield index
                yield from self._indexes(inner, source)
            case ast.Tuple(elts=targets), ast.Call(func=ast.Name(id="zip"), args=sources):
                for inner, source in zip(targets, sources, strict=False):
                    yield from self._indexes(inner, source)
            case _, ast.Call(func=ast.Name(id="reversed"), args=[source]):
                yield from self._indexes(target, source)

    def unrolls(self, statement: ast.For) -> bool:
        return statement in self.state.demand.unrolled or statement in self.state.unrolled

    def can_unroll(self, statement: ast.stmt) -> bool:
        return isinstance(statement, ast.For) and self.trip_count_is_static(statement)

    def trip_count_is_static(self, statement: ast.For) -> bool:
        arguments = self.range_arguments(statement.iter)
        return arguments is None or all(self.state.plan.values[a].is_static for a in arguments)

    def range_arguments(self, node: ast.expr) -> list[ast.expr] | None:
        match node:
            case ast.Call(func=ast.Name(id="range"), args=arguments, keywords=[]) if (
                "range" not in self.state.function.locals
            ):
                return arguments
        return None

    def step_is_one(self, node: ast.expr) -> bool:
        arguments = self.range_arguments(node) or []
        return len(arguments) < 3 or (isinstance(arguments[2], ast.Constant) and arguments[2].value == 1)

    def source(self, statement: ast.For, node: ast.expr) -> Source | None:
        arguments = self.range_arguments(node)
        if arguments is not None:
            return self._range_source(node, arguments)
        match node:
            case ast.Call(func=ast.Name(id="enumerate"), args=[inner, *start], keywords=keywords) if (
                len(start) + len(keywords) < 2
            ):
                for argument in (*start, *(k.value for k in keywords)):
                    self.evaluate(argument)
                source = self.source(statement, inner)
                return None if source is None else self._enumerated(source)
            case ast.Call(func=ast.Name(id="zip"), args=inner, keywords=[]) if inner:
                sources = [self.source(statement, i) for i in inner]
                for argument in inner:
                    bounds = self.range_arguments(argument)
                    if bounds and not all(self.state.plan.values[b].is_static for b in bounds):
                        self.state.plan.reformed.add(statement)
                if any(s is None for s in sources):
                    return None
                return self._zipped([s for s in sources if s is not None], node)
            case ast.Call(func=ast.Name(id="reversed"), args=[inner], keywords=[]):
                source = self.source(statement, inner)
                if source is None:
                    return None
                return replace(source, description=f"`reversed` of {source.description}")
        return self._value_source(node, self.evaluate(node))

    def _range_source(self, node: ast.expr, arguments: list[ast.expr]) -> Source:
        values = [self.evaluate(a) for a in arguments]
        step = values[2] if len(values) > 2 else None
        if step is not None and not step.is_static:
            if isinstance(self.current, ast.For) and self.current.iter is node:
                self.state.plan.reformed.add(self.current)
            self.report(
                rules.StaticNeeded, arguments[2], expression=text_of(arguments[2]), why="it is the step of a `range`"
            )
        if step is not None and not all(v.is_static for v in values) and not self.step_is_one(node):
            if step.is_static and isinstance(self.current, ast.For) and self.current.iter is node:
                self.state.plan.reformed.add(self.current)
            self.report(
                rules.StaticNeeded,
                node,
                expression=text_of(node),
                why="a `range` with a step needs known bounds in compiled code",
            )
        bounds = [v.constant for v in values if isinstance(v.constant, int)]
        is_short = len(bounds) == len(values) and 0 not in bounds[2:] and len(range(*bounds)) <= _SHORT
        index = static(Form.NUMBER, dtype=WEAK_INT) if is_short else number(WEAK_INT, rank=0)
        return Source(index, is_short, description="a range")

    def _enumerated(self, source: Source) -> Source:
        index = static(Form.NUMBER, dtype=WEAK_INT) if source.is_python else number(WEAK_INT, rank=0)
        element = Value(Binding.TRACED, Form.TUPLE, items=(index, source.element))
        shown = f"`enumerate` of {source.description}"
        return Source(element, source.is_python, source.is_array, shown, source.memory)

    def _zipped(self, sources: list[Source], node: ast.expr) -> Source | None:
        element = Value(Binding.TRACED, Form.TUPLE, items=tuple(s.element for s in sources))
        memory = frozenset().union(*(s.memory for s in sources))
        if any(s.is_python for s in sources):
            return Source(element, True, description="`zip`", memory=memory)
        return Source(element, False, all(s.is_array for s in sources), "`zip` of arrays", memory)

    def _value_source(self, node: ast.expr, value: Value) -> Source | None:
        if value.form is Form.DICT:  # whose keys JAX knows
            return Source(static(dtype=unknown(), shape=unknown()), True, description=value.form.value)
        if value.form in (Form.TUPLE, Form.LIST, Form.DICT, Form.RANGE, Form.STRING):
            element = opaque() if not value.is_static else static(dtype=unknown(), shape=unknown())
            element = replace(element, memory=value.held)
            if value.items:
                element = value.items[0]
                for item in value.items[1:]:
                    element = merge(element, item)
            element = replace(element, constant=Value(Binding.STATIC).constant)
            return Source(element, True, description=value.form.value, memory=value.held)
        if value.is_static:
            return Source(static(dtype=unknown(), shape=unknown()), True, description="a static container")
        if not value.form.is_numeric and value.form is not Form.STACKED:
            self.report(rules.TracedIteration, node, what=value.form.value)
            return None
        key = next(iter(value.shape)) if len(value.shape) == 1 else None
        rank = None if value.rank is None else value.rank - 1
        shape = frozenset() if rank == 0 else (unknown() if key is None else frozenset({f"{key}[i]"}))
        memory = frozenset() if rank == 0 else value.memory
        element = Value(Binding.TRACED, Form.NUMBER, value.dtype, shape, rank, is_element=rank is None, memory=memory)
        is_array = value.is_array or value.form is Form.STACKED
        if value.levels > 1:
            element = value.row(element)
        return Source(element, False, is_array, "an array" if is_array else f"`{text_of(node)}`", value.memory)

    def bound(self, target: ast.expr, element: Value) -> Environment:
        """The names of a loop's target, with their values."""
        if isinstance(target, ast.Name):
            return {target.id: element}
        if isinstance(target, ast.Tuple | ast.List):
            count = len(target.elts)
            parts = element.items if element.items is not None and len(element.items) == count else None
            if parts is None:
                part = element if element.is_static else replace(opaque(), memory=element.memory)
                parts = (part,) * count
            bound: Environment = {}
            for inner, part in zip(target.elts, parts, strict=True):
                if isinstance(inner, ast.Starred):
                    rest = Value(part.binding, Form.LIST, memory=element.memory)
                    bound |= self.bound(inner.value, rest)
                else:
                    bound |= self.bound(inner, part)
            return bound
        self.report(rules.UnsupportedStatement, target, what=f"`for {text_of(target)}`")
        return {}


def _are_arrays_in_step(iterated: ast.expr, name: str) -> bool:
    """The array of this name is one of those that `zip` takes."""
    match iterated:
        case ast.Call(func=ast.Name(id="zip"), args=inner):
            return any(isinstance(i, ast.Name) and i.id == name for i in inner)
    return False


def _names(target: ast.expr) -> Iterator[ast.Name]:
    return (n for n in walk(target) if isinstance(n, ast.Name))
