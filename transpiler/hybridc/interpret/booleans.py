"""The abstract interpretation of truth: `and`, `or`, `not`, comparisons, conditional expressions."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Sequence
from dataclasses import replace

from hybridc import rules
from hybridc.domain.values import (
    BOOL,
    FLOAT,
    INT,
    SCALAR,
    WEAK_FLOAT,
    WEAK_INT,
    WHOLE,
    Binding,
    Form,
    Value,
    array,
    constant,
    is_bool,
    merge,
    number,
    opaque,
    promote,
    static,
)
from hybridc.interpret.checking import may_fail
from hybridc.interpret.claims import claims
from hybridc.interpret.dtypes.numpys_numbers import are_of_two_kinds
from hybridc.interpret.dtypes.widening import compared
from hybridc.interpret.evaluation import Run
from hybridc.interpret.selections import gives, selects_by
from hybridc.interpret.unasked import must_change_nothing
from hybridc.program.plans import Condition
from hybridc.program.state import Findings, Nested
from hybridc.structure.trees import Kept
from hybridc.syntax.dataflow import calls_in, is_none, names_read
from hybridc.syntax.messages import text_of
from hybridc.syntax.walking import walk

_ORDERINGS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_CHEAP = (ast.Name, ast.Constant, ast.UnaryOp, ast.USub, ast.UAdd, ast.Load, ast.BinOp, ast.Add, ast.Sub, ast.Mult)

_DEEPEST = 100  # Python itself allows 200 brackets in one another, as which these are written


def unaryop(run: Run, node: ast.UnaryOp) -> Value:
    value = run.evaluate(node.operand)
    if isinstance(node.op, ast.Not):
        return run.policy.values.negated(run, node, value)
    if value.has_constant and isinstance(node.op, ast.USub) and isinstance(value.constant, int | float):
        return replace(constant(-value.constant), binding=value.binding)
    if is_bool(value) and not value.is_array and not value.is_static:
        is_numpys = names_read(node.operand) & run.state.known.containers or _is_of_framework(run, node.operand)
        if isinstance(node.op, ast.Invert) and is_numpys:
            return replace(array(BOOL, value.shape), memory=run.state.allocate(node))
        run.report(rules.BooleanArithmetic(expression=text_of(node)), node)
    if value.is_static or value.is_scalar:
        return replace(value, constant=Value(Binding.STATIC).constant, memory=frozenset())
    return replace(value, memory=run.state.allocate(node))


def _is_of_framework(run: Run, node: ast.expr) -> bool:
    """A truth value of NumPy's: `np.isnan(x)` is none of Python's, whatever `x` is."""
    mapping = run.state.plan.lines.mappings.get(node) if isinstance(node, ast.Call) else None
    return mapping is not None and not mapping.entry.name.startswith("builtins.")


def _check_late(run: Run, node: ast.expr) -> None:
    """The truth of a name is not asked for that a compiled loop finds None before its first turn."""
    if isinstance(node, ast.Name) and node.id in run.state.flow.late:
        run.report(rules.UnsupportedStatement(what=f"the truth of `{node.id}`, which is None at first,"), node)


def negated(run: Run, node: ast.UnaryOp, value: Value) -> Value:
    if value.is_static or value.form.is_container:  # its length tells, which Python knows
        return static(Form.NUMBER, dtype=BOOL)
    _check_late(run, node.operand)
    may_be_python = value.form is Form.UNKNOWN and isinstance(node.operand, ast.Name)  # None, or a list
    has_axes = value.is_array and value.rank != 0
    condition = Condition.IS_FALSE if may_be_python or has_axes else Condition.LOGICAL
    form = condition.value if condition is Condition.IS_FALSE else "jnp.logical_not"
    run.report(rules.TracedBoolean(operator="not", form=form), node)
    run.state.plan.control.conditions[node] = condition
    return number(BOOL)


def boolop(run: Run, node: ast.BoolOp) -> Value:
    return run.policy.values.boolean(run, node, False)


def boolean(run: Run, node: ast.BoolOp, is_test: bool) -> Value:
    """`a and b`, `a or b`. In a test only its truth counts; elsewhere Python gives back an operand."""
    values = []
    for operand in node.values:
        values.append(run.policy.values.truth(run, operand) if is_test else run.evaluate(operand))
        if run.state.flow.is_first_turn and values[-1].is_static and values[-1].has_constant:
            if bool(values[-1].constant) is isinstance(node.op, ast.Or):
                return values[-1]
    if all(v.is_static for v in values[:-1]):
        return (
            merge(values[-1], values[-1])
            if len(values) == 1
            else replace(values[-1], constant=Value(Binding.STATIC).constant)
        )
    for operand in [] if is_test else node.values[:-1]:
        _check_late(run, operand)
    word = "and" if isinstance(node.op, ast.And) else "or"
    if not is_test and not all(is_bool(v) for v in values):
        return _boolean_value(run, node, word, values)
    lead = static_operands(values)
    if any(may_not_end(run, v) or may_fail(run.state, v) for v in node.values[lead + 1 :]):
        condition, form = Condition.GUARD, f"{run.state.plan.usual_module(is_proven=True)}.cond"
    elif all(is_bool(v) and not v.is_static for v in values[lead:]):
        condition = Condition.OPERATOR
        form = "&" if word == "and" else "|"
    else:
        condition, form = Condition.LOGICAL, f"jnp.logical_{word}"
    run.state.plan.control.conditions[node] = condition
    if is_test:
        _take_if_asked(run, node.values[lead + 1 :])
    must_change_nothing(run, node.values[lead + 1 :])
    run.report(rules.TracedBoolean(operator=word, form=form), node)
    return number(BOOL, SCALAR)


def _take_if_asked(run: Run, operands: Sequence[ast.expr]) -> None:
    """`sum(x) > 1` has no truth for an array of rows, which is no error unless Python comes to ask."""
    plan = run.state.plan
    for operand in operands:
        sums = [n for n in walk(operand) if isinstance(n, ast.Call) and n in plan.lines.mappings]
        sums = [n for n in sums if plan.lines.mappings[n].entry.name == "builtins.sum"]
        if isinstance(operand, ast.Compare) and any(not plan.values[n].is_scalar for n in sums):
            plan.control.tests[operand] = "control.truth_if_asked({x})"


def _boolean_value(run: Run, node: ast.BoolOp, word: str, values: list[Value]) -> Value:
    repeatable = all(isinstance(v, ast.Name | ast.Constant) for v in node.values[:-1])
    # What is asked for its truth is a single number; only the last operand is not asked.
    single = values[-1].is_scalar and not any(v.is_array for v in values[:-1])
    must_change_nothing(run, node.values[1:])
    given = [v for n, v in zip(node.values, values, strict=True) if text_of(n) in run.state.function.parameters]
    perhaps_none = any(v.form is Form.UNKNOWN for v in given)
    fails = may_fail(run.state, node.values[-1])
    if len(node.values) > _DEEPEST:
        what = f"the value of more than {_DEEPEST} operands of `{word}`"
        run.report(rules.UnsupportedStatement(what=what), node)
        return opaque()
    if not repeatable or not single or perhaps_none or fails or not all(v.form.is_numeric for v in values):
        if not run.state.findings.is_quiet:
            run.state.plan.control.reformed.add(run.current)
        run.report(rules.UnsupportedStatement(what=f"the value of `{text_of(node)}`"), node)
        return opaque()
    run.state.plan.control.conditions[node] = Condition.VALUE
    for operand in node.values[:-1]:
        gives(run.state, operand)
    run.report(rules.TracedBoolean(operator=word, form="jnp.where"), node)
    return number(promote(*(v.dtype for v in values)))


def leaves_out(run: Run, check: ast.stmt, test: ast.expr, shown: str) -> bool:
    """Whether compiled code goes without the check, as it cannot ask; the test then need not convert."""
    state = run.state
    found, state.findings = state.findings, Findings(made=state.findings.made)
    before = dict(state.environment)
    is_static = run.policy.values.truth(run, test).is_static
    refused = any(rule.severity.is_refusal for rule in state.findings.found.values())
    state.findings, state.environment = found, before
    if (not is_static or state.is_compiled_here) if not refused else _only_asks(run, test):
        if not refused and claims(run, check, test):
            return True
        must_change_nothing(run, [test])
        state.plan.control.vanishing.add(check)
        run.report(rules.VanishingCheck(statement=shown), check)
        return True
    return False


def _only_asks(run: Run, test: ast.expr) -> bool:
    """Nothing but the language and frameworks is called, and nothing bound."""
    names = [run.state.module.qualified_name(c.func, run.state.function.locals) for c in calls_in(test)]
    roots = {"builtins"}.union(*(d.roots for d in run.state.dialects))
    known = all(n is not None and n.partition(".")[0] in roots for n in names)
    return known and not any(isinstance(n, ast.NamedExpr | ast.Await) for n in walk(test))


def may_not_end(run: Run, node: ast.expr) -> bool:
    """Calls a function of the file, or one within this one, which may loop for ever, or write, where Python would not
    have called it."""
    functions, nested = run.state.module.functions, run.state.flow.nested
    for call in (n for n in walk(node) if isinstance(n, ast.Call)):
        value = run.state.plan.values.get(call.func)
        name = call.func.id if isinstance(call.func, ast.Name) else getattr(value, "function", None)
        found = nested.get(getattr(value, "function", None) or "")
        if name in functions or (found is not None and (run.state.refers or _may_loop(run, found))):
            return True
        if run.state.refers and found is None and run.state.module.qualified_name(call.func) is None:
            return not isinstance(call.func, ast.Attribute)
    return False


def _may_loop(run: Run, nested: Nested) -> bool:
    inside = list(walk(nested.function.node))
    calls = {n.func.id for n in inside if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)}
    return any(isinstance(n, ast.While) for n in inside) or not calls.isdisjoint(run.state.module.functions)


def truth(run: Run, node: ast.expr) -> Value:
    """The value of a test. Notes what is needed to make a truth value of it."""
    if isinstance(node, ast.BoolOp):
        value = run.policy.values.boolean(run, node, True)
        run.state.plan.values[node] = value
        return value
    value = run.evaluate(node)
    _check_late(run, node)
    if value.form.is_container:
        return static(Form.NUMBER, dtype=BOOL)  # its length tells, which Python knows
    has_axes = value.is_array and value.rank != 0
    if not value.is_static and value.form.is_numeric and (has_axes or not is_bool(value)):
        may_be_python = value.form is Form.UNKNOWN  # None, which has a truth as well, or a list
        is_number = not has_axes and not may_be_python
        run.state.plan.control.tests[node] = "{x} != 0" if is_number else "control.truth({x})"
    if not value.is_static and not value.form.is_numeric:
        run.report(rules.TracedIteration(what=f"{value.form.value} that holds traced values"), node)
    return value


def compare(run: Run, node: ast.Compare) -> Value:
    values = [run.evaluate(node.left), *(run.evaluate(c) for c in node.comparators)]
    if run.state.flow.is_first_turn and (known := _is_none(node, values[0])) is not None:
        return static(Form.NUMBER, dtype=BOOL, constant=known)
    if all(v.is_static for v in values):
        return static(Form.NUMBER, dtype=BOOL)
    if all(isinstance(op, ast.Is | ast.IsNot) for op in node.ops):
        if not any(map(is_none, (node.left, *node.comparators))):
            if run.state.refers and len(values) == 2 and all(v.form.is_numeric and v.held for v in values):
                return _same(run, node, values)
            why = "a traced value is no Python object to be the same as"
            run.report(rules.StaticNeeded(expression=text_of(node), why=why), node)
        return static(Form.NUMBER, dtype=BOOL)
    if _is_of_keys(node, values):
        return static(Form.NUMBER, dtype=BOOL)
    if any(v.form in (Form.STRING, Form.NONE) for v in values):
        what = "known" if all(isinstance(op, ast.Eq | ast.NotEq) for op in node.ops) else "ordered"
        run.report(
            rules.StaticNeeded(
                expression=text_of(node), why=f"a traced value cannot be {what} against {values[-1].form.value}"
            ),
            node,
        )
        return static(Form.NUMBER, dtype=BOOL)
    if len(node.ops) == 1 and isinstance(node.ops[0], ast.In | ast.NotIn) and _is_membership(run, node, values):
        run.state.plan.control.conditions[node] = Condition.MEMBER
        run.report(rules.TracedBoolean(operator="in", form="jnp.any"), node)
        return number(BOOL)
    whole = any(v.form in (Form.TUPLE, Form.LIST, Form.DICT, Form.STACKED) for v in values)
    if whole or any(isinstance(op, ast.In | ast.NotIn | ast.Is | ast.IsNot) for op in node.ops):
        run.report(rules.UnsupportedStatement(what=f"`{text_of(node)}` on a traced value"), node)
        return number(BOOL)
    if len(node.ops) > 1:
        _chain(run, node)
    compared(run.state, (node.left, *node.comparators), values)
    shape = frozenset().union(*(v.shape for v in values))
    if any(v.is_array for v in values):
        return replace(array(BOOL, shape), memory=run.state.allocate(node))
    return number(BOOL, shape, memory=run.state.allocate(node) if shape != SCALAR else frozenset())


def _same(run: Run, node: ast.Compare, values: Sequence[Value]) -> Value:
    """Arrays that are mutable while the function is traced are Python's objects; which of several one is, may be known
    only when it runs."""
    assert run.state.plan.references is not None
    run.state.plan.references.written.update(site.newest for v in values for site in v.held)
    run.state.plan.control.conditions[node] = Condition.SAME
    return number(BOOL)


def _is_membership(run: Run, node: ast.Compare, values: list[Value]) -> bool:
    """A number among the elements of an array, or of a tuple, list or set of numbers that is written out."""
    one, among = values
    if not one.form.is_numeric or one.is_array:
        return False
    if isinstance(node.comparators[0], ast.Tuple | ast.List | ast.Set):
        return bool(among.items) and all(i.form.is_numeric and i.is_scalar for i in among.items or ())
    is_param = among.form is Form.UNKNOWN and not among.is_static
    return among.is_array or among.form is Form.STACKED or is_param


def _chain(run: Run, node: ast.Compare) -> None:
    is_guard = any(may_fail(run.state, c) or may_not_end(run, c) for c in node.comparators[1:])
    run.state.plan.control.conditions[node] = Condition.GUARD if is_guard else Condition.OPERATOR
    form = f"{run.state.plan.usual_module(is_proven=True)}.cond" if is_guard else "&"
    run.report(rules.TracedBoolean(operator="a chained comparison", form=form), node)
    must_change_nothing(run, node.comparators)  # the operand between two is looked at twice
    for middle in node.comparators[:-1]:
        if any(isinstance(n, ast.NamedExpr) for n in walk(middle)) or may_not_end(run, middle):
            run.report(rules.UnsupportedStatement(what=f"`{text_of(middle)}` inside a chained comparison"), middle)


def ifexp(run: Run, node: ast.IfExp) -> Value:
    test = run.policy.values.truth(run, node.test)
    if run.state.flow.is_first_turn and test.is_static and test.has_constant:
        return run.evaluate(node.body if test.constant else node.orelse)
    is_looked_at, run.is_looked_at = run.is_looked_at, run.is_looked_at or not test.is_static
    run.inside += 1
    body, orelse = run.evaluate(node.body), run.evaluate(node.orelse)
    run.inside -= 1
    run.is_looked_at = is_looked_at
    if run.inside == _DEEPEST and not test.is_static:
        what = f"conditional expressions nested over {_DEEPEST} deep"
        run.report(rules.UnsupportedStatement(what=what), node)
        return opaque()
    if test.is_static:
        return merge(body, orelse) if body.binding is orelse.binding else merge(body.traced(), orelse.traced())
    if not is_looked_at:
        must_change_nothing(run, [node.body, node.orelse])
    if (known := run.state.plan.structured.origins.kept.get(node)) is not None:
        body, orelse = _with_dtypes(run, node, known, body, orelse)
    if not compatible(run, node, body, orelse):
        return opaque()
    if are_of_two_kinds(run.state, body, orelse):
        run.report(rules.MixedNumbers(expression=text_of(node)), node)
    proven = body.same_type(orelse)
    cheap = all(is_cheap(side) and not names_read(side) & run.state.known.flagged for side in (node.body, node.orelse))
    is_telling = run.current in run.state.plan.structured.origins.telling
    if run.state.refers and (body.memory or orelse.memory):
        condition = Condition.CONTROL
    elif (proven if is_telling else cheap) and body.form.is_numeric and body.shape == orelse.shape:
        condition = Condition.WHERE
    elif is_telling:
        condition = Condition.CHOSEN
    else:
        condition = Condition.COND if proven else Condition.CONTROL
    run.state.plan.control.conditions[node] = condition
    if condition is Condition.WHERE and not is_telling:
        selects_by(run.state, node.test)
    if not is_telling:
        form = "jnp.where" if condition is Condition.WHERE else f"{run.state.plan.usual_module(proven)}.cond"
        run.report(rules.TracedConditional(form=form), node)
    return run.state.one_or_other(node, merge(body, orelse).traced())


def _with_dtypes(run: Run, node: ast.IfExp, known: Kept, body: Value, orelse: Value) -> tuple[Value, Value]:
    """Elements of arrays, as they are or anew: of the arrays' dtypes in both cases, so that they stay what they are."""
    return (
        _with_dtypes_of(run, node.body, known.orelse, orelse, body, known.body),
        _with_dtypes_of(run, node.orelse, known.body, body, orelse, known.orelse),
    )


def _with_dtypes_of(
    run: Run, side: ast.expr, arrays: Sequence[str | None], kept: Value, new: Value, own: Sequence[str | None]
) -> Value:
    """The one side, of the dtypes of what the other one keeps and it does not."""
    only = [None if mine is not None else array for array, mine in zip(arrays, own, strict=True)]
    if len(only) == 1:
        return new if only[0] is None else _with_dtype(run, side, only[0], kept, new)
    if kept.items is None or new.items is None or not isinstance(side, ast.Tuple):
        return new
    every = zip(side.elts, only, kept.items, new.items, strict=True)
    return new.but(items=tuple(n if a is None else _with_dtype(run, s, a, k, n) for s, a, k, n in every))


def held(run: Run, statement: ast.Assign, array: str, value: Value) -> Value:
    """What becomes an element of the array, which is of its dtype."""
    kept = run.state.environment.get(array)
    if kept is None or not kept.form.is_numeric or value.dtype == kept.dtype or not value.form.is_numeric:
        return value
    if (kept.dtype, value.dtype) in ((FLOAT, WEAK_FLOAT), (INT, WEAK_INT)):
        return value
    run.state.plan.lines.casts[statement.value] = f"jnp.asarray({{x}}, {array}.dtype)"
    return value.but(dtype=kept.dtype)


def _with_dtype(run: Run, side: ast.expr, array: str, kept: Value, new: Value) -> Value:
    """The new element, of the dtype of the one that is kept, with which it may have none in common."""
    is_one = new.dtype == kept.dtype or (kept.dtype == FLOAT and new.dtype <= WHOLE | FLOAT | WEAK_FLOAT)
    is_whole = new.dtype == WEAK_INT and kept.dtype != BOOL
    if is_one or is_whole or (kept.dtype == INT and new.dtype <= WHOLE) or not new.form.is_numeric:
        return new
    run.state.plan.lines.casts[side] = f"jnp.asarray({{x}}, {array}.dtype)"
    return new.but(dtype=kept.dtype)


def compatible(run: Run, node: ast.AST, left: Value, right: Value) -> bool:
    if are_compatible(left, right):
        return True
    shown = "return" if isinstance(node, ast.stmt) else text_of(node)
    run.report(rules.BranchStructure(name=shown, left=left.form.value, right=right.form.beside(left.form)), node)
    return False


def are_compatible(left: Value, right: Value) -> bool:
    """Two paths may give them, as far as is known: numbers and arrays, or containers of such."""
    if left.form is right.form and left.form.is_container and left.items is not None and right.items is not None:
        if left.keys != right.keys or len(left.items) != len(right.items):
            return False
        pairs = zip(left.items, right.items, strict=True)
        return all(are_compatible(*pair) or Form.UNSET in (pair[0].form, pair[1].form) for pair in pairs)
    if (left.form.is_numeric and right.form.is_numeric) or left.form is right.form is Form.TUPLE:
        return True
    return left.form is right.form is Form.NONE or (left.has_constant and left == right)


def _is_of_keys(node: ast.Compare, values: list[Value]) -> bool:
    """`"mask" in batch`: JAX knows the keys of dicts."""
    is_asked = len(node.ops) == 1 and isinstance(node.ops[0], ast.In | ast.NotIn)
    return is_asked and values[0].is_static and values[1].form is Form.DICT


def _is_none(node: ast.Compare, left: Value) -> bool | None:
    """What `left is None` or `left is not None` gives, where that is known."""
    match node:
        case ast.Compare(ops=[ast.Is() | ast.IsNot() as operator], comparators=[ast.Constant(value=None)]):
            if (left.form is Form.NONE and left.is_static) or (left.form is not Form.NONE and left.is_traced):
                return (left.form is Form.NONE) is isinstance(operator, ast.Is)
    return None


def static_operands(values: Sequence[Value]) -> int:
    """How many operands of `and` or `or` Python decides by itself before the first that it cannot."""
    return sum(1 for _ in itertools.takewhile(lambda v: v.is_static, values))


def is_cheap(node: ast.expr) -> bool:
    """Names, numbers, and little arithmetic, which raises nothing and has no infinite derivative."""
    return all(isinstance(n, _CHEAP) for n in walk(node))
