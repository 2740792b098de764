"""The abstract interpretation of calls of methods in models: of arrays, of models, and of their parts."""

from __future__ import annotations

import ast
from dataclasses import replace

from hybridc import rules
from hybridc.dialects.entry import Entry
from hybridc.domain.lists import LIST_CHANGES
from hybridc.domain.sites import parameters_in
from hybridc.domain.values import WEAK_INT, Form, Value, opaque, static
from hybridc.interpret.calls import method
from hybridc.interpret.models import layers
from hybridc.interpret.models.attributes import is_context, is_global
from hybridc.interpret.models.collections import is_of_container, line_of_known
from hybridc.interpret.models.guesses import expect_either_way
from hybridc.interpret.models.kept import expect_unseen
from hybridc.interpret.models.layers import is_surely_part
from hybridc.interpret.models.outside import are_numpys, is_copy_of_table, is_only_numpys, noted_as_numpys
from hybridc.interpret.models.part_calls import part_called
from hybridc.interpret.models.run import ModelRun
from hybridc.interpret.models.writes import cast_by_name, narrowed, without_cast, write_arguments
from hybridc.interpret.results import arguments
from hybridc.program.models import is_bound, is_super
from hybridc.program.parts import ARRAY_METHODS, is_part, part, table
from hybridc.program.plans import Mapping
from hybridc.program.static_demand import fitting_method, is_spread, lookup
from hybridc.syntax.arguments import arguments_given
from hybridc.syntax.messages import text_of
from hybridc.syntax.only_tested import only_tested
from hybridc.syntax.walking import all_given

_COMPUTED = (ast.Compare, ast.BinOp, ast.UnaryOp)


def draws(run: ModelRun, node: ast.Call) -> None:
    """Compiled branches and loops would draw the same at every turn."""
    run.state.plan.draws = True
    if run.state.is_compiled_here:
        run.report(rules.StatefulRandomness(name=text_of(node.func)), node)


def model_method(run: ModelRun, node: ast.Call, function: ast.Attribute) -> Value:
    receiver = run.evaluate(function.value)
    if is_copy_of_table(run, node, receiver):
        return table()
    if receiver.is_static and (line := _line_of_size(run, node, function, receiver)) is not None:
        run.state.plan.lines.mappings[node] = Mapping(line, is_method=True)
        return static(Form.NUMBER, dtype=WEAK_INT)
    if receiver.form is Form.STACKED and function.attr in LIST_CHANGES:
        run.state.unroll(*(statement for statement, loop in run.state.plan.control.loops.items() if loop.outputs))
        run.report(rules.ListInLoop(name=text_of(function.value)), node)
        return opaque()
    if receiver.form in (Form.LIST, Form.DICT, Form.TUPLE, Form.STRING):
        return method(run, node, function)
    if are_numpys(run, receiver):
        return _numpys_method(run, node, function)
    entries = run.policy.calls.method_lines(run, function.attr)
    if receiver.is_static and isinstance(function.value, _COMPUTED) and (made := _of_computed(run, node, entries)):
        return made
    is_own = layers.is_own(run, function.value)
    is_arrays = function.attr in ARRAY_METHODS or any(e.writes for e in entries)
    is_arrays = is_arrays or (not is_own and _is_only_of_arrays(run, node, function, entries))
    is_object = is_part(receiver) and (not is_arrays or is_global(run, function.value))
    is_object = is_object or (is_part(receiver) and _is_child(run, node, function))
    if is_own or is_super(function.value, run.owner):
        return _own_method(run, node, function)
    if is_object and receiver.form is Form.UNKNOWN and (either := moved(run, node, function)) is not None:
        arguments(run, node)
        run.state.plan.lines.mappings[node] = either
        return receiver.but(memory=receiver.memory | run.state.allocate(node))
    if not entries or is_object or is_of_container(run, node, function):
        return part_called(run, node)
    found = fitting_method(entries, node)
    if found is None and is_adapted(run, node, function, entries):
        return part_called(run, node)
    if found is not None and found[0].draws:
        run.parts.draws(run, node)
    if found is not None and found[0].refusal is not None and (line := _line_of_read(run, node, function)) is not None:
        run.state.plan.lines.mappings[node] = Mapping(line, is_method=True)
        return run.policy.calls.result_of(run, node, line, [receiver], {})
    if found is not None and found[0].refusal is not None and (line := line_of_known(run, function)) is not None:
        run.state.plan.lines.mappings[node] = Mapping(line, is_method=True)
        return part()
    result = method(run, node, function)
    expect_either_way(run, node)
    if found is not None and found[0].target == "self.shape":  # `x.size()`
        return static(Form.TUPLE)
    without_cast(run, node)
    cast_by_name(run, node)
    result = narrowed(run, node, result)
    if found is not None and not is_part(result) and is_only_numpys(run, function.attr):
        noted_as_numpys(run, result)
    if found is not None and found[0].writes and not isinstance(run.current, ast.Expr):
        result = replace(result, memory=result.memory | receiver.memory)  # it is what was written into
    return result


def _line_of_size(run: ModelRun, node: ast.Call, function: ast.Attribute, receiver: Value) -> Entry | None:
    """`x.shape.numel()`: what a shape has in the framework and tuples have not."""
    found = fitting_method(lookup(run.state.dialects, f"Size.{function.attr}"), node)
    held = function.value
    while isinstance(held, ast.Subscript) and isinstance(held.slice, ast.Slice):
        held = held.value
    mapping = run.state.plan.lines.mappings.get(held)
    is_shape = receiver.form is Form.TUPLE or (mapping is not None and mapping.entry.target == "self.shape")
    return found[0] if found is not None and is_shape else None


def _of_computed(run: ModelRun, node: ast.Call, entries: tuple[Entry, ...]) -> Value | None:
    """`(self.fc.weight > 0).float()`: what operators give is no module, whose methods have the same names."""
    found = fitting_method(entries, node)
    if found is None or found[0].refusal is not None or found[0].writes or found[0].draws:
        return None
    values, keywords = arguments(run, node)
    run.state.plan.lines.mappings[node] = Mapping(*found, is_method=True)
    return run.policy.calls.result_of(run, node, found[0], [opaque(), *values], keywords)


def _line_of_read(run: ModelRun, node: ast.Call, function: ast.Attribute) -> Entry | None:
    """`x.max().item()` is read by what a model computes, or only tested: elsewhere it is a number of Python's."""
    if run.owner is None and node not in only_tested(run.state.function):
        return None
    found = fitting_method(lookup(run.state.dialects, f"Read.{function.attr}"), node)
    return None if found is None else found[0]


def _numpys_method(run: ModelRun, node: ast.Call, function: ast.Attribute) -> Value:
    """A method of NumPy's arrays means what it means there, whatever the framework calls so."""
    around, run.is_of_numpys = run.is_of_numpys, True
    try:
        return noted_as_numpys(run, method(run, node, function))
    finally:
        run.is_of_numpys = around


def _is_child(run: ModelRun, node: ast.Call, function: ast.Attribute) -> bool:
    """`self.head.flatten(x)` calls a part of a part, not a method of an array: by what the constructor sets, or by
    the array that it is given, where the file names a part so."""
    if is_surely_part(run, function.value):
        return True
    is_named = function.attr in run.models.children
    return is_named and bool(node.args) and not run.evaluate(node.args[0]).is_static


def _is_only_of_arrays(run: ModelRun, node: ast.Call, function: ast.Attribute, entries: tuple[Entry, ...]) -> bool:
    """`x.expand(-1, 2)`: called with what is known while tracing, as no layer is. Or named as none is: `x.type_as(y)`,
    where JAX says so if it is one all the same."""
    notation = run.models.notation
    found = fitting_method(entries, node) if function.attr not in notation.shared else None
    is_named_so = notation.usual_parts is None or function.attr in notation.usual_parts | run.models.children
    return found is not None and (not is_named_so or all(run.evaluate(g).is_static for g in all_given(node)))


def moved(run: ModelRun, node: ast.Call, function: ast.Attribute) -> Mapping | None:
    """`x.cuda()` of what may be an array or a model: the line for either, by which it is what it was."""
    is_statement = isinstance(run.current, ast.Expr) and run.current.value is node
    is_of_file = function.attr in run.state.module.method_names or layers.is_own(run, function.value)
    held = function.value.value if isinstance(function.value, ast.Subscript) else function.value
    is_of_file |= isinstance(held, ast.Attribute) and held is not function.value and layers.is_own(run, held.value)
    if is_statement or is_of_file or is_surely_part(run, function.value):
        return None
    found = fitting_method(lookup(run.state.dialects, f"Moved.{function.attr}"), node)
    return None if found is None else Mapping(*found, is_method=True)


def is_adapted(run: ModelRun, node: ast.Call, function: ast.Attribute, entries: tuple[Entry, ...]) -> bool:
    """Arguments that only Python can bind: those of `x.unsqueeze(*args, **kwargs)`. Notes how it does."""
    spreads = is_spread(node)
    entry = next((e for e in entries if e.target is not None and e.parameters and not e.writes), None)
    if not spreads or entry is None:
        return False
    if entry.passes_on or function.attr in ARRAY_METHODS - run.models.notation.homonyms:
        return True  # JAX's arrays take them as well, or say that they do not
    run.state.plan.lines.mappings[node] = Mapping(entry, is_method=True, is_adapted=True)
    return True


def _own_method(run: ModelRun, node: ast.Call, function: ast.Attribute) -> Value:
    line = next(iter(lookup(run.state.dialects, f"Context.{function.attr}")), None) if is_context(run) else None
    if line is not None and line.refusal is not None:
        run.policy.calls.refuse(run, node, line, text_of(function))
    inherits = is_super(function.value, run.owner)
    name = run.models.method(run.owner, function.attr, run.state.module, inherits)
    plan = run.state.plans.get(name or "")
    result = part_called(run, node)
    if plan is not None and plan.arguments.mutated:
        method = run.state.module.functions[plan.function.qualified_name]
        given = [function.value] if is_bound(method) else []
        call = ast.copy_location(ast.Call(function, [*given, *node.args], node.keywords), node)
        bound = {
            n: run.state.plan.values[a] for n, a in arguments_given(method, call).items() if a is not function.value
        }
        write_arguments(run, node, method, plan.arguments.mutated, bound, call)
    if plan is not None and plan.result is not None:
        result = _shown_by(run, node, plan.result, result)
    for attribute in sorted(plan.arguments.attributes_written) if plan is not None else ():
        held = function.value if run.own is None or not inherits else ast.Name(run.own, ast.Load())
        expect_unseen(run, ast.copy_location(ast.Attribute(held, attribute, ast.Load()), node), run.current)
    return result


def _shown_by(run: ModelRun, node: ast.Call, returned: Value, result: Value) -> Value:
    """What a method of the object gives may be what attributes hold."""
    own = frozenset(m for m in returned.memory if m.is_attribute)
    if not result.is_static:
        if parameters_in(returned.memory):  # which needs no look when it runs
            run.returned_by_parts -= {m.newest for m in run.state.allocate(node)}
        return result.but(memory=result.memory | own)
    if returned.is_array or (returned.is_traced and returned.form is Form.NUMBER):
        return replace(returned, memory=own | run.state.allocate(node), place=None)
    return result
