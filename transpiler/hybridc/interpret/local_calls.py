"""The abstract interpretation of calls of functions of the file."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import replace

from hybridc import rules
from hybridc.domain.atoms import Dtype, Shape, unknown
from hybridc.domain.sites import Memory, Site, SiteKind, parameter_site, parameters_in
from hybridc.domain.values import (
    SCALAR,
    Binding,
    Form,
    Value,
    is_bool,
    memory_in,
    opaque,
    promote,
    share_nothing,
    static,
)
from hybridc.interpret import kinds
from hybridc.interpret.changed_arguments import is_number_beside
from hybridc.interpret.evaluation import Run
from hybridc.interpret.results import arguments
from hybridc.program.assumptions import Kind
from hybridc.program.masks.as_places import read_by
from hybridc.program.plans import FunctionPlan
from hybridc.program.state import Nested
from hybridc.program.static_demand import is_spread
from hybridc.syntax.arguments import arguments_given
from hybridc.syntax.dataflow import free_names
from hybridc.syntax.in_place import changed_below
from hybridc.syntax.messages import text_of
from hybridc.syntax.module import Function
from hybridc.syntax.walking import walk


def local(run: Run, node: ast.Call, function: ast.Name) -> Value:
    values, keywords = arguments(run, node)
    callee = run.evaluate(function)
    known = of_known(run, node, callee, values, keywords)
    if known is not None:
        return known
    if callee.form is Form.FUNCTION or function.id in run.state.static_parameters.get(
        run.state.function.qualified_name, ()
    ):
        return of_some_function(run, node, callee, values, keywords)
    run.report(rules.UnknownCall(name=function.id), node)
    return opaque()


def of_some_function(run: Run, node: ast.Call, callee: Value, values: list[Value], keywords: dict[str, Value]) -> Value:
    """A call of a function that is known while tracing."""
    given = (*values, *keywords.values())
    if not run.state.refers:
        handed = {} if run.state.known.callees is None else run.state.known.callees.handed_to(node)
        _check_writing(run, node, [run.state.module.functions[name] for name in handed])
    elif isinstance(node.func, ast.Name) and node.func.id in run.state.plan.function.parameters:
        if any(v.memory for v in given):
            run.report(rules.UnknownCall(name=text_of(node.func)), node)  # it may be a framework's
    return replace(opaque(), memory=callee.memory.union(*(v.memory for v in given)))  # what it was given, or holds


def of_known(run: Run, node: ast.Call, callee: Value, values: list[Value], keywords: dict[str, Value]) -> Value | None:
    """What a function of the file, or one within this one, gives; None of others."""
    if callee.function is not None and callee.function in run.state.module.functions:
        return _of_the_file(run, node, callee.function, values, keywords)
    nested = run.state.flow.nested.get(callee.function or "")
    return None if nested is None else _of_nested(run, node, nested, values, keywords)


def _of_nested(run: Run, node: ast.Call, nested: Nested, values: list[Value], keywords: dict[str, Value]) -> Value:
    control = run.state.plan.control
    told = {*control.prints, *control.effects}
    if told and not told.isdisjoint(walk(nested.function.node)):
        control.effects.add(node)  # it prints
    _check_arguments(run, node, nested.function, nested.statics, values, keywords)
    kinds.check_given(run, node, nested.function, (*values, *keywords.values()))
    found = {**nested.defaults, **bound_arguments(nested.function, node, values, keywords)}
    run.policy.calls.check_nested(run, node, nested, found)
    _check_masks(run, node, nested.function.node, found)
    bound = {nested.scope + place: value for place, value in found.items()}
    return _instantiated(run, node, nested.result, bound, nested.known)


def check_nested(run: Run, node: ast.Call, nested: Nested, bound: dict[str, Value]) -> None:
    """What a nested function gives back, changed, is nothing that it sees under another name."""
    state = run.state
    function = nested.function.node
    for name in sorted(state.plan.structured.origins.given_back.get(function, frozenset()) & bound.keys()):
        others = {n: v for n, v in bound.items() if n != name}
        others |= {n: state.environment[n] for n in free_names(function) & state.environment.keys() - bound.keys()}
        given = arguments_given(nested.function, node)
        for other, value in others.items():
            if share_nothing(value, bound[name]):
                continue
            argument = given.get(other)
            if argument is None or other in state.known.containers or not is_number_beside(run, value, argument):
                run.report(rules.SharedMemory(name=name, other=other), node)


def _of_the_file(run: Run, node: ast.Call, name: str, values: list[Value], keywords: dict[str, Value]) -> Value:
    function = run.state.module.functions[name]
    if name == run.state.function.qualified_name:
        return _recursion(run, node, name, values, keywords)
    _check_callee_statics(run, node, name, values, keywords)
    plan = run.state.plans.get(name)
    if plan is None:
        if name in run.state.module.unsteady:
            run.report(rules.ReboundGlobal(name=run.state.module.unsteady[name]), node)
            return opaque()
        if run.policy.values.is_demanded(run, node):
            return static(Form.NUMBER, dtype=unknown(), shape=unknown())
        if name not in run.state.known.helpers:
            run.report(rules.UnknownCall(name=name), node)
        given = bound_arguments(function, node, values, keywords)
        if not all(value.is_static for value in given.values()):
            _check_writing(run, node, [function])
        callees = run.state.known.callees
        shown = given.keys() if run.state.refers or callees is None else callees.given_back(name)
        return replace(opaque(), memory=frozenset().union(*(given[n].memory for n in given.keys() & shown)))
    if plan.is_referred and not plan.is_of_model and not run.state.refers:  # of models, it gives others values
        for parameter in sorted(plan.arguments.mutated | plan.arguments.returned_memory):
            run.report(rules.LostMutation(function=plan.function.name, name=parameter), node)
    if plan.control.prints or plan.control.effects:
        run.state.plan.control.effects.add(node)  # a branch that does nothing else is not idle
    _check_functions(run, node, (*values, *keywords.values()))
    _check_containers(run, node, plan, bound_arguments(function, node, values, keywords))
    kinds.check_given(run, node, function, (*values, *keywords.values()))
    values = _as_arrays(run, node, plan, values)
    bound = bound_arguments(function, node, values, keywords)
    told = plan.assumed.subjects(Kind.MASKS)
    _check_masks(run, node, plan.structured.node, {n: v for n, v in bound.items() if n not in told})
    if plan.arguments.mutated or plan.arguments.gives_back:
        run.policy.calls.change_arguments(run, node, function, plan, bound)
    if run.state.is_compiled_here:
        _check_numbers(run, node, plan, bound)
    result = _own_result(run, plan)
    if result is None:
        return opaque()
    found = _instantiated(run, node, result, _shown_defaults(plan, bound) | bound)
    return _given_anew(run, node, found, is_part=run.state.refers and plan.is_referred)


def _check_masks(run: Run, node: ast.Call, callee: ast.FunctionDef, bound: dict[str, Value]) -> None:
    """The callee chooses by no mask of which only the running program knows how much that is."""
    for name, value in bound.items():
        if is_bool(value) and value.is_traced and not value.is_scalar and (found := read_by(callee, name)) is not None:
            run.report(rules.DynamicShape(expression=text_of(found)), node)


def _given_anew(run: Run, node: ast.Call, value: Value, is_part: bool) -> Value:
    """What compiled code gives: where that may be a list or dict that it was given, another one with the same in it. A
    function that is part of this one (`is_part`) gives that very one, if it is not chosen among several."""
    if value.items is not None:
        return replace(value, items=tuple(_given_anew(run, node, item, is_part) for item in value.items))
    if len(value.boxes - run.state.box(node)) > is_part:
        return replace(value, memory=value.memory | run.state.other(node))
    return value


def _check_numbers(run: Run, node: ast.Call, plan: FunctionPlan, bound: dict[str, Value]) -> None:
    """What the callee takes for numbers are numbers here too: a branch of which nothing is read is left out, and
    with it the call that would look."""
    given = arguments_given(plan.function, node)
    for name in sorted(plan.numbers - plan.arguments.evident & bound.keys() & given.keys()):
        value = bound[name]
        if value.is_static or value.is_scalar or not value.memory:
            continue
        if not run.policy.writes.is_taken_for_number(run, value, given[name], text_of(given[name])):
            run.report(rules.LostMutation(function=plan.function.name, name=name), node)


def _own_result(run: Run, plan: FunctionPlan) -> Value | None:
    """What the callee returns beside what it gives back, as long as the call does not take that."""
    if not plan.arguments.gives_back or run.current in run.state.plan.structured.origins.received:
        return plan.result
    if not plan.arguments.gives_value:
        return static(Form.NONE)
    return plan.result.items[0] if plan.result is not None and plan.result.items else None


def _check_functions(run: Run, node: ast.Call, values: Iterable[Value]) -> None:
    """A function that writes into what it is given is called here, where what it changes can be taken back."""
    functions = run.state.module.functions
    given = (v.function for v in values if v.form is Form.FUNCTION)
    _check_writing(run, node, [functions[name] for name in given if name in functions])


def _check_writing(run: Run, node: ast.Call, functions: Iterable[Function]) -> None:
    callees = run.state.known.callees
    for function in () if run.state.refers else functions:  # what is written is no copy there
        changed = changed_below(function.node)
        changed |= frozenset() if callees is None else callees.written(function.qualified_name)
        for name in sorted(changed & frozenset(function.parameters)):
            run.report(rules.LostMutation(function=function.name, name=name), node)


def _check_containers(run: Run, node: ast.Call, plan: FunctionPlan, bound: dict[str, Value]) -> None:
    """A function that writes into an argument takes it for an array, if what it is given is not mutable itself."""
    if run.state.refers:
        return
    for name in sorted(plan.arguments.mutated & bound.keys()):
        if bound[name].form.is_container:
            what = f"{bound[name].form.value} as `{name}` of `{text_of(node.func)}`, which writes into it,"
            run.report(rules.UnsupportedStatement(what=what), node)


def _as_arrays(run: Run, node: ast.Call, plan: FunctionPlan, values: list[Value]) -> list[Value]:
    """Lists that the callee gives to a framework's functions, as arrays: those take lists, JAX's do not."""
    values = list(values)
    for place, (parameter, argument) in enumerate(zip(plan.function.positional, node.args, strict=False)):
        is_list = values[place].form is Form.LIST and not _repeats_or_joins(plan.function, parameter)
        if parameter in plan.lines.array_parameters and is_list and not kinds.asks_of(plan.function, parameter):
            run.state.plan.lines.arrays.add(argument)
            memory = run.state.allocate(argument)
            values[place] = Value(Binding.TRACED, Form.ARRAY, unknown(), unknown(), memory=memory)
    return values


def _recursion(run: Run, node: ast.Call, name: str, values: list[Value], keywords: dict[str, Value]) -> Value:
    """A call of itself ends while tracing, if what decides is known there: what it counts, or, where Python decides
    whether it is made, shapes."""
    is_counted = bool(run.state.demand.parameters & run.state.demand.recursive)
    if not is_counted and (run.state.is_compiled_here or not _is_decided_by_python(run, node)):
        run.report(rules.TracedRecursion(function=name), node)
    _check_callee_statics(run, node, name, values, keywords)
    _note_written_in_turn(run, node, bound_arguments(run.state.function, node, values, keywords))
    return replace(opaque(), memory=frozenset().union(*(v.memory for v in (*values, *keywords.values()))))


def _note_written_in_turn(run: Run, node: ast.Call, bound: dict[str, Value]) -> None:
    """What the function writes into a parameter, it writes into what it gives itself for it."""
    held = {name: memory for name, value in bound.items() if (memory := memory_in(value))}
    if (references := run.state.plan.references) is not None and held:
        references.effects |= {node, run.current}
        for name, memory in held.items():
            references.bound.setdefault(parameter_site(name), set()).update(memory)


def _is_decided_by_python(run: Run, node: ast.expr) -> bool:
    """Within its statement, the call is made where what is known while tracing says so, or always."""
    values = run.state.plan.values
    around: ast.AST = run.current
    while around is not node:
        inner = next((c for c in ast.iter_child_nodes(around) if any(n is node for n in walk(c))), None)
        tests: list[ast.expr] = []
        if inner is None:
            return False
        match around:
            case ast.Lambda() | ast.comprehension() | ast.ListComp() | ast.GeneratorExp() | ast.DictComp():
                return False
            case ast.IfExp(test=test) if inner is not test:
                tests = [test]
            case ast.BoolOp(values=operands):
                tests = operands[: next(i for i, each in enumerate(operands) if each is inner)]
        if not all(test in values and values[test].is_static for test in tests):
            return False
        around = inner
    return True


def _check_callee_statics(run: Run, node: ast.Call, name: str, values: list[Value], keywords: dict[str, Value]) -> None:
    statics = run.state.static_parameters.get(name, frozenset())
    _check_arguments(run, node, run.state.module.functions[name], statics, values, keywords)


def _check_arguments(
    run: Run,
    node: ast.Call,
    function: Function,
    statics: frozenset[str],
    values: list[Value],
    keywords: dict[str, Value],
) -> None:
    """What the callee must know while tracing is known here."""
    arguments = [*zip(function.positional, node.args, values, strict=False)]
    arguments += [(k.arg, k.value, keywords[k.arg]) for k in node.keywords if k.arg is not None]
    spread = [a for a in node.args if isinstance(a, ast.Starred)] + [k for k in node.keywords if k.arg is None]
    for place, argument, value in arguments:
        if place in statics and not value.is_static:
            why = f"`{function.name}` needs its `{place}` so"
            run.report(rules.StaticNeeded(expression=text_of(argument), why=why), argument)
    if spread and statics - {k.arg for k in node.keywords}:
        why = f"`{function.name}` needs some of its arguments so"
        run.report(rules.StaticNeeded(expression=text_of(node), why=why), node)


def _instantiated(
    run: Run, node: ast.Call, result: Value, bound: dict[str, Value], known: Memory = frozenset()
) -> Value:
    """A callee's result with the caller's types in place of its parameters'."""
    if result.items is not None:
        items = tuple(_instantiated(run, node, item, bound, known) for item in result.items)
        return replace(result, items=items, memory=frozenset().union(*(i.memory for i in items)))
    memory = _memory_of(run, node, result, bound, known)
    if result.form in (Form.LIST, Form.DICT, Form.STACKED):
        form = Form.LIST if result.form is Form.STACKED else result.form  # the callee makes a list of it
        return replace(result, form=form, memory=memory | run.state.box(node))
    if not result.form.is_numeric:
        return replace(result, memory=memory)
    dtype = _substituted_dtype(result.dtype, bound)
    shape = _substituted_shape(result.shape, bound)
    given = (bound[name] for name in parameters_in(result.memory) if name in bound)
    is_element = result.rank is None and (result.is_element or any(value.is_element for value in given))
    binding = run.policy.calls.binding_given(run, result)
    return Value(binding, result.form, dtype, shape, result.rank, is_element=is_element, memory=memory)


def binding_given(run: Run, result: Value) -> Binding:
    """When a caller knows what a function gives back: a compiled function gives arrays."""
    return Binding.TRACED


def _memory_of(run: Run, node: ast.Call, result: Value, bound: dict[str, Value], known: Memory) -> Memory:
    """What the caller can see of the memory that the callee returns."""
    memory: Memory = frozenset()
    for site in result.memory:
        if site in known or site.is_global or site.is_attribute:  # of an object's attribute
            memory |= {site}
        elif site.is_parameter:
            memory |= bound[site.name].memory if site.name in bound else frozenset()
        else:
            memory |= run.state.allocate(node)
    return memory


def _shown_defaults(plan: FunctionPlan, bound: dict[str, Value]) -> dict[str, Value]:
    """The arrays of defaults that the callee may return, which later calls see: `def f(x, w=np.ones(3)): return w`."""
    omitted = (
        n for n in plan.arguments.returned_memory - bound.keys() if isinstance(plan.function.default_of(n), ast.Call)
    )
    sites = {n: frozenset({Site(SiteKind.GLOBAL, f"{plan.function.name}.{n}")}) for n in omitted}
    return {n: Value(Binding.TRACED, Form.ARRAY, unknown(), unknown(), memory=site) for n, site in sites.items()}


def _repeats_or_joins(function: Function, name: str) -> bool:
    """`+` and `*` mean another thing for a list than for an array."""
    return any(
        isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.Add | ast.Mult)
        and any(isinstance(side, ast.Name) and side.id == name for side in (node.left, node.right))
        for node in function.nodes
    )


def bound_arguments(
    function: Function, node: ast.Call, values: list[Value], keywords: dict[str, Value]
) -> dict[str, Value]:
    """The callee's parameters and what they are given."""
    memory = frozenset().union(*(v.memory for v in (*values, *keywords.values())))
    if is_spread(node):
        return {name: replace(opaque(), memory=memory) for name in function.parameters}
    bound = dict(zip(function.positional, values, strict=False)) | keywords
    for rest in (function.node.args.vararg, function.node.args.kwarg):
        if rest is not None:
            bound[rest.arg] = replace(opaque(), memory=memory)
    return bound


def _substituted_dtype(dtype: Dtype, bound: dict[str, Value]) -> Dtype:
    parts = []
    for atom in dtype:
        if atom.is_parameter and atom.name in bound:
            parts.append(bound[atom.name].dtype)
        else:
            parts.append(frozenset({atom}) if atom.is_known else unknown())
    return promote(*parts)


def _substituted_shape(shape: Shape, bound: dict[str, Value]) -> Shape:
    result = SCALAR
    for atom in shape:
        if atom.is_parameter and atom.name in bound:
            result |= bound[atom.name].shape
        else:
            result |= unknown()
    return result
