"""The abstract interpretation of what models write in place, and of who would see it."""

from __future__ import annotations

import ast
from collections.abc import Collection
from dataclasses import replace
from functools import lru_cache

from hybridc import rules
from hybridc.dialects.entry import Entry
from hybridc.domain.atoms import narrow
from hybridc.domain.places import WritingCall
from hybridc.domain.sites import SiteKind, parameter_site, parameters_in
from hybridc.domain.values import Form, Value, share_nothing
from hybridc.interpret import changed_arguments, in_place_calls, local_calls, mutation
from hybridc.interpret import expressions as array_expressions
from hybridc.interpret import writes as array_writes
from hybridc.interpret.containers import note_mutated
from hybridc.interpret.elements import index_value, indices_of
from hybridc.interpret.evaluation import once
from hybridc.interpret.in_place_calls import asking_when_it_runs, note_writing
from hybridc.interpret.masked_writes import ask, is_by_mask, may_be_mask, note_window
from hybridc.interpret.models import chains, layers
from hybridc.interpret.models.kept import attribute_seeing, expect_no_name, expect_unseen, keep_element, name_seeing
from hybridc.interpret.models.layers import is_own
from hybridc.interpret.models.lists import counts, stores, writes_given, writes_item
from hybridc.interpret.models.narrow import NARROW, is_made_narrow
from hybridc.interpret.models.parameters import is_data, is_of_layer
from hybridc.interpret.models.run import ModelRun
from hybridc.interpret.models.shapes_in_place import shows_shape
from hybridc.interpret.models.unnamed import written_otherwise
from hybridc.interpret.mutation import is_askable
from hybridc.program.assumptions import Kind
from hybridc.program.model_properties import property_named
from hybridc.program.parts import is_part
from hybridc.program.plans import FunctionPlan, Update
from hybridc.program.state import Nested
from hybridc.program.static_demand import lookup_method
from hybridc.syntax.arguments import arguments_given
from hybridc.syntax.dataflow import base_name, expressions, free_names, parameters, targets_bound
from hybridc.syntax.in_place import asks_to_write, first_given
from hybridc.syntax.messages import text_of
from hybridc.syntax.module import Function
from hybridc.syntax.walking import children, walk

_RUNNING_AGAIN = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.FunctionDef, ast.Lambda)
_CAST = ".astype(self.dtype)"


def writes_in_place(run: ModelRun, node: ast.Call, array: ast.expr, entry: Entry) -> bool:
    """`x.add_(y)` among other expressions: the sum, where nobody sees `x` afterwards."""
    held = chains.begins_with(run, array)
    if isinstance(held, ast.Name) and held.id in run.given_in_turn:
        run.report(rules.LostMutation(function="lambda", name=held.id), node)
        return True
    if (other := written_otherwise(run, held)) is not None:
        run.report(rules.SharedMemory(name=text_of(held), other=other), node)
        return True
    if _is_lost(run, held) and (_behind_data(run, held) is None or not isinstance(run.current, ast.Expr)):
        run.report(rules.SharedMemory(name=text_of(array), other=text_of(held)), node)
        return True
    if entry.shape != "same" and isinstance(held, ast.Name) and shows_shape(run, node, held):
        return True
    is_whole = (found := _behind_data(run, held)) is not None
    held = held if found is None else found  # `self.fc.weight.data.mul_(2)`
    if isinstance(held, ast.Attribute) and is_own(run, held.value):
        expect_unseen(run, held, run.current)
    elif isinstance(held, ast.Attribute):
        expect_no_name(run, held, run.current)
    if node in run.state.plan.structured.origins.writing:
        return False
    if isinstance(run.current, ast.Expr) and run.current.value is node:
        if isinstance(held, ast.Attribute) and (is_whole or is_part(run.evaluate(held.value))):
            is_again = chains.reads_again(run, node, held)
            note_writing(run, node, WritingCall(node, held, is_whole=True, is_again=is_again))
            return False
        if held is array and _is_view_of_own(run, held):
            note_writing(run, node, WritingCall(node, held, is_whole=entry.shape != "same"))
            return False
        if held is array or not isinstance(held, ast.Name | ast.Subscript):
            return in_place_calls.writes_in_place(run, node, array, entry)
        note_writing(run, node, WritingCall(node, held, is_whole=isinstance(held, ast.Name)))
        return False
    if _is_kept(run, held) and isinstance(run.current, ast.Assign | ast.Return) and run.current.value is node:
        writing = WritingCall(node, held, is_whole=True, is_again=chains.reads_again(run, node, held))
        run.state.plan.mutation.writing[run.current] = writing
        return False
    if _is_given(run, held) and getattr(run.current, "value", None) is node:
        run.state.plan.mutation.writing[run.current] = WritingCall(node, held)
        return False
    value = run.state.plan.values.get(held) or run.evaluate(held)
    if _is_written_again(run, node, held):
        run.report(rules.SharedMemory(name=text_of(array), other="what the next turn has"), node)
        return True
    keeps_shape = entry.writes_if is not None or entry.shape == "same"
    whole = run.current.value if isinstance(run.current, ast.Expr | ast.Assign | ast.Return) else None
    is_taken = any(link is node for link in chains.links(run, whole))
    if (other := seen_afterwards(run, node, held, value, keeps_shape, is_taken)) is not None:
        run.report(rules.SharedMemory(name=text_of(array), other=other), node)
        return True
    note_mutated(run, value, run.current)
    return False


def _is_written_again(run: ModelRun, node: ast.Call, held: ast.expr) -> bool:
    """`[z.mul_(2) for _ in range(3)]`: every turn writes what the one before has left, and every call of a function
    within this one that does not make the array."""
    return any(base_name(held) not in bound for bound in _around(run.state.plan.structured.node).get(node, ()))


@lru_cache(maxsize=2)
def _around(whole: ast.FunctionDef) -> dict[ast.Call, list[frozenset[str]]]:
    """By calls, the names that the comprehensions and nested functions around them bind."""
    found: dict[ast.Call, list[frozenset[str]]] = {}
    for each in walk(whole):
        if each is whole or not isinstance(each, _RUNNING_AGAIN):
            continue
        names = frozenset(n.id for n in walk(each) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))
        if isinstance(each, ast.FunctionDef | ast.Lambda):
            names |= {*parameters(each)}
        for call in walk(each):
            if isinstance(call, ast.Call):
                found.setdefault(call, []).append(names)
    return found


def _is_view_of_own(run: ModelRun, held: ast.expr) -> bool:
    """`self.queue[0]`, `self.queue[:, 1:]` of an array that the model keeps: by numbers of the text, no copy."""
    if not (isinstance(held, ast.Subscript) and isinstance(held.value, ast.Attribute)):
        return False
    kept = held.value
    if not is_own(run, kept.value) or is_part(run.evaluate(kept)) or not run.evaluate(kept).form.is_numeric:
        return False
    parts = held.slice.elts if isinstance(held.slice, ast.Tuple) else [held.slice]
    parts = [p.operand if isinstance(p, ast.UnaryOp) else p for p in parts]
    return all(isinstance(p, ast.Slice | ast.Constant) for p in parts)


def asked_to_write(run: ModelRun, node: ast.Call, entry: Entry) -> Entry:
    """The runtime looks at what only running tells: the flag, and what a part returns of what it was given."""
    entry = in_place_calls.asked_to_write(run, node, entry)
    array = first_given(node, entry)
    if array is None or isinstance(run.current, ast.Expr) or asks_to_write(node, entry) is False:
        return entry
    value = run.state.plan.values.get(array) or run.evaluate(array)
    other = seen_afterwards(run, node, array, value, keeps_shape=True, is_taken=False)
    if not entry.writes:
        if other is not None and run.own is None:
            run.report(rules.SharedMemory(name=text_of(array), other=other), node)
        return entry
    is_of_part = any(m.newest in run.from_parts for m in value.memory)
    if other is None or other == base_name(array) or not is_of_part or not entry.looks:
        return entry
    return replace(asking_when_it_runs(entry), writes=False)


def lambda_value(run: ModelRun, node: ast.Lambda) -> Value:
    around, run.given_in_turn = run.given_in_turn, run.given_in_turn | {*parameters(node)}
    result = array_expressions.lambda_value(run, node)
    run.given_in_turn = around
    return result


def _behind_data(run: ModelRun, node: ast.expr) -> ast.Attribute | None:
    """`self.fc.weight` of `self.fc.weight.data` and `self.fc.weight.detach()`."""
    inner = node.func if isinstance(node, ast.Call) and not (node.args or node.keywords) else node
    is_same = isinstance(inner, ast.Attribute) and is_data(run, inner, is_method=inner is not node)
    held = inner.value if isinstance(inner, ast.Attribute) and is_same and is_of_layer(run, inner.value) else None
    return held if isinstance(held, ast.Attribute) else None


def _is_lost(run: ModelRun, held: ast.expr) -> bool:
    """What is written is a view of a layer's parameter, or the data of what holds one, and no statement says so."""
    whole = getattr(run.current, "value", None)
    if whole in run.state.plan.structured.origins.writing:
        return False
    is_statement = whole is not None and isinstance(run.current, ast.Expr) and chains.begins_with(run, whole) is held
    if is_statement and isinstance(held, ast.Attribute | ast.Name):
        return False
    node = held
    while isinstance(node, ast.Subscript | ast.Attribute | ast.Call):
        if isinstance(node, ast.Attribute) and not is_own(run, node.value) and is_of_layer(run, node):
            return True
        if isinstance(node, ast.Attribute) and is_data(run, node) and is_part(run.evaluate(node.value)):
            return True
        node = node.func if isinstance(node, ast.Call) else node.value
    return False


def change_arguments(
    run: ModelRun, node: ast.Call, function: Function, plan: FunctionPlan, bound: dict[str, Value]
) -> None:
    """A callee of the file that writes into what it is given, and gives that back, or not."""
    if plan.arguments.gives_back and not run.state.flow.scope:
        given = arguments_given(plan.function, node)
        run.kept_whole = _kept_and_unseen(run, node, plan.arguments.mutated, given, bound)
        for name in sorted(plan.arguments.mutated & given.keys() & bound.keys()):
            if given[name] in run.kept_whole or run.state.refers:
                continue
            if (other := attribute_seeing(run, bound[name])) is not None:
                run.report(rules.SharedMemory(name=text_of(given[name]), other=other), node)
            elif not bound[name].memory and _is_of_model(run, given[name], bound[name], function, name):
                run.report(rules.LostMutation(function=text_of(node.func), name=name), node)
        changed_arguments.change_arguments(run, node, function, plan, bound)
        return
    write_arguments(run, node, function, plan.arguments.mutated, bound)


def _set_whole(run: ModelRun, statement: ast.stmt) -> Update:
    return Update.WHOLE if statement in run.state.plan.structured.origins.whole else Update.AT_SET


def _kept_and_unseen(
    run: ModelRun, node: ast.Call, names: Collection[str], given: dict[str, ast.expr], bound: dict[str, Value]
) -> frozenset[ast.expr]:
    """The arguments that are attributes of the model, `ema(self.mean, x)`, which take the new array: nothing else
    shows the old one."""
    found = {n: a for n, a in given.items() if n in names and n in bound and _is_kept(run, a)}
    texts = [text_of(a) for a in (*node.args, *(k.value for k in node.keywords))]
    is_call = isinstance(run.current, ast.Expr) and run.current.value is node
    return frozenset(
        argument
        for name, argument in found.items()
        if is_call
        and sum(text.startswith(text_of(argument)) for text in texts) == 1
        and seen_afterwards(run, node, argument, bound[name]) is None
    )


def _is_given(run: ModelRun, held: ast.expr) -> bool:
    """A parameter of a function beside models, whose callers are given what it has become."""
    return run.own is None and isinstance(held, ast.Name) and held.id in run.state.function.parameters


def _is_kept(run: ModelRun, argument: ast.expr) -> bool:
    """`self.mean`"""
    return isinstance(argument, ast.Attribute) and is_own(run, argument.value)


def is_seen(
    run: ModelRun, name: str, node: ast.Call, plan: FunctionPlan, bound: dict[str, Value], given: dict[str, ast.expr]
) -> bool:
    return given.get(name) in run.kept_whole or changed_arguments.is_seen(run, name, node, plan, bound, given)


def takes_back(run: ModelRun, argument: ast.expr) -> bool:
    return argument in run.kept_whole or changed_arguments.takes_back(run, argument)


def _is_of_model(run: ModelRun, argument: ast.expr, value: Value, function: Function, name: str) -> bool:
    """What the model keeps, an array or one as far as the function knows, which nobody gives the new one."""
    if any(m.is_attribute for m in value.memory):
        return True
    if not (isinstance(argument, ast.Attribute) and is_part(value)):
        return False
    written = (
        c.func.attr for c in function.of(ast.Call)
        if isinstance(c.func, ast.Attribute) and isinstance(c.func.value, ast.Name) and c.func.value.id == name
    )  # fmt: skip
    return any(e.writes for method in written for e in lookup_method(run.state.dialects, method))


def changes_arguments(run: ModelRun, statement: ast.FunctionDef, names: frozenset[str]) -> None:
    """Calls of the nested function say whether anybody sees it; what it is handed to says nothing."""
    around = run.state.plan.structured.node
    called = {n.func for n in walk(around) if isinstance(n, ast.Call)}
    named = (n for n in walk(around) if isinstance(n, ast.Name) and n.id == statement.name)
    if any(isinstance(n.ctx, ast.Load) and n not in called for n in named):
        for name in sorted(names):
            run.report(rules.LostMutation(function=statement.name, name=name), statement)


def check_nested(run: ModelRun, node: ast.Call, nested: Nested, bound: dict[str, Value]) -> None:
    local_calls.check_nested(run, node, nested, bound)
    seen = {n: v for n, v in run.state.environment.items() if n in free_names(nested.function.node)} | bound
    for name in sorted(nested.mutated & bound.keys()):  # it may read the same by another name
        other = next((n for n, v in seen.items() if n != name and not share_nothing(v, bound[name])), None)
        if other is not None:
            run.report(rules.SharedMemory(name=name, other=other), node)
    write_arguments(run, node, nested.function, nested.mutated, bound)


def write_arguments(
    run: ModelRun,
    node: ast.Call,
    function: Function,
    names: Collection[str],
    bound: dict[str, Value],
    call: ast.Call | None = None,
) -> None:
    """The call writes into these arguments, which nobody may see afterwards."""
    if run.state.refers:  # all who have them see it
        return
    for name, argument in arguments_given(function, call or node).items():
        if name not in names or name not in bound:
            continue
        if (other := seen_afterwards(run, node, argument, bound[name])) is not None:
            run.report(rules.SharedMemory(name=text_of(argument), other=other), node)
        elif _is_of_model(run, argument, bound[name], function, name):
            run.report(rules.LostMutation(function=text_of(node.func), name=name), node)
        else:
            note_mutated(run, bound[name], run.current)


def seen_afterwards(
    run: ModelRun, node: ast.Call, held: ast.expr, value: Value, keeps_shape: bool = False, is_taken: bool = True
) -> str | None:
    """A name that may show what is written: read later, or elsewhere in the same statement.

    `is_taken`: an attribute of the model gets the new array.
    """
    statement = run.current
    later = run.state.liveness.after.get(statement, frozenset()) - targets_of(statement)
    beside = read_beside(statement, node)
    later |= beside
    for name, other in run.state.environment.items():
        is_it = isinstance(held, ast.Name) and held.id == name
        if name in later and (is_it or not share_nothing(value, other)):
            if not keeps_shape or name in beside or not run.state.only_asks(name, statement):
                return name
    own = held.attr if is_taken and isinstance(held, ast.Attribute) and is_own(run, held.value) else None
    return attribute_seeing(run, value, own)


def is_seen_when_it_runs(run: ModelRun, name: str, statement: ast.stmt) -> bool:
    """A part may keep, or have returned, what it was given, or a view of it: the runtime looks at that when it traces.

    So it does where callers may see it, whose arrays the part was given.
    """
    if statement not in run.state.plan.structured.origins.received:  # which write several arrays
        run.state.plan.assumed.forget(Kind.APART, statement)
    value = run.state.environment[name]
    is_kept = any(m.newest in run.kept_elsewhere for m in value.memory)
    if run.state.is_compiled_here:
        _tell_of_given(run, value, statement)
        return is_kept
    if run.state.flow.scope:  # who reads what afterwards, the function around it knows
        return is_kept or any(m.newest in run.from_parts for m in value.memory)
    later = run.state.liveness.after.get(statement, frozenset())
    others = [v for n, v in run.state.environment.items() if n != name and n in later]
    seeing = [v for v in others if not share_nothing(value, v)]
    if not all(_is_shared_by_part(run, value, other) for other in seeing):
        return False
    returned = (m.name for m in value.memory if m.kind is SiteKind.GIVEN)
    if any(m.newest in run.kept_perhaps for m in value.memory):
        run.state.plan.arguments.writes_kept = True
        return True
    return is_kept or bool(seeing) or any(parameter_site(name) not in value.memory for name in returned)


def _tell_of_given(run: ModelRun, value: Value, statement: ast.stmt) -> None:
    """In compiled branches and loops the runtime does not see whose array it is that a part has returned, perhaps."""
    given = {m.name for m in value.memory if m.kind is SiteKind.GIVEN} - parameters_in(value.memory)
    if given and not run.state.flow.scope:
        run.report(rules.ArgumentMutation(name="` or `".join(sorted(given))), statement)


def _is_shared_by_part(run: ModelRun, value: Value, other: Value) -> bool:
    return any(m.newest in run.returned_by_parts for m in value.memory | other.memory)


def is_taken_for_number(run: ModelRun, value: Value, node: ast.stmt | ast.expr, name: str) -> bool:
    """Arrays of models are told from Python's numbers while they are traced."""
    return False


@once
def _has_one_type(run: ModelRun) -> bool:
    """Nothing in the function changes the dtype of an array: what floats is of the model's own.

    Nor does it read an attribute that the file makes of another one.
    """
    own = (n.attr for n in run.state.function.of(ast.Attribute) if is_own(run, n.value))
    if any(is_made_narrow(run, name) for name in {*own}):
        return False
    casts = (c for c in run.state.function.of(ast.Call) if isinstance(c.func, ast.Attribute))
    is_cast = any(c.func.attr in run.models.notation.casts and not _names_a_place(c) for c in casts)  # type: ignore[attr-defined]
    return not is_cast and not any(k.arg == "dtype" for c in run.state.function.of(ast.Call) for k in c.keywords)


def update_array(run: ModelRun, statement: ast.AugAssign, name: str, old: Value, result: Value) -> None:
    mutation.update_array(run, statement, name, old, result)
    if _has_one_type(run) and not isinstance(statement.op, ast.MatMult):
        run.state.plan.mutation.updates[statement] = Update.REBIND


def without_cast(run: ModelRun, node: ast.Call) -> None:
    """`x.add_(y)` is `x + y`, of the same dtype, where nothing casts."""
    mapping = run.state.plan.lines.mappings.get(node)
    target = None if mapping is None else mapping.entry.target
    if mapping is not None and target is not None and _has_one_type(run) and target.endswith(_CAST):
        computed = target.removesuffix(_CAST)
        if _keeps_dtype(run, node, ast.parse(computed, mode="eval").body):
            entry = replace(mapping.entry, target=computed)
            run.state.plan.lines.mappings[node] = replace(mapping, entry=entry)


def _keeps_dtype(run: ModelRun, node: ast.Call, computed: ast.expr) -> bool:
    """What is written has the dtype of the array: a sum of arrays of one dtype, or a function of numbers alone."""
    if isinstance(computed, ast.BinOp):
        return True
    usual = lookup_method(run.state.dialects, getattr(node.func, "attr", "").removesuffix("_"))
    if not isinstance(computed, ast.Call) or any(e.dtype == "bool" for e in usual):
        return False
    given = (run.state.plan.values.get(a) for a in (*node.args, *(k.value for k in node.keywords)))
    return all(value is not None and value.is_static for value in given)


def cast_by_name(run: ModelRun, node: ast.Call) -> None:
    """`x.type("torch.HalfTensor")` is `x.half()`: a type of the framework's arrays says a dtype."""
    mapping, types = run.state.plan.lines.mappings.get(node), run.models.notation.types
    given = [*node.args, *(k.value for k in node.keywords)][:1]
    attribute = getattr(node.func, "attr", "")
    if mapping is None or not given or not types or attribute not in run.models.notation.casts:
        return
    asked = run.state.plan.lines.mappings.get(given[0])
    if asked is not None and asked.entry.name == mapping.entry.name:  # `x.type(y.type())`
        run.state.plan.lines.mappings[given[0]] = replace(asked, entry=replace(asked.entry, target="self.dtype"))
        return
    text = given[0].value if isinstance(given[0], ast.Constant) else None
    name = text or run.state.module.qualified_name(given[0], run.state.function.locals)
    if (method := types.get(str(name))) is not None:
        line = next(e for e in lookup_method(run.state.dialects, method) if e.target is not None)
        entry = replace(mapping.entry, target=line.target, narrows=line.narrows)
        run.state.plan.lines.mappings[node] = replace(mapping, entry=entry)
    elif isinstance(text, str) and mapping.entry.target == "self.astype(dtype)":
        advice = f"{text!r} is no type of arrays in compiled code: write a dtype"
        run.report(rules.UnmappedArgument(name=text_of(node.func), why=advice), node)


def narrowed(run: ModelRun, node: ast.Call, result: Value) -> Value:
    """What a cast gives, `x.half()` or `x.to(torch.float16)`, where the file says that it is narrow."""
    mapping = run.state.plan.lines.mappings.get(node)
    if mapping is None or getattr(node.func, "attr", "") not in run.models.notation.casts:
        return result
    given = (run.state.plan.lines.mappings.get(a) for a in (*node.args, *(k.value for k in node.keywords)))
    named = (m.entry.target or "" for m in (mapping, *given) if m is not None)
    found = next(filter(None, map(NARROW.search, named)), None)
    return result if found is None else replace(result, dtype=narrow(found[0]))


def write_element(run: ModelRun, target: ast.Subscript, value: Value, statement: ast.stmt) -> None:
    held = target.value
    is_own = isinstance(held, ast.Attribute) and layers.is_own(run, held.value)
    keep_element(run, target, value)
    if stores(run, target, value) or writes_item(run, target, value, statement):
        return
    if _writes_property(run, held, statement):
        return
    if is_own and not run.evaluate(held).form.is_numeric:
        index_value(run, target.slice)  # a list or dict of the object's own
        return
    if is_own and not is_part(run.evaluate(held)) and not run.state.is_compiled_here:
        index = index_value(run, target.slice)
        indices_of(run, target, index, of_array=False)
        expect_unseen(run, held, statement)  # type: ignore[arg-type]
        run.state.plan.mutation.updates[statement] = _set_whole(run, statement)
        is_masked = is_by_mask(run, target, index, value, statement) or may_be_mask(index, target.slice)
        if is_masked and run.state.plan.mutation.updates[statement] is Update.AT_SET:
            ask(run, statement, target)
        elif run.state.plan.mutation.updates[statement] is Update.AT_SET:
            note_window(run, statement, target)
        run.report(rules.ItemAssignment(target=text_of(target), operator="=", form=text_of(held)), statement)
        return
    if _is_in_pythons_dict(run, target):
        run.evaluate(held)
        if (name := base_name(target)) in run.state.environment:
            container = run.state.environment[name]
            run.state.environment[name] = replace(container, memory=container.memory | value.memory)
        return
    array_writes.write_element(run, target, value, statement)
    if writes_given(run, target, statement):
        return
    if run.state.plan.mutation.updates.get(statement) is Update.AT_CAST:
        run.state.plan.mutation.updates[statement] = _set_whole(run, statement)
    if run.state.plan.mutation.updates.get(statement) is Update.AT_SET:
        note_window(run, statement, target)


def augmented_element(run: ModelRun, statement: ast.AugAssign, target: ast.Subscript, value: Value) -> None:
    """`self.counts[i] += v`, which is what `self.counts[i] = self.counts[i] + v` is."""
    held = target.value
    if counts(run, target, value) or _writes_property(run, held, statement):
        return
    if isinstance(held, ast.Attribute) and is_own(run, held.value) and not run.state.is_compiled_here:
        array, index = run.evaluate(held), index_value(run, target.slice)
        if array.form.is_numeric and not is_part(array):
            indices_of(run, target, index, of_array=False)
            expect_unseen(run, held, statement)
            run.state.plan.mutation.updates[statement] = Update.AT_RECOMPUTE
            is_masked = is_by_mask(run, target, index, value, statement) or may_be_mask(index, target.slice)
            if is_masked and is_askable(run, statement):
                ask(run, statement, target)
            elif is_askable(run, statement):
                note_window(run, statement, target)
            form = text_of(held)
            run.report(rules.ItemAssignment(target=text_of(target), operator="op=", form=form), statement)
            return
    if is_of_dict(run, target):
        held_array = run.evaluate(target)
        if (other := name_seeing(run, held_array, statement)) is not None:
            run.report(rules.SharedMemory(name=text_of(target), other=other), statement)
        return
    mutation.augmented_element(run, statement, target, value)


def is_of_dict(run: ModelRun, target: ast.Subscript) -> bool:
    """`found["a"] *= 2`: no array is indexed by text, whatever made the dict."""
    held = run.evaluate(target.value)
    is_unknown = held.form.is_numeric and not held.is_static
    return is_unknown and not run.state.is_compiled_here and index_value(run, target.slice).form is Form.STRING


def _writes_property(run: ModelRun, held: ast.expr, statement: ast.stmt) -> bool:
    """What is computed where it is read takes no new array."""
    name = held.attr if isinstance(held, ast.Attribute) and is_own(run, held.value) else ""
    if property_named(run.models, run.owner, name, run.state.module) is None:
        return False
    run.report(rules.SharedMemory(name=text_of(held), other=f"{name}()"), statement)
    return True


def _is_in_pythons_dict(run: ModelRun, target: ast.Subscript) -> bool:
    """`found[0]["mask"] = v`: no array is indexed by text."""
    is_name = isinstance(target.value, ast.Name)
    return not is_name and not run.state.is_compiled_here and index_value(run, target.slice).form is Form.STRING


def targets_of(statement: ast.stmt) -> frozenset[str]:
    """Names that an assignment binds anew."""
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    return frozenset().union(*(targets_bound(t) for t in targets))


def read_beside(statement: ast.stmt, node: ast.Call) -> frozenset[str]:
    """Names that the statement reads outside of the call, but for what is computed instead of it."""
    found: set[str] = set()
    todo: list[ast.AST] = [*expressions(statement)]
    while todo:
        each = todo.pop()
        if each is node:
            continue
        if isinstance(each, ast.IfExp) and any(n is node for n in walk(each.body)):
            todo += [each.test, each.body]
        elif isinstance(each, ast.IfExp) and any(n is node for n in walk(each.orelse)):
            todo += [each.test, each.orelse]
        elif isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load):
            found.add(each.id)
        else:
            todo += children(each)
    return frozenset(found)


def _names_a_place(call: ast.Call) -> bool:
    """`x.to(device)`, which changes no dtype."""
    given = [*call.args, *(k.value for k in call.keywords)]
    names = [n.attr if isinstance(n, ast.Attribute) else getattr(n, "id", "") for n in given]
    return bool(names) and all(name == "device" for name in names)
