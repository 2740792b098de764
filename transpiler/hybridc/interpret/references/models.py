"""The interpretation of what computes in models whose arrays are mutable while they run: the table of what differs."""

from __future__ import annotations

import ast
from dataclasses import replace

from hybridc import rules
from hybridc.dialects.entry import Entry
from hybridc.domain.sites import Memory, attribute_site
from hybridc.domain.values import BOOL, Form, Value, opaque
from hybridc.interpret import in_place_calls
from hybridc.interpret.elements import index_value
from hybridc.interpret.models import attributes, layers, operators, outside
from hybridc.interpret.models import calls as model_calls
from hybridc.interpret.models.kept import (
    exchange,
    expect_no_name,
    expect_not_shown,
    expect_unseen,
    is_number,
    keep_in_part,
    note_kept,
)
from hybridc.interpret.models.lasting import expect_apart
from hybridc.interpret.models.layers import is_own
from hybridc.interpret.models.narrow import note_dtype_kept
from hybridc.interpret.models.parameters import is_data
from hybridc.interpret.models.part_arrays import SOME, UNFOLLOWED, arrays_shown, runs_none, shows_parts
from hybridc.interpret.models.part_calls import PYTHON_FORMS
from hybridc.interpret.models.run import ModelRun
from hybridc.interpret.models.sharing import attribute_set_to
from hybridc.interpret.models.tables import MODELS, PARTS
from hybridc.interpret.models.writes import is_of_dict
from hybridc.interpret.policy import Policy
from hybridc.interpret.references import effects, writes
from hybridc.interpret.references.exchanged import exchanged_elsewhere, held_as_they_are
from hybridc.interpret.references.model_reads import asks_by_name
from hybridc.interpret.references.writes import note_written, references
from hybridc.program.models import FileModels, is_super
from hybridc.program.parts import is_part
from hybridc.program.plans import Mapping, OfModel
from hybridc.program.state import State, site_of
from hybridc.program.static_demand import fitting, lookup, lookup_method
from hybridc.syntax.in_place import asks_to_write, set_by_name
from hybridc.syntax.messages import text_of


def call(run: ModelRun, node: ast.Call) -> Value:
    """What a call gives; methods of the own object, and parts that the file defines, may write what they are given."""
    value = model_calls.call(run, node)
    if value.held and asks_by_name(node):
        references(run).attributes[node] = value.held
    if (setting := set_by_name(node)) is not None:
        named = setting[1]
        references(run).rebinds[run.current] = str(named.value) if isinstance(named, ast.Constant) else ""
    effects.note_runs(run, node, _methods(run, node))
    _see_through(run, node)
    array = references(run).in_place.get(node)
    if array is None:
        _note_outside(run, node)
        return _with_memory(run, node, value)
    mapping = run.state.plan.lines.mappings.get(node)
    if mapping is not None and not mapping.entry.writes_if:
        text = text_of(array)
        if isinstance(array, ast.Attribute) and is_own(run, array.value) and run.models.notation.writing is not None:
            text = f'{run.models.notation.writing[1]}({run.own}, "{array.attr}")'
        run.state.plan.lines.mappings[node] = replace(mapping, made_by=f"{text}.copy_")
    return run.state.plan.values[array]


def _see_through(run: ModelRun, node: ast.Call) -> None:
    """`torch.view_as_real(x)` is a view that is written through."""
    name, mapping = run.state.module.qualified_name(node.func, run.state.function.locals), None
    if name is not None:
        mapping = run.state.plan.lines.mappings.get(node)
    if mapping is not None and mapping.entry.is_view:
        found = fitting(lookup(run.state.dialects, f"Shared.{name}"), node)
        run.state.plan.lines.mappings[node] = mapping if found is None else Mapping(*found)


def _with_memory(run: ModelRun, node: ast.expr, value: Value) -> Value:
    """What has no dimensions is an array as well, but for numbers of Python's."""
    mapping = run.state.plan.lines.mappings.get(node)
    is_number = mapping is not None and mapping.entry.name.startswith(("builtins.", "Read."))
    if not value.is_traced or not value.form.is_numeric or value.memory or is_number:
        return value
    return replace(value, memory=run.state.allocate(node))


def binop(run: ModelRun, node: ast.BinOp) -> Value:
    return _with_memory(run, node, model_calls.binop(run, node))


def unaryop(run: ModelRun, node: ast.UnaryOp) -> Value:
    return _with_memory(run, node, operators.unaryop(run, node))


def _note_outside(run: ModelRun, node: ast.Call) -> None:
    """A function of another file or library knows of values alone."""
    name, mapping = (
        run.state.module.qualified_name(node.func, run.state.function.locals),
        run.state.plan.lines.mappings.get(node),
    )
    is_known = mapping is not None and mapping.entry.parameters is not None
    if (
        name is not None
        and not is_known
        and not name.startswith("builtins.")
        and name not in run.state.module.functions
    ):
        references(run).outside.add(node)


def _is_path(node: ast.expr) -> bool:
    """`x`, `self.mean`: what may be said twice."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name)


def _methods(run: ModelRun, node: ast.Call) -> frozenset[str]:
    """The methods of the file that the call may run."""
    if isinstance(node.func, ast.Attribute) and is_super(node.func.value, run.owner):
        owner, attribute = run.owner, node.func.attr
        inherited = run.models.method(owner, attribute, run.state.module, is_inherited=True)
        if inherited is not None:
            return frozenset({inherited})
    if isinstance(node.func, ast.Attribute) and is_own(run, node.func.value):
        kin = (run.owner, *run.models.families.get(run.owner or "", ()))
        named = {run.models.method(each, node.func.attr, run.state.module) for each in kin}
        if named != {None}:
            return frozenset(name for name in named if name is not None)
    name = run.state.module.qualified_name(node.func, run.state.function.locals)
    is_local = isinstance(node.func, ast.Name) and node.func.id in run.state.module.functions
    if name is not None or is_local or runs_none(run, node.func):
        return frozenset()
    if isinstance(node.func, ast.Attribute) and lookup_method(run.state.dialects, node.func.attr):
        if not is_part(run.evaluate(node.func.value)):
            return frozenset()
    if layers.is_fresh(run, node.func) and not layers.writes_its_input(run, node.func):
        return frozenset()
    return run.models.entered(run.state.module)


def attribute(run: ModelRun, node: ast.Attribute) -> Value:
    """`x.data` is a view that is written through."""
    value = attributes.attribute(run, node)
    mapping = run.state.plan.lines.mappings.get(node)
    is_table = node.attr in run.models.notation.showing
    if mapping is None and not is_table and run.state.module.qualified_name(node, run.state.function.locals) is None:
        _note_attribute(run, node, value)
    shared = next(iter(lookup(run.state.dialects, f"Shared.{node.attr}")), None)
    if mapping is not None and mapping.entry.is_view and shared is not None and shared.parameters is None:
        run.state.plan.lines.mappings[node] = replace(mapping, entry=shared)
    return value


def _note_attribute(run: ModelRun, node: ast.Attribute, value: Value) -> None:
    """What holds an array, perhaps: the runtime makes it one that is mutable where it does."""
    own = {attribute_site(node.attr)} if is_own(run, node.value) else set()
    if memory := value.held | own:
        references(run).attributes[node] = memory


def method_lines(run: ModelRun, name: str) -> tuple[Entry, ...]:
    """Views that are written through come first."""
    return (*lookup(run.state.dialects, f"Shared.{name}"), *attributes.method_lines(run, name))


def writes_in_place(run: ModelRun, node: ast.Call, array: ast.expr, entry: Entry) -> bool:
    """`x.add_(y)` stays as it is; a function is one that writes, `x[...] = F.relu_(x)`."""
    value = run.state.plan.values.get(array) or run.evaluate(array)
    _note(run, value, node, array)
    if isinstance(array, ast.Subscript) and run.evaluate(array.slice).dtype & BOOL:  # values that a mask chooses
        run.report(rules.InPlaceMethod(call=text_of(node.func)), node)
    if entry.shape not in ("same", "elementwise") and entry.writes_if is None:
        run.report(rules.InPlaceMethod(call=text_of(node.func)), node)
    references(run).in_place[node] = array
    if isinstance(node.func, ast.Attribute) and node.func.value is array:
        return True
    if not _is_path(array):
        run.report(rules.InPlaceMethod(call=text_of(node.func)), node)
    return entry.target is None


def asked_to_write(run: ModelRun, node: ast.Call, entry: Entry) -> Entry:
    """The runtime writes where it is asked to; where only running tells that, arrays may be written."""
    asked = asks_to_write(node, entry)
    return replace(in_place_calls.asking_when_it_runs(entry), writes=asked is not False)


def _note(run: ModelRun, value: Value, node: ast.AST, array: ast.expr) -> None:
    note_written(run, value, array)
    if UNFOLLOWED in value.memory:
        run.report(rules.SharedMemory(name=text_of(array), other=SOME), node)
    if (kept := _kept_in_container(run, array)) is not None:
        run.report(rules.SharedMemory(name=text_of(array), other=kept), node)
    references(run).effects.add(node)
    for site in sorted(s.newest for s in value.held if s.is_attribute):
        name = site.name
        if "." in name:  # of a part
            continue
        run.state.plan.arguments.attributes_written.add(name)
        if (other := attribute_set_to(run, name)) is not None:
            run.report(rules.SharedMemory(name=str(site), other=other), node)


def _kept_in_container(run: ModelRun, array: ast.expr) -> str | None:
    """`self.state["h"]`: an attribute that is no array holds it, in a list or a dict of the object's own."""
    node = array
    while isinstance(node, ast.Subscript | ast.Call | ast.Attribute):
        inner = node.func if isinstance(node, ast.Call) else node.value
        if isinstance(node, ast.Subscript) and isinstance(inner, ast.Attribute) and is_own(run, inner.value):
            is_array = run.models.is_array(run.owner, inner.attr) or inner.attr in run.attributes
            return None if is_array else f"self.{inner.attr}"
        node = inner
    return None


def write_element(run: ModelRun, target: ast.Subscript, value: Value, statement: ast.stmt) -> None:
    _check_order(run, target, value)
    if _is_in_cell(run, target, statement):
        return
    if _is_array(run, target):
        writes.write_element(run, target, value, statement)
        _note(run, run.evaluate(target.value), statement, target.value)
    else:
        outside.write_element(run, target, value, statement)


def augmented_element(run: ModelRun, statement: ast.AugAssign, target: ast.Subscript, value: Value) -> None:
    _check_order(run, target, value)
    if _is_in_cell(run, target, statement):
        return
    if is_of_dict(run, target):
        _note(run, run.evaluate(target.value), statement, target.value)
        references(run).unmarked.add(statement)
    elif _is_array(run, target):
        writes.augmented_element(run, statement, target, value)
        _note(run, run.evaluate(target.value), statement, target.value)
    else:
        outside.augmented_element(run, statement, target, value)


def _is_in_cell(run: ModelRun, target: ast.Subscript, statement: ast.stmt) -> bool:
    held = run.evaluate(target.value)
    if not shows_parts(held) or index_value(run, target.slice).form is Form.STRING:
        return False
    _note(run, held, statement, target.value)
    references(run).unmarked.add(statement)
    return True


def _check_order(run: ModelRun, target: ast.Subscript, value: Value) -> None:
    """A number goes to all elements, in whatever order of axes."""
    is_number = value.form is Form.NUMBER and (value.is_static or value.is_scalar)
    if run.models.notation.numbers_first and not is_number:
        operators.check_order(run, target)


def _is_array(run: ModelRun, target: ast.Subscript) -> bool:
    held = run.evaluate(target.value)
    return held.form.is_numeric and not held.is_static and not is_part(held)


def augmented_name(run: ModelRun, statement: ast.AugAssign, target: ast.Name, value: Value) -> None:
    old = run.state.environment.get(target.id)
    if old is not None and (shows_parts(old) or (arrays_shown(old) and value.form not in PYTHON_FORMS)):
        _note(run, old, statement, target)
        run.state.environment[target.id] = opaque().but(memory=old.memory)
        return
    if old is None or not old.memory or old.is_static or value.form in PYTHON_FORMS or old.form in PYTHON_FORMS:
        model_calls.augmented_name(run, statement, target, value)
        return
    writes.augmented_name(run, statement, target, value)
    _note(run, old, statement, target)


def attribute_write(run: ModelRun, target: ast.Attribute, statement: ast.stmt) -> None:
    """An operator writes into the array that the attribute holds. Another array takes its place by an assignment: who
    has the one of before does not see that, and the attribute shows no writes into its new one."""
    if isinstance(statement, ast.AugAssign) and not run.models.notation.rebinds and is_data(run, target):
        held = run.evaluate(target.value)
        if held.memory and (shows_parts(held) or (held.form.is_numeric and not held.is_static)):
            _note(run, held, statement, target.value)
            references(run).unmarked.add(statement)
            return
    if not is_own(run, target.value):
        if isinstance(statement, ast.AugAssign) and not run.models.notation.rebinds:
            expect_no_name(run, target, statement)
        attributes.attribute_write(run, target, statement)
        keep_in_part(run, target, statement)
        if isinstance(statement, ast.Assign):
            references(run).rebinds[statement] = target.attr
        return
    found = references(run)
    expect_not_shown(run, target, statement)
    is_in_place = isinstance(statement, ast.AugAssign) and not run.models.notation.rebinds
    if run.state.is_compiled_here:
        found.note((), statement)
        _keep_perhaps(run, target, statement)
    elif not is_in_place or is_number(run, target.attr):
        attributes.attribute_write(run, target, statement)
    if not is_in_place and target.attr in run.attributes and not run.attributes[target.attr].is_static:
        expect_apart(run, target, run.attributes[target.attr], statement)
        note_kept(run, target.attr, run.attributes[target.attr])
    if is_in_place and not is_number(run, target.attr):
        expect_unseen(run, ast.copy_location(ast.Attribute(target.value, target.attr, ast.Load()), target), statement)
        note_dtype_kept(run, statement, target.attr)
        return
    old = run.attributes.get(target.attr)
    if _is_itself(statement, target):
        return
    found.rebinds[statement] = target.attr
    if not run.state.is_compiled_here:
        exchange(run, target, statement)
    else:
        found.traced.add(statement)
        if (other := attribute_set_to(run, target.attr)) is not None:
            run.report(rules.SharedMemory(name=text_of(target), other=other), statement)
    is_registered = run.models.is_registered(run.owner, target.attr)
    is_kept = is_registered or target.attr in run.state.known.attributes_kept()
    if is_kept and not _is_itself_or_anew(run, getattr(statement, "value", None), target):
        found.keep(frozenset() if old is None else _shared(run, statement, old.held), statement)


def _shared(run: ModelRun, statement: ast.stmt, memory: Memory) -> Memory:
    """Without what frameworks and operators make for an attribute alone: it has no other name."""
    if not (isinstance(statement, ast.Assign) and len(statement.targets) == 1):
        return memory
    made = {site.name for site in _made_there(run, statement.value)}
    return frozenset(site for site in memory if not (site.is_made and site.name in made))


def _made_there(run: ModelRun, value: ast.expr) -> Memory:
    match value:
        case ast.IfExp(body=body, orelse=orelse):
            return _made_there(run, body) | _made_there(run, orelse)
        case ast.Call() if value not in run.state.plan.lines.mappings:
            return frozenset()
        case ast.Attribute(value=whole) | ast.Subscript(value=whole):
            return _made_there(run, whole)  # `x.max(0).values`, `(x * 2)[0]`
        case ast.BinOp() | ast.UnaryOp() | ast.Call():
            return frozenset({site_of(value)})
    return frozenset()


def _keep_perhaps(run: ModelRun, target: ast.Attribute, statement: ast.stmt) -> None:
    """A compiled branch or loop gives the attribute the value that the array has then: no write is shown later."""
    value = run.state.plan.values.get(statement.value) if isinstance(statement, ast.Assign) else None
    if value is not None and not value.is_static:
        references(run).keep(_shared(run, statement, value.held), statement)
        note_kept(run, target.attr, value)


def _is_itself(statement: ast.stmt, target: ast.Attribute) -> bool:
    """`self.mean = self.mean`"""
    return isinstance(statement, ast.Assign) and text_of(statement.value) == text_of(target)


def _is_itself_or_anew(run: ModelRun, value: ast.expr | None, target: ast.Attribute) -> bool:
    """`self.k = self.k.to(x)` gives the attribute what it has, as the runtime finds, or an array of its own."""
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
        mapping = run.state.plan.lines.mappings.get(value)
        if mapping is not None and mapping.entry.shape == "same" and not mapping.entry.cuts:
            is_same = mapping.entry.is_view or mapping.entry.is_contiguous
            return is_same and _is_itself_or_anew(run, value.func.value, target)
    return isinstance(value, ast.Attribute) and text_of(value) == text_of(target)


def is_seen_when_it_runs(run: ModelRun, name: str, statement: ast.stmt) -> bool:
    return False


MODEL_REFERENCES: Policy[ModelRun] = replace(
    MODELS,
    expressions={**MODELS.expressions, ast.Attribute: attribute, ast.BinOp: binop, ast.UnaryOp: unaryop},
    calls=replace(
        MODELS.calls,
        call=call,
        method_lines=method_lines,
        change_arguments=effects.change_arguments,
        changes_arguments=effects.changes_arguments,
        check_nested=effects.check_nested,
        asked_to_write=asked_to_write,
        writes_in_place=writes_in_place,
    ),
    writes=replace(
        MODELS.writes,
        write_element=write_element,
        augmented_element=augmented_element,
        augmented_name=augmented_name,
        attribute_write=attribute_write,
        may_write=writes.may_write,
        is_seen_when_it_runs=is_seen_when_it_runs,
        element_to_change=writes.element_to_change,
        rests_on_numbers=writes.rests_on_numbers,
    ),
)


def model_reference_run(state: State, models: FileModels) -> ModelRun:
    """A run over such a function."""
    run = ModelRun(state, MODEL_REFERENCES, PARTS, models)
    attributes.enter(run)
    make, (decorator, attribute) = models.notation.mutable, models.notation.writing or ("", "")
    references(run).of_model = OfModel(
        make, attribute, decorator, run.own, exchanged_elsewhere(run), held_as_they_are(run)
    )
    return run
