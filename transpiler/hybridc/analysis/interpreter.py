"""The abstract interpretation of statements: which control flow is traced, and what a compiled form of it carries."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace

from hybridc import rules
from hybridc.analysis.classify import is_host_setting
from hybridc.analysis.dataflow import (
    calls_in,
    names_bound_in,
    names_captured,
    names_read,
    names_written,
    targets_bound,
)
from hybridc.analysis.exits.forms import is_wildcard, literals, only_raises, walruses
from hybridc.analysis.expressions import is_cheap, text_of
from hybridc.analysis.liveness import upward_exposed
from hybridc.analysis.nested import NestedFunctions
from hybridc.analysis.plans import Branch
from hybridc.analysis.state import Environment
from hybridc.analysis.values import Binding, Form, Value, either, merge, opaque
from hybridc.analysis.walking import walk

_DEEPEST = 40  # Python itself allows a hundred levels of indentation


def always_returns(statements: list[ast.stmt]) -> bool:
    """Every path through the block ends in `return`."""
    if not statements:
        return False
    last = statements[-1]
    if isinstance(last, ast.If):
        return always_returns(last.body) and always_returns(last.orelse)
    return isinstance(last, ast.Return)


def is_guard(statement: ast.If) -> bool:
    """Only raises where its test holds."""
    return all(isinstance(s, ast.Raise) for s in statement.body) and not statement.orelse


class Interpreter(NestedFunctions):
    """Interprets statements."""

    def block(self, statements: list[ast.stmt]) -> None:
        for statement in statements:
            self.statement(statement)

    def statement(self, statement: ast.stmt) -> None:
        handlers: dict[type[ast.stmt], Callable[..., None]] = {
            ast.Expr: self._expression,
            ast.Assign: self.assign,
            ast.AnnAssign: self._annotated,
            ast.AugAssign: self.augmented,
            ast.Return: self._return,
            ast.If: self._if,
            ast.While: self.while_loop,
            ast.For: self.for_loop,
            ast.Break: self._exit,
            ast.Continue: self._exit,
            ast.Assert: self._assert,
            ast.Raise: self._raise,
            ast.FunctionDef: self.nested_function,
            ast.Match: self._match,
        }
        self.current = statement
        if isinstance(statement, ast.Pass):
            return
        handler = handlers.get(type(statement))
        if handler is not None:
            self._note_walrus(statement)
            handler(statement)
            return
        if self._has_other_form(statement):
            self.state.plan.reformed.add(statement)
        if isinstance(statement, ast.Try):
            self.report(rules.TracedTry, statement)
        else:
            self.report(rules.UnsupportedStatement, statement, what=f"`{_keyword(statement)}`")
        for name in names_written([statement]):
            self.state.environment[name] = opaque()

    def _note_walrus(self, statement: ast.stmt) -> None:
        value = getattr(statement, "test", None) or getattr(statement, "value", None)
        if isinstance(value, ast.expr) and names_bound_in(value):
            inside = [n for n in walk(value) if isinstance(n, ast.NamedExpr)]
            if len(list(walruses(value))) == len(inside):
                self.state.plan.reformed.add(statement)

    def _has_other_form(self, statement: ast.stmt) -> bool:
        match statement:
            case ast.With(items=items):
                return all(is_host_setting(i, self.state.module, self.state.function.locals) for i in items)
            case ast.Try(body=body, handlers=[]):
                return not any(isinstance(n, ast.Return | ast.Break | ast.Continue) for s in body for n in walk(s))
            case ast.Delete(targets=targets):
                return all(isinstance(t, ast.Name) for t in targets)
        return False

    def _expression(self, statement: ast.Expr) -> None:
        value = statement.value
        if isinstance(value, ast.Yield | ast.YieldFrom):
            self.report(rules.Generator, statement, name=self.state.function.name)
        elif isinstance(value, ast.Call) and self._is_print(value):
            self._print(statement, value)
        elif isinstance(value, ast.Constant):
            self.evaluate(value)
        else:
            self.evaluate(value)
            self._check_lost(value, frozenset())

    def _is_print(self, call: ast.Call) -> bool:
        return self.state.module.qualified_name(call.func, self.state.function.locals) == "builtins.print"

    def _print(self, statement: ast.Expr, call: ast.Call) -> None:
        self.state.plan.prints.add(statement)
        for argument in call.args:
            if isinstance(argument, ast.JoinedStr):
                for part in argument.values:
                    if isinstance(part, ast.FormattedValue):
                        self.evaluate(part.value)
                        if part.conversion != -1 or (part.format_spec and len(part.format_spec.values) > 1):  # type: ignore[attr-defined]
                            self.report(rules.UnsupportedStatement, argument, what="this f-string")
            elif isinstance(argument, ast.Starred):
                self.report(rules.UnsupportedStatement, argument, what="`print(*...)`")
            else:
                self.evaluate(argument)
        for keyword in call.keywords:
            literal = isinstance(keyword.value, ast.Constant) and isinstance(keyword.value.value, str)
            if keyword.arg == "flush" or (keyword.arg == "sep" and literal):
                continue
            self.report(rules.UnsupportedStatement, statement, what=f"`print` with `{keyword.arg}=`")
        self.report(rules.TracedPrint, statement, form="jax.debug.print")

    def _check_lost(self, value: ast.expr, taken: frozenset[str]) -> None:
        """A callee that changes an argument: its new value must come back under the same name."""
        for call in calls_in(value):
            if not isinstance(call.func, ast.Name):
                continue
            plan = self.state.plans.get(call.func.id)
            if plan is None or not plan.mutated:
                continue
            bound = dict(zip(plan.function.positional, call.args, strict=False))
            bound |= {k.arg: k.value for k in call.keywords if k.arg}
            for name in sorted(plan.mutated & bound.keys()):
                argument = bound[name]
                held = self.state.plan.values[argument]
                if held.is_static or held.is_scalar:
                    continue
                if name in plan.possible_numbers and self.is_taken_for_number(held, argument, text_of(argument)):
                    continue
                if isinstance(argument, ast.Call | ast.BinOp) or (
                    names_read(argument) <= taken and isinstance(argument, ast.Name)
                ):
                    continue
                self.report(rules.LostMutation, call, function=call.func.id, name=name)

    def _annotated(self, statement: ast.AnnAssign) -> None:
        if statement.value is None:
            return
        value = self.evaluate(statement.value)
        self.bind(statement.target, value, statement)

    def assign(self, statement: ast.Assign) -> None:
        if statement in self.state.plan.structured.unset:
            target = statement.targets[0]
            assert isinstance(target, ast.Name)
            self.state.plan.unset.setdefault(statement, "control.unset")
            self.state.environment[target.id] = Value(Binding.UNKNOWN, Form.UNSET, constant=statement)
            return
        taken = frozenset().union(*(targets_bound(t) for t in statement.targets))
        value = self.evaluate(statement.value)
        plain = isinstance(statement.targets[0], ast.Name) and isinstance(statement.value, ast.Call)
        self._check_lost(statement.value, taken if plain else frozenset())
        if value.items == () and isinstance(statement.value, ast.List) and len(statement.targets) == 1:
            value = replace(value, constant=statement)
        for target in statement.targets:
            if isinstance(target, ast.Subscript) and len(statement.targets) > 1:
                self.report(rules.UnsupportedStatement, statement, what="an element among several targets")
            self.bind(target, value, statement)

    def _return(self, statement: ast.Return) -> None:
        if any(not self.is_returning(c) for c in self.state.context):
            self.state.plan.exits.add(statement)
            self.report(rules.EarlyReturn, statement, function=self.state.function.name)
        value = self.evaluate(statement.value) if statement.value is not None else Value(opaque().binding, Form.NONE)
        if statement.value is not None:
            self._check_lost(statement.value, frozenset())
        if statement.value is not None:
            self._note_lists(statement.value)
        if value.form is Form.FUNCTION or any(i.form is Form.FUNCTION for i in value.items or ()):
            self.report(rules.UnsupportedStatement, statement, what="a function as a result")
        plan = self.state.plan
        plan.returned_memory |= {site[6:] for site in value.memory if site.startswith("param:")}
        plan.result = value if plan.result is None else either(plan.result, value)
        self.returned = value

    def _note_lists(self, node: ast.expr) -> None:
        """What the caller gets as a list has to be one."""
        value = self.state.plan.values.get(node)
        if isinstance(node, ast.Tuple | ast.List):
            for element in node.elts:
                self._note_lists(element)
        elif value is not None and value.form is Form.STACKED:
            self.state.plan.listed.add(node)

    def is_returning(self, statement: ast.stmt) -> bool:
        branch = self.state.plan.branches.get(statement)
        return branch is not None and branch.returns

    def _exit(self, statement: ast.Break | ast.Continue) -> None:
        keyword = "break" if isinstance(statement, ast.Break) else "continue"
        loop, is_compiled = self.state.loops[-1] if self.state.loops else (None, False)
        inside_branch = any(loop is not None and c.lineno >= loop.lineno for c in self.state.context)
        if is_compiled or inside_branch:
            self.state.plan.exits.add(statement)
            self.report(rules.LoopExit, statement, keyword=keyword)

    def _assert(self, statement: ast.Assert) -> None:
        test = self.truth(statement.test)
        if not test.is_static or self.state.is_compiled_here:
            self.state.plan.vanishing.add(statement)
            self.report(rules.VanishingCheck, statement, statement="assert")

    def _raise(self, statement: ast.Raise) -> None:
        if self.state.is_compiled_here:
            self.report(rules.UnsupportedStatement, statement, what="`raise` beside other statements of a branch")

    def _if(self, statement: ast.If) -> None:
        test = self.truth(statement.test)
        before = dict(self.state.environment)
        if test.is_static:
            if self.state.is_first_turn and test.has_constant:
                self.block(statement.body if test.constant else statement.orelse)
                return
            self.block(statement.body)
            taken = self.state.environment
            self.state.environment = dict(before)
            self.block(statement.orelse)
            self.state.environment = _after_static(
                taken, self.state.environment, always_returns(statement.body), always_returns(statement.orelse)
            )
            return
        if only_raises(statement.orelse) or (only_raises(statement.body) and statement.orelse):
            self.state.plan.reformed.add(statement)
            self.report(rules.VanishingCheck, statement, statement="if ...: raise")
        if is_guard(statement):
            self.state.plan.vanishing.add(statement)
            self.report(rules.VanishingCheck, statement, statement="if ...: raise")
            return
        if len(self.state.context) >= _DEEPEST:
            self.report(rules.UnsupportedStatement, statement, what=f"branches and loops nested over {_DEEPEST} deep")
            return
        self._traced_if(statement, before)

    def _match(self, statement: ast.Match) -> None:
        subject = self.evaluate(statement.subject)
        before = dict(self.state.environment)
        if not subject.is_static:
            patterns = [c.pattern for c in statement.cases]
            known = [*patterns[:-1], *([] if is_wildcard(patterns[-1]) else patterns[-1:])]
            if all(any(literals(p)) for p in known) and len(known) > 0 and not any(c.guard for c in statement.cases):
                self.state.plan.reformed.add(statement)
            self.report(rules.UnsupportedStatement, statement, what="`match` on a traced value")
        ends: list[tuple[Environment, bool]] = []
        for case in statement.cases:
            self.state.environment = dict(before)
            for name in names_captured(case.pattern):
                self.state.environment[name] = subject
            if case.guard is not None and not self.truth(case.guard).is_static:
                self.report(rules.UnsupportedStatement, case.guard, what="a traced guard of `match`")
            self.block(case.body)
            ends.append((self.state.environment, always_returns(case.body)))
        if not statement.cases or not is_wildcard(statement.cases[-1].pattern):
            ends.append((before, False))
        joined, leaves = ends[0]
        for environment, other_leaves in ends[1:]:
            joined = _after_static(joined, environment, leaves, other_leaves)
            leaves = leaves and other_leaves
        self.state.environment = joined

    def _traced_if(self, statement: ast.If, before: Environment) -> None:
        state = self.state
        live = state.liveness.after.get(statement, frozenset())
        returns = always_returns(statement.body) and always_returns(statement.orelse) and self._is_last(statement)
        written = names_written(statement.body) | names_written(statement.orelse)
        outputs = tuple(sorted(written & live, key=self.rank)) if not returns else ()
        operands = frozenset().union(
            *(upward_exposed(state.liveness, b, frozenset(outputs)) for b in (statement.body, statement.orelse))
        ) & (before.keys() | set(outputs))
        state.plan.branches[statement] = Branch(True, tuple(sorted(operands, key=self.rank)), outputs, returns)
        # What is handed to a compiled branch is traced in there, even if it was known outside.
        inside = before | {n: before[n].traced() for n in operands & before.keys() if before[n].form.is_numeric}
        state.context.append(statement)
        state.environment = dict(inside)
        self.block(statement.body)
        taken, first = state.environment, self.returned
        state.environment = dict(inside)
        self.block(statement.orelse)
        other, second = state.environment, self.returned
        state.context.pop()
        state.environment = dict(before)
        proven = True
        if returns:
            proven = self._compatible(statement, first, second) and first.same_type(second)
            self.returned = merge(first, second)
        for name in written:
            state.environment.pop(name, None)
        for name in outputs:
            joined = self._join(statement, name, taken.get(name), other.get(name))
            proven &= joined is not None and taken[name].same_type(other[name]) and name not in state.late
            state.environment[name] = joined or _perhaps_none(taken.get(name), other.get(name))
        for name in operands & before.keys() - set(outputs):
            state.environment[name] = before[name]
        chosen = [self.returned] if returns else [state.environment[name] for name in outputs]
        selection = (
            proven
            and len(chosen) == 1
            and chosen[0].form is Form.NUMBER
            and chosen[0].is_scalar
            and all(self._is_cheap(block, outputs) for block in (statement.body, statement.orelse))
        )
        state.plan.branches[statement] = Branch(
            proven, tuple(sorted(operands, key=self.rank)), outputs, returns, selection
        )
        form = "jnp.where" if selection else "lax.cond" if proven else "control.cond"
        self.report(rules.TracedIf, statement, form=form)

    def _is_cheap(self, block: list[ast.stmt], outputs: tuple[str, ...]) -> bool:
        """The block gives a number that costs nothing to compute whichever way the test goes."""
        match block:
            case []:
                return bool(outputs)
            case [ast.Return(value=ast.expr() as value)]:
                return is_cheap(value)
            case [ast.Assign(targets=[ast.Name(id=name)], value=value)]:
                return name in outputs and is_cheap(value)
            case [ast.AugAssign(target=ast.Name(id=name), op=ast.Add() | ast.Sub() | ast.Mult(), value=value)]:
                return name in outputs and is_cheap(value)
            case [ast.If() as inner]:
                branch = self.state.plan.branches.get(inner)
                return branch is not None and branch.is_selection and branch.outputs == outputs
        return False

    def _is_last(self, statement: ast.If) -> bool:
        """Nothing of the function comes after it."""
        if any(not self.is_returning(c) for c in self.state.context):
            return False
        tail: list[ast.stmt] = self.state.function.node.body
        while tail:
            last = tail[-1]
            if last is statement:
                return True
            if not isinstance(last, ast.If):
                return False
            tail = last.body if any(n is statement for s in last.body for n in walk(s)) else last.orelse
        return False

    def _join(self, statement: ast.If, name: str, left: Value | None, right: Value | None) -> Value | None:
        """What a branch's output is afterwards; None where it cannot be."""
        if left is None or right is None or not (left.is_bound and right.is_bound):
            where = "in one branch" if (left is None) != (right is None) else "on some paths"
            self.report(rules.MaybeUndefined, statement, name=name, where=where)
            return None
        if left.is_static and right.is_static and left.has_constant and left == right:
            return left if not left.form.is_numeric else left.traced()
        if not self._compatible_output(statement, name, left, right):
            return None
        return merge(left, right).traced()

    def _compatible_output(self, statement: ast.If, name: str, left: Value, right: Value) -> bool:
        if (left.form.is_numeric and right.form.is_numeric) or Form.UNSET in (left.form, right.form):
            return True
        is_container = left.form in (Form.TUPLE, Form.LIST, Form.DICT)
        if is_container and left.form is right.form:
            if left.items is None or right.items is None:
                return True  # `control` looks at what they hold
            return len(left.items) == len(right.items) and left.keys == right.keys
        self.report(rules.BranchStructure, statement, name=name, left=left.form.value, right=right.form.value)
        return False


def _perhaps_none(left: Value | None, right: Value | None) -> Value:
    """What is None on one path only, or Python's otherwise."""
    return next((v for v in (left, right) if v is not None and not v.form.is_numeric), opaque())


def _after_static(left: Environment, right: Environment, left_leaves: bool, right_leaves: bool) -> Environment:
    """The environment after a Python `if`, of which one side may not come to its end."""
    if left_leaves:
        return right
    if right_leaves:
        return left
    joined: Environment = {}
    for name in left.keys() | right.keys():
        one, other = left.get(name), right.get(name)
        if one is not None and other is not None:
            joined[name] = either(one, other)
        else:
            joined[name] = replace(one or other or opaque(), is_bound=False)
    return joined


def _keyword(statement: ast.stmt) -> str:
    return text_of(statement).split("\n")[0].split(" ")[0].rstrip(":")
