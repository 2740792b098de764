"""What loops run over: ranges, arrays, `enumerate`, `zip` and containers."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from hybridc import rules
from hybridc.domain.atoms import behind, unknown
from hybridc.domain.sites import OUTSIDE
from hybridc.domain.sources import Source
from hybridc.domain.values import SCALAR, WEAK_INT, Binding, Form, Value, merge, number, opaque, static
from hybridc.interpret.evaluation import Run
from hybridc.program.state import Environment
from hybridc.syntax.dataflow import base_name
from hybridc.syntax.messages import text_of
from hybridc.syntax.walking import statements, walk

_SHORT = 8  # loops over this many literal numbers stay Python


def check_written_while_read(run: Run, statement: ast.For, source: Source) -> None:
    """Python's loop sees what its body writes into the array that it runs over; a compiled one must index it."""
    if run.state.refers:
        read, written = {site.newest for site in source.memory}, run.state.known.written
        # What callers and globals hold may overlap: that is known when the function is traced.
        is_written = not read.isdisjoint(written) or (
            any(s.is_outer for s in read) and any(s.is_outer for s in written)
        )
        if is_written and not source.is_python and not unrolls(run, statement):
            run.state.plan.control.reformed.add(statement)
            run.report(rules.SharedMemory(name=text_of(statement.iter), other=text_of(statement.target)), statement)
        return
    run.state.flow.read_by_loops[statement] = source.memory
    run.state.flow.run_over[statement] = frozenset() if source.is_python else source.memory
    for node in statements(statement):
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AugAssign) else []
        )
        for target in targets:
            name = base_name(target)
            changes = isinstance(target, ast.Subscript) or isinstance(node, ast.AugAssign)
            if name is None or not changes or name not in run.state.environment:
                continue
            held = run.state.environment[name]
            if held.memory & source.memory and held.form not in (Form.LIST, Form.DICT):
                if not source.is_python or _are_arrays_in_step(statement.iter, name):
                    run.state.plan.control.reformed.add(statement)
                run.report(rules.SharedMemory(name=name, other=text_of(statement.iter)), node)


def static_index(run: Run, statement: ast.For, bound: Environment) -> Environment:
    """In a loop that unrolls, an index is a Python number."""
    known = static(Form.NUMBER, dtype=WEAK_INT)
    counted = indexes(run, statement.target, statement.iter)
    return {name: known if name in counted else value for name, value in bound.items()}


def indexes(run: Run, target: ast.expr, iterated: ast.expr) -> set[str]:
    """The names that ranges and `enumerate` give numbers."""
    return {name.id for each in _indexes(run, target, iterated) for name in _names(each)}


def _indexes(run: Run, target: ast.expr, iterated: ast.expr) -> Iterator[ast.expr]:
    """The targets that ranges and `enumerate` give numbers."""
    if range_arguments(run, iterated) is not None:
        yield target
    match target, iterated:
        case ast.Tuple(elts=[index, inner]), ast.Call(func=ast.Name(id="enumerate"), args=[source, *_]):
            yield index
            yield from _indexes(run, inner, source)
        case ast.Tuple(elts=targets), ast.Call(func=ast.Name(id="zip"), args=sources):
            for inner, source in zip(targets, sources, strict=False):
                yield from _indexes(run, inner, source)
        case _, ast.Call(func=ast.Name(id="reversed"), args=[source]):
            yield from _indexes(run, target, source)


def unrolls(run: Run, statement: ast.For) -> bool:
    return statement in run.state.demand.unrolled or statement in run.state.known.unrolled


def can_unroll(run: Run, statement: ast.stmt) -> bool:
    return isinstance(statement, ast.For) and trip_count_is_static(run, statement)


def trip_count_is_static(run: Run, statement: ast.For) -> bool:
    arguments = range_arguments(run, statement.iter)
    return arguments is None or all(run.state.plan.values[a].is_static for a in arguments)


def range_arguments(run: Run, node: ast.expr) -> list[ast.expr] | None:
    match node:
        case ast.Call(func=ast.Name(id="range"), args=arguments, keywords=[]) if (
            "range" not in run.state.function.locals
        ):
            return arguments
    return None


def step_is_one(run: Run, node: ast.expr) -> bool:
    arguments = range_arguments(run, node) or []
    return len(arguments) < 3 or (isinstance(arguments[2], ast.Constant) and arguments[2].value == 1)


def source_of(run: Run, statement: ast.For, node: ast.expr) -> Source | None:
    arguments = range_arguments(run, node)
    if arguments is not None:
        return _range_source(run, node, arguments)
    match node:
        case ast.Call(func=ast.Name(id="enumerate"), args=[inner, *start], keywords=keywords) if (
            len(start) + len(keywords) < 2
        ):
            for argument in (*start, *(k.value for k in keywords)):
                run.evaluate(argument)
            source = source_of(run, statement, inner)
            return None if source is None else _enumerated(run, source)
        case ast.Call(func=ast.Name(id="zip"), args=inner, keywords=[]) if inner:
            sources = [source_of(run, statement, i) for i in inner]
            for argument in inner:
                bounds = range_arguments(run, argument)
                if bounds and not all(run.state.plan.values[b].is_static for b in bounds):
                    run.state.plan.control.reformed.add(statement)
            if any(s is None for s in sources):
                return None
            return _zipped(run, [s for s in sources if s is not None], node)
        case ast.Call(func=ast.Name(id="reversed"), args=[inner], keywords=[]):
            source = source_of(run, statement, inner)
            if source is None:
                return None
            return replace(source, description=f"`reversed` of {source.description}")
    return run.policy.values.value_source(run, node, run.evaluate(node))


def _range_source(run: Run, node: ast.expr, arguments: list[ast.expr]) -> Source:
    values = [run.evaluate(a) for a in arguments]
    step = values[2] if len(values) > 2 else None
    if step is not None and not step.is_static:
        if isinstance(run.current, ast.For) and run.current.iter is node:
            run.state.plan.control.reformed.add(run.current)
        run.report(
            rules.StaticNeeded(expression=text_of(arguments[2]), why="it is the step of a `range`"), arguments[2]
        )
    if step is not None and not all(v.is_static for v in values) and not step_is_one(run, node):
        if step.is_static and isinstance(run.current, ast.For) and run.current.iter is node:
            run.state.plan.control.reformed.add(run.current)
        run.report(
            rules.StaticNeeded(
                expression=text_of(node), why="a `range` with a step needs known bounds in compiled code"
            ),
            node,
        )
    bounds = [v.constant for v in values if isinstance(v.constant, int)]
    is_short = len(bounds) == len(values) and 0 not in bounds[2:] and len(range(*bounds)) <= _SHORT
    index = static(Form.NUMBER, dtype=WEAK_INT) if is_short else number(WEAK_INT, rank=0)
    return Source(index, is_short, description="a range")


def _enumerated(run: Run, source: Source) -> Source:
    index = static(Form.NUMBER, dtype=WEAK_INT) if source.is_python else number(WEAK_INT, rank=0)
    element = Value(Binding.TRACED, Form.TUPLE, items=(index, source.element))
    shown = f"`enumerate` of {source.description}"
    return Source(element, source.is_python, source.is_array, shown, source.memory)


def _zipped(run: Run, sources: list[Source], node: ast.expr) -> Source | None:
    element = Value(Binding.TRACED, Form.TUPLE, items=tuple(s.element for s in sources))
    memory = frozenset().union(*(s.memory for s in sources))
    if any(s.is_python for s in sources):
        return Source(element, True, description="`zip`", memory=memory)
    return Source(element, False, all(s.is_array for s in sources), "`zip` of arrays", memory)


def value_source(run: Run, node: ast.expr, value: Value) -> Source | None:
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
        element = static(dtype=unknown(), shape=unknown(), memory=value.memory - {OUTSIDE})
        return Source(element, True, description="a static container")
    if not value.form.is_numeric and value.form is not Form.STACKED:
        run.report(rules.TracedIteration(what=value.form.value), node)
        return None
    rank = None if value.rank is None else value.rank - 1
    shape = SCALAR if rank == 0 else behind(value.shape, 1)
    memory = frozenset() if rank == 0 else value.memory
    element = Value(Binding.TRACED, Form.NUMBER, value.dtype, shape, rank, is_element=rank is None, memory=memory)
    is_array = value.is_array or value.form is Form.STACKED
    if value.levels > 1:
        element = value.row(element)
    return Source(element, False, is_array, "an array" if is_array else f"`{text_of(node)}`", value.memory)


def bindings_of(run: Run, target: ast.expr, element: Value) -> Environment:
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
                bound |= bindings_of(run, inner.value, rest)
            else:
                bound |= bindings_of(run, inner, part)
        return bound
    run.report(rules.UnsupportedStatement(what=f"`for {text_of(target)}`"), target)
    return {}


def _are_arrays_in_step(iterated: ast.expr, name: str) -> bool:
    """The array of this name is one of those that `zip` takes."""
    match iterated:
        case ast.Call(func=ast.Name(id="zip"), args=inner):
            return any(isinstance(i, ast.Name) and i.id == name for i in inner)
    return False


def _names(target: ast.expr) -> Iterator[ast.Name]:
    return (n for n in walk(target) if isinstance(n, ast.Name))
