"""Branches, loops and other statements with blocks, as boxes in boxes."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from hybridc.picture.bindings import bindings
from hybridc.picture.expressions import Expressions
from hybridc.picture.graph import Box, Flow, Kind
from hybridc.picture.labels import shown
from hybridc.picture.sources import Sources, in_order
from hybridc.picture.state import BEFORE, NONE, Nodes, State, joined
from hybridc.syntax.dataflow import NONE as NO_NAMES
from hybridc.syntax.dataflow import Names, calls_in, expressions, names_captured, names_written, targets_bound
from hybridc.syntax.liveness import Liveness
from hybridc.syntax.walking import statements, walk

_Loop = ast.For | ast.AsyncFor | ast.While


class Compound(Expressions):
    """Draws statements that hold others."""

    def block(self, statements: Sequence[ast.stmt]) -> None:
        """Draws statements in their order."""
        raise NotImplementedError

    def compound(self, statement: ast.stmt) -> None:
        match statement:
            case ast.If():
                self._if(statement)
            case ast.For() | ast.AsyncFor() | ast.While():
                self._loop(statement)
            case ast.Break() | ast.Continue():
                breaks, continues = self._leaving[-1]
                (breaks if isinstance(statement, ast.Break) else continues).append(self.here)
                self.made(Kind.EXIT, shown(statement), statement.lineno, Sources())
                self.state = None
            case ast.With(items=items, body=body) | ast.AsyncWith(items=items, body=body):
                self._with(statement, items, body)
            case ast.Try() | ast.TryStar():
                self._try(statement)
            case ast.Match(subject=subject, cases=cases):
                self._match(statement, subject, cases)

    def _if(self, statement: ast.If) -> None:
        with self.drawing.box(Kind.BRANCH, "if", statement.lineno):
            condition = self._condition("if", statement.test)
            before = self.here
            after = [self._side(condition, before, "then", statement.body)]
            after.append(self._side(condition, before, "else", statement.orelse))
        self.state = joined(after)

    def _side(self, condition: str, before: State, title: str, block: list[ast.stmt], line: int = 0) -> State | None:
        """Draws one side of a branch, in a box of its own; the state after it."""
        self.state = before.copy()
        if block:
            with self.drawing.box(Kind.BLOCK, title, line or block[0].lineno) as box:
                self.block(block)
            self._decides(condition, box)
        return self.state

    def _condition(self, word: str, test: ast.expr) -> str:
        given = self.sources(test)
        node = self.made(Kind.CONDITION, f"{word} {shown(test, given.instead)}", test.lineno, given)
        self.bound_in(test, node)
        return node

    def _decides(self, condition: str, box: Box) -> None:
        if box.parts:
            self.drawing.edge(condition, box.id, Flow.CONTROL)

    def _loop(self, statement: _Loop) -> None:
        word = "while" if isinstance(statement, ast.While) else "for"
        taken = Sources() if isinstance(statement, ast.While) else self.sources(statement.iter)
        with self.drawing.box(Kind.LOOP, word, statement.lineno):
            self._share(statement)
            carries = {name: self._carry(name, statement.lineno) for name in self._carried(statement)}
            skipped = self.here.copy()
            self.turning.append([])
            condition = self._head(statement, taken)
            head = State(self.here.made, skipped.touched, self.here.shared)
            skipped = head if isinstance(statement, ast.While) else skipped
            self.state = head.copy()
            self._leaving.append(([], []))
            self.block(statement.body)
            breaks, continues = self._leaving.pop()
            reads = self.turning.pop()
            turned = joined([self.state, *continues])
            if turned is not None:
                self._turn(head, turned, carries, reads)
        after = skipped if turned is None else skipped.joined(turned)
        for name, carry in carries.items():
            after.made[name] = frozenset({carry})
            if turned is not None:
                turned.made[name] = frozenset({carry})
        self.state = after
        if statement.orelse:
            self.state = self._side(condition, after, "else", statement.orelse)
        self.state = joined([self.state, *(_with_turns_before(each, head, turned) for each in breaks)])

    def _share(self, statement: _Loop) -> None:
        """What a turn makes share memory does so for the next one as well."""
        for each in [statement, *statements(statement)]:
            for name, value in bindings(each):
                self.here.link(name.id, self.same(value))
            if isinstance(each, ast.Expr):
                self.put_in(each.value)

    def _turn(self, head: State, turned: State, carries: dict[str, str], reads: list[tuple[str, str, Nodes]]) -> None:
        """Edges from what a turn made to what the next one reads."""
        for name, carry in carries.items():
            for node in in_order((turned.made.get(name, NONE) | turned.touched.get(name, NONE)) - {carry} - BEFORE):
                self.drawing.edge(node, carry, Flow.BACK)
        for name, nodes in turned.touched.items():
            for node in in_order(nodes - head.touched.get(name, NONE)):
                for read, reader, made in reads:
                    if read == name and name not in carries and made == head.made.get(name, BEFORE):
                        self.drawing.edge(node, reader, Flow.BACK, name)

    def _head(self, statement: _Loop, taken: Sources) -> str:
        """The node of what a loop asks, or takes, in each turn."""
        if isinstance(statement, ast.While):
            return self._condition("while", statement.test)
        text = f"for {shown(statement.target)} in {shown(statement.iter, taken.instead)}"
        node = self.made(Kind.ELEMENT, text, statement.lineno, taken, self.makers_of(statement.iter))
        self.bind(statement.target, node, self.same(statement.iter))
        return node

    def _carry(self, name: str, line: int) -> str:
        before = Sources(names={name: None})
        node = self.made(Kind.CARRY, name, line, before)
        self.here.bind(name, frozenset({node}), self.here.shared.get(name, NONE))
        return node

    def _carried(self, statement: _Loop) -> list[str]:
        """The names that a turn of the loop may read from the turn before; attributes of its own as well."""
        live = Liveness()
        live.block([statement], NO_NAMES)
        written = names_written(statement.body).union(*(self._changed_in(s) for s in statements(statement)))
        if isinstance(statement, ast.While):
            written |= names_written([ast.Expr(statement.test)])
            own: Names = NO_NAMES
        else:
            own = targets_bound(statement.target)
        names = (live.at_head[statement] & written) - own - {self.own or ""}
        attributes = [n for n in walk(statement) if isinstance(n, ast.Attribute) and isinstance(n.value, ast.Name)]
        attributes = [n for n in attributes if n.value.id == self.own]  # type: ignore[attr-defined]
        read = {n.attr for n in attributes if isinstance(n.ctx, ast.Load)}
        changed = {n.attr for n in attributes if isinstance(n.ctx, ast.Store)}
        for reads, sets, _ in (self.effect_of(n) for n in walk(statement) if isinstance(n, ast.Call)):
            read |= {name.removeprefix(f"{self.own}.") for name in reads}
            changed |= {name.removeprefix(f"{self.own}.") for name in sets if name.startswith(f"{self.own}.")}
        return [*sorted(names), *(f"{self.own}.{name}" for name in sorted(read & changed))]

    def _changed_in(self, statement: ast.stmt) -> Names:
        """What the statement itself changes in place, by what it calls as well."""
        inside = [*expressions(statement)]
        called = (c.func for e in inside for c in calls_in(e))
        own = (self.closures[f.id].writes for f in called if isinstance(f, ast.Name) and f.id in self.closures)
        return self.facts.changed(statement, inside, self.function).union(*own)

    def _with(self, statement: ast.stmt, items: list[ast.withitem], body: list[ast.stmt]) -> None:
        title = "with " + ", ".join(shown(item) for item in items)
        with self.drawing.box(Kind.BLOCK, title, statement.lineno):
            for item in items:
                if item.optional_vars is not None:
                    given = self.sources(item.context_expr)
                    text = shown(item, given.instead)
                    node = self.made(Kind.OPERATION, text, item.context_expr.lineno, given)
                    self.bind(item.optional_vars, node, ())
            self.block(body)

    def _try(self, statement: ast.Try | ast.TryStar) -> None:
        before = self.here
        with self.drawing.box(Kind.BLOCK, "try", statement.lineno):
            self.state = before.copy()
            self.tried.append([before])
            self.block(statement.body)
        tried = joined(self.tried.pop())
        if self.state is not None:
            self.block(statement.orelse)
        after = [self.state]
        for handler in statement.handlers:
            assert tried is not None
            self.state = tried.copy()
            kind = "" if handler.type is None else f" {shown(handler.type)}"
            with self.drawing.box(Kind.BLOCK, f"except{kind}", handler.lineno):
                self.block(handler.body)
            after.append(self.state)
        self.state = joined(after)
        if statement.finalbody:
            is_left = self.state is None
            self.state = tried if self.state is None else self.state
            with self.drawing.box(Kind.BLOCK, "finally", statement.finalbody[0].lineno):
                self.block(statement.finalbody)
            self.state = None if is_left else self.state

    def _match(self, statement: ast.stmt, subject: ast.expr, cases: list[ast.match_case]) -> None:
        with self.drawing.box(Kind.BRANCH, "match", statement.lineno):
            condition = self._condition("match", subject)
            before = self.here
            after: list[State | None] = []
            for case in cases:
                state = before.copy()
                for name in names_captured(case.pattern):
                    state.bind(name, frozenset({condition}))
                guard = "" if case.guard is None else f" if {shown(case.guard)}"
                after.append(self._side(condition, state, f"case {shown(case.pattern)}{guard}", case.body))
        self.state = joined([*after, before])


def _with_turns_before(left: State, head: State, turned: State | None) -> State:
    """The state at a `break`: what this turn did not make may be of the turn before."""
    for name, nodes in turned.made.items() if turned is not None else ():
        here = left.made.get(name, BEFORE)
        if here == head.made.get(name, BEFORE) != nodes:
            left.made[name] = here | nodes
    return left
