"""The abstract interpretation of named tuples: tuples whose elements have names as well."""

from __future__ import annotations

import ast
from dataclasses import replace

from hybridc.domain.values import Form, Value, opaque
from hybridc.interpret import expressions
from hybridc.interpret.evaluation import Run
from hybridc.program.placing import placed
from hybridc.program.static_demand import lookup_method
from hybridc.syntax.named_tuples import named_fields, named_tuples


def made(run: Run, node: ast.Call, function: ast.Name) -> Value | None:
    """What a call of a named tuple's class gives; None where it is none, or the text does not tell its fields."""
    kind = named_tuples(run.state.module).get(function.id)
    given = None if kind is None or function.id in run.state.function.locals else kind.given(node)
    if kind is None or given is None:
        return None
    found = {field: placed(run.state, e, run.evaluate(e)) for field, e in given.items()}
    return _with_items(run, tuple(found[field] for field in kind.fields), kind.keys())


def attribute(run: Run, node: ast.Attribute) -> Value:
    """An attribute of an array, of a module, or of such a tuple."""
    held = _field(run, node)
    return expressions.attribute(run, node) if held is None else held


def _field(run: Run, node: ast.Attribute) -> Value | None:
    """`s.pos`. Of a parameter, or of what a container holds, the attribute tells that it is such a tuple: JAX takes no
    other object that has it."""
    if run.state.module.qualified_name(node, run.state.function.locals) is not None:
        return None
    value = run.evaluate(node.value)
    if value.form is Form.TUPLE and value.items is not None:
        place = _place(value, node.attr)
        return None if place is None else value.items[place]
    is_perhaps = value.form is Form.UNKNOWN and not value.is_static and node.attr in named_fields(run.state.module)
    if not is_perhaps or lookup_method(run.state.dialects, node.attr):
        return None
    return replace(opaque(), memory=value.memory)


def method(run: Run, node: ast.Call, function: ast.Attribute) -> Value | None:
    """`s._replace(pos=p)`."""
    if function.attr != "_replace" or node.args or any(k.arg is None for k in node.keywords):
        return None
    receiver = run.evaluate(function.value)
    given = {k.arg: placed(run.state, k.value, run.evaluate(k.value)) for k in node.keywords if k.arg is not None}
    if receiver.form is Form.TUPLE and receiver.items is not None and receiver.keys is not None:
        items = list(receiver.items)
        for name, value in given.items():
            place = _place(receiver, name)
            if place is None:
                return None
            items[place] = value
        return _with_items(run, tuple(items), receiver.keys)
    if receiver.form is Form.UNKNOWN and given.keys() <= named_fields(run.state.module):
        return replace(opaque(), memory=receiver.memory.union(*(v.memory for v in given.values())))
    return None


def _with_items(run: Run, items: tuple[Value, ...], keys: tuple[object, ...]) -> Value:
    memory = frozenset().union(*(v.memory for v in items))
    return Value(run.state.binding_of(*items), Form.TUPLE, items=items, keys=keys, memory=memory)


def _place(value: Value, name: str) -> int | None:
    names = [str(key).rpartition(".")[2] for key in value.keys or ()]
    return names.index(name) if name in names else None
