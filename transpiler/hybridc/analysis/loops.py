"""The abstract interpretation of loops: what is carried, and whether its type is proven to stay."""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace

from hybridc import rules
from hybridc.analysis.dataflow import base_name, names_read, names_written, targets_bound, upward_exposed
from hybridc.analysis.expressions import text_of
from hybridc.analysis.mutation import Mutation
from hybridc.analysis.plans import Loop, LoopForm
from hybridc.analysis.state import Environment
from hybridc.analysis.values import (
    BOOL,
    FLOAT,
    INT,
    WEAK_FLOAT,
    WEAK_INT,
    Binding,
    Form,
    Value,
    merge,
    number,
    opaque,
    static,
    unknown,
)

_WEAK = frozenset({"weak int", "weak float", "weak complex"})
_SHORT = 8  # loops over this many literal numbers stay Python


@dataclass(frozen=True)
class Source:
    """What a `for` runs over: the value of an element, and how it can run."""

    element: Value
    is_python: bool  # a static container: the loop unrolls
    is_array: bool = True  # known to be an array; else it may be a list
    description: str = "an array"
    memory: frozenset[str] = frozenset()  # of what the loop reads as it goes


class Loops(Mutation):
    """Interprets loops."""

    def block(self, statements: list[ast.stmt]) -> None:
        raise NotImplementedError

    def while_loop(self, statement: ast.While) -> None:
        if self._stays_static(statement):
            self._python_loop(statement, {})
            return
        if statement.orelse:
            self.state.plan.outliving.setdefault(statement, set())
        proven, carry = self._compiled_loop(statement, {}, statement.test)
        self.state.plan.loops[statement] = Loop(LoopForm.WHILE, proven, carry)
        form = "lax.while_loop" if proven else "control.while_loop"
        self.report(rules.TracedWhile, statement, form=form)

    def _stays_static(self, statement: ast.While) -> bool:
        """The test is known while tracing, at every turn."""
        saved = dict(self.state.environment)
        with self.state.findings.quiet():
            self._settle(statement, {})
            is_static = self.truth(statement.test).is_static
        self.state.environment = saved
        return is_static

    def for_loop(self, statement: ast.For) -> None:
        source = self._source(statement, statement.iter)
        if source is None:
            bound = {name: opaque() for name in targets_bound(statement.target)}
            self._python_loop(statement, bound)
            return
        self._check_written_while_read(statement, source)
        bound = self._bound(statement.target, source.element)
        if source.is_python or self._unrolls(statement):
            if source.is_python or self._trip_count_is_static(statement):
                self._python_loop(statement, self._static_index(statement, bound))
                return
            self.report(
                rules.StaticNeeded,
                statement.target,
                expression=text_of(statement.target),
                why="it is used where only a Python number will do, and the loop's length is known only at run time",
            )
        if statement.orelse:
            self.state.plan.outliving.setdefault(statement, set())
        self._compiled_for(statement, source, bound)

    def _compiled_for(self, statement: ast.For, source: Source, bound: Environment) -> None:
        for name in sorted(bound.keys() & self.state.liveness.after.get(statement, frozenset())):
            self.state.plan.outliving.setdefault(statement, set()).add(name)
            self.report(
                rules.MaybeUndefined,
                statement,
                name=name,
                where="by the loop, if it runs at all, and the loop's variable",
            )
        proven, carry = self._compiled_loop(statement, bound, None)
        is_range = self._range_arguments(statement.iter) is not None
        form = LoopForm.FORI if is_range and self._step_is_one(statement.iter) else LoopForm.SCAN
        self.state.plan.loops[statement] = Loop(form, proven, carry)
        module = "lax" if proven else "control"
        self.report(rules.TracedFor, statement, what=source.description, form=f"{module}.{form.value}")

    def _check_written_while_read(self, statement: ast.For, source: Source) -> None:
        """Python's loop sees what its body writes into the array that it runs over; a compiled one does not."""
        for node in ast.walk(statement):
            targets = (
                node.targets
                if isinstance(node, ast.Assign)
                else [node.target]
                if isinstance(node, ast.AugAssign)
                else []
            )
            for target in targets:
                name = base_name(target)
                changes = isinstance(target, ast.Subscript) or isinstance(node, ast.AugAssign)
                if name is None or not changes or name not in self.state.environment:
                    continue
                if self.state.environment[name].memory & source.memory:
                    self.report(rules.SharedMemory, node, name=name, other=text_of(statement.iter))

    def _static_index(self, statement: ast.For, bound: Environment) -> Environment:
        """In a loop that unrolls, an index is a Python number."""
        if not self._unrolls(statement):
            return bound
        indexes = {t.id for t in ast.walk(statement.target) if isinstance(t, ast.Name)} & self.state.demand.names
        known = static(Form.NUMBER, dtype=WEAK_INT)
        if self._range_arguments(statement.iter) is not None:
            return dict.fromkeys(bound, known)
        return {name: known if name in indexes else value for name, value in bound.items()}

    def _unrolls(self, statement: ast.For) -> bool:
        return statement in self.state.demand.unrolled

    def _trip_count_is_static(self, statement: ast.For) -> bool:
        arguments = self._range_arguments(statement.iter)
        return arguments is None or all(self.state.plan.values[a].is_static for a in arguments)

    def _range_arguments(self, node: ast.expr) -> list[ast.expr] | None:
        match node:
            case ast.Call(func=ast.Name(id="range"), args=arguments, keywords=[]) if (
                "range" not in self.state.function.locals
            ):
                return arguments
        return None

    def _step_is_one(self, node: ast.expr) -> bool:
        arguments = self._range_arguments(node) or []
        return len(arguments) < 3 or (isinstance(arguments[2], ast.Constant) and arguments[2].value == 1)

    def _source(self, statement: ast.For, node: ast.expr) -> Source | None:
        arguments = self._range_arguments(node)
        if arguments is not None:
            return self._range_source(node, arguments)
        match node:
            case ast.Call(func=ast.Name(id="enumerate"), args=[inner, *start], keywords=keywords) if (
                len(start) + len(keywords) < 2
            ):
                for argument in (*start, *(k.value for k in keywords)):
                    self.evaluate(argument)
                source = self._source(statement, inner)
                return None if source is None else self._enumerated(source)
            case ast.Call(func=ast.Name(id="zip"), args=inner, keywords=[]) if inner:
                sources = [self._source(statement, i) for i in inner]
                if any(s is None for s in sources):
                    return None
                return self._zipped([s for s in sources if s is not None], node)
            case ast.Call(func=ast.Name(id="reversed"), args=[inner], keywords=[]):
                source = self._source(statement, inner)
                if source is None:
                    return None
                return replace(source, description=f"`reversed` of {source.description}")
        return self._value_source(node, self.evaluate(node))

    def _range_source(self, node: ast.expr, arguments: list[ast.expr]) -> Source:
        values = [self.evaluate(a) for a in arguments]
        step = values[2] if len(values) > 2 else None
        if step is not None and not step.is_static:
            self.report(
                rules.StaticNeeded, arguments[2], expression=text_of(arguments[2]), why="it is the step of a `range`"
            )
        if step is not None and not all(v.is_static for v in values) and not self._step_is_one(node):
            self.report(
                rules.StaticNeeded,
                node,
                expression=text_of(node),
                why="a `range` with a step needs known bounds in compiled code",
            )
        bounds = [v.constant for v in values if isinstance(v.constant, int)]
        is_short = len(bounds) == len(values) and 0 not in bounds[2:] and len(range(*bounds)) <= _SHORT
        index = static(Form.NUMBER, dtype=WEAK_INT) if is_short else number(WEAK_INT, rank=0)
        return Source(index, is_short, description="a range")

    def _enumerated(self, source: Source) -> Source:
        index = static(Form.NUMBER, dtype=WEAK_INT) if source.is_python else number(WEAK_INT, rank=0)
        element = Value(Binding.TRACED, Form.TUPLE, items=(index, source.element))
        shown = f"`enumerate` of {source.description}"
        return Source(element, source.is_python, source.is_array, shown, source.memory)

    def _zipped(self, sources: list[Source], node: ast.expr) -> Source | None:
        element = Value(Binding.TRACED, Form.TUPLE, items=tuple(s.element for s in sources))
        memory = frozenset().union(*(s.memory for s in sources))
        if any(s.is_python for s in sources):
            return Source(element, True, description="`zip`", memory=memory)
        return Source(element, False, all(s.is_array for s in sources), "`zip` of arrays", memory)

    def _value_source(self, node: ast.expr, value: Value) -> Source | None:
        if value.form in (Form.TUPLE, Form.LIST, Form.DICT, Form.RANGE, Form.STRING):
            element = opaque() if not value.is_static else static(dtype=unknown(), shape=unknown())
            if value.items:
                element = value.items[0]
                for item in value.items[1:]:
                    element = merge(element, item)
            return Source(replace(element, constant=Value(Binding.STATIC).constant), True, description=value.form.value)
        if value.is_static:
            return Source(static(dtype=unknown(), shape=unknown()), True, description="a static container")
        if not value.form.is_numeric:
            self.report(rules.TracedIteration, node, what=value.form.value)
            return None
        key = next(iter(value.shape)) if len(value.shape) == 1 else None
        rank = None if value.rank is None else value.rank - 1
        shape = frozenset() if rank == 0 else (unknown() if key is None else frozenset({f"{key}[i]"}))
        element = Value(
            Binding.TRACED, Form.NUMBER, value.dtype, shape, rank, memory=frozenset() if rank == 0 else value.memory
        )
        is_array = value.is_array
        return Source(element, False, is_array, "an array" if is_array else f"`{text_of(node)}`", value.memory)

    def _bound(self, target: ast.expr, element: Value) -> Environment:
        """The names of a loop's target, with their values."""
        if isinstance(target, ast.Name):
            return {target.id: element}
        if isinstance(target, ast.Tuple | ast.List):
            count = len(target.elts)
            parts = element.items if element.items is not None and len(element.items) == count else None
            if parts is None:
                part = element if element.is_static else replace(opaque(), memory=element.memory)
                parts = (part,) * count
            if any(isinstance(e, ast.Starred) for e in target.elts):
                self.report(rules.UnsupportedStatement, target, what="a starred loop target")
            bound: Environment = {}
            for inner, part in zip(target.elts, parts, strict=True):
                bound |= self._bound(inner, part)
            return bound
        self.report(rules.UnsupportedStatement, target, what=f"`for {text_of(target)}`")
        return {}

    def _python_loop(self, statement: ast.For | ast.While, bound: Environment) -> None:
        """A loop that stays Python and unrolls while tracing."""
        state = self.state
        state.plan.loops[statement] = Loop(LoopForm.PYTHON)
        before = dict(state.environment)
        state.loops.append((statement, False))
        with state.findings.quiet():
            self._settle(statement, bound)
        state.environment |= bound
        if isinstance(statement, ast.While):
            self.truth(statement.test)
        self.block(statement.body)
        state.loops.pop()
        state.environment = self._merged(before, state.environment)
        self.block(statement.orelse)

    def _settle(self, statement: ast.For | ast.While, bound: Environment) -> None:
        """Leaves in the environment what holds at the head of the loop, whatever turn it is."""
        state = self.state
        for _ in range(4):
            head = dict(state.environment)
            state.environment |= bound
            self.block(statement.body)
            joined = self._merged(head, state.environment)
            state.environment = joined
            if all(_settled(head.get(n), joined[n]) for n in joined):
                return

    def _merged(self, before: Environment, after: Environment) -> Environment:
        joined: Environment = {}
        for name in before.keys() | after.keys():
            old, new = before.get(name), after.get(name)
            if old is not None and new is not None:
                joined[name] = merge(old, new)
            else:
                joined[name] = replace(old or new or opaque(), is_bound=False)
        return joined

    def _compiled_loop(
        self, statement: ast.For | ast.While, bound: Environment, test: ast.expr | None
    ) -> tuple[bool, tuple[str, ...]]:
        """Interprets a loop that `lax` runs. Returns whether the carry's type is proven, and the carry."""
        state = self.state
        written = names_written(statement.body)
        carry = tuple(sorted((written - bound.keys()) & state.liveness.at_head[statement], key=self.rank))
        rebound = written & bound.keys() & state.liveness.at_head[statement]
        before = dict(state.environment)
        read_first = upward_exposed(state.liveness, statement.body, frozenset()) | names_read(test)
        for name in carry:
            if name not in before and name not in read_first:
                state.plan.first_set.setdefault(statement, set()).add(name)
            if name not in before or not before[name].is_bound:
                self.report(rules.MaybeUndefined, statement, name=name, where="by the loop, if it runs at all, and so")
                before[name] = opaque()
        for name in rebound:
            state.plan.outliving.setdefault(statement, set()).add(name)
            self.report(
                rules.UnsupportedStatement, statement, what=f"a loop variable that outlives its turn, `{name}`,"
            )
        self._check_carry(statement, carry, before)
        head = {name: before[name].traced() for name in carry}
        state.loops.append((statement, True))
        state.context.append(statement)
        with state.findings.quiet():
            for _ in range(4):
                out = self._turn(statement, before, head, bound, test)
                wider = {name: _widened(before[name], head[name], out.get(name)) for name in carry}
                if all(wider[n].same_type(head[n]) and wider[n].memory == head[n].memory for n in carry):
                    break
                head = wider
        out = self._turn(statement, before, head, bound, test)
        proven = all(
            name in out
            and out[name].is_bound
            and out[name].same_type(head[name])
            and self._fits(name, before, head[name])
            for name in carry
        )
        for name in carry:
            if name in out and not _is_carriable(out[name]):
                self._not_carriable(statement, name, out[name])
        state.context.pop()
        state.loops.pop()
        state.environment = {**before, **head}
        for name in written - set(carry):
            state.environment.pop(name, None)
        for name in bound:
            state.environment.pop(name, None)
        return proven, carry

    def _fits(self, name: str, before: Environment, head: Value) -> bool:
        """The initial value is of the carry's type, or a number that `lax` converts to it."""
        initial = before[name]
        if initial.form is not Form.UNSET:
            return _fits_from(initial, head)
        marker = initial.constant
        assert isinstance(marker, ast.stmt)
        shown = _any_value(head, before)
        if not self.state.findings.is_quiet:
            self.state.plan.unset[marker] = shown or "control.unset"
        return shown is not None

    def _check_carry(self, statement: ast.stmt, carry: tuple[str, ...], before: Environment) -> None:
        for name in carry:
            if not _is_carriable(before[name]):
                self._not_carriable(statement, name, before[name])

    def _not_carriable(self, statement: ast.stmt, name: str, value: Value) -> None:
        if value.form in (Form.LIST, Form.DICT):
            self.report(rules.ListInLoop, statement, name=name)
        else:
            self.report(rules.BranchStructure, statement, name=name, left=value.form.value, right="a traced value")

    def _turn(
        self,
        statement: ast.For | ast.While,
        before: Environment,
        head: Environment,
        bound: Environment,
        test: ast.expr | None,
    ) -> Environment:
        """One turn of the loop's body, from the carry at its head."""
        self.state.environment = {**before, **head, **bound}
        if test is not None:
            self.truth(test)
        self.block(statement.body)
        return self.state.environment


def _is_carriable(value: Value) -> bool:
    if value.form is Form.TUPLE and value.items is not None:
        return all(_is_carriable(item) for item in value.items)
    return value.form.is_numeric or value.form is Form.UNSET


def _widened(initial: Value, head: Value, out: Value | None) -> Value:
    """The type at the head of the next turn. `lax` lets a Python number take on the dtype that the loop gives it."""
    if out is None:
        return opaque()
    if initial.form is Form.UNSET:
        wider = out if head.form is Form.UNSET else merge(head, out)
        return replace(wider.traced(), is_bound=True)
    if initial.dtype and initial.dtype <= _WEAK and initial.shape == out.shape and head.form.is_numeric:
        return replace(out.traced(), memory=head.memory | out.memory, is_bound=True)
    return replace(merge(head, out.traced()), is_bound=True)


def _any_value(value: Value, environment: Environment) -> str | None:
    """Some value of the type, for a name that the first turn sets."""
    if not value.form.is_numeric:
        return None
    if value.is_scalar:
        for literal, dtype in (("False", BOOL), ("0", INT), ("0", WEAK_INT), ("0.0", FLOAT), ("0.0", WEAK_FLOAT)):
            if value.dtype == dtype:
                return literal
    for name, other in environment.items():
        if other.form.is_numeric and other.is_bound and not other.is_static and other.same_type(value):
            return f"jnp.zeros_like({name})"
    return None


def _fits_from(initial: Value, head: Value) -> bool:
    return initial.same_type(head) or (bool(initial.dtype) and initial.dtype <= _WEAK and initial.shape == head.shape)


def _settled(old: Value | None, new: Value) -> bool:
    return (
        old is not None
        and old.binding is new.binding
        and old.form is new.form
        and old.memory == new.memory
        and (old.same_type(new) or not old.form.is_numeric)
    )
