"""The abstract interpretation of statements; from it all decisions about a graph function."""

from __future__ import annotations

import ast
from dataclasses import replace

from hybridc import rules
from hybridc.domain.places import Place
from hybridc.domain.values import Binding, Form, Value, either, is_plain, opaque
from hybridc.interpret.aliases import note_maker
from hybridc.interpret.branching import Branching
from hybridc.interpret.checking import note_result, operands_of
from hybridc.interpret.claims import claims
from hybridc.interpret.joining import joined_place
from hybridc.program.assumptions import Kind
from hybridc.program.classify import is_host_setting
from hybridc.program.demand import lookup
from hybridc.program.placing import is_array_like, new_place, place_of, placed, result_place
from hybridc.structure.walrus import can_hoist
from hybridc.syntax.checks import only_checks
from hybridc.syntax.dataflow import (
    names_bound_in,
    names_touched,
    names_written,
    targets_bound,
)
from hybridc.syntax.messages import text_of
from hybridc.syntax.percent import percent
from hybridc.syntax.tables import axes_of
from hybridc.syntax.walking import walk

_HANDLERS: dict[type[ast.stmt], str] = {
    ast.Expr: "_expression",
    ast.Assign: "assign",
    ast.AnnAssign: "_annotated",
    ast.AugAssign: "augmented",
    ast.Return: "_return",
    ast.If: "_if",
    ast.While: "while_loop",
    ast.For: "for_loop",
    ast.Break: "_exit",
    ast.Continue: "_exit",
    ast.Assert: "_assert",
    ast.Raise: "_raise",
    ast.FunctionDef: "nested_function",
    ast.Match: "_match",
}


class Interpreter(Branching):
    """Interprets a graph function, statement by statement."""

    def block(self, statements: list[ast.stmt]) -> None:
        for statement in statements:
            self.statement(statement)

    def statement(self, statement: ast.stmt) -> None:
        self.current = statement
        if isinstance(statement, ast.Pass):
            return
        handler = _HANDLERS.get(type(statement))
        if handler is not None:
            self._note_walrus(statement)
            operands = operands_of(self.state, statement)
            if isinstance(statement, ast.For | ast.While):
                self._loop(statement, handler)
            else:
                getattr(self, handler)(statement)
            note_result(self.state, statement, operands)
            self.state.note_set(names_written([statement]))
            return
        if self._has_other_form(statement):
            self.state.plan.reformed.add(statement)
        if isinstance(statement, ast.Try):
            self.report(rules.TracedTry, statement)
        else:
            self.report(rules.UnsupportedStatement, statement, what=f"`{_keyword(statement)}`")
        for name in sorted(names_written([statement])):
            self.state.environment[name] = opaque()
        self.state.note_set(names_written([statement]))

    def _loop(self, statement: ast.For | ast.While, handler: str) -> None:
        """Where only what holds at heads is looked for, a loop that is entered as before leaves what it left."""
        state = self.state
        nested = dict(state.nested)
        # Around lists and dicts it matters what is compiled, and what is not.
        compiled = (*state.loops, *state.context) if state.holds_boxes else state.is_compiled_here
        around = compiled, state.is_first_turn, frozenset(state.late), nested
        apart = frozenset() if nested else self._untouched(statement)
        before = state.held(apart)
        if not state.findings.is_quiet:
            state.fixpoints.enter(statement, around, before)
            getattr(self, handler)(statement)
            return
        left = state.fixpoints.left(statement, around, before)
        if left is not None:
            now, state.set_times = left.environment, left.times
            kept = {n: now.get(n, v) for n, v in state.environment.items() if n in now or n in apart}
            state.environment = {**kept, **now}
            return
        getattr(self, handler)(statement)
        if state.nested == nested:
            state.fixpoints.remember(statement, around, before, state.held(apart))

    def _untouched(self, loop: ast.stmt) -> frozenset[str]:
        """Names of numbers that the loop neither reads nor writes: whatever they are, it does the same."""
        touched = names_touched(loop)
        return frozenset(n for n, v in self.state.environment.items() if n not in touched and is_plain(v))

    def _note_walrus(self, statement: ast.stmt) -> None:
        value = getattr(statement, "test", None) or getattr(statement, "value", None)
        if isinstance(value, ast.expr) and names_bound_in(value) and can_hoist(statement, value):
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
        elif (check := self._check_called(value)) is not None:
            self.state.plan.vanishing.add(statement)
            self.report(rules.VanishingCheck, statement, statement=f"{check}(...)")
        else:
            self.evaluate(value)

    def _check_called(self, value: ast.expr) -> str | None:
        """The function that the expression calls, if it does nothing but check."""
        module = self.state.module
        match value:
            case ast.Call(func=ast.Name(id=name)) if (
                name in module.functions and name not in self.state.function.locals
            ):
                is_compiled = name in self.state.plans
                return name if not is_compiled and only_checks(module.functions[name], module) else None
        return None

    def _is_print(self, call: ast.Call) -> bool:
        name = self.state.module.qualified_name(call.func, self.state.function.locals)
        return name == "builtins.print" or self._prints(name)

    def _prints(self, name: str | None) -> bool:
        """The name is a framework's own `print`."""
        return any(e.prints for e in lookup(self.state.dialects, name))

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
            elif (formatted := percent(argument)) is not None:
                parts = [self.evaluate(part) for part in formatted.values]
                if not all(part.form.is_numeric for part in parts):
                    self.evaluate(argument)
            else:
                self.evaluate(argument)
        for keyword in call.keywords:
            literal = isinstance(keyword.value, ast.Constant) and isinstance(keyword.value.value, str)
            if keyword.arg == "flush" or (keyword.arg == "sep" and literal):
                continue
            if keyword.arg not in self._ignored_by_print(call):
                self.report(rules.UnsupportedStatement, statement, what=f"`print` with `{keyword.arg}=`")
        self.report(rules.TracedPrint, statement, form="jax.debug.print")

    def _ignored_by_print(self, call: ast.Call) -> frozenset[str]:
        """Arguments of a framework's own `print` that say how, and not what."""
        name = self.state.module.qualified_name(call.func, self.state.function.locals)
        lines = [e for e in lookup(self.state.dialects, name) if e.prints]
        return frozenset(p.name for e in lines for p in e.parameters or () if not p.variadic) - {"sep", "end"}

    def _annotated(self, statement: ast.AnnAssign) -> None:
        if statement.value is None:
            return
        value = placed(self.state, statement.value, self.evaluate(statement.value))
        self.bind(statement.target, value, statement)
        if statement in self.state.plan.updates:
            self.report(rules.UnsupportedStatement, statement, what="an element with a type hint")

    def assign(self, statement: ast.Assign) -> None:
        if statement in self.state.plan.structured.unset:
            target = statement.targets[0]
            assert isinstance(target, ast.Name)
            self.state.plan.unset.setdefault(statement, "control.unset")
            self.state.environment[target.id] = Value(Binding.UNKNOWN, Form.UNSET, constant=statement)
            return
        taken = frozenset().union(*(targets_bound(t) for t in statement.targets))
        value = self.evaluate(statement.value)
        if taken and taken <= self.state.tables and axes_of(statement.value):
            value = self.table(statement.value, value)
        value = self._placed(statement, value)
        if statement in self.state.plan.structured.origins.received:
            self._receive(statement, value)
            return
        if value.items == () and isinstance(statement.value, ast.List) and len(statement.targets) == 1:
            value = replace(value, constant=statement)
        for target in statement.targets:
            if isinstance(target, ast.Subscript) and len(statement.targets) > 1:
                self.state.plan.reformed.add(statement)
                self.report(rules.UnsupportedStatement, statement, what="an element among several targets")
            self.bind(target, value, statement)

    def _placed(self, statement: ast.Assign, value: Value) -> Value:
        state, node = self.state, statement.value
        match statement.targets:
            case [ast.Name(id=name)] if statement in state.plan.structured.origins.telling:
                old = state.environment.get(name)
                if old is not None:
                    return old.traced()  # it is the array that it was, as it is now
            case [ast.Name(id=name)] if name in state.plan.structured.origins.choices:
                return replace(value, memory=frozenset(), place=None)  # what it was when it decided
        if isinstance(node, ast.Name) and value.is_traced and value.is_scalar and not value.memory:
            if state.has_views_of_elements and node.id in state.environment:  # from here on two have one array
                value = replace(value, memory=state.allocate(node), place=new_place())
                state.environment[node.id] = state.plan.values[node] = value
        value = placed(state, node, value)
        if isinstance(node, ast.IfExp) and is_array_like(value):
            one, other = (state.plan.values.get(side) for side in (node.body, node.orelse))
            if one is not None and other is not None:
                sides = placed(state, node.body, one), placed(state, node.orelse, other)
                value = replace(value, place=joined_place(state, node, *sides) or value.place)
        return value

    def _receive(self, statement: ast.Assign, value: Value) -> None:
        """What a call made of the arrays that it was given is written into them."""
        received = self.state.plan.structured.origins.received[statement]
        target = statement.targets[0]
        targets = target.elts if isinstance(target, ast.Tuple) else [target]
        items = value.items if isinstance(target, ast.Tuple) and value.items is not None else (value,) * len(targets)
        call = statement.value
        places: list[Place | None] = [None] * len(targets)
        if isinstance(call, ast.Call):
            places = [result_place(self.state, call, index) for index in range(len(targets))]
            plan = self.state.plans.get(call.func.id) if isinstance(call.func, ast.Name) else None
            if plan is not None and plan.makes_arrays and len(targets) > 1:
                places = [None] * len(targets)
        for each in targets:  # what they held before is not read any more
            if isinstance(each, ast.Name) and each.id not in received:
                self.state.environment.pop(each.id, None)
        self.state.plan.assumed.forget(Kind.BESIDE, statement)
        for name in sorted(received):
            held = self.evaluate(ast.copy_location(ast.Name(name, ast.Load()), statement))
            if not is_array_like(held):
                continue
            if self.may_write(name, statement, False):
                self.written(name)
        for each, item, place in zip(targets, items, places, strict=True):
            assert isinstance(each, ast.Name)
            if each.id not in received:
                held = replace(item, place=place or new_place()) if is_array_like(item) else item
                if len(targets) == 1:
                    note_maker(self.state, each.id, statement)
                if each.id in self.state.plan.structured.origins.changed_names:
                    held = replace(held, memory=self.state.allocate(each), place=new_place())
                self.bind(each, held, statement)

    def _return(self, statement: ast.Return) -> None:
        if any(not self.is_returning(c) for c in self.state.context):
            self.state.plan.exits.add(statement)
            self.report(rules.EarlyReturn, statement, function=self.state.function.name)
        value = self.evaluate(statement.value) if statement.value is not None else Value(opaque().binding, Form.NONE)
        if statement.value is not None:
            self._note_lists(statement.value)
        if value.form is Form.FUNCTION or any(i.form is Form.FUNCTION for i in value.items or ()):
            value = self.function_returned(statement, value)
        plan = self.state.plan
        self._note_places(statement.value)
        plan.returned_memory |= {site[6:] for site in value.memory if site.startswith("param:")}
        plan.result = value if plan.result is None else either(plan.result, value)
        self.returned = value

    def function_returned(self, statement: ast.Return, value: Value) -> Value:
        """The result of a function that gives functions."""
        self.report(rules.UnsupportedStatement, statement, what="a function as a result")
        return value

    def _note_places(self, value: ast.expr | None) -> None:
        """The views of parameters that every `return` gives."""
        plan = self.state.plan
        parts = value.elts if isinstance(value, ast.Tuple) else [] if value is None else [value]
        found = [place_of(self.state, part) for part in parts]
        places = tuple(p if p is not None and self._is_seen_outside(p) else None for p in found)
        if plan.result is None:
            plan.result_places = places
        elif len(places) == len(plan.result_places):
            pairs = zip(plan.result_places, places, strict=True)
            plan.result_places = tuple(one if one == other else None for one, other in pairs)
        else:
            plan.result_places = ()

    def _is_seen_outside(self, place: Place) -> bool:
        """Callers know the array: it is a parameter's, or one that the functions around this one hold."""
        is_known = place.root.startswith("param:") or place.root in self.state.roots_outside
        return is_known and not place.reads and not place.ways

    def _note_lists(self, node: ast.expr) -> None:
        """What the caller gets as a list has to be one."""
        value = self.state.plan.values.get(node)
        match node:
            case ast.Tuple(elts=elements) | ast.List(elts=elements) | ast.Dict(values=elements):
                for element in elements:
                    self._note_lists(element)
            case ast.IfExp(body=body, orelse=orelse):
                self._note_lists(body)
                self._note_lists(orelse)
            case ast.Name() | ast.Subscript() if value is not None and 0 < (levels := self._levels(value)) < 3:
                self.state.plan.listed[node] = levels
            case _ if value is not None and _holds_filled_list(value):
                self.report(rules.UnsupportedStatement, node, what="a result that holds a list that a loop filled")

    def _levels(self, value: Value) -> int:
        """How many lists within lists an array stands for."""
        if value.form is Form.STACKED:
            return value.levels
        return (value.rank or 0) if self.state.is_table(value) else 0

    def _exit(self, statement: ast.Break | ast.Continue) -> None:
        keyword = "break" if isinstance(statement, ast.Break) else "continue"
        loop, is_compiled = self.state.loops[-1] if self.state.loops else (None, False)
        inside_branch = any(loop is not None and c.lineno >= loop.lineno for c in self.state.context)
        if is_compiled or inside_branch:
            self.state.plan.exits.add(statement)
            self.report(rules.LoopExit, statement, keyword=keyword)

    def _assert(self, statement: ast.Assert) -> None:
        if not self.leaves_out(statement, statement.test, "assert"):
            self.truth(statement.test)

    def _raise(self, statement: ast.Raise) -> None:
        if self.state.is_compiled_here and not claims(self, statement, None):
            self.report(rules.UnsupportedStatement, statement, what="`raise` beside other statements of a branch")


def _holds_filled_list(value: Value) -> bool:
    return value.form is Form.STACKED or any(map(_holds_filled_list, value.items or ()))


def _keyword(statement: ast.stmt) -> str:
    return text_of(statement).split("\n")[0].split(" ")[0].rstrip(":")
