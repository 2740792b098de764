"""The abstract interpretation of calls in models: of what frameworks, Python and files name."""

from __future__ import annotations

import ast
from dataclasses import replace

from hybridc import rules
from hybridc.dialects.entry import Entry
from hybridc.dialects.lines import read_line
from hybridc.domain.atoms import unknown
from hybridc.domain.values import WEAK_INT, Binding, Form, Value, constant, opaque, static
from hybridc.interpret import calls as array_calls
from hybridc.interpret import interpreter, mutation
from hybridc.interpret.calls import named, static_builtin
from hybridc.interpret.local_calls import local
from hybridc.interpret.models import operators, outside, part_arrays
from hybridc.interpret.models.attributes import is_known, is_of_models
from hybridc.interpret.models.collections import each_mapped
from hybridc.interpret.models.kept import attribute_seeing, expect_not_kept
from hybridc.interpret.models.kept_by_parts import keep_as_called
from hybridc.interpret.models.layers import is_own
from hybridc.interpret.models.outside import as_whose, outside_call
from hybridc.interpret.models.parameters import expect_not_named, is_cell
from hybridc.interpret.models.part_calls import PYTHON_FORMS, is_of_base, of_base, part_called, write_arrays_of_parts
from hybridc.interpret.models.run import ModelRun
from hybridc.interpret.results import arguments
from hybridc.program.assumptions import Kind, assume
from hybridc.program.callees_writing import fills
from hybridc.program.hidden_draws import hidden_draws
from hybridc.program.models import is_super, makes_array
from hybridc.program.parameters.signature import is_scalar_by_signature
from hybridc.program.parts import part, table
from hybridc.program.plans import Mapping
from hybridc.program.static_demand import fitting, is_by_names, is_spread, lookup
from hybridc.syntax.in_place import set_by_name
from hybridc.syntax.messages import text_of
from hybridc.syntax.walking import all_given

_STATIC = frozenset(
    f"builtins.{n}" for n in ("super", "type", "hasattr", "isinstance", "issubclass", "callable", "len", "id", "repr")
)
_THERE = read_line("hasattr(obj, name) -> True : static")
_ITERATING = frozenset(f"builtins.{n}" for n in ("next", "iter", "map", "filter", "vars"))
_TEXTS = frozenset(f"builtins.{n}" for n in ("str", "repr", "ascii", "format"))
_LENGTH = static(Form.NUMBER, dtype=WEAK_INT)

_SIGNED = "the signature says so, and an array would be changed here for others that see it"


def call(run: ModelRun, node: ast.Call) -> Value:
    """What a call gives; of parts, and of tables of what they hold, it may be one of their arrays."""
    value = part_arrays.of_given(run, node, _called(run, node))
    keep_as_called(run, node, value)
    if _may_run_function(run, node):
        write_arrays_of_parts(run, node)
        expect_not_kept(run, node)
    return part_arrays.of_call(run, node, value)


def _may_run_function(run: ModelRun, node: ast.Call) -> bool:
    """A function of the file or of this one, which it calls or is given."""
    given = (run.state.plan.values.get(each) for each in (node.func, *all_given(node)))
    is_of_file = isinstance(node.func, ast.Name) and node.func.id in run.state.module.functions
    return is_of_file or any(value is not None and value.form is Form.FUNCTION for value in given)


def _called(run: ModelRun, node: ast.Call) -> Value:
    _set_by_name(run, node)
    name = run.state.module.qualified_name(node.func, run.state.function.locals)
    if run.parts.draws_unseen(run, node):
        run.report(rules.StatefulRandomness(name=text_of(node.func)), node)
        return part()
    if name in ("builtins.hasattr", "builtins.getattr") and node.args and _is_module(run, node.args[0]):
        if (known := _asked_of_module(run, node, name)) is not None:
            return known
    if name == "builtins.getattr" and (held := _attribute_named(run, node)) is not None:
        return held
    if is_of_base(run, node):
        return of_base(run, node)
    if name is not None:
        return as_whose(run, node, name, run.parts.model_named(run, node, name))
    if isinstance(node.func, ast.Attribute):
        return run.parts.model_method(run, node, node.func)
    if isinstance(node.func, ast.Name):
        return _model_local(run, node, node.func)
    run.evaluate(node.func)
    return part_called(run, node)


def _attribute_named(run: ModelRun, node: ast.Call) -> Value | None:
    """`getattr(self, "mean")` of an array that the object holds is `self.mean`."""
    match node.args:
        case [owner, ast.Constant(value=str(name))] if not node.keywords and name.isidentifier():
            value = run.evaluate(ast.copy_location(ast.Attribute(owner, name, ast.Load()), node))
            return value if any(site.is_attribute for site in value.memory) else None
    return None


def draws_unseen(run: ModelRun, node: ast.Call) -> bool:
    """A call of Python's or NumPy's generators, which compiled code would make once."""
    makers: tuple[ast.expr, ...] = ()
    match node.func:
        case ast.Attribute(value=ast.Attribute(value=whole, attr=name)) if is_own(run, whole):
            makers = run.models.makers(run.owner, name)
        case ast.Name(id=name) if name in run.state.plans:  # there it is told of
            return False
    return hidden_draws(run.state.module).is_one(node, run.state.function, makers)


def _is_module(run: ModelRun, node: ast.expr) -> bool:
    """A module of the framework, which has other names than what takes its place."""
    name = run.state.module.qualified_name(node, run.state.function.locals)
    return name is not None and is_of_models(run, name)


def _asked_of_module(run: ModelRun, node: ast.Call, name: str) -> Value | None:
    """`hasattr(torch, "compile")`: what the tables know of the framework's module is there. Of anything else nobody
    knows, as the runtime's module has other names."""
    match node.args:
        case [module, ast.Constant(value=str(attribute))] if name == "builtins.hasattr":
            whole = f"{run.state.module.qualified_name(module, run.state.function.locals)}.{attribute}"
            if any(dialect.knows(whole) for dialect in run.state.dialects):
                run.state.plan.lines.mappings[node] = Mapping(_THERE, ("obj", "name"))
                return constant(True)
        case [_, _] if name == "builtins.getattr":
            return None
    run.report(rules.UnmappedName(name=text_of(node), suggestion=": what it has is not known here"), node)
    return part()


def model_named(run: ModelRun, node: ast.Call, name: str) -> Value:
    if name in _TEXTS:
        run.policy.calls.made_text(run, node, *arguments(run, node))
    if name in _STATIC:
        given, _ = arguments(run, node)
        if name == "builtins.id" and any(v.is_traced and v.memory for v in given):
            run.report(rules.ArrayIdentity(expression=text_of(node)), node)
        if name == "builtins.isinstance" and len(node.args) == 2:
            _check_kind(run, node.args[1])
        return _LENGTH if name == "builtins.len" else part()
    if name in ("operator.is_", "operator.is_not"):
        given, _ = arguments(run, node)
        if all(v.is_traced and v.memory for v in given):
            run.report(rules.ArrayIdentity(expression=text_of(node)), node)
    if name == "collections.OrderedDict" and not (node.args or node.keywords):
        name = "builtins.dict"  # which keeps its order as well
    if name.startswith("math.") and (number := _number_of_traced(run, node, name)) is not None:
        return number
    if not is_known(run, name) or name in ("builtins.getattr", "builtins.setattr"):
        return part_called(run, node)
    entries = lookup(run.state.dialects, name)
    if run.parts.makes_tables and fills(name, entries):
        run.report(rules.InPlaceMethod(call=text_of(node.func)), node)
    if entries and entries[0].target is not None and all(e.parameters is None for e in entries):
        run.evaluate(node.func)
        result = part_called(run, node)
        gives_new = all(e.is_fresh and not e.is_part for e in entries) and not result.is_static
        return replace(result, memory=run.state.allocate(node)) if gives_new else result
    if not is_of_models(run, name):
        values, keywords = arguments(run, node)
        if all(v.is_static for v in (*values, *keywords.values())):
            builtin = name.startswith("builtins.") and name != "builtins.print"
            if outside_call(run, node, name, [*values, *keywords.values()]):
                return table()
            return static_builtin(run, node, name, values) if builtin and name not in _ITERATING else part()
        lines = run.policy.calls.method_lines(run, "__abs__") if name == "builtins.abs" and len(values) == 1 else ()
        if lines and values[0].form.is_numeric:  # whose derivative at 0 is the framework's
            run.state.plan.lines.mappings[node] = Mapping(lines[0], ("self",))
            return run.policy.calls.result_of(run, node, lines[0], values, {})
        if name == "builtins.sum" and values and _may_be_list(run, node.args[0], values[0]):
            return replace(opaque(), memory=run.state.allocate(node))
    found = fitting(entries, node)
    if found is not None and (told := found[0].target or "") in ("True", "False", "0"):
        run.state.plan.lines.mappings[node] = Mapping(*found)
        return constant(told == "True" if told != "0" else 0)
    if found is not None and found[0].draws:
        run.parts.draws(run, node)
    if found is None and is_of_models(run, name) and (entry := _bound_by_python(run, node, entries)) is not None:
        arguments(run, node)
        run.state.plan.lines.mappings[node] = Mapping(entry, is_adapted=True)
        form = Form.ARRAY if all(map(_is_one_array, entries)) else Form.UNKNOWN
        return Value(Binding.TRACED, form, unknown(), unknown(), memory=run.state.allocate(node))
    result = named(run, node, name)
    if name == "builtins.filter":  # gives what it is given
        values, _ = arguments(run, node)
        result = replace(result, memory=result.memory.union(*(v.held for v in values)))
    return each_mapped(run, node, result) if name == "builtins.map" else result


def _set_by_name(run: ModelRun, node: ast.Call) -> None:
    """`setattr(self, "mean", x)` is `self.mean = x`."""
    match set_by_name(node), run.current:
        case (held, ast.Constant(value=str(name)), value), ast.Expr(value=whole) if whole is node:
            arguments(run, node)
            if is_super(held, run.owner) and run.own is not None:
                held = ast.copy_location(ast.Name(run.own, ast.Load()), node)
            name_called = run.state.module.qualified_name(node.func, run.state.function.locals)
            given = run.state.plan.values.get(value)
            is_past = run.state.refers and name_called == "builtins.object.__setattr__"  # which asks for values
            if is_past and given is not None and given.memory:
                run.report(rules.UnsupportedStatement(what="an array kept past the model's own `__setattr__`"), node)
            target = ast.copy_location(ast.Attribute(held, name, ast.Store()), node)
            run.policy.writes.attribute_write(run, target, ast.copy_location(ast.Assign([target], value), node))


def _may_be_list(run: ModelRun, given: ast.expr, value: Value) -> bool:
    """A parameter, what a part or a method gives, or the first of these: Python adds up whatever it runs over."""
    while isinstance(given, ast.Subscript) and isinstance(given.slice, ast.Slice):
        given = given.value
    if not isinstance(given, ast.Name | ast.Call) or value.is_static:
        return False
    hints = [run.state.function.annotation_of(site.name) for site in value.memory if site.is_parameter]
    of_parts = any(site.newest in run.from_parts for site in value.memory)
    return of_parts or value.form is Form.UNKNOWN or (bool(hints) and not any("Tensor" in hint for hint in hints))


def _bound_by_python(run: ModelRun, node: ast.Call, entries: tuple[Entry, ...]) -> Entry | None:
    """The only line for `f(x, **options)`, or the one function of all lines, if it gives new arrays."""
    of_calls = [e for e in entries if e.parameters is not None]
    if not is_spread(node) or not of_calls or len(of_calls) < len(entries):
        return None
    if not all(makes_array(e) and not (e.writes or e.draws or e.is_view) for e in of_calls):
        return None
    if all(e.passes_on and e.target == of_calls[0].target for e in of_calls):
        return of_calls[-1]
    entry = of_calls[0]
    is_plain = len(of_calls) == 1 and not any(isinstance(a, ast.Starred) for a in node.args)
    return entry if is_plain and _is_one_array(entry) and is_by_names(entry) else None


def _check_kind(run: ModelRun, kind: ast.expr) -> None:
    """`isinstance(x, torch.LongTensor)` asks for a dtype, which JAX's arrays have in common; so does a question for
    the framework's array where models are given NumPy's as well."""
    takes_numpys = run.models.notation.array_modules is not None
    for each in kind.elts if isinstance(kind, ast.Tuple) else (kind,):
        name = run.state.module.qualified_name(each, run.state.function.locals)
        if name is None or (name.rpartition(".")[2] in run.models.notation.hints and not takes_numpys):
            continue
        lines = lookup(run.state.dialects, name)
        if lookup(run.state.dialects, f"Kind.{name}") and not any(e.is_static for e in lines):
            run.report(rules.UnmappedName(name=name, suggestion=": where models compute, all are arrays"), each)
        elif any(e.target == "jax.Array" and e.is_static for e in lines):
            way_out = "all are arrays of JAX's here" if takes_numpys else "compare `x.dtype` instead"
            run.report(rules.UnmappedName(name=name, suggestion=f": {way_out}"), each)


def cast(run: ModelRun, node: ast.Call, name: str, values: list[Value]) -> Value:
    """`int(x)` of what only running the model tells stays Python's."""
    kind = name.removeprefix("builtins.")
    is_read = len(node.args) == 1 and not node.keywords
    is_element = is_read and isinstance(each := node.args[0], ast.Subscript) and isinstance(each.slice, ast.Tuple)
    if is_read and any(v.is_array or (v.is_traced and (v.is_scalar or is_element or _is_read(run, v))) for v in values):
        entry = next(iter(lookup(run.state.dialects, f"Read.{kind}")), None)
        if entry is None or (values[0].rank or 0) > 0:
            return array_calls.cast(run, node, name, values)
        run.state.plan.lines.mappings[node] = Mapping(entry, ("number",))
        return run.policy.calls.result_of(run, node, entry, values, {})
    if any(v.is_array for v in values):
        return array_calls.cast(run, node, name, values)
    return static(Form.NUMBER, dtype=unknown())


def _number_of_traced(run: ModelRun, node: ast.Call, name: str) -> Value | None:
    """`math.sqrt(x.sum())`: a number, of what only running the model tells. None of what may be Python's number."""
    found = fitting(lookup(run.state.dialects, name), node)
    if found is None or found[0].refusal is not None or not found[0].dtype.startswith("py"):
        return None
    values, keywords = arguments(run, node)
    if not any(v.is_array or (v.is_traced and (v.is_scalar or _is_read(run, v))) for v in values):
        return None
    entry, places = found
    kind = entry.dtype.removeprefix("py")
    read = replace(entry, target=f"control.read({entry.target}, {kind})", passes_on=False)
    run.state.plan.lines.mappings[node] = Mapping(read, places)
    return run.policy.calls.result_of(run, node, read, values, keywords)


def _is_read(run: ModelRun, value: Value) -> bool:
    """A number, or what was taken of an array that a function of the framework made: no part, nor what one gives."""
    if any(m.newest in run.from_parts for m in value.memory):
        return False
    is_made = bool(value.memory) and all(m.is_made for m in value.memory)
    return value.form is Form.NUMBER or value.is_element or is_made


def _model_local(run: ModelRun, node: ast.Call, function: ast.Name) -> Value:
    module = run.state.module
    is_local = function.id in run.state.environment or function.id in run.state.function.locals
    if not is_local and function.id in module.functions and function.id in run.state.plans:
        if run.state.plans[function.id].draws:
            run.parts.draws(run, node)
        if _is_of_numbers(run, node, function.id):
            return part_called(run, node)
        return local(run, node, function)
    callee = run.evaluate(function)
    if callee.function in run.state.flow.nested:
        return local(run, node, function)
    return part_called(run, node)


def _is_of_numbers(run: ModelRun, node: ast.Call, name: str) -> bool:
    """A function that is compiled only for what it writes is given what is known while tracing."""
    values, keywords = arguments(run, node)
    is_for_writes = run.state.known.callees is not None and name in run.state.known.callees.compiled
    return is_for_writes and all(v.is_static for v in (*values, *keywords.values()))


def function_returned(run: ModelRun, statement: ast.Return, value: Value) -> Value:
    """A nested function that makes functions is Python's, as they are: they are called while a model is traced."""
    if not run.state.flow.scope or value.form is not Form.FUNCTION:
        return interpreter.function_returned(run, statement, value)
    return replace(part(), memory=value.memory)


def binding_given(run: ModelRun, result: Value) -> Binding:
    """Python runs the function while the model is traced: `exists(mask)` is known then, if what it gives is."""
    return result.binding if result.is_static else Binding.TRACED


def augmented_name(run: ModelRun, statement: ast.AugAssign, target: ast.Name, value: Value) -> None:
    """`found += (x,)` of what may be a list or tuple is Python's, where Python does it."""
    held = run.state.environment.get(target.id)
    if run.parts.makes_tables and is_cell(run, target):
        expect_not_named(run, None, statement)
    is_pythons = value.form in PYTHON_FORMS and isinstance(statement.op, ast.Add)
    if held is not None and part_arrays.shows_parts(held) and (other := attribute_seeing(run, held)) is not None:
        run.report(rules.SharedMemory(name=target.id, other=other), statement)
    if held is not None and (shown := part_arrays.arrays_shown(held)) and not is_pythons:
        seen = [n for n, v in run.state.environment.items() if n != target.id and v.memory & shown]
        run.report(rules.SharedMemory(name=target.id, other=min(seen, default="what it was taken from")), statement)
    if held is None or held.form is not Form.UNKNOWN or not is_pythons or run.state.is_compiled_here:
        operators.augmented_name(run, statement, target, value)
        return
    memory = held.memory | value.memory | run.state.box(statement)
    run.state.environment[target.id] = Value(run.state.binding_of(held, value), value.form, memory=memory)


def static_augmented(run: ModelRun, statement: ast.AugAssign, name: str, old: Value, value: Value) -> None:
    """`c *= 2`, where the signature says that the parameter is a number, is right for Python's alone."""
    mutation.static_augmented(run, statement, name, old, value)
    function = run.state.function
    if not run.state.has_views_of_elements or run.state.flow.scope:
        return
    names, before = {name}, 0
    while len(names) > before:
        before = len(names)
        for made in function.of(ast.Assign):
            if isinstance(made.value, ast.Name) and any(
                isinstance(t, ast.Name) and t.id in names for t in made.targets
            ):
                names.add(made.value.id)
    numbers = (p for p in names & run.state.plan.arguments.static_parameters if is_scalar_by_signature(function, p))
    assume(run.state.plan.assumed, Kind.PYTHONS, statement, numbers, _SIGNED)


def binop(run: ModelRun, node: ast.BinOp) -> Value:
    left, right = run.evaluate(node.left), run.evaluate(node.right)
    others = {left.form, right.form} - PYTHON_FORMS
    if PYTHON_FORMS & {left.form, right.form} and others & {Form.UNKNOWN, Form.ARRAY}:
        memory = left.held | right.held | run.state.box(node)
        form = next(v.form for v in (left, right) if v.form in PYTHON_FORMS)
        return Value(run.state.binding_of(left, right), form, memory=memory)
    return outside.binop(run, node)


def _is_one_array(entry: Entry) -> bool:
    """Whatever its options say, one array comes out."""
    return not (entry.gives_list or entry.items or entry.may_be_number) and entry.dtype in ("same", "floats")
