"""The abstract interpretation of what models read and set: their attributes, and names of the file."""

from __future__ import annotations

import ast
import re
from dataclasses import replace
from functools import partial

from hybridc import rules
from hybridc.dialects.entry import Entry
from hybridc.domain.atoms import some_floats, unknown
from hybridc.domain.places import Setting
from hybridc.domain.sites import Site, SiteKind, attribute_site, parameter_site
from hybridc.domain.values import BOOL, Binding, Form, Value, opaque, static
from hybridc.interpret import elements, expressions, mutation
from hybridc.interpret.evaluation import once
from hybridc.interpret.expressions import mapped_attribute
from hybridc.interpret.models.fields_set import sets_field
from hybridc.interpret.models.guesses import expect_either_way
from hybridc.interpret.models.held_flags import holds_flag, is_set_while_running
from hybridc.interpret.models.held_lists import is_container, keeping
from hybridc.interpret.models.held_sizes import holds_size
from hybridc.interpret.models.layers import is_own, is_surely_part, makers_of, makes_part
from hybridc.interpret.models.narrow import note_dtype_kept
from hybridc.interpret.models.parameters import (
    expect_not_named,
    is_cell,
    is_data,
    is_of_layer,
    makes_parameter,
)
from hybridc.interpret.models.part_arrays import UNFOLLOWED, array_of_part, every_site, of_parts, sites_shown
from hybridc.interpret.models.run import ModelRun
from hybridc.interpret.models.tables_of_attributes import expect_none_looked_up
from hybridc.interpret.models.truths import holds_truths
from hybridc.program.model_properties import arrays_of, is_new, property_named
from hybridc.program.models import makes_array
from hybridc.program.parts import as_in_file, has_slices, is_part, part
from hybridc.program.static_demand import lookup, lookup_method
from hybridc.syntax.dataflow import is_none
from hybridc.syntax.marks import marks
from hybridc.syntax.messages import text_of
from hybridc.syntax.module import Function

_LEFT = (rules.UnknownCall, rules.CapturedAttribute, rules.TracedIteration)
_LISTS = re.compile(r"(typing\.)?(List|list|Sequence|MutableSequence)\b")


def enter(run: ModelRun) -> None:
    """What is known of the names before the first statement."""
    state = run.state
    expect_none_looked_up(run)
    inside = (s for s in state.function.of_any(ast.Import, ast.ImportFrom))
    state.function.locals -= {n for s in inside for n in as_in_file(s, state.module, state.dialects)}
    for name, value in state.environment.items():
        if name in state.function.parameters and _LISTS.match(state.function.annotation_of(name)):
            value = state.environment[name] = replace(value, form=Form.LIST, place=None)
        if value.memory:  # a part may return what it was given: then it is the same array, and perhaps not
            state.environment[name] = replace(value, memory=value.memory | {Site(SiteKind.GIVEN, name)})


def reports(run: ModelRun, rule: rules.Rule, node: ast.AST) -> bool:
    """What models tell: the rest is theirs while they are traced."""
    if isinstance(rule, _LEFT):
        return False
    is_of_static = isinstance(rule, rules.StaticNeeded)
    value = run.state.plan.values.get(node) if is_of_static else None
    # Where it is no array, it may well be known while tracing; JAX says so where it is not.
    return not is_of_static or (value is not None and value.is_array)


def is_demanded(run: ModelRun, node: ast.AST) -> bool:
    """A framework's names have to be said in JAX's even where they are computed while tracing."""
    return False


def is_known(run: ModelRun, name: str) -> bool:
    """A name of Python or of a framework that has tables."""
    is_operator = name.startswith("operator.") and bool(lookup(run.state.dialects, name))
    is_of_root = any(name.partition(".")[0] in d.roots for d in run.state.dialects)
    return is_of_root or is_operator or name.startswith("builtins.")


def is_of_models(run: ModelRun, name: str) -> bool:
    """A name of the framework that the models are written in, or of a library beside it."""
    return any(d.is_of_models and name.partition(".")[0] in d.roots for d in run.state.dialects)


def is_context(run: ModelRun) -> bool:
    """The own object is the context of a function that says its own derivative."""
    return run.state.function.qualified_name in run.models.contexts


def method_lines(run: ModelRun, name: str) -> tuple[Entry, ...]:
    dialects = run.state.dialects
    return lookup_method(tuple(d for d in dialects if not (run.is_of_numpys and d.is_of_models)), name)


def joinedstr(run: ModelRun, node: ast.JoinedStr) -> Value:
    """Text that names an attribute or an element is made of what is no array, such as a parameter that is text."""
    given = [v.value for v in node.values if isinstance(v, ast.FormattedValue)]
    if node in _naming(run) and all(map(partial(_may_name, run), given)):
        return static(Form.STRING)
    return expressions.joinedstr(run, node)


def _may_name(run: ModelRun, node: ast.expr) -> bool:
    value = run.evaluate(node)
    is_given = isinstance(node, ast.Name) and parameter_site(node.id) in value.memory
    return value.is_static or (is_given and value.form is Form.UNKNOWN)


@once
def _naming(run: ModelRun) -> frozenset[ast.AST]:
    """What stands where names of attributes and keys stand."""
    function = run.state.function
    calls = (c for c in function.of(ast.Call) if isinstance(c.func, ast.Name) and c.func.id in ("getattr", "hasattr"))
    keys: list[ast.AST] = [c.args[1] for c in calls if len(c.args) > 1]
    return frozenset([*keys, *(s.slice for s in function.of(ast.Subscript))])


def name_value(run: ModelRun, node: ast.Name) -> Value:
    if node.id == run.own:
        return part()
    module = run.state.module
    if node.id not in run.state.environment and node.id not in run.state.function.locals:
        name = module.qualified_name(node)
        if node.id in module.classes or (name is not None and not is_known(run, name)):
            return part()
        if node.id in module.globals and node.id in module.bound_by_functions:
            return expressions.name_value(run, node)
        if node.id in module.globals:
            return _global(run, node)
        if node.id not in module.functions and name is None:
            return part()  # it comes with `import *`, or Python says that there is no such name
    return expressions.name_value(run, node)


def _global(run: ModelRun, node: ast.Name) -> Value:
    """A global, which stays as it is once the file has run: an array if a framework's function made it."""
    known = run.state.module.globals[node.id]
    if known.is_rebound or known.mutated_at is not None or known.value is None:
        return part()
    if isinstance(known.value, ast.Call):
        entries = lookup(run.state.dialects, run.state.module.qualified_name(known.value.func))
        if not any(map(makes_array, entries)):
            return part()
    value = expressions.name_value(run, node)
    run.state.plan.lines.array_globals.discard(node.id)
    return value if value.is_static or isinstance(known.value, ast.Call) else part()


def attribute(run: ModelRun, node: ast.Attribute) -> Value:
    name = run.state.module.qualified_name(node, run.state.function.locals)
    if name is not None:
        return run.policy.values.qualified(run, node, name) if is_known(run, name) else part()
    value = run.evaluate(node.value)
    if is_own(run, node.value):
        return _own_attribute(run, node)
    entry = next((e for e in lookup_method(run.state.dialects, node.attr) if e.parameters is None), None)
    if entry is not None and is_part(value) and is_data(run, node) and is_of_layer(run, node.value):
        array = Value(
            Binding.TRACED,
            Form.ARRAY,
            unknown(),
            unknown(),
            memory=frozenset({attribute_site(text_of(node.value).partition(".")[2])}),
        )
        return mapped_attribute(run, node, entry, array)
    if node.attr in run.models.notation.showing and entry is None and not value.is_array:
        return part().but(memory=every_site(run, node.attr))
    if value.is_static and entry is None and not is_global(run, node.value):
        if (held := array_of_part(run, node)) is not None:
            return held
    if value.form is Form.STRING or (entry is None and not value.is_static):
        return replace(opaque(), memory=value.memory | sites_shown(run, node))
    if entry is None or (is_part(value) and not entry.is_static):
        return part().but(memory=of_parts(value))
    result = mapped_attribute(run, node, entry, value)
    expect_either_way(run, node)
    return result


def qualified(run: ModelRun, node: ast.expr, name: str) -> Value:
    entries = lookup(run.state.dialects, name)
    if any(entry.narrows for entry in entries):
        run.report(rules.NarrowDtype(name=name), node)
    if any(entry.cuts for entry in entries):
        run.report(rules.UncutGradient(name=text_of(node)), node)
    return expressions.qualified(run, node, name)


def subscript(run: ModelRun, node: ast.Subscript) -> Value:
    by_array, shown = _index_of_part(run, node), of_parts(run.evaluate(node.value))
    value = part() if by_array else elements.subscript(run, node)
    if not by_array and is_container(run, node.value):
        if is_set_while_running(run, node.slice) or (value.is_traced and not value.memory):
            return opaque().but(memory=frozenset({UNFOLLOWED}))  # of a list or dict, by what the model sets
        if is_part(value):
            return value.but(memory=value.memory | shown)
    if by_array or (is_part(value) and has_slices(node.slice)):
        return Value(Binding.TRACED, Form.ARRAY, unknown(), unknown(), memory=run.state.allocate(node) | shown)
    return value.but(memory=value.memory | shown) if shown and value.is_static else value


def _index_of_part(run: ModelRun, node: ast.Subscript) -> bool:
    """A part at an array: only arrays take such an index, where Python's lists and dicts raise."""
    is_array = not isinstance(node.slice, ast.Slice | ast.Tuple) and run.evaluate(node.slice).is_array
    is_of_parts = any(entry.is_part for _, entry in makers_of(run, node.value))
    return is_array and not is_of_parts and is_part(run.evaluate(node.value))


def _own_attribute(run: ModelRun, node: ast.Attribute) -> Value:
    if node.attr in run.attributes:
        return run.attributes[node.attr]
    if is_context(run) and (line := next(iter(lookup(run.state.dialects, f"Context.{node.attr}")), None)):
        if line.refusal is not None:
            run.policy.calls.refuse(run, node, line, text_of(node))
        return part() if line.is_static else replace(opaque(), memory=frozenset({attribute_site(node.attr)}))
    owner = run.owner
    site = frozenset({attribute_site(node.attr)})
    if run.models.is_array(owner, node.attr) or _is_made_here(run, owner, node.attr):
        dtype = BOOL if holds_truths(run, node.attr) else unknown()
        return Value(Binding.TRACED, Form.ARRAY, dtype, unknown(), memory=site)
    if holds_size(run, node.attr) or holds_flag(run, node.attr):
        return part()
    if run.models.is_computed(owner, node.attr) or _is_of_layer_above(run, owner, node.attr):
        return replace(opaque(), memory=site)
    if (computed := property_named(run.models, owner, node.attr, run.state.module)) is not None:
        return _property(run, computed)
    if node.attr in run.models.notation.showing:
        return part().but(memory=every_site(run, node.attr))
    if is_container(run, node) and node.attr in keeping(run):
        return part().but(memory=frozenset({UNFOLLOWED}))
    return replace(part(), dtype=some_floats()) if _is_float_parameter(run, owner, node.attr) else part()


def _is_of_layer_above(run: ModelRun, owner: str | None, name: str) -> bool:
    """`self.running_mean` in a class that is derived from a layer."""
    is_layers = name in run.models.notation.layer_arrays and not run.models.makers(owner, name)
    return is_layers and run.models.method(owner, name, run.state.module) is None


def _property(run: ModelRun, function: Function) -> Value:
    """It may be an array that the model keeps, or a view of one."""
    arrays = arrays_of(function, run.models, run.state.module, run.state.dialects)
    if not arrays:
        return part()
    return opaque() if is_new(function) else replace(opaque(), memory=frozenset(map(attribute_site, arrays)))


def _is_float_parameter(run: ModelRun, owner: str | None, name: str) -> bool:
    """The attribute is a parameter that asks for no other dtype than that of floating point numbers, or None."""
    makers = [m for m in run.models.makers(owner, name) if not is_none(m)]
    return bool(makers) and all(_makes_float_parameter(run, m) for m in makers)


def _makes_float_parameter(run: ModelRun, maker: ast.expr) -> bool:
    match maker:
        case ast.IfExp(body=body, orelse=orelse):
            return all(is_none(m) or _makes_float_parameter(run, m) for m in (body, orelse))
        case ast.Call(func=ast.Attribute(value=ast.Attribute(attr=place), attr=method), keywords=keywords):
            asked = next((k.value for k in keywords if k.arg == "dtype"), ast.Constant("float32"))
            is_float = isinstance(asked, ast.Constant) and str(asked.value).startswith("float")
            is_known = is_float and all(k.arg is not None for k in keywords)
            return is_known and f"{place}.{method}" in run.models.notation.float_makers
    return False


def _is_made_here(run: ModelRun, owner: str | None, name: str) -> bool:
    """The attribute is set to what functions of the file give, which is known to be an array."""
    makers = run.models.makers(owner, name)
    named = [m.func.id for m in makers if isinstance(m, ast.Call) and isinstance(m.func, ast.Name)]
    plans = [run.state.plans.get(n) for n in named]
    gives = all(p is not None and p.result is not None and p.result.is_array for p in plans)
    return bool(makers) and len(named) == len(makers) and gives


def is_setting(run: ModelRun, target: ast.Attribute, statement: ast.stmt) -> bool:
    """`torch.backends.cudnn.benchmark = True`, which compiled code goes without."""
    targets = statement.targets if isinstance(statement, ast.Assign) else [target]
    if not all(marks(each).is_setting for each in targets):
        return False
    run.state.plan.control.gone[statement] = ""
    return True


def attribute_write(run: ModelRun, target: ast.Attribute, statement: ast.stmt) -> None:
    if is_setting(run, target, statement):
        return
    held = run.evaluate(target.value)
    lines = lookup_method(run.state.dialects, target.attr)
    if not is_part(held) and any(e.is_gone and e.parameters is None for e in lines):
        run.state.plan.control.gone[statement] = ""
        if any(e.cuts for e in lines) and not _is_false(getattr(statement, "value", None)):
            run.report(rules.UncutGradient(name=text_of(target)), target)
    elif is_data(run, target) and not is_cell(run, target.value):
        if not is_of_layer(run, target.value) or run.state.is_compiled_here:
            mutation.attribute_write(run, target, statement)
            return
        expect_not_named(run, target.value, statement)
        weight = ast.copy_location(ast.Attribute(target.value.value, target.value.attr, ast.Store()), target)  # type: ignore[attr-defined]
        run.state.plan.mutation.attributes[statement] = Setting(weight)
    elif sets_field(run, target, statement):
        return
    elif not is_part(held) or run.state.is_compiled_here:
        mutation.attribute_write(run, target, statement)
    elif is_of_layer(run, target) and not is_own(run, target.value):
        expect_not_named(run, target, statement)
    elif is_data(run, target):
        expect_not_named(run, None, statement)
    elif is_own(run, target.value):
        found = run.state.plan.values.get(statement.value) if isinstance(statement, ast.Assign) else None
        if makes_parameter(run, given := getattr(statement, "value", None)) or _is_parameter(run, given):
            run.report(rules.AttributeWrite(target=text_of(target)), statement)
        if holds_size(run, target.attr) or holds_flag(run, target.attr):
            found = part()
        elif (
            found is not None and found.has_constant and not found.memory
        ):  # which other paths and methods leave as it was, or set anew
            found = part() if found.form is Form.STRING else opaque()
        elif found is not None and isinstance(statement, ast.Assign) and target not in statement.targets:
            found = replace(opaque(), memory=found.memory)  # it is one of what is assigned to several
        if isinstance(given, ast.Attribute) and given.attr != target.attr and is_surely_part(run, given):
            _expect_no_part(run, target, statement)
        note_dtype_kept(run, statement, target.attr)
        of_operator = part() if holds_size(run, target.attr) else opaque()
        if run.models.is_array(run.owner, target.attr):
            of_operator = replace(of_operator, form=Form.ARRAY)
        run.attributes[target.attr] = of_operator if found is None else found


def _expect_no_part(run: ModelRun, target: ast.Attribute, statement: ast.stmt) -> None:
    """`self.head = self.other`, which the constructor sets to another: calls do not change what a model is made of."""
    given = getattr(statement, "value", None)
    makers = (m for m in run.models.makers(run.owner, target.attr) if m is not given and not is_none(m))
    if any(makes_part(run, m) or is_surely_part(run, m) for m in makers):
        run.report(rules.AttributeWrite(target=text_of(target)), statement)


def _is_parameter(run: ModelRun, value: ast.expr | None) -> bool:
    """`self.weight`, which another attribute would hold as a parameter as well."""
    if isinstance(value, ast.IfExp):
        return _is_parameter(run, value.body) or _is_parameter(run, value.orelse)
    if not (isinstance(value, ast.Attribute) and is_own(run, value.value)) or value.attr in run.attributes:
        return False
    return any(map(partial(makes_parameter, run), run.models.makers(run.owner, value.attr)))


def is_set_by_python(run: ModelRun, target: ast.expr) -> bool:
    return isinstance(target, ast.Attribute) and not run.state.is_compiled_here and is_part(run.evaluate(target.value))


def is_global(run: ModelRun, node: ast.expr) -> bool:
    """What the file itself names: another file, a class, a setting."""
    return isinstance(node, ast.Name) and node.id not in run.state.environment and node.id != run.own


def _is_false(value: ast.expr | None) -> bool:
    return isinstance(value, ast.Constant) and not value.value
