"""What loops of models, and comprehensions, are given at each turn where Python runs them."""

from __future__ import annotations

import ast
from dataclasses import replace

from hybridc.dialects.entry import Entry
from hybridc.domain.values import WEAK_INT, Form, Value, opaque, static
from hybridc.interpret.models.layers import class_made, is_surely_part
from hybridc.interpret.models.part_arrays import arrays_shown, of_parts
from hybridc.interpret.models.run import ModelRun
from hybridc.program.parts import is_part, part
from hybridc.program.static_demand import lookup
from hybridc.syntax.walking import walk


def lines_of(run: ModelRun, entered: ast.expr) -> tuple[Entry, ...]:
    """The lines for what `with` enters, or for a statement that is a call."""
    called = entered.func if isinstance(entered, ast.Call) else entered
    name = run.state.module.qualified_name(called, run.state.function.locals)
    if name is None and isinstance(entered, ast.Call) and isinstance(called, ast.Attribute):
        is_of_file = called.attr in run.state.module.method_names
        return () if is_of_file else tuple(e for e in run.policy.calls.method_lines(run, called.attr) if e.is_gone)
    return lookup(run.state.dialects, name)


def element(run: ModelRun, iterated: ast.expr) -> Value | None:
    """What a loop over parts of the model, or over what they return, is given at each turn; None of others."""
    match iterated:
        case ast.Call(func=ast.Name(id="enumerate"), args=[inner, *_]):
            element = run.parts.element(run, inner)
            index = static(Form.NUMBER, dtype=WEAK_INT)
            return None if element is None else _together(run, [index, element])
        case ast.Call(func=ast.Name(id="zip"), args=inners) if inners:
            elements = [run.parts.element(run, i) for i in inners]
            if all(e is None for e in elements):
                return None
            return _together(run, [e or _of_array(run, i) for e, i in zip(elements, inners, strict=True)])
        case ast.Call(func=ast.Name(id="reversed"), args=[inner]):
            return run.parts.element(run, inner)
        case ast.Call(func=ast.Name(id="range")):
            return None
        case ast.Call(func=ast.Attribute(value=held, attr="items" | "keys" as method), args=[], keywords=[]):
            if (element := _element_of_dict(run, held, method)) is not None:
                run.evaluate(iterated)
                return element
    value = run.evaluate(iterated)
    if value.form is Form.DICT and value.items is None:
        return part()
    if is_part(value):
        return value if value.is_outside else part().but(memory=of_parts(value) | arrays_shown(value))
    if value.form is Form.UNKNOWN:
        return replace(opaque(), memory=value.memory)
    return None


def _of_array(run: ModelRun, iterated: ast.expr) -> Value:
    """What an array gives beside others, a row of it perhaps, or what counts."""
    match iterated:
        case ast.Call(func=ast.Name(id="range")):
            return opaque()
        case ast.Call(func=ast.Name(id="enumerate"), args=[inner, *_]):
            return _together(run, [static(Form.NUMBER, dtype=WEAK_INT), _of_array(run, inner)])
        case ast.Call(func=ast.Name(id="zip"), args=inners):
            return _together(run, [_of_array(run, inner) for inner in inners])
        case ast.Call(func=ast.Name(id="reversed"), args=[inner]):
            return _of_array(run, inner)
    return replace(opaque(), memory=run.evaluate(iterated).held)


def _element_of_dict(run: ModelRun, held: ast.expr, method: str) -> Value | None:
    """A key, which is no array, and what it stands for, of a dict whose keys nothing tells. Parts go by names."""
    value = run.evaluate(held)
    makers = run.models.makers(run.owner, held.attr) if isinstance(held, ast.Attribute) else ()
    if is_surely_part(run, held) and not any(class_made(run, maker) for maker in makers):
        key, each = static(Form.STRING), part().but(memory=of_parts(value) | arrays_shown(value))
        return key if method == "keys" else _together(run, [key, each])
    if value.form is not Form.DICT or value.items is not None:
        return None
    return part() if method == "keys" else _together(run, [part(), replace(opaque(), memory=value.memory)])


def _together(run: ModelRun, items: list[Value]) -> Value:
    memory = frozenset().union(*(i.memory for i in items))
    return Value(run.state.binding_of(*items), Form.TUPLE, items=tuple(items), memory=memory)


def counts(run: ModelRun, iterated: ast.expr) -> bool:
    """A loop runs over what a framework counts, as it would over Python's `range` of the same arguments."""
    match iterated:
        case ast.Call(args=arguments, keywords=[]) if "range" not in run.state.function.locals:
            are_whole = not any(isinstance(a, ast.Starred) or _floats(a) for a in arguments)
            return are_whole and any(e.counts for e in lines_of(run, iterated))
    return False


def _floats(node: ast.expr) -> bool:
    """Floating point numbers stand in it, or it divides."""
    return any(
        (isinstance(n, ast.Constant) and isinstance(n.value, float)) or isinstance(n, ast.Div) for n in walk(node)
    )
