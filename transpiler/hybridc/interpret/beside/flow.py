"""The statements of Python that runs before and after models."""

from __future__ import annotations

import ast
from functools import cached_property

from hybridc import rules
from hybridc.dialects.entry import Entry
from hybridc.domain.values import Binding, Form, Value, opaque, unknown
from hybridc.interpret.models.calls import ModelInterpreter
from hybridc.program.memory.host_kept import Writers
from hybridc.program.models import FileModels
from hybridc.program.parts import part
from hybridc.program.state import State
from hybridc.rules import RULES
from hybridc.syntax.messages import text_of
from hybridc.syntax.module import MODULE
from hybridc.syntax.of_training import only_for
from hybridc.syntax.walking import children, walk

# What is told of Python that stays: names without meaning in the runtime, and writes that others would see.
TOLD = frozenset(
    [
        rules.UnmappedName, rules.UnmappedArgument, rules.SharedMemory, rules.TrainingLoop, rules.NarrowDtype,
        rules.LeftOutTraining, rules.LostMutation,
    ]
)  # fmt: skip


class HostFlow(ModelInterpreter):
    """Interprets statements, loops and functions of Python that stays, of which values decide nothing yet."""

    makes_tables = False

    def __init__(self, state: State, models: FileModels, writers: Writers, is_called: bool = False) -> None:
        super().__init__(state, models)
        self._functions: set[ast.Lambda] = set()  # that parts of models call with arrays
        self.writers = writers
        self._is_of_others = False  # lines are looked up for what others have as well
        self._is_in_function = is_called  # where what is unknown may be an array

    def report(self, rule: type[rules.Rule], node: ast.AST, **details: str) -> None:
        if rule in TOLD:
            super().report(rule, node, **details)

    def _prints(self, name: str | None) -> bool:
        """Python goes on with `print`, and a framework's own becomes what its line says."""
        return False

    def statement(self, statement: ast.stmt) -> None:
        if statement in self._of_training:
            self.state.plan.gone[statement] = rules.LeftOutTraining.code
            self.report(rules.LeftOutTraining, statement, name=text_of(statement))
            return
        match statement:
            case ast.With(items=items, body=body):
                if self._is_without_effect(statement):
                    lines = [self._lines_of(item.context_expr) for item in items]
                    is_of_gradients = all(any(e.is_gone and (e.cuts or e.target) for e in each) for each in lines)
                    self.state.plan.gone[statement] = None if is_of_gradients else ""
                for item in items:
                    if statement not in self.state.plan.gone:
                        self.evaluate(item.context_expr)
                    if isinstance(item.optional_vars, ast.Name):
                        self.state.environment[item.optional_vars.id] = part()
                self.block(body)
            case ast.Try():
                self._try(statement)
            case ast.Raise() | ast.Delete() | ast.Assert():
                for child in children(statement):
                    if isinstance(child, ast.expr):
                        self.evaluate(child)
            case ast.ClassDef(name=name):
                names = (
                    self.state.module.qualified_name(n)
                    for n in walk(statement)
                    if isinstance(n, ast.Attribute | ast.Name)
                )
                if any(n is not None and self._is_of_models(n) for n in names):
                    self.report(
                        rules.UnmappedName, statement, name=name, suggestion=": classes stand at the top of a file"
                    )
                self.state.environment[name] = part()
            case ast.Expr(value=ast.Yield(value=value) | ast.YieldFrom(value=value)):
                if value is not None:
                    self.evaluate(value)
            case _:
                super().statement(statement)

    @cached_property
    def _of_training(self) -> frozenset[ast.stmt]:
        """Statements that say how models are trained, and what nothing else needs."""
        lines, function = self._lines_of, self.state.function
        return only_for(
            self.state.module.tree if function.qualified_name == MODULE else function.node,
            lambda s: any(e.is_gone and is_of_training(e) for e in lines(s.value)),
            lambda v: isinstance(v, ast.Call) and any(is_of_training(e) for e in lines(v)),
        )

    def _if(self, statement: ast.If) -> None:
        known = self._decides(self.evaluate(statement.test))
        self.state.plan.decided.pop(statement, None)
        if known is not None and not isinstance(statement.test, ast.Name | ast.Constant):
            self.state.plan.decided[statement] = known  # by a framework's table: there is no graphics card to use
            self.block(statement.body if known else statement.orelse)
            return
        before = dict(self.state.environment)
        self.block(statement.body)
        taken = self.state.environment
        self.state.environment = before
        self.block(statement.orelse)
        self.state.environment = self._joined(taken, self.state.environment)

    def _try(self, statement: ast.Try) -> None:
        """A handler starts from what holds anywhere in the body; what it leaves holds afterwards as well."""
        for caught in (h.type for h in statement.handlers if h.type is not None):
            self.evaluate(caught)
        before = dict(self.state.environment)
        self.block(statement.body)
        failed = self._joined(before, self.state.environment)
        self.block(statement.orelse)
        for handler in statement.handlers:
            done = self.state.environment
            self.state.environment = dict(failed)
            self.block(handler.body)
            is_left = isinstance(handler.body[-1], ast.Raise | ast.Return | ast.Continue | ast.Break)
            self.state.environment = done if is_left else self._joined(done, self.state.environment)
        self.block(statement.finalbody)

    def while_loop(self, statement: ast.While) -> None:
        self.python_loop(statement, {})

    def for_loop(self, statement: ast.For) -> None:
        value = self.evaluate(statement.iter)
        if self._is_in_function and value.is_traced and self._computes_with(statement.target, statement.iter):
            self._note_rows(statement.iter, value)
        element = part() if value.is_static or value.form is not Form.ARRAY else opaque()
        element = value if value.is_outside else element
        self.python_loop(statement, self.bound(statement.target, element))

    def _print(self, statement: ast.Expr, call: ast.Call) -> None:
        self._arguments(call)

    @property
    def leaves_unknown(self) -> bool:
        return not self._is_in_function

    def _lambda(self, node: ast.Lambda) -> Value:
        around, self._is_in_function = self._is_in_function, node in self._functions
        result = super()._lambda(node)
        self._is_in_function = around
        return result

    def lambda_parameter(self) -> Value:
        return Value(Binding.TRACED, Form.ARRAY, unknown(), unknown()) if self._is_in_function else part()

    def leaves_out(self, check: ast.stmt, test: ast.expr, shown: str) -> bool:
        self.evaluate(test)
        return True


def is_of_training(entry: Entry) -> bool:
    """It is refused because the file's owner trains the model."""
    return RULES.get(entry.refusal or "") is rules.TrainingLoop
