"""The abstract interpretation of what stays Python beside models: constructors, factories, the top level of the file.

Values are known there when it runs, so that branches and loops stay as they are; frameworks' names become those of the
runtime, and arrays that are written in place become new ones.
"""

from __future__ import annotations

import ast
from dataclasses import replace

from hybridc import rules
from hybridc.dialects.entry import Entry
from hybridc.domain.atoms import unknown
from hybridc.domain.sites import parameters_in
from hybridc.domain.values import Binding, Form, Value, constant, outside, static
from hybridc.interpret.beside.flow import is_of_training
from hybridc.interpret.beside.methods import seen_by_others
from hybridc.interpret.beside.run import HostRun
from hybridc.interpret.beside.writes import as_filling, as_kept, is_own, note_filled, only_read, read_indices, shared
from hybridc.interpret.dtypes.recasts import note_computed
from hybridc.interpret.models import attributes, calls, layers, operators
from hybridc.interpret.models import outside as model_outside
from hybridc.interpret.models.attributes import is_global, is_known, is_of_models, is_setting
from hybridc.interpret.models.kept import keep, keep_names
from hybridc.interpret.models.layers import lines_of_maker
from hybridc.interpret.models.outside import is_numpys_name
from hybridc.interpret.results import arguments
from hybridc.program.assumptions import Kind
from hybridc.program.memory.reached_scopes import place_of
from hybridc.program.parts import is_part, makes_outside, part
from hybridc.program.plans import Condition, FunctionPlan, Mapping
from hybridc.program.static_demand import fitting, is_spread, lookup, lookup_method
from hybridc.syntax.messages import text_of
from hybridc.syntax.walking import all_given

_IMPORTING = frozenset({"importlib.import_module", "builtins.__import__", "pytest.importorskip"})
# What these give is one of what they are given, or computed of it: as unknown as that.
_HANDING_ON = frozenset(f"builtins.{n}" for n in ("getattr", "next", "max", "min", "sum", "abs", "pow", "divmod"))


def _module_named(call: ast.Call) -> str | None:
    """The module that `importlib.import_module("torch.nn")` imports."""
    match call:
        case ast.Call(args=[ast.Constant(value=str(name)), *_]):
            return name
    return None


def call(run: HostRun, node: ast.Call) -> Value:
    if any(e.takes_functions for e in lines_of_maker(run, node)):
        given = all_given(node)
        run.functions |= {a for a in given if isinstance(a, ast.Lambda)}
    value = calls.call(run, node)
    mapping = run.state.plan.lines.mappings.get(node)
    if node.args and mapping is not None and not mapping.is_method:
        first = run.state.plan.values.get(node.args[0])
        is_list = mapping.entry.takes_lists and (first is None or not first.is_array)  # which is copied
        value = value if first is None or is_list or is_own(first) else seen_by_others(run, node, value)
    value = as_kept(run, node, as_filling(run, node, value))
    called = run.state.module.functions.get(node.func.id) if isinstance(node.func, ast.Name) else None
    if called is not None and is_part(value) and makes_outside(called, run.state.module, run.state.dialects):
        return outside()
    return value


def binop(run: HostRun, node: ast.BinOp) -> Value:
    value = _with_outside(run, calls.binop(run, node), node.left, node.right)
    only_read(run, node.left)
    only_read(run, node.right)
    return _computed(run, node, value, node.left, node.right)


def unaryop(run: HostRun, node: ast.UnaryOp) -> Value:
    value = _with_outside(run, operators.unaryop(run, node), node.operand)
    return _computed(run, node, value, node.operand)


def _computed(run: HostRun, node: ast.BinOp | ast.UnaryOp, value: Value, *operands: ast.expr) -> Value:
    """What an operator gives of an array that can be written can be written as well; its left operand decides."""
    values = [v for operand in operands if (v := run.state.plan.values.get(operand)) is not None]
    note_computed(run, values, value)
    first = next((v for v in values if not v.is_static), value)
    if is_own(value) and place_of(node) in run.writers.reached and first.is_array and not is_own(first):
        return as_kept(run, node, value) if parameters_in(first.memory) else shared(value)
    return as_kept(run, node, value)


def compare(run: HostRun, node: ast.Compare) -> Value:
    value = operators.compare(run, node)
    is_of_elements = not any(isinstance(op, ast.Is | ast.IsNot | ast.In | ast.NotIn) for op in node.ops)
    return _with_outside(run, value, node.left, *node.comparators) if is_of_elements else value


def _with_outside(run: HostRun, value: Value, *operands: ast.expr) -> Value:
    """What an operator makes of what has left the framework, and of no array of it, has left it as well; what it
    makes of something unknown is as unknown, as that may be an array."""
    known = run.state.plan.values
    values = [known[operand] for operand in operands if operand in known]
    if any(v.is_array for v in values):
        return value
    if any(v.is_outside for v in values):
        return outside()
    is_text = any(v.form is Form.STRING for v in values)
    is_unknown = not is_text and any(is_part(v) and v.form is Form.UNKNOWN for v in values)
    return part() if is_unknown and value.is_static and value.form is Form.NUMBER else value


def attribute_write(run: HostRun, target: ast.Attribute, statement: ast.stmt) -> None:
    if is_setting(run, target, statement):
        return
    run.evaluate(target.value)
    if not isinstance(statement, ast.Assign) or not layers.is_own(run, target.value):
        return
    value = run.state.plan.values.get(statement.value)
    if value is not None and value.is_array:
        keep(run, target.attr, value)
    else:
        keep_names(run, target.attr, statement.value)


def tells(run: HostRun, called: ast.expr) -> bool:
    """What stays Python has numbers to write down."""
    return False


def made_text(run: HostRun, node: ast.Call, values: list[Value], keywords: dict[str, Value]) -> None:
    """What stays Python has numbers for it."""


def draws(run: HostRun, node: ast.Call) -> None:
    run.state.plan.draws = True


def draws_unseen(run: HostRun, node: ast.Call) -> bool:
    """What stays Python draws at each call."""
    return False


def _shared(run: HostRun, name: str, node: ast.expr, given: Value) -> tuple[Entry, ...]:
    """The lines for what others have as well: views where it is an array of the framework, copies of any."""
    if isinstance(node, ast.List | ast.Tuple | ast.Constant | ast.ListComp):
        return ()
    is_tensor = not given.is_outside and (given.is_traced or is_part(given))  # a number may be a row, which is a view
    return tuple(e for e in lookup(run.state.dialects, f"Shared.{name}") if is_tensor or not e.is_view)


def model_named(run: HostRun, node: ast.Call, name: str) -> Value:
    if not is_of_models(run, name):
        if name in _IMPORTING and (imported := _module_named(node)) and is_of_models(run, imported):
            run.report(rules.UnmappedName(name=imported, suggestion=": import the runtime's module instead"), node)
        arguments(run, node)
        if name == "builtins.isinstance" and len(node.args) == 2:
            _note_kinds(run, node.args[1])
        if name == "builtins.len":
            return calls.model_named(run, node, name)
        if is_numpys_name(run, name):
            return outside()
        return static(Form.OBJECT) if is_known(run, name) and name not in _HANDING_ON else part()
    if _is_of_object(run, node.func, name):
        run.evaluate(node.func)
        arguments(run, node)
        return part()
    on_host = lookup(run.state.dialects, f"Host.{name}")
    first = run.evaluate(node.args[0]) if node.args else None
    if first is not None and not is_own(first):
        on_host = (*_shared(run, name, node.args[0], first), *on_host)
    if (found := fitting(on_host, node)) is not None:
        values, _ = arguments(run, node)
        run.state.plan.lines.mappings[node] = Mapping(*found)
        if found[0].is_outside:
            return outside()
        if values and found[0].target == found[1][0]:
            return values[0]
        result = Value(Binding.TRACED, Form.ARRAY, unknown(), unknown(), memory=run.state.allocate(node))
        return replace(result, form=Form.UNKNOWN) if found[0].gives_list else result
    of_host = tuple(e for e in lookup(run.state.dialects, name) if e.is_host and e.target is not None)
    as_written = next((e for e in of_host if e.parameters is None or (e.passes_on and is_spread(node))), None)
    found = fitting(of_host, node)
    if found is None and as_written is None:
        return calls.model_named(run, node, name)
    values, _ = arguments(run, node)
    if found is not None:
        run.state.plan.lines.mappings[node] = Mapping(*found)
    elif as_written is not None:
        run.state.plan.lines.mappings[node.func] = Mapping(as_written)
        if as_written.is_outside:
            return outside()
    if node.args:
        note_filled(run, node, node.args[0])
    return values[0] if values and values[0].is_array else part()


def _note_kinds(run: HostRun, kinds: ast.expr) -> None:
    """`isinstance(x, torch.Tensor)` holds for what refers to arrays as well."""
    for each in (n for n in ast.walk(kinds) if isinstance(n, ast.Name | ast.Attribute)):
        name = isinstance(each, ast.Name | ast.Attribute) and run.state.module.qualified_name(
            each, run.state.function.locals
        )
        if name and (entry := next(iter(lookup(run.state.dialects, f"Kind.{name}")), None)) is not None:
            run.state.plan.lines.mappings[each] = Mapping(entry)


def subscript(run: HostRun, node: ast.Subscript) -> Value:
    value = model_outside.subscript(run, node)
    held = run.evaluate(node.value)
    if held.is_outside:
        return outside()
    read_indices(run, node.slice)
    return value if is_own(held) or not value.is_traced else shared(value)


def attribute(run: HostRun, node: ast.Attribute) -> Value:
    name = run.state.module.qualified_name(node, run.state.function.locals)
    if name is None:
        value = run.evaluate(node.value)
        if value.is_outside:
            return value
        if value.is_array and not is_own(value):
            of_others = (e for e in lookup(run.state.dialects, f"Shared.{node.attr}") if e.parameters is None)
            if (entry := next(of_others, None)) is not None:
                run.state.plan.lines.mappings[node] = Mapping(entry, is_method=True)
                return shared(value)
        every = [e for e in lookup_method(run.state.dialects, node.attr) if e.parameters is None]
        is_named = layers.is_own(run, node.value) or is_global(run, node.value)
        is_of_file = node.attr in run.models.attributes or is_named
        if every and value.form is Form.UNKNOWN and not is_of_file and is_of_training(every[0]):
            run.policy.calls.refuse(run, node, every[0], text_of(node))
        lines = (e for e in every if e.is_static)
        entry = next((e for e in lines if (e.target or "").startswith("jnp.")), None)
        if entry is not None and value.form is Form.UNKNOWN:
            run.state.plan.lines.mappings[node] = Mapping(entry, is_method=True)
            return part()
        on_host = (e for e in lookup(run.state.dialects, f"Host.{node.attr}") if e.parameters is None)
        entry = next((e for e in on_host if e.target is not None), None)
        if entry is not None and entry.target == "False" and not is_of_file:
            run.state.plan.lines.mappings[node] = Mapping(entry, is_method=True)
            return constant(False)
        if entry is None and isinstance(node.value, ast.Name) and node.value.id in run.state.function.unpacked:
            of_results = (e for e in lookup(run.state.dialects, f"Unpacked.{node.attr}") if e.parameters is None)
            entry = next(of_results, None)
        if entry is not None and value.form is Form.UNKNOWN and not is_of_file:
            run.state.plan.lines.mappings[node] = Mapping(entry, is_method=True)
            return shared(part()) if entry.is_held else part()
        if not value.is_array:
            return part()
    return attributes.attribute(run, node)


def qualified(run: HostRun, node: ast.expr, name: str) -> Value:
    if not is_of_models(run, name):
        return part()
    if (entry := next(iter(lookup(run.state.dialects, f"Value.{name}")), None)) is not None:
        run.state.plan.lines.mappings[node] = Mapping(entry)
        return part()
    if isinstance(node, ast.Attribute) and _is_of_object(run, node, name):
        run.evaluate(node.value)
        return part()
    return attributes.qualified(run, node, name)


def _is_of_object(run: HostRun, node: ast.expr, name: str) -> bool:
    """What stands before the last dot is an object of Python's, which the runtime has: `names.NAME.format`."""
    whole = lookup(run.state.dialects, name.rpartition(".")[0])
    is_known = bool(lookup(run.state.dialects, name)) or not isinstance(node, ast.Attribute)
    return not is_known and any(e.is_host and e.parameters is None for e in whole)


def settle_host(plan: FunctionPlan) -> None:
    """Leaves of the plan what holds for Python that stays: no branch, loop or test is compiled."""
    kept = {node: condition for node, condition in plan.control.conditions.items() if condition is Condition.EQUAL}
    for decided in (
        plan.control.branches,
        plan.control.loops,
        plan.control.conditions,
        plan.control.tests,
        plan.control.first_set,
        plan.control.outliving,
        plan.control.split,
    ):
        decided.clear()
    plan.control.conditions |= kept
    for noted in (
        plan.control.prints,
        plan.control.vanishing,
        plan.control.exits,
        plan.control.reformed,
        plan.control.to_unroll,
    ):
        noted.clear()
    plan.assumed.clear(Kind.NUMBER, Kind.VALUE, Kind.BESIDE)
    plan.control.unset.clear()
    plan.entry.is_decorated = False
