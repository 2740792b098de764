"""The abstract interpretation of loops: the form that each of them gets."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from hybridc import rules
from hybridc.domain.lists import Append, appends, changed_lists, stacked
from hybridc.domain.values import Form, opaque
from hybridc.interpret.loop_heads import LoopHeads
from hybridc.interpret.sources import Source
from hybridc.program.plans import Loop, LoopForm, Output
from hybridc.program.state import Environment
from hybridc.structure.leaving import exits_of
from hybridc.syntax.dataflow import targets_bound
from hybridc.syntax.messages import text_of
from hybridc.syntax.walking import walk

_WHOLE = frozenset({"weak int", "int64", "int32", "bool"})


class Loops(LoopHeads):
    """Interprets loops."""

    def while_loop(self, statement: ast.While) -> None:
        known = self._static_head(statement)
        if known is not None:
            self.python_loop(statement, {}, known)
            return
        if statement.orelse:
            self.state.plan.outliving.setdefault(statement, set())
        proven, carry = self.compiled_loop(statement, {}, statement.test)
        self.state.plan.loops[statement] = Loop(LoopForm.WHILE, proven, carry)
        form = "lax.while_loop" if proven else "control.while_loop"
        self.report(rules.TracedWhile, statement, form=form)
        self._note_gradient(statement, carry)

    def _static_head(self, statement: ast.While) -> tuple[Environment, Environment | None] | None:
        """What holds at the head of a loop whose test is known while tracing, at every turn, and after a turn."""
        state, after_turn = self.state, None
        if statement in state.traced_tests:
            return None
        saved = dict(state.environment)
        state.loops.append((statement, False))
        is_first_look = state.findings.is_quiet
        with state.findings.quiet():
            is_static = self.truth(statement.test).is_static  # at the first turn
            if is_static:
                after_turn = self.settled_head(statement, {}, is_first_look)
                is_static = self.truth(statement.test).is_static
        if not is_static:
            state.traced_tests.add(statement)
        state.loops.pop()
        head, state.environment = state.environment, saved
        return (head, after_turn) if is_static else None

    def for_loop(self, statement: ast.For) -> None:
        source = self.source(statement, statement.iter)
        if source is None:
            bound = {name: opaque() for name in targets_bound(statement.target)}
            self.python_loop(statement, bound)
            return
        self._check_iterator(statement)
        self.check_written_while_read(statement, source)
        bound = self.bound(statement.target, source.element)
        filled = {
            s: a
            for s, a in appends(statement, self.state.environment).items()
            if self.state.is_made_before_this_loop(self.state.environment[a.name])
            and self.state.is_made_here(self.state.environment[a.name])
        }
        others = {
            name
            for name in changed_lists(statement)
            if name in self.state.environment and name not in {a.name for a in filled.values()}
        }
        if source.is_python or self.unrolls(statement) or others:
            if source.is_python or self.trip_count_is_static(statement):
                if not source.is_python and (others or statement in self.state.unrolled):
                    changed = others or {a.name for a in filled.values()} or set(self._containers_in(statement))
                    shown = f"the list `{min(changed)}`" if changed else "a list or tuple"
                    self.report(rules.UnrolledLoop, statement, name=shown)
                self.python_loop(statement, self.static_index(statement, bound))
                return
            if not others:
                self.report(
                    rules.StaticNeeded,
                    statement.target,
                    expression=text_of(statement.target),
                    why="only a Python number will do there, and the loop's length is known only at run time",
                )
        if statement.orelse:
            self.state.plan.outliving.setdefault(statement, set())
        if not self.trip_count_is_static(statement):
            filled = {}
        self._compiled_for(statement, source, bound, filled)

    def _check_iterator(self, statement: ast.For) -> None:
        """An iterator in a name goes on where an exit left it."""
        if not isinstance(statement.iter, ast.Name) or statement.iter.id not in self.state.environment:
            return
        name, original = statement.iter.id, self.state.plan.structured.origins.original(statement)
        left = isinstance(original, ast.For) and any(isinstance(e, ast.Break) for e in exits_of(original.body))
        if left and self.state.environment[name].is_iterator:
            if name in self.state.liveness.after.get(statement, frozenset()):
                self.report(rules.UnsupportedStatement, statement, what=f"leaving the iterator `{name}` halfway")

    def _compiled_for(
        self, statement: ast.For, source: Source, bound: Environment, filled: dict[ast.stmt, Append]
    ) -> None:
        for name in sorted(bound.keys() & self.state.liveness.after.get(statement, frozenset())):
            self.state.plan.outliving.setdefault(statement, set()).add(name)
            self.report(
                rules.MaybeUndefined,
                statement,
                name=name,
                where="by the loop, if it runs at all, and the loop's variable",
            )
        self.state.plan.appends |= filled
        before = dict(self.state.environment)
        proven, carry = self.compiled_loop(statement, bound, None)
        is_range = self.range_arguments(statement.iter) is not None
        is_fori = is_range and self.step_is_one(statement.iter) and not filled
        form = LoopForm.FORI if is_fori else LoopForm.SCAN
        self.state.plan.loops[statement] = Loop(form, proven, carry, self._outputs(statement, filled, before))
        module = "lax" if proven else "control"
        self.report(rules.TracedFor, statement, what=source.description, form=f"{module}.{form.value}")
        if not self.trip_count_is_static(statement):
            self._note_gradient(statement, carry)

    def _note_gradient(self, statement: ast.stmt, carry: tuple[str, ...]) -> None:
        """The loop cannot be differentiated backwards, and there is something to differentiate."""
        values = (self.state.environment[name] for name in carry)
        if any(v.form.is_numeric and not v.dtype <= _WHOLE for v in values):
            self.report(rules.ForwardOnly, self.state.plan.structured.origins.original(statement))

    def _containers_in(self, statement: ast.For) -> Iterator[str]:
        """Lists and dicts that the loop uses."""
        for node in walk(statement):
            if isinstance(node, ast.Name) and (value := self.state.environment.get(node.id)) is not None:
                if value.form in (Form.LIST, Form.DICT):
                    yield node.id

    def _outputs(self, statement: ast.For, filled: dict[ast.stmt, Append], before: Environment) -> tuple[Output, ...]:
        """The lists that the loop filled, which are arrays from now on."""
        outputs = []
        for append in filled.values():
            initial = before[append.name]
            element = self.state.plan.values.get(append.value, opaque())
            if not element.form.is_numeric and element.form is not Form.STACKED:
                self.state.unroll(statement)
                self.report(rules.ListInLoop, append.statement, name=append.name)
            self.state.environment[append.name] = stacked(append, element, initial)
            count = len(initial.items or ())
            if not count and isinstance(initial.constant, ast.stmt):
                self.state.plan.vanishing.add(initial.constant)
            outputs.append(Output(append.name, count))
        return tuple(outputs)
