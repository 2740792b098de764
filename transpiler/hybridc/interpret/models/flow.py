"""The abstract interpretation of branches and loops of models: Python runs those over their parts."""

from __future__ import annotations

import ast

from hybridc import rules
from hybridc.domain.sites import parameter_site
from hybridc.domain.values import (
    BOOL,
    WEAK_INT,
    Form,
    Value,
    static,
)
from hybridc.interpret import booleans, branching, interpreter
from hybridc.interpret.elements import index_value
from hybridc.interpret.looping import loops
from hybridc.interpret.looping.iteration import bindings_of, range_arguments
from hybridc.interpret.looping.loop_heads import python_loop
from hybridc.interpret.models import unnamed
from hybridc.interpret.models.array_uses import is_used_as_array
from hybridc.interpret.models.held_lists import is_container
from hybridc.interpret.models.layers import is_own
from hybridc.interpret.models.part_arrays import is_of_some_part
from hybridc.interpret.models.run import ModelRun
from hybridc.interpret.models.turns import counts, lines_of
from hybridc.program.parts import as_in_file, entry_for, imported_names, is_part, part
from hybridc.program.plans import Condition, Mapping
from hybridc.program.state import Environment
from hybridc.program.static_demand import lookup
from hybridc.syntax.dataflow import names_written
from hybridc.syntax.messages import text_of
from hybridc.syntax.walking import walk

_PYTHON_FORMS = frozenset({Form.LIST, Form.TUPLE, Form.DICT, Form.STRING})


def truth(run: ModelRun, node: ast.expr) -> Value:
    value = booleans.truth(run, node)
    if not _is_none_or_a_list(run, node, value):
        return value
    run.state.plan.control.tests.pop(node, None)
    return static(Form.NUMBER, dtype=BOOL)


def _is_none_or_a_list(run: ModelRun, node: ast.expr, value: Value) -> bool:
    """A parameter that is None by default, and asked for its truth: arrays have none, so that Python can tell."""
    is_asked = isinstance(node, ast.Name) and run.state.function.is_none_by_default(node.id)
    if not is_asked or not isinstance(node, ast.Name) or value.is_static:
        return False
    return value.form is Form.UNKNOWN and parameter_site(node.id) in value.memory


def if_statement(run: ModelRun, statement: ast.If) -> None:
    run.state.plan.control.decided.pop(statement, None)
    known = decides(run, run.policy.values.truth(run, statement.test))
    if known is None:
        branching.if_statement(run, statement)
    else:
        run.state.plan.control.decided[statement] = known
        run.policy.flow.block(run, statement.body if known else statement.orelse)


def ifexp(run: ModelRun, node: ast.IfExp) -> Value:
    known = decides(run, run.policy.values.truth(run, node.test))
    if known is None:
        return booleans.ifexp(run, node)
    run.state.plan.control.decided[node] = known
    return run.evaluate(node.body if known else node.orelse)


def boolean(run: ModelRun, node: ast.BoolOp, is_test: bool) -> Value:
    """`a and b` of which the framework's tables tell an operand: what comes behind it is not asked for."""
    stops = isinstance(node.op, ast.Or)
    for operand in node.values:
        known = decides(run, run.policy.values.truth(run, operand)) if _may_be_told(operand) else None
        if known is not None:
            run.state.plan.control.decided[operand] = known
            if known is stops and operand is node.values[0]:
                run.state.plan.control.decided[node] = known
                return static(Form.NUMBER, dtype=BOOL, constant=known)
    return booleans.boolean(run, node, is_test)


def negated(run: ModelRun, node: ast.UnaryOp, value: Value) -> Value:
    known = decides(run, value)
    if known is None and _is_none_or_a_list(run, node.operand, value):
        return static(Form.NUMBER, dtype=BOOL)
    if known is None:
        return booleans.negated(run, node, value)
    return static(Form.NUMBER, dtype=BOOL, constant=not known)


def decides(run: ModelRun, value: Value) -> bool | None:
    """The truth of a test that the framework's tables tell; None of others."""
    return value.constant if value.is_static and isinstance(value.constant, bool) else None


def compare(run: ModelRun, node: ast.Compare) -> Value:
    values = [run.evaluate(v) for v in (node.left, *node.comparators)]
    if (known := _counted(node, values)) is not None:
        return static(Form.NUMBER, dtype=BOOL, constant=known)
    is_identity = all(isinstance(op, ast.Is | ast.IsNot) for op in node.ops)
    if (known := _are_one_module(node, values)) is not None:
        return static(Form.NUMBER, dtype=BOOL, constant=known)
    if is_identity and any(v.form is Form.DTYPE for v in values) and not any(v.form is Form.NONE for v in values):
        run.state.plan.control.conditions[node] = Condition.EQUAL
        return static(Form.NUMBER, dtype=BOOL)
    if (
        is_identity
        and all(map(_may_be_array, values))
        and not all(map(_is_of_some_part, (node.left, *node.comparators), values))
    ):
        run.report(rules.ArrayIdentity(expression=text_of(node)), node)
    if all(isinstance(op, ast.In | ast.NotIn) for op in node.ops) and _may_be_array(values[0]):
        if values[1].form in (Form.LIST, Form.TUPLE) and values[1].memory:  # which asks for the object first
            run.report(rules.ArrayIdentity(expression=text_of(node)), node)
    if any(v.form in _PYTHON_FORMS for v in values):
        return static(Form.NUMBER, dtype=BOOL)  # Python compares them, element by element
    return booleans.compare(run, node)


def for_loop(run: ModelRun, statement: ast.For) -> None:
    if counts(run, statement.iter):
        run.state.plan.control.reformed |= {statement, statement.iter}
    element = run.parts.element(run, statement.iter)
    if element is None and _is_for_python(run, statement):
        element = static(Form.NUMBER, dtype=WEAK_INT)
    if element is None:
        loops.for_loop(run, statement)
    else:
        python_loop(run, statement, bindings_of(run, statement.target, element))


def _is_for_python(run: ModelRun, statement: ast.For) -> bool:
    """Every turn calls parts of the model, which may draw or keep something, or takes an element of what may be a list;
    how many turns there are is known."""
    arguments = range_arguments(run, statement.iter)
    if arguments is None or not all(run.evaluate(a).is_static for a in arguments):
        return False
    nodes = [n for s in statement.body for n in walk(s)]
    return any(_is_call_of_part(run, n) or _is_of_list(run, n, statement.target) for n in nodes)


def _is_of_list(run: ModelRun, node: ast.AST, counter: ast.expr) -> bool:
    """`feats[i]` of what the function is given, or a part returns, and does not use as an array."""
    match node:
        case ast.Subscript(value=ast.Name(id=name) as held, slice=index) if isinstance(counter, ast.Name):
            value = run.state.environment.get(name)
            is_counted = any(isinstance(n, ast.Name) and n.id == counter.id for n in walk(index))
            if value is None or not is_counted or isinstance(index, ast.Tuple | ast.Slice):
                return False
            return value.is_traced and value.form is Form.UNKNOWN and not is_used_as_array(run, held)
    return False


def _is_call_of_part(run: ModelRun, node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="getattr"), args=[held, *_]):
            return is_own(run, held)
        case ast.Call(func=ast.Name(id=name)):
            return name in run.state.environment and run.state.environment[name].form is not Form.FUNCTION
        case ast.Call(func=func) | ast.Attribute(ctx=ast.Store(), value=func):
            root: ast.expr = func
            while isinstance(root, ast.Attribute | ast.Subscript | ast.Call):
                root = root.func if isinstance(root, ast.Call) else root.value
            return is_own(run, root)
    return False


def comprehension(
    run: ModelRun, node: ast.ListComp | ast.GeneratorExp | ast.DictComp, element: ast.expr, form: Form
) -> Value:
    saved = dict(run.state.environment)
    bound: Environment = {}
    for generator in node.generators:
        given = run.parts.element(run, generator.iter)
        if given is None:
            break
        bound |= bindings_of(run, generator.target, given)
        run.state.environment |= bound
    else:
        for test in (t for g in node.generators for t in g.ifs):
            run.policy.values.truth(run, test)
        value = run.evaluate(element)
        run.state.environment = saved
        return Value(value.binding, form, memory=value.memory | run.state.box(node))
    run.state.environment = saved
    return unnamed.comprehension(run, node, element, form)


def statement(run: ModelRun, statement: ast.stmt) -> None:
    if isinstance(statement, ast.Import | ast.ImportFrom):
        _import(run, statement)
        return
    if isinstance(statement, ast.Delete) and _is_deleted_by_python(run, statement):
        for target in statement.targets:
            if isinstance(target, ast.Attribute):
                run.attributes.pop(target.attr, None)
        return
    if isinstance(statement, ast.With) and is_without_effect(run, statement):
        _goes(run, statement, *(item.context_expr for item in statement.items))
        run.policy.flow.block(run, statement.body)
        return
    if isinstance(statement, ast.Expr) and any(e.is_gone for e in lines_of(run, statement.value)):
        _goes(run, statement, statement.value)
        return
    if isinstance(statement, ast.With) and _is_entered(run, statement):
        for item in statement.items:
            run.evaluate(item.context_expr)
        run.policy.flow.block(run, statement.body)
        return
    if isinstance(statement, ast.With) and _is_for_python_alone(run, statement):
        for item in statement.items:
            if isinstance(item.optional_vars, ast.Name):
                run.state.environment[item.optional_vars.id] = part()
        run.policy.flow.block(run, statement.body)
        return
    interpreter.statement(run, statement)


def _is_deleted_by_python(run: ModelRun, statement: ast.Delete) -> bool:
    """Names, attributes that the object no longer has afterwards, and elements of lists and dicts that it keeps."""
    return not run.state.is_compiled_here and all(_is_pythons(run, target) for target in statement.targets)


def _is_pythons(run: ModelRun, target: ast.expr) -> bool:
    if isinstance(target, ast.Subscript):
        return is_container(run, target.value) and index_value(run, target.slice).is_static
    return isinstance(target, ast.Name) or (isinstance(target, ast.Attribute) and is_own(run, target.value))


def _is_for_python_alone(run: ModelRun, statement: ast.With) -> bool:
    """It enters parts of the model, which Python does while it is traced, and nothing leaves it early."""
    leaves = (ast.Return, ast.Break, ast.Continue, ast.Yield, ast.YieldFrom)
    if run.state.is_compiled_here or any(isinstance(n, leaves) for s in statement.body for n in walk(s)):
        return False
    return all(is_part(run.evaluate(item.context_expr)) for item in statement.items)


def _import(run: ModelRun, statement: ast.Import | ast.ImportFrom) -> None:
    """Frameworks' names mean what they mean at the top of the file, wherever they are imported."""
    known = frozenset(imported_names(statement, run.state.dialects))
    usual = frozenset(as_in_file(statement, run.state.module, run.state.dialects))
    for name in sorted(names_written([statement]) - usual):
        run.state.environment[name] = part()
    functions = run.state.module.functions.values()
    is_inside = any(statement in f.of(type(statement)) for f in functions)  # others are tried one after the other
    for name in sorted(known - usual) if is_inside else ():
        run.report(
            rules.UnmappedName(name=name, suggestion=": it means something else elsewhere in the file"), statement
        )
    if known:
        run.state.plan.lines.frameworks[statement] = {
            name: Mapping(entry)
            for name in known
            if (entry := entry_for(lookup(run.state.dialects, run.state.module.imports.get(name)))) is not None
        }


def is_without_effect(run: ModelRun, statement: ast.With) -> bool:
    """All that it enters is nothing to compiled code."""
    items = statement.items
    return all(any(e.is_gone for e in lines_of(run, i.context_expr)) and i.optional_vars is None for i in items)


def _is_entered(run: ModelRun, statement: ast.With) -> bool:
    """It says how what stands in it is to be traced."""
    items = statement.items
    return all(any(e.is_entered for e in lines_of(run, i.context_expr)) and i.optional_vars is None for i in items)


def _goes(run: ModelRun, statement: ast.stmt, *parts: ast.expr) -> None:
    """Compiled code does without."""
    cut = [p for p in parts if any(e.cuts for e in lines_of(run, p))]
    for each in cut:
        run.report(rules.UncutGradient(name=text_of(each)), each)
    run.state.plan.control.gone[statement] = rules.UncutGradient.code if cut else ""


def _may_be_array(value: Value) -> bool:
    return value.is_traced and value.form.is_numeric and bool(value.memory)


def _is_of_some_part(node: ast.expr, value: Value) -> bool:
    """`p.weight`: parts are the same as in the original, and so is what two of them share."""
    return isinstance(node, ast.Attribute) and any(map(is_of_some_part, value.memory))


def _may_be_told(node: ast.expr) -> bool:
    """A call, or what denies one."""
    return isinstance(node.operand if isinstance(node, ast.UnaryOp) else node, ast.Call | ast.Constant)


def _counted(node: ast.Compare, values: list[Value]) -> bool | None:
    """What `torch.cuda.device_count() > 1` gives: a framework's table has the number."""
    left, right = (v.constant for v in values[:2])
    if len(values) > 2 or not (isinstance(node.left, ast.Call) and isinstance(right, int)) or left != 0:
        return None
    match node.ops[0]:
        case ast.Gt():
            return right < 0
        case ast.GtE():
            return right <= 0
        case ast.Eq():
            return right == 0
        case ast.NotEq():
            return right != 0
    return None


def _are_one_module(node: ast.Compare, values: list[Value]) -> bool | None:
    """What `F is mx.sym` gives, by what stands for the two modules; None where that does not tell."""
    shown = [v.constant for v in values if v.form is Form.DTYPE]
    if len(values) > 2 or len(shown) < 2 or not all(isinstance(n, ast.Name | ast.Attribute) for n in _sides(node)):
        return None
    if any(not isinstance(s, str) or not (s == "None" or s.isidentifier()) for s in shown):
        return None
    is_same = shown[0] == shown[1]
    return is_same if isinstance(node.ops[0], ast.Is | ast.Eq) else not is_same


def _sides(node: ast.Compare) -> tuple[ast.expr, ...]:
    return (node.left, *node.comparators)
