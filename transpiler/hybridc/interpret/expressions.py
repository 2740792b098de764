"""The abstract interpretation of expressions: kinds, dtypes, shapes and memory."""

from __future__ import annotations

import ast
from dataclasses import replace

from hybridc import rules
from hybridc.dialects.entry import Entry
from hybridc.domain.atoms import of_global, unknown
from hybridc.domain.sites import Memory, Site, SiteKind, parameter_site
from hybridc.domain.values import SCALAR, WEAK_FLOAT, WEAK_INT, Binding, Form, Value, array, constant, opaque, static
from hybridc.interpret.dtypes.widening import of_any_dtype
from hybridc.interpret.elements import check_late
from hybridc.interpret.evaluation import Run
from hybridc.program.function_values import WRITES, function_value
from hybridc.program.plans import Mapping
from hybridc.program.state import Nested
from hybridc.program.static_demand import STATIC_ATTRIBUTES, lookup, lookup_method, reads_elements
from hybridc.syntax.dataflow import names_read, parameters
from hybridc.syntax.elements_only import elements_only
from hybridc.syntax.messages import text_of
from hybridc.syntax.module import Function
from hybridc.syntax.records import records_of
from hybridc.syntax.walking import default_values, walk, with_defaults

_OF_NUMBERS = {"pyfloat": WEAK_FLOAT, "pyint": WEAK_INT}  # what lines say of numbers of Python's, `np.pi`


def call_value(run: Run, node: ast.Call) -> Value:
    return run.policy.calls.call(run, node)


def constant_value(run: Run, node: ast.Constant) -> Value:
    return constant(node.value)


def name_value(run: Run, node: ast.Name) -> Value:
    state = run.state
    if node.id in state.environment:
        value = state.environment[node.id]
        if not value.is_bound:
            # Which path was taken is known while tracing: Python itself raises where the name is not bound.
            return replace(value, is_bound=True)
        if value.is_iterator and not state.is_made_here(value):
            run.report(
                rules.UnsupportedStatement(what=f"an iterator from outside, `{node.id}`, in a branch or loop"), node
            )
        if value.form is Form.UNSET:
            return opaque()
        return value if value.place is None else value.but(place=None)
    if node.id in state.function.locals:
        run.report(rules.MaybeUndefined(name=node.id, where="later"), node)
        return opaque()
    return global_name(run, node)


def global_name(run: Run, node: ast.Name) -> Value:
    module = run.state.module
    if node.id in module.functions:
        if (known := module.globals.get(node.id)) is not None and known.is_rebound:
            run.report(rules.ReboundGlobal(name=node.id), node)
        elif node.id in module.unsteady and not any(c.func is node for c in run.state.function.of(ast.Call)):
            run.report(rules.ReboundGlobal(name=module.unsteady[node.id]), node)
        return static(Form.FUNCTION, function=node.id)
    if (known := module.globals.get(node.id)) is not None:
        if known.is_rebound:
            run.report(rules.ReboundGlobal(name=node.id), node)
            return opaque()
        if known.mutated_at is not None:
            run.report(rules.MutatedGlobal(name=node.id), node)
            return opaque()
        return _global_value(run, node.id, known.value)
    if (name := module.qualified_name(node, run.state.function.locals)) is not None:
        return run.policy.values.qualified(run, node, name)
    if node.id in module.classes:
        run.report(rules.UnknownCall(name=node.id), node)
        return static(Form.OBJECT)
    run.report(rules.UnmappedName(name=node.id, suggestion=""), node)
    return opaque()


def _global_value(run: Run, name: str, value: ast.expr | None) -> Value:
    """A constant of the module. Anything that NumPy made is read as an array."""
    memory = frozenset({Site(SiteKind.GLOBAL, name)})
    shape = of_global(name)
    if value is None:
        return static(Form.OBJECT)
    literal = _literal(value)
    if literal is not None:
        return literal
    if _is_number(run, value):
        return static(Form.NUMBER, dtype=unknown(), shape=SCALAR)
    if (held := _constant_tuple(run, value)) is not None:
        return held
    qualified = (
        run.state.module.qualified_name(value.func)
        if isinstance(value, ast.Call)
        else run.state.module.qualified_name(value)
    )
    entries = lookup(run.state.dialects, qualified)
    if isinstance(value, ast.Call) and entries and entries[0].refusal is None and not entries[0].is_static:
        run.state.plan.lines.array_globals.add(name)
        return replace(array(unknown(), shape), memory=memory)
    if any(isinstance(n, ast.Call) for n in walk(value)) or isinstance(value, ast.Subscript | ast.BinOp | ast.UnaryOp):
        run.state.plan.lines.array_globals.add(name)
        return Value(Binding.TRACED, Form.UNKNOWN, unknown(), shape, memory=memory)
    return static(Form.OBJECT)


def _constant_tuple(run: Run, value: ast.expr) -> Value | None:
    """What a global holds that is such a tuple of constants; of others nobody knows what they hold."""
    if not isinstance(value, ast.Call) or not isinstance(value.func, ast.Name):
        return None
    kind = records_of(run.state.module).get(value.func.id)
    if kind is None:
        return None
    given = kind.given(value)
    items = [] if given is None else [_literal(given[name]) for name in kind.fields]
    known = tuple(item for item in items if item is not None)
    if given is None or len(known) < len(items):
        return static(Form.OBJECT)
    return static(Form.TUPLE, items=known, keys=kind.keys())


def attribute(run: Run, node: ast.Attribute) -> Value:
    name = run.state.module.qualified_name(node, run.state.function.locals)
    if name is not None:
        return run.policy.values.qualified(run, node, name)
    value = run.evaluate(node.value)
    if value.form in (Form.OBJECT, Form.FUNCTION) or not value.form.is_numeric:
        run.report(rules.CapturedAttribute(expression=text_of(node)), node)
        return opaque()
    entries = lookup_method(run.state.dialects, node.attr)
    entry = next((e for e in entries if e.parameters is None), None)
    if entry is None:
        run.report(rules.CapturedAttribute(expression=text_of(node)), node)
        return opaque()
    return mapped_attribute(run, node, entry, value)


def mapped_attribute(run: Run, node: ast.Attribute, entry: Entry, value: Value) -> Value:
    if entry.refusal is not None or entry.target is None:
        run.policy.calls.refuse(run, node, entry, text_of(node))
        return opaque()
    if entry.elements is not None and node in elements_only(run.state.function):
        entry = replace(entry, target=entry.elements)
    run.state.plan.lines.mappings[node] = Mapping(entry, is_method=True)
    if entry.is_static and entry.target in ("True", "False"):
        return constant(entry.target == "True")
    if entry.is_static or node.attr in STATIC_ATTRIBUTES:
        if node.attr == "shape" and value.rank is not None:
            items = tuple(static(Form.NUMBER, dtype=WEAK_INT) for _ in range(value.rank))
            return static(Form.TUPLE, items=items)
        forms = {"shape": Form.TUPLE, "dtype": Form.DTYPE}
        return static(forms.get(node.attr, Form.NUMBER), dtype=WEAK_INT)
    result = run.policy.calls.result_of(run, node, entry, [value], {})
    if entry.is_view:
        result = replace(result, memory=value.memory)
    return result


def qualified(run: Run, node: ast.expr, name: str) -> Value:
    entries = lookup(run.state.dialects, name)
    entry = next((e for e in entries if e.parameters is None), entries[0] if entries else None)
    if entry is None and _is_constant_of_another_file(run, name):
        memory = frozenset({Site(SiteKind.GLOBAL, name)})
        return Value(Binding.TRACED, Form.UNKNOWN, unknown(), unknown(), memory=memory)
    if entry is None:
        run.policy.calls.unmapped(run, node, name)
        return opaque()
    if entry.refusal is not None:
        run.policy.calls.refuse(run, node, entry, text_of(node))
        return opaque()
    if entry.parameters is not None:
        found = function_value(entry, name, run.state.module, run.state.dialects)
        if found is None:
            run.report(rules.UnmappedName(name=text_of(node), suggestion=WRITES), node)
        entry = of_any_dtype(run.state, found or entry)
    if not run.policy.values.is_demanded(run, node) or entry.is_static or entry.passes_on:
        run.state.plan.lines.mappings[node] = Mapping(entry)
    if entry.parameters is not None:
        return static(Form.FUNCTION)
    shown = entry.target or ""
    if shown in ("True", "False"):
        return constant(shown == "True")
    if entry.dtype in _OF_NUMBERS:
        return static(Form.NUMBER, dtype=_OF_NUMBERS[entry.dtype], shape=SCALAR)
    return static(Form.NONE) if shown == "jnp.newaxis" else static(Form.DTYPE, constant=shown)


def _is_constant_of_another_file(run: Run, name: str) -> bool:
    """By the convention for names of what never changes, and no framework's."""
    root, _, last = name.rpartition(".")
    known = any(name.partition(".")[0] in dialect.roots for dialect in run.state.dialects)
    return bool(root) and not known and not root.startswith("builtins") and last.isupper()


def joinedstr(run: Run, node: ast.JoinedStr) -> Value:
    parts = [run.evaluate(v.value) for v in node.values if isinstance(v, ast.FormattedValue)]
    if not all(p.is_static for p in parts):
        run.report(rules.HostSync(call=text_of(node)), node)
    return static(Form.STRING)


def lambda_value(run: Run, node: ast.Lambda) -> Value:
    defaults = [run.evaluate(default) for default in default_values(node.args)]
    check_late(run, node)
    scope = f"lambda@{node.lineno}:{node.col_offset}."
    given = {name: run.policy.values.lambda_parameter(run) for name in parameters(node)}
    sites = {name: frozenset({parameter_site(scope + name)}) for name in given}
    inner = {n: v if v.is_static else replace(v, memory=sites[n]) for n, v in given.items()}
    saved, around = dict(run.state.environment), run.state.flow.outside
    known = frozenset().union(*(v.memory for v in saved.values()))
    run.state.flow.outside |= known
    run.state.environment.update(inner)
    result = run.evaluate(node.body)
    run.state.environment, run.state.flow.outside = saved, around
    read = {n for n in names_read(node) - frozenset(parameters(node)) if reads_elements(node, n, run.state.dialects)}
    held = (*(saved[n] for n in read if n in saved), *defaults)
    run.state.flow.nested[scope] = _summary(run, node, scope, result, known, defaults)
    return static(Form.FUNCTION, function=scope, memory=frozenset().union(*(v.memory for v in held)))


def _summary(run: Run, node: ast.Lambda, scope: str, result: Value, known: Memory, defaults: list[Value]) -> Nested:
    """What calling the lambda gives: it is a function that returns its expression."""
    stub = ast.FunctionDef("<lambda>", node.args, [ast.Return(node.body)], [])
    state = run.state.function
    function = Function(stub, f"{state.qualified_name}.<lambda>", None, state.locals, state.globals_declared)
    by_name = {a.arg: v for (a, _), v in zip(with_defaults(node.args), defaults, strict=True)}
    return Nested(function, frozenset(), scope, result, known, (None,), defaults=by_name)


def lambda_parameter(run: Run) -> Value:
    return opaque()


def namedexpr(run: Run, node: ast.NamedExpr) -> Value:
    run.report(rules.UnsupportedStatement(what="`:=`"), node)
    return run.evaluate(node.value)


def _literal(node: ast.expr) -> Value | None:
    match node:
        case ast.Constant(value=value):
            return constant(value)
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value)):
            return constant(-value)
        case ast.Tuple(elts=elements):
            items = [_literal(e) for e in elements]
            if all(i is not None for i in items):
                return static(Form.TUPLE, items=tuple(i for i in items if i is not None))
    return None


def _is_number(run: Run, value: ast.expr) -> bool:
    """Python computes it of constants, `2 * np.pi`, and of other globals that are such numbers."""
    left, seen = [value], set[str]()
    while left:
        match left.pop():
            case ast.Constant(value=held):
                if seen and not isinstance(held, int | float | complex):
                    return False
            case ast.UnaryOp(operand=operand):
                left.append(operand)
            case ast.BinOp(left=one, right=other):
                left += one, other
            case ast.Name(id=name) if (known := run.state.module.globals.get(name)) is not None:
                if known.is_rebound or known.mutated_at is not None or known.value is None:
                    return False
                left += [known.value] if name not in seen else []
                seen.add(name)
            case ast.Attribute() as attribute:
                path = run.state.module.qualified_name(attribute)
                entries = lookup(run.state.dialects, path) if path is not None else ()
                if not any(e.parameters is None and e.is_static and e.dtype in _OF_NUMBERS for e in entries):
                    return False
            case _:
                return False
    return True
