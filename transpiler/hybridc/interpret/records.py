"""The abstract interpretation of records: tuples whose elements have names, and dataclasses, taken for such."""

from __future__ import annotations

import ast
from dataclasses import replace

from hybridc.domain.values import Form, Value, opaque
from hybridc.interpret import expressions
from hybridc.interpret.evaluation import Run
from hybridc.program.placing import placed
from hybridc.program.static_demand import lookup_method
from hybridc.syntax.records import record_fields, records_of


def made(run: Run, node: ast.Call, function: ast.Name) -> Value | None:
    """What a call of a record's class gives; None where it is none, or the text does not tell its fields."""
    kind = records_of(run.state.module).get(function.id)
    given = None if kind is None or function.id in run.state.function.locals else kind.given(node)
    if kind is None or given is None:
        return None
    found = {field: placed(run.state, e, run.evaluate(e)) for field, e in given.items()}
    return _with_items(run, tuple(found[field] for field in kind.fields), kind.keys())


def attribute(run: Run, node: ast.Attribute) -> Value:
    """An attribute of an array, of a module, or of a record."""
    held = _field(run, node)
    return expressions.attribute(run, node) if held is None else held


def _field(run: Run, node: ast.Attribute) -> Value | None:
    """`s.pos`. Of a parameter, or of what a container holds, the attribute tells that it is a record: JAX takes no
    other object that has it."""
    if run.state.module.qualified_name(node, run.state.function.locals) is not None:
        return None
    value = run.evaluate(node.value)
    if value.form is Form.TUPLE and value.items is not None:
        place = _place(value, node.attr)
        return None if place is None else value.items[place]
    is_perhaps = value.form is Form.UNKNOWN and not value.is_static and node.attr in record_fields(run.state.module)
    if not is_perhaps or lookup_method(run.state.dialects, node.attr):
        return None
    return replace(opaque(), memory=value.memory)


def method(run: Run, node: ast.Call, function: ast.Attribute) -> Value | None:
    """`s._replace(pos=p)`."""
    if function.attr != "_replace" or node.args or any(k.arg is None for k in node.keywords):
        return None
    return _replaced(run, node, function.value)


def named(run: Run, node: ast.Call, name: str) -> Value | None:
    """`dataclasses.replace(s, pos=p)`."""
    is_meant = name == "dataclasses.replace" and len(node.args) == 1 and all(k.arg is not None for k in node.keywords)
    return _replaced(run, node, node.args[0]) if is_meant else None


def _replaced(run: Run, node: ast.Call, record: ast.expr) -> Value | None:
    receiver = run.evaluate(record)
    given = {k.arg: placed(run.state, k.value, run.evaluate(k.value)) for k in node.keywords if k.arg is not None}
    if receiver.form is Form.TUPLE and receiver.items is not None and receiver.keys is not None:
        items = list(receiver.items)
        for name, value in given.items():
            place = _place(receiver, name)
            if place is None:
                return None
            items[place] = value
        return _with_items(run, tuple(items), receiver.keys)
    if receiver.form is Form.UNKNOWN and given.keys() <= record_fields(run.state.module):
        return replace(opaque(), memory=receiver.memory.union(*(v.memory for v in given.values())))
    return None


def _with_items(run: Run, items: tuple[Value, ...], keys: tuple[object, ...]) -> Value:
    memory = frozenset().union(*(v.memory for v in items))
    return Value(run.state.binding_of(*items), Form.TUPLE, items=items, keys=keys, memory=memory)


def _place(value: Value, name: str) -> int | None:
    names = [str(key).rpartition(".")[2] for key in value.keys or ()]
    return names.index(name) if name in names else None
