"""The abstract interpretation of calls of parts of models, and of what stays Python and may write what it is given."""

from __future__ import annotations

import ast
from dataclasses import replace

from hybridc import rules
from hybridc.domain.atoms import some_floats
from hybridc.domain.sites import Memory, parameters_in
from hybridc.domain.values import Form, Value, holds_arrays, opaque
from hybridc.interpret.checking import note_lookup
from hybridc.interpret.containers import note_mutated
from hybridc.interpret.models.attributes import is_global, is_of_models
from hybridc.interpret.models.kept import keep_arguments
from hybridc.interpret.models.layers import (
    entries_of,
    gives_floats,
    is_fresh,
    is_own,
    is_surely_part,
    makers_of,
    part_looks_up,
    writes_its_input,
)
from hybridc.interpret.models.outside import outside_call
from hybridc.interpret.models.parameters import is_of_layer
from hybridc.interpret.models.part_arrays import sites_within
from hybridc.interpret.models.run import ModelRun
from hybridc.interpret.models.writes import read_beside, seen_afterwards, targets_of
from hybridc.interpret.results import arguments
from hybridc.program.callees_writing import arguments_of
from hybridc.program.parts import part, table
from hybridc.program.plans import Mapping
from hybridc.program.static_demand import fitting_method, lookup
from hybridc.syntax.dataflow import names_read
from hybridc.syntax.messages import text_of
from hybridc.syntax.walking import all_given

PYTHON_FORMS = frozenset({Form.LIST, Form.TUPLE, Form.DICT, Form.STRING})


def is_of_base(run: ModelRun, node: ast.Call) -> bool:
    """`nn.Linear.__init__(self, 3, 4)`: a method of a class of the framework's that the object is of, or of its
    kin, which has it by this name."""
    if not isinstance(node.func, ast.Attribute) or not node.args or not is_own(run, node.args[0]):
        return False
    base = run.state.module.qualified_name(node.func.value, run.state.function.locals)
    lines = lookup(run.state.dialects, base)
    is_renamed = bool(lookup(run.state.dialects, f"Module.{node.func.attr}"))
    return bool(lines) and all(e.is_part and e.target is not None for e in lines) and not is_renamed


def of_base(run: ModelRun, node: ast.Call) -> Value:
    """What `super()` would call: a part, of which nothing else is known."""
    assert isinstance(node.func, ast.Attribute)
    run.evaluate(node.func.value)
    values, keywords = arguments(run, node)
    everything = [*values[1:], *keywords.values()]
    keep_arguments(run, node.func, everything)
    if run.state.is_compiled_here:
        _note_effect(run, node)
    if all(v.is_static for v in everything):
        return part()
    memory = frozenset().union(*(v.memory for v in everything))
    kept = _kept(run, memory)
    return replace(opaque(), memory=kept | run.state.allocate(node))


def write_arrays_of_parts(run: ModelRun, node: ast.Call) -> None:
    """A part may write what it holds, and a function of the file what parts hold, which names for that show."""
    later = run.state.liveness.after.get(run.current, frozenset())
    if isinstance(run.current, ast.Assign):  # what they held is read no more
        later -= {t.id for t in run.current.targets if isinstance(t, ast.Name)} - names_read(run.current.value)
    for name, value in run.state.environment.items():
        sites = sites_within(run, value.memory, node) if name in later else []
        if sites and (references := run.state.plan.references) is not None:
            references.note(sites, run.current, node)
        elif sites:
            run.report(rules.SharedMemory(name=str(sites[0]), other=name), node)


def _kept(run: ModelRun, memory: Memory) -> Memory:
    """What the result may share with what the part was given. Where no array is mutable, marks tell of parameters."""
    return frozenset(m for m in memory if not (m.is_list or (m.is_parameter and not run.state.refers)))


def part_called(run: ModelRun, node: ast.Call) -> Value:
    """What a part of the model returns: it may be what it was given, or a view of that."""
    values, keywords = arguments(run, node)
    everything = [*values, *keywords.values()]
    _map_member(run, node)
    _expect_only_read(run, node)
    if part_looks_up(run, node.func) and not all(v.is_static for v in everything):
        run.report(rules.UncheckedIndex(expression=text_of(node)), node)
        note_lookup(run.state, node)
    if any(map(holds_arrays, everything)) and run.parts.tells(run, node.func):
        run.report(rules.HostSync(call=text_of(node)), node)
    keep_arguments(run, node.func, everything)
    run.parts.write_as_callee(run, node)
    if run.state.is_compiled_here:
        _note_effect(run, node)
    write_arrays_of_parts(run, node)
    if all(v.is_static for v in everything):
        return table() if outside_call(run, node, None, everything) else part()
    result = replace(opaque(), dtype=some_floats()) if gives_floats(run, node.func) else opaque()
    if node.args and writes_its_input(run, node.func):
        _overwrites(run, node, node.args[0], values[0])
    if is_fresh(run, node.func):
        return replace(result, memory=run.state.allocate(node))
    memory = frozenset().union(*(v.memory for v in everything))
    kept = _kept(run, memory)
    site = run.state.allocate(node)
    run.from_parts |= {m.newest for m in site}
    is_record = isinstance(node.func, ast.Name) and node.func.id in run.state.module.classes  # which holds them
    is_told = _gives_what_it_is_given(run, node.func) or not all(e.is_chain for _, e in makers_of(run, node.func))
    if not (is_record or is_told):
        run.returned_by_parts |= site
    return replace(result, memory=kept | site)


def _gives_what_it_is_given(run: ModelRun, called: ast.expr) -> bool:
    """A function of the file, or a part of a class of it, which may return its argument: that needs no look when it
    runs."""
    callees = run.state.known.callees
    definition = None if callees is None else callees.definition(called, run.state.function.locals)
    if definition is not None and definition[0].given_back(definition[1]):
        return True
    is_attribute = isinstance(called, ast.Attribute) and is_own(run, called.value)
    makers = run.models.makers(run.owner, called.attr) if is_attribute else ()  # type: ignore[attr-defined]
    plans = (plan for maker in makers for plan in entries_of(run, maker))
    return any(p is not None and p.result is not None and parameters_in(p.result.memory) for p in plans)


def write_as_callee(run: ModelRun, node: ast.Call) -> None:
    """What a function that stays Python writes into the arrays it is given, which nobody may see afterwards."""
    given = [run.state.plan.values.get(a) for a in all_given(node)]
    callees = run.state.known.callees if any(v is None or not v.is_static for v in given) else None
    definition = None if callees is None else callees.definition(node.func, run.state.function.locals)
    if definition is None:
        if callees is not None and _may_be_any(run, node.func):
            functions = run.state.module.functions
            for name, arrays in callees.handed_to(node).items():
                if callees.changes_in_place(functions[name]):  # not a dict of weights
                    _write_as(run, node, arrays, name)
        return
    file, name = definition
    _write_as(run, node, [*arguments_of(file.named(name), node, file.written(name))], text_of(node.func))


def _may_be_any(run: ModelRun, called: ast.expr) -> bool:
    """A function of the file that goes by another name here."""
    is_method = isinstance(called, ast.Attribute) and called.attr in run.state.module.method_names
    is_named = run.state.module.qualified_name(called, run.state.function.locals) is not None
    return not (is_method or is_named or is_surely_part(run, called))


def _write_as(run: ModelRun, node: ast.Call, arrays: list[ast.expr], shown: str) -> None:
    for array in arrays:
        value = run.state.plan.values.get(array) or run.evaluate(array)
        if value.is_static or value.form in PYTHON_FORMS:
            continue
        if seen_afterwards(run, node, array, value) is not None:
            run.report(rules.LostMutation(function=shown, name=text_of(array)), node)
        else:
            note_mutated(run, value, run.current)


def _expect_only_read(run: ModelRun, node: ast.Call) -> None:
    """A function that stays Python is given arrays by what computes, which it cannot write."""
    functions = run.state.module.functions
    function = functions.get(node.func.id) if isinstance(node.func, ast.Name) and run.parts.makes_tables else None
    if function is None or function.qualified_name in run.state.plans or run.state.known.callees is None:
        return
    written = run.state.known.callees.written_by(function.node)
    for name, given in zip(function.positional, node.args, strict=False):
        if name in written and is_of_layer(run, given):
            run.report(rules.SharedMemory(name=name, other=text_of(given)), node)


def _note_effect(run: ModelRun, node: ast.Call) -> None:
    """A compiled branch or loop gives values back and does nothing else; what the part does, nobody knows here."""
    name = run.state.module.qualified_name(node.func, run.state.function.locals)
    if name is not None and is_of_models(run, name):
        return
    run.state.plan.control.effects.add(node)
    if run.state.refers and _only_writes(run, node.func):
        return
    if isinstance(run.current, ast.Expr) and run.current.value is node:
        what = f"`{text_of(node.func)}(...)`, called for what it does,"
        run.report(rules.UnsupportedStatement(what=what), node)


def _only_writes(run: ModelRun, called: ast.expr) -> bool:
    """A method of the object, or a part that the file defines, that writes into arrays, which are mutable, and sets no
    attribute to others."""
    if not (isinstance(called, ast.Attribute) and is_own(run, called.value)):
        return False
    method = run.models.method(run.owner, called.attr, run.state.module)
    plans = [run.state.plans.get(method or "")]
    if method is None:
        makers = run.models.makers(run.owner, called.attr)
        plans = [plan for maker in makers for plan in entries_of(run, maker) or [None]]
    return bool(plans) and all(p is not None and p.references is not None and not p.references.rebinds for p in plans)


def _overwrites(run: ModelRun, node: ast.Call, array: ast.expr, value: Value) -> None:
    """A layer that writes into its input, of which nothing but another name may be read afterwards: the runtime
    looks at those when it traces the model."""
    if (references := run.state.plan.references) is not None:
        references.note(value.held, run.current, node)
        return
    later = run.state.liveness.after.get(run.current, frozenset()) - targets_of(run.current)
    if isinstance(array, ast.Name) and array.id in later | read_beside(run.current, node):
        run.report(rules.SharedMemory(name=text_of(array), other=array.id), node)
    note_mutated(run, value, run.current)


def _map_member(run: ModelRun, node: ast.Call) -> None:
    """A method that all models have may go by another name in the runtime."""
    if not isinstance(node.func, ast.Attribute) or node.func.attr in run.state.module.method_names:
        return
    found = fitting_method(lookup(run.state.dialects, f"Module.{node.func.attr}"), node)
    if run.parts.makes_tables and not is_global(run, node.func.value):
        writing = fitting_method(lookup(run.state.dialects, f"Computing.{node.func.attr}"), node)
        if writing is not None and (not writing[0].takes_functions or _is_function(run, node.args[0])):
            run.policy.calls.refuse(run, node, writing[0], text_of(node.func))
    if found is not None and found[0].target is not None:
        run.state.plan.lines.mappings[node] = Mapping(*found, is_method=True)
    elif found is not None:
        run.policy.calls.refuse(run, node, found[0], text_of(node.func))


def _is_function(run: ModelRun, node: ast.expr) -> bool:
    is_of_file = isinstance(node, ast.Name) and node.id in run.state.module.functions
    is_method = isinstance(node, ast.Attribute) and node.attr in run.state.module.method_names
    return isinstance(node, ast.Lambda) or is_of_file or is_method or run.evaluate(node).form is Form.FUNCTION
