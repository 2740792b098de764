"""The abstract interpretation of branches and loops of models: Python runs those over their parts."""

from __future__ import annotations

import ast

from hybridc import rules
from hybridc.domain.values import (
    BOOL,
    WEAK_INT,
    Form,
    Value,
    static,
)
from hybridc.interpret.models.turns import ModelTurns
from hybridc.program.demand import lookup
from hybridc.program.parts import as_in_file, entry_for, imported_names, is_part, part
from hybridc.program.plans import Condition, Mapping
from hybridc.program.state import Environment
from hybridc.syntax.dataflow import names_written
from hybridc.syntax.messages import text_of
from hybridc.syntax.walking import walk

_PYTHON_FORMS = frozenset({Form.LIST, Form.TUPLE, Form.DICT, Form.STRING})


class ModelFlow(ModelTurns):
    """Interprets tests, loops and statements in methods of models."""

    def truth(self, node: ast.expr) -> Value:
        value = super().truth(node)
        if not self._is_none_or_a_list(node, value):
            return value
        self.state.plan.tests.pop(node, None)
        return static(Form.NUMBER, dtype=BOOL)

    def _is_none_or_a_list(self, node: ast.expr, value: Value) -> bool:
        """A parameter that is None by default, and asked for its truth: arrays have none, so that Python can tell."""
        is_asked = isinstance(node, ast.Name) and self.state.function.is_none_by_default(node.id)
        if not is_asked or not isinstance(node, ast.Name) or value.is_static:
            return False
        return value.form is Form.UNKNOWN and f"param:{node.id}" in value.memory

    def _if(self, statement: ast.If) -> None:
        self.state.plan.decided.pop(statement, None)
        known = self._decides(self.truth(statement.test))
        if known is None:
            super()._if(statement)
        else:
            self.state.plan.decided[statement] = known
            self.block(statement.body if known else statement.orelse)

    def _ifexp(self, node: ast.IfExp) -> Value:
        known = self._decides(self.truth(node.test))
        if known is None:
            return super()._ifexp(node)
        self.state.plan.decided[node] = known
        return self.evaluate(node.body if known else node.orelse)

    def boolean(self, node: ast.BoolOp, is_test: bool) -> Value:
        """`a and b` of which the framework's tables tell an operand: what comes behind it is not asked for."""
        stops = isinstance(node.op, ast.Or)
        for operand in node.values:
            known = self._decides(self.truth(operand)) if _may_be_told(operand) else None
            if known is not None:
                self.state.plan.decided[operand] = known
                if known is stops and operand is node.values[0]:
                    self.state.plan.decided[node] = known
                    return static(Form.NUMBER, dtype=BOOL, constant=known)
        return super().boolean(node, is_test)

    def _not(self, node: ast.UnaryOp, value: Value) -> Value:
        known = self._decides(value)
        if known is None and self._is_none_or_a_list(node.operand, value):
            return static(Form.NUMBER, dtype=BOOL)
        if known is None:
            return super()._not(node, value)
        return static(Form.NUMBER, dtype=BOOL, constant=not known)

    def _decides(self, value: Value) -> bool | None:
        """The truth of a test that the framework's tables tell; None of others."""
        return value.constant if value.is_static and isinstance(value.constant, bool) else None

    def _compare(self, node: ast.Compare) -> Value:
        values = [self.evaluate(v) for v in (node.left, *node.comparators)]
        if (known := _counted(node, values)) is not None:
            return static(Form.NUMBER, dtype=BOOL, constant=known)
        is_identity = all(isinstance(op, ast.Is | ast.IsNot) for op in node.ops)
        if (known := _are_one_module(node, values)) is not None:
            return static(Form.NUMBER, dtype=BOOL, constant=known)
        if is_identity and any(v.form is Form.DTYPE for v in values) and not any(v.form is Form.NONE for v in values):
            self.state.plan.conditions[node] = Condition.EQUAL
            return static(Form.NUMBER, dtype=BOOL)
        if is_identity and all(map(_may_be_array, values)):
            self.report(rules.ArrayIdentity, node, expression=text_of(node))
        if all(isinstance(op, ast.In | ast.NotIn) for op in node.ops) and _may_be_array(values[0]):
            if values[1].form in (Form.LIST, Form.TUPLE) and values[1].memory:  # which asks for the object first
                self.report(rules.ArrayIdentity, node, expression=text_of(node))
        if any(v.form in _PYTHON_FORMS for v in values):
            return static(Form.NUMBER, dtype=BOOL)  # Python compares them, element by element
        return super()._compare(node)

    def for_loop(self, statement: ast.For) -> None:
        if self._counts(statement.iter):
            statement.iter.counts = True  # type: ignore[attr-defined]
            self.state.plan.reformed.add(statement)
        element = self._element(statement.iter)
        if element is None and self._is_for_python(statement):
            element = static(Form.NUMBER, dtype=WEAK_INT)
        if element is None:
            super().for_loop(statement)
        else:
            self.python_loop(statement, self.bound(statement.target, element))

    def _is_for_python(self, statement: ast.For) -> bool:
        """Every turn calls parts of the model, which may draw or keep something; how many turns there are is known."""
        arguments = self.range_arguments(statement.iter)
        if arguments is None or not all(self.evaluate(a).is_static for a in arguments):
            return False
        return any(self._is_call_of_part(n) for s in statement.body for n in walk(s))

    def _is_call_of_part(self, node: ast.AST) -> bool:
        match node:
            case ast.Call(func=ast.Name(id="getattr"), args=[held, *_]):
                return self._is_own(held)
            case ast.Call(func=ast.Name(id=name)):
                return name in self.state.environment and self.state.environment[name].form is not Form.FUNCTION
            case ast.Call(func=func) | ast.Attribute(ctx=ast.Store(), value=func):
                root: ast.expr = func
                while isinstance(root, ast.Attribute | ast.Subscript | ast.Call):
                    root = root.func if isinstance(root, ast.Call) else root.value
                return self._is_own(root)
        return False

    def _comprehension(
        self, node: ast.ListComp | ast.GeneratorExp | ast.DictComp, element: ast.expr, form: Form
    ) -> Value:
        saved = dict(self.state.environment)
        bound: Environment = {}
        for generator in node.generators:
            given = self._element(generator.iter)
            if given is None:
                break
            bound |= self.bound(generator.target, given)
            self.state.environment |= bound
        else:
            for test in (t for g in node.generators for t in g.ifs):
                self.truth(test)
            value = self.evaluate(element)
            self.state.environment = saved
            return Value(value.binding, form, memory=value.memory | self.state.box(node))
        self.state.environment = saved
        return super()._comprehension(node, element, form)

    def statement(self, statement: ast.stmt) -> None:
        if isinstance(statement, ast.Import | ast.ImportFrom):
            self._import(statement)
            return
        if isinstance(statement, ast.Delete) and self._is_deleted_by_python(statement):
            for target in statement.targets:
                if isinstance(target, ast.Attribute):
                    self.attributes.pop(target.attr, None)
            return
        if isinstance(statement, ast.With) and self._is_without_effect(statement):
            self._goes(statement, *(item.context_expr for item in statement.items))
            self.block(statement.body)
            return
        if isinstance(statement, ast.Expr) and any(e.is_gone for e in self._lines_of(statement.value)):
            self._goes(statement, statement.value)
            return
        if isinstance(statement, ast.With) and self._is_entered(statement):
            for item in statement.items:
                self.evaluate(item.context_expr)
            self.block(statement.body)
            return
        if isinstance(statement, ast.With) and self._is_for_python_alone(statement):
            for item in statement.items:
                if isinstance(item.optional_vars, ast.Name):
                    self.state.environment[item.optional_vars.id] = part()
            self.block(statement.body)
            return
        super().statement(statement)

    def _is_deleted_by_python(self, statement: ast.Delete) -> bool:
        """Names, and attributes that the object no longer has afterwards."""
        own = (t for t in statement.targets if not isinstance(t, ast.Name))
        return not self.state.is_compiled_here and all(
            isinstance(t, ast.Attribute) and self._is_own(t.value) for t in own
        )

    def _is_for_python_alone(self, statement: ast.With) -> bool:
        """It enters parts of the model, which Python does while it is traced, and nothing leaves it early."""
        leaves = (ast.Return, ast.Break, ast.Continue, ast.Yield, ast.YieldFrom)
        if self.state.is_compiled_here or any(isinstance(n, leaves) for s in statement.body for n in walk(s)):
            return False
        return all(is_part(self.evaluate(item.context_expr)) for item in statement.items)

    def _import(self, statement: ast.Import | ast.ImportFrom) -> None:
        """Frameworks' names mean what they mean at the top of the file, wherever they are imported."""
        known = frozenset(imported_names(statement, self.state.dialects))
        usual = frozenset(as_in_file(statement, self.state.module, self.state.dialects))
        for name in sorted(names_written([statement]) - usual):
            self.state.environment[name] = part()
        functions = self.state.module.functions.values()
        is_inside = any(statement in f.of(type(statement)) for f in functions)  # others are tried one after the other
        for name in sorted(known - usual) if is_inside else ():
            self.report(
                rules.UnmappedName, statement, name=name, suggestion=": it means something else elsewhere in the file"
            )
        if known:
            self.state.plan.frameworks[statement] = {
                name: Mapping(entry)
                for name in known
                if (entry := entry_for(lookup(self.state.dialects, self.state.module.imports.get(name)))) is not None
            }

    def _is_without_effect(self, statement: ast.With) -> bool:
        """All that it enters is nothing to compiled code."""
        items = statement.items
        return all(any(e.is_gone for e in self._lines_of(i.context_expr)) and i.optional_vars is None for i in items)

    def _is_entered(self, statement: ast.With) -> bool:
        """It says how what stands in it is to be traced."""
        items = statement.items
        return all(any(e.is_entered for e in self._lines_of(i.context_expr)) and i.optional_vars is None for i in items)

    def _goes(self, statement: ast.stmt, *parts: ast.expr) -> None:
        """Compiled code does without."""
        cut = [p for p in parts if any(e.cuts for e in self._lines_of(p))]
        for each in cut:
            self.report(rules.UncutGradient, each, name=text_of(each))
        self.state.plan.gone[statement] = rules.UncutGradient.code if cut else ""


def _may_be_array(value: Value) -> bool:
    return value.is_traced and value.form.is_numeric and bool(value.memory)


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
