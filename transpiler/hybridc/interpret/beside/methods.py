"""The abstract interpretation of calls of methods in what stays Python beside models."""

from __future__ import annotations

import ast

from hybridc import rules
from hybridc.dialects.entry import Entry
from hybridc.domain.values import Form, Value, outside
from hybridc.interpret import calls
from hybridc.interpret.beside.flow import TOLD, is_of_training
from hybridc.interpret.beside.libraries import is_of_library
from hybridc.interpret.beside.run import HostRun
from hybridc.interpret.beside.writes import is_own, only_read, shared, written_through
from hybridc.interpret.calls import method
from hybridc.interpret.models import layers
from hybridc.interpret.models import methods as model_methods
from hybridc.interpret.models.attributes import is_global
from hybridc.interpret.models.collections import is_of_container
from hybridc.interpret.models.kept import keep_names
from hybridc.interpret.models.layers import is_surely_part
from hybridc.interpret.models.methods import is_adapted
from hybridc.interpret.models.outside import is_only_numpys
from hybridc.interpret.models.part_calls import part_called
from hybridc.interpret.results import arguments
from hybridc.program.parts import ARRAY_METHODS, is_part, part
from hybridc.program.plans import Mapping
from hybridc.program.static_demand import fitting_method, lookup, lookup_method
from hybridc.rules import RULES
from hybridc.syntax.messages import text_of


def seen_by_others(run: HostRun, node: ast.Call, value: Value) -> Value:
    """A view of what the function has not made is seen by whoever has that."""
    mapping = run.state.plan.lines.mappings.get(node)
    is_view = mapping is not None and (mapping.entry.is_view or mapping.entry.back is not None)
    return shared(value) if is_view and value.is_traced else value


def model_method(run: HostRun, node: ast.Call, function: ast.Attribute) -> Value:
    receiver = run.evaluate(function.value)
    if receiver.is_outside or (receiver.form is Form.UNKNOWN and is_of_library(run, function.value)):
        arguments(run, node)
        if function.attr not in run.models.notation.binding:
            return outside()
        keep_names(run, f"{text_of(function)}()", node)
        return part()
    if receiver.form is Form.UNKNOWN and function.attr == "astype" and is_only_numpys(run, "astype"):
        arguments(run, node)
        return outside()
    result = _host_method(run, node, function)
    if layers.is_own(run, function.value) and function.attr in run.models.notation.registering:
        for given in (*node.args[1:], *(k.value for k in node.keywords)):
            keep_names(run, function.attr, given)
    mapping = run.state.plan.lines.mappings.get(node)
    if mapping is not None and mapping.entry.is_held:
        result = shared(result)
    if receiver.is_traced and not is_own(receiver):  # a number may be a row
        result = seen_by_others(run, node, result)
    return outside() if mapping is not None and mapping.entry.is_outside else result


def _host_method(run: HostRun, node: ast.Call, function: ast.Attribute) -> Value:
    receiver = run.evaluate(function.value)
    around, run.is_of_others = run.is_of_others, not is_own(receiver)
    try:
        result = _method_of(run, node, function, receiver)
    finally:
        run.is_of_others = around
    mapping = run.state.plan.lines.mappings.get(node)
    if mapping is not None and mapping.entry.is_outside and (node.lineno, node.col_offset) in run.writers.copied:
        found = fitting_method(lookup(run.state.dialects, f"Copied.{function.attr}"), node)
        run.state.plan.lines.mappings[node] = mapping if found is None else Mapping(*found, is_method=True)
    if mapping is not None and not (mapping.entry.is_view or mapping.entry.back):
        only_read(run, function.value)
    return result


def _method_of(run: HostRun, node: ast.Call, function: ast.Attribute, receiver: Value) -> Value:
    if written_through(run, node, function, receiver):
        value = part_called(run, node)
        for given in node.args:
            only_read(run, given)
        return value
    if is_part(receiver) or not (receiver.is_array or (receiver.is_traced and receiver.form is Form.NUMBER)):
        lines = run.policy.calls.method_lines(run, function.attr)
        if receiver.form is Form.UNKNOWN and lines and is_of_training(lines[0]):
            run.policy.calls.refuse(run, node, lines[0], text_of(function))
        if receiver.form is Form.UNKNOWN and is_adapted(
            run, node, function, run.policy.calls.method_lines(run, function.attr)
        ):
            return part_called(run, node)
        if receiver.form is Form.UNKNOWN and (moved := model_methods.moved(run, node, function)) is not None:
            arguments(run, node)
            run.state.plan.lines.mappings[node] = moved
            return receiver
        if receiver.form is Form.UNKNOWN and _is_tensors(run, node, function):
            return seen_by_others(run, node, method(run, node, function))
        if receiver.form is not Form.OBJECT:
            return part_called(run, node)
        arguments(run, node)
        return receiver
    return model_methods.model_method(run, node, function)


def _is_tensors(run: HostRun, node: ast.Call, function: ast.Attribute) -> bool:
    """Of something unknown: a method that only the framework's arrays have, or one that JAX's have with another
    meaning. Models have some of the same names, and JAX's arrays most others."""
    name = function.attr
    is_own = layers.is_own(run, function.value)
    is_of_models = name in run.state.module.method_names or name in run.models.attributes | run.models.children
    is_of_models = is_of_models or is_surely_part(run, function.value)
    if is_own or is_of_models or is_global(run, function.value) or is_of_container(run, node, function):
        return False
    is_result = isinstance(function.value, ast.BinOp | ast.UnaryOp | ast.Compare)  # which no model is
    is_only_theirs = name not in ARRAY_METHODS and (is_result or name not in run.models.notation.shared)
    found = fitting_method(run.policy.calls.method_lines(run, name), node)
    is_meant = is_only_theirs or name in run.models.notation.homonyms
    is_meant |= any(k.arg in run.models.notation.keywords for k in node.keywords) or _keeps_axis(node)
    return is_meant and found is not None and found[0].target is not None


def method_lines(run: HostRun, name: str) -> tuple[Entry, ...]:
    dialects = run.state.dialects
    seen = lookup(dialects, f"Shared.{name}") if run.is_of_others else ()
    return (*seen, *lookup(dialects, f"Host.{name}")) or lookup_method(dialects, name)


def refuse(run: HostRun, node: ast.AST, entry: Entry, shown: str) -> None:
    if RULES[entry.refusal or ""] in TOLD:
        calls.refuse(run, node, entry, shown)
    else:
        run.report(rules.UnmappedName(name=shown, suggestion=calls.advised(entry.advice)), node)


def _keeps_axis(call: ast.Call) -> bool:
    """`x.mean(1, True)`: no method of NumPy's takes a truth value in second place."""
    match call.args:
        case [_, ast.Constant(value=bool())]:
            return True
    return False
