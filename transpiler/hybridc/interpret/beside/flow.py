"""The statements of Python that runs before and after models."""

from __future__ import annotations

import ast
from functools import partial

from hybridc import rules
from hybridc.dialects.entry import Entry
from hybridc.domain.atoms import unknown
from hybridc.domain.values import Binding, Form, Value, opaque
from hybridc.interpret.beside.run import HostRun
from hybridc.interpret.evaluation import once
from hybridc.interpret.looping.iteration import bindings_of
from hybridc.interpret.looping.loop_heads import joined_at_head, python_loop
from hybridc.interpret.models import attributes, writes
from hybridc.interpret.models import flow as model_flow
from hybridc.interpret.models.attributes import is_of_models
from hybridc.interpret.models.flow import decides, is_without_effect
from hybridc.interpret.models.rows import computes_with, note_rows
from hybridc.interpret.models.turns import lines_of
from hybridc.interpret.results import arguments
from hybridc.program.parts import part
from hybridc.rules import RULES
from hybridc.syntax.messages import text_of
from hybridc.syntax.module import MODULE
from hybridc.syntax.training_statements import only_for
from hybridc.syntax.walking import children, walk

# What is told of Python that stays: names without meaning in the runtime, and writes that others would see.
TOLD = (
    rules.UnmappedName, rules.UnmappedArgument, rules.SharedMemory, rules.TrainingLoop, rules.NarrowDtype,
    rules.LeftOutTraining, rules.LostMutation,
)  # fmt: skip


def reports(run: HostRun, rule: rules.Rule, node: ast.AST) -> bool:
    return isinstance(rule, TOLD) and attributes.reports(run, rule, node)


def prints(run: HostRun, name: str | None) -> bool:
    """Python goes on with `print`, and a framework's own becomes what its line says."""
    return False


def statement(run: HostRun, statement: ast.stmt) -> None:
    if statement in _of_training(run):
        run.state.plan.control.gone[statement] = rules.LeftOutTraining.code
        run.report(rules.LeftOutTraining(name=text_of(statement)), statement)
        return
    match statement:
        case ast.With(items=items, body=body):
            if is_without_effect(run, statement):
                lines = [lines_of(run, item.context_expr) for item in items]
                is_of_gradients = all(any(e.is_gone and (e.cuts or e.target) for e in each) for each in lines)
                run.state.plan.control.gone[statement] = None if is_of_gradients else ""
            for item in items:
                if statement not in run.state.plan.control.gone:
                    run.evaluate(item.context_expr)
                if isinstance(item.optional_vars, ast.Name):
                    run.state.environment[item.optional_vars.id] = part()
            run.policy.flow.block(run, body)
        case ast.Try():
            _try(run, statement)
        case ast.Raise() | ast.Delete() | ast.Assert():
            for child in children(statement):
                if isinstance(child, ast.expr):
                    run.evaluate(child)
        case ast.ClassDef(name=name):
            names = (
                run.state.module.qualified_name(n) for n in walk(statement) if isinstance(n, ast.Attribute | ast.Name)
            )
            if any(n is not None and is_of_models(run, n) for n in names):
                run.report(rules.UnmappedName(name=name, suggestion=": classes stand at the top of a file"), statement)
            run.state.environment[name] = part()
        case ast.Expr(value=ast.Yield(value=value) | ast.YieldFrom(value=value)):
            if value is not None:
                run.evaluate(value)
        case _:
            model_flow.statement(run, statement)


@once
def _of_training(run: HostRun) -> frozenset[ast.stmt]:
    """Statements that say how models are trained, and what nothing else needs."""
    lines, function = partial(lines_of, run), run.state.function
    return only_for(
        run.state.module.tree if function.qualified_name == MODULE else function.node,
        lambda s: any(e.is_gone and is_of_training(e) for e in lines(s.value)),
        lambda v: isinstance(v, ast.Call) and any(is_of_training(e) for e in lines(v)),
    )


def if_statement(run: HostRun, statement: ast.If) -> None:
    known = decides(run, run.evaluate(statement.test))
    run.state.plan.control.decided.pop(statement, None)
    if known is not None and not isinstance(statement.test, ast.Name | ast.Constant):
        run.state.plan.control.decided[statement] = known  # by a framework's table: there is no graphics card to use
        run.policy.flow.block(run, statement.body if known else statement.orelse)
        return
    before = dict(run.state.environment)
    run.policy.flow.block(run, statement.body)
    taken = run.state.environment
    run.state.environment = before
    run.policy.flow.block(run, statement.orelse)
    run.state.environment = joined_at_head(run, taken, run.state.environment)


def _try(run: HostRun, statement: ast.Try) -> None:
    """A handler starts from what holds anywhere in the body; what it leaves holds afterwards as well."""
    for caught in (h.type for h in statement.handlers if h.type is not None):
        run.evaluate(caught)
    before = dict(run.state.environment)
    run.policy.flow.block(run, statement.body)
    failed = joined_at_head(run, before, run.state.environment)
    run.policy.flow.block(run, statement.orelse)
    for handler in statement.handlers:
        done = run.state.environment
        run.state.environment = dict(failed)
        run.policy.flow.block(run, handler.body)
        is_left = isinstance(handler.body[-1], ast.Raise | ast.Return | ast.Continue | ast.Break)
        run.state.environment = done if is_left else joined_at_head(run, done, run.state.environment)
    run.policy.flow.block(run, statement.finalbody)


def while_loop(run: HostRun, statement: ast.While) -> None:
    python_loop(run, statement, {})


def for_loop(run: HostRun, statement: ast.For) -> None:
    value = run.evaluate(statement.iter)
    if run.is_in_function and value.is_traced and computes_with(run, statement.target, statement.iter):
        note_rows(run, statement.iter, value)
    element = part() if value.is_static or value.form is not Form.ARRAY else opaque()
    element = value if value.is_outside else element
    python_loop(run, statement, bindings_of(run, statement.target, element))


def print_statement(run: HostRun, statement: ast.Expr, call: ast.Call) -> None:
    arguments(run, call)


def leaves_unknown(run: HostRun) -> bool:
    return not run.is_in_function


def lambda_value(run: HostRun, node: ast.Lambda) -> Value:
    around, run.is_in_function = run.is_in_function, node in run.functions
    result = writes.lambda_value(run, node)
    run.is_in_function = around
    return result


def lambda_parameter(run: HostRun) -> Value:
    return Value(Binding.TRACED, Form.ARRAY, unknown(), unknown()) if run.is_in_function else part()


def leaves_out(run: HostRun, check: ast.stmt, test: ast.expr, shown: str) -> bool:
    run.evaluate(test)
    return True


def is_of_training(entry: Entry) -> bool:
    """It is refused because the file's owner trains the model."""
    return RULES.get(entry.refusal or "") is rules.TrainingLoop
