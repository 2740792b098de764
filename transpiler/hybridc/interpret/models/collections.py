"""The abstract interpretation of lists, tuples and dicts in models, which are Python's while a model is traced."""

from __future__ import annotations

import ast
from dataclasses import replace

from hybridc.dialects.entry import Entry
from hybridc.domain.sites import Site
from hybridc.domain.values import Binding, Form, Value, opaque
from hybridc.interpret import arithmetic, mutation
from hybridc.interpret.models.held_lists import is_container
from hybridc.interpret.models.layers import is_own
from hybridc.interpret.models.run import ModelRun
from hybridc.program.models import METHODS_OF_CONTAINERS, makes_array
from hybridc.program.parts import ARRAY_METHODS
from hybridc.program.static_demand import lookup
from hybridc.syntax.dataflow import names_read
from hybridc.syntax.walking import all_given, walk


def augmented_name(run: ModelRun, statement: ast.AugAssign, target: ast.Name, value: Value) -> None:
    """`found += more`, of which the file tells that either is a tuple or a list: so are both."""
    held = run.state.environment.get(target.id)
    forms = (held.form, value.form) if held is not None else ()
    is_sum = isinstance(statement.op, ast.Add) and (Form.LIST in forms or Form.TUPLE in forms)
    if held is None or not is_sum or held.form is value.form or held.is_array or run.state.is_compiled_here:
        mutation.augmented_name(run, statement, target, value)
        return
    run.state.plan.values[target] = held
    run.state.plan.mutation.updates.pop(statement, None)
    form = Form.TUPLE if Form.TUPLE in forms else Form.LIST
    run.state.environment[target.id] = Value(Binding.TRACED, form, memory=held.memory | value.memory)


def binop(run: ModelRun, node: ast.BinOp) -> Value:
    """`options | {"mask": mask}`"""
    left, right = run.evaluate(node.left), run.evaluate(node.right)
    if isinstance(node.op, ast.BitOr) and left.form is right.form is Form.DICT and not run.state.is_compiled_here:
        box = run.state.box(node)
        return Value(run.state.binding_of(left, right), Form.DICT, memory=left.held | right.held | box)
    return arithmetic.binop(run, node)


def line_of_known(run: ModelRun, function: ast.Attribute) -> Entry | None:
    """`torch.arange(1, x.dim()).tolist()` is known while tracing: it reads no array that was given."""
    made = function.value
    if not isinstance(made, ast.Call) or run.state.is_compiled_here:
        return None
    entries = lookup(run.state.dialects, run.state.module.qualified_name(made.func, run.state.function.locals))
    given = [run.evaluate(a) for a in all_given(made)]
    is_known = bool(given) and all(v.is_static and v.form is Form.NUMBER for v in given)
    if not is_known or not entries or not all(makes_array(e) and not e.draws for e in entries):
        return None
    return next(iter(lookup(run.state.dialects, f"Known.{function.attr}")), None)


def each_mapped(run: ModelRun, node: ast.Call, result: Value) -> Value:
    """`map(lambda t: t.view(n, -1), (q, k))`: what comes of each shares nothing with what comes of the others."""
    match node.args:
        case [ast.Lambda(args=ast.arguments(args=[_], defaults=[], vararg=None)) as function, iterated]:
            items = run.state.plan.values[iterated].items
        case _:
            return result
    reads_own = any(isinstance(n, ast.Name) and is_own(run, n) for n in walk(function))
    if items is None or reads_own or run.state.is_compiled_here:
        return result
    read = names_read(function) & run.state.environment.keys()
    given = frozenset().union(*(run.state.environment[n].memory for n in read))
    site = min(run.state.allocate(node))
    new = (item.memory | given | {Site(site.kind, site.name, str(place))} for place, item in enumerate(items))
    return replace(result, items=tuple(replace(opaque(), memory=memory) for memory in new))


def is_of_container(run: ModelRun, node: ast.Call, function: ast.Attribute) -> bool:
    """The method is one of lists, dicts or text, which no array has, or what has it is known to be one."""
    is_text = bool(node.args) and run.state.plan.values[function.value].form is not Form.ARRAY
    is_text = is_text and isinstance(node.args[0], ast.Constant) and isinstance(node.args[0].value, str)
    is_text = is_text and function.attr not in ARRAY_METHODS  # such as `x.astype("int32")`
    is_index = function.attr == "index" and not run.state.plan.values[function.value].is_array
    is_named = function.attr in METHODS_OF_CONTAINERS or is_text or is_index
    return is_named or is_container(run, function.value)
