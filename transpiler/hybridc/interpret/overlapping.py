"""Writes whose value is read from other places of the array that is written, as `a[1:] = a[:-1]`.

XLA's simplifier moves a reshape of the result before the write, or keeps one of the array there; its fusion on the CPU
then no longer sees that both are one buffer, and writes where it has yet to read (openxla/xla#49176). A barrier keeps
such reshapes away from the write: one around its result, and one around the array where something but a loop, a
parameter or plain arithmetic gave it. Where the value reads what the array was made of under another shape, XLA removes
the barriers first: there the array is copied (`control.copied`).

A slice that covers its whole array, and a reversal behind it, end XLA: where a file reverses anything, writes of slices
that may be that long get a barrier as well.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace

from hybridc.domain.values import Form, Value, is_bool
from hybridc.program.array_sources import HERE, NOTHING, Held, Made, Sources, joined
from hybridc.program.plans import FunctionPlan, LoopForm, Program, Update
from hybridc.syntax.dataflow import base_name, names_read, names_written
from hybridc.syntax.walking import all_given, children, walk

_PLACED = frozenset(
    {Update.AT_SET, Update.AT_CAST, Update.AT_OPERATOR, Update.AT_RECOMPUTE, Update.AT_ASKED, Update.PUT, Update.LINE}
)
_REVERSING = frozenset(
    {"jnp.flip", "jnp.flipud", "jnp.fliplr", "jnp.rot90", "jnp.convolve", "jnp.correlate", "lax.rev"}
)
BARRIER, COPIED = "lax.optimization_barrier", "control.copied"
_VIEWS = frozenset({"T", "mT", "H", "data", "real", "imag"})
_ELEMENTWISE = (ast.BinOp, ast.UnaryOp, ast.Compare, ast.BoolOp, ast.IfExp)


def note_overlapping_writes(program: Program) -> None:
    """Notes in the plans what gets a barrier."""
    called = {name for plan in program.plans.values() for name in plan.calls}
    reverses = any(_reverses(plan) for plan in program.plans.values())
    for name, plan in program.plans.items():
        if any(update in _PLACED for update in plan.mutation.updates.values()):
            _Walk(plan, is_outermost=name not in called and program.models is None).run()
            if reverses:
                plan.mutation.behind_barriers |= {
                    s for s, update in plan.mutation.updates.items() if update in _PLACED and _may_be_all(s)
                }


def _reverses(plan: FunctionPlan) -> bool:
    if any(str(m.entry.target).partition("(")[0] in _REVERSING for m in plan.lines.mappings.values()):
        return True
    return any(isinstance(s.step, ast.UnaryOp | ast.Name) for s in plan.function.of(ast.Slice))


def _kept_array(array: ast.expr) -> str | None:
    """`self.b` of `self.b[1:]` and `self.b.view(-1)[1:]`."""
    while isinstance(array, ast.Subscript | ast.Call) or (isinstance(array, ast.Attribute) and array.attr in _VIEWS):
        method = array.func if isinstance(array, ast.Call) else array
        array = method.value if isinstance(method, ast.Attribute | ast.Subscript) else method
        if isinstance(array, ast.Name):
            return None
    return ast.unparse(array) if isinstance(array, ast.Attribute) else None


def _may_be_all(statement: ast.stmt) -> bool:
    """A slice is written, and nothing in its bounds says that it is shorter than the array."""
    target = statement.targets[0] if isinstance(statement, ast.Assign) else getattr(statement, "target", None)
    if not isinstance(target, ast.Subscript):
        return False
    parts = target.slice.elts if isinstance(target.slice, ast.Tuple) else [target.slice]
    return not any(_is_less(part) for part in parts)


def _is_less(part: ast.expr) -> bool:
    match part:
        case ast.Slice(step=ast.expr()):
            return True
        case ast.Slice(lower=ast.Constant(value=int() as lower)) if lower:
            return True
        case ast.Slice(upper=ast.UnaryOp(op=ast.USub(), operand=ast.Constant())):
            return True
    return not (isinstance(part, ast.Slice) or (isinstance(part, ast.Constant) and part.value in (None, ...)))


def _objects(plan: FunctionPlan) -> frozenset[str]:
    """Names of what holds arrays and is none, as `self`: barriers stand at what it holds."""
    values = ((n.id, plan.values.get(n)) for n in plan.function.of(ast.Name))
    return frozenset(
        name
        for name, value in values
        if value is not None and value.is_static and value.form in (Form.UNKNOWN, Form.OBJECT)
    )


class _Walk:
    """Goes through a function in the order in which it runs."""

    def __init__(self, plan: FunctionPlan, is_outermost: bool) -> None:
        self.plan = plan
        self.sources = Sources(plan)
        function = plan.function
        self.own = function.positional[0] if function.owner is not None and function.positional else None
        self.bound: frozenset[str] | None = None  # by the branch or loop around here, which may become a function
        self.objects = _objects(plan)
        for name in plan.function.parameters:
            is_whole = is_outermost or name in self.objects
            made: frozenset[Made] = frozenset() if is_whole else frozenset({Made(name)})
            self.sources.names[name] = Held(frozenset({name}), frozenset({name}), made)

    def run(self) -> None:
        self._block(self.plan.structured.node.body)

    def _block(self, statements: Sequence[ast.stmt]) -> None:
        for statement in statements:
            self._statement(statement)

    def _statement(self, statement: ast.stmt) -> None:
        match statement:
            case ast.Assign(targets=targets, value=value):
                self._mentioned(statement)
                held = self.sources.held(value)
                for target in targets:
                    self._assign(statement, target, value, held, is_only=len(targets) == 1)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                self._assign(statement, target, value, self.sources.held(value), is_only=False)
            case ast.AugAssign(target=ast.Name(id=name), value=value):
                self._mentioned(statement)
                old, held = self.sources.names.get(name, NOTHING), self.sources.held(value)
                self._bind(statement, name, replace(old | held, memory=frozenset(), reshaped=old.reshaped))
            case ast.AugAssign(target=ast.Subscript() as target, value=value):
                self._mentioned(statement)
                self._write(statement, target, value, self.sources.held(value))
            case ast.If(body=body, orelse=orelse):
                before, around = dict(self.sources.names), self.bound
                self.bound = names_written(body)
                self._block(body)
                one, self.sources.names = self.sources.names, before
                self.bound = names_written(orelse)
                self._block(orelse)
                self.sources.names, self.bound = joined(one, self.sources.names), around
            case ast.For() | ast.While():
                around, self.bound = self.bound, names_written([statement])
                self._loop(statement)
                self.bound = around
            case ast.With(body=body):
                self._block(body)
            case ast.Try():
                for block in (statement.body, *(h.body for h in statement.handlers), statement.orelse):
                    self._block(block)
                self._block(statement.finalbody)
            case ast.FunctionDef():
                self._nested(statement)

    def _loop(self, loop: ast.For | ast.While) -> None:
        """Every turn of a compiled loop has its arrays for itself; what a turn of Python's leaves the next one gets."""
        before = dict(self.sources.names)
        plan = self.plan.control.loops.get(loop)
        for _ in range(2 if plan is None or plan.form is LoopForm.PYTHON else 1):
            if isinstance(loop, ast.For):
                self._assign(loop, loop.target, loop.iter, self.sources.held(loop.iter), is_only=False)
            self._block(loop.body)
            self.sources.names = joined(before, self.sources.names)
        self._block(loop.orelse)
        self.sources.names = joined(before, self.sources.names)

    def _nested(self, function: ast.FunctionDef) -> None:
        outside = dict(self.sources.names)
        for argument in [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]:
            site = (function, argument.arg)
            self.sources.names[argument.arg] = Held(
                frozenset({site}), frozenset({site}), frozenset({Made(argument.arg)})
            )
        self._block(function.body)
        self.sources.names = outside
        self._bind(function, function.name, self.sources.all_in(function))

    def _assign(self, statement: ast.stmt, target: ast.expr, value: ast.expr, held: Held, is_only: bool) -> None:
        match target:
            case ast.Name(id=name):
                made = Made(name, statement, True) if is_only else Made(name)
                reshaped = frozenset(made if m is HERE else m for m in held.reshaped)
                self._bind(statement, name, replace(held, reshaped=reshaped))
            case ast.Tuple(elts=targets) | ast.List(elts=targets):
                values: Sequence[ast.expr | None] = [None] * len(targets)
                if isinstance(value, ast.Tuple | ast.List) and len(value.elts) == len(targets):
                    values = value.elts
                parts = [held if v is None else self.sources.held(v) for v in values]
                for each, part, one in zip(targets, parts, values, strict=True):
                    self._assign(statement, each, one or value, part, is_only=False)
            case ast.Starred(value=inner):
                self._assign(statement, inner, value, held, is_only=False)
            case ast.Subscript():
                self._write(statement, target, value, held)

    def _bind(self, statement: ast.stmt, name: str, held: Held) -> None:
        site = frozenset({(statement, name)})
        self._hold(name, replace(held, sites=held.sites | site, memory=held.memory | site))

    def _hold(self, name: str, held: Held) -> None:
        reshaped = frozenset(Made(name) if made is HERE else made for made in held.reshaped)
        self.sources.names[name] = replace(held, reshaped=reshaped)

    def _mentioned(self, statement: ast.stmt) -> None:
        """What a compound statement or a caller made can get its barrier before the statement that first names it."""
        for node in walk(statement):
            if not isinstance(node, ast.Name) or (self.bound is not None and node.id not in self.bound):
                continue
            if (held := self.sources.names.get(node.id)) is not None:
                late = {
                    m for m in held.reshaped if m.statement is None and (self.bound is None or m.name in self.bound)
                }
                if late:
                    made = held.reshaped - late | {replace(m, statement=statement) for m in late}
                    self.sources.names[node.id] = replace(held, reshaped=made)

    def _write(self, statement: ast.stmt, target: ast.Subscript, value: ast.expr, held: Held) -> None:
        name = base_name(target)
        if name is None or name not in self.sources.names:
            return
        array = self.sources.names[name]
        update = self.plan.mutation.updates.get(statement)
        if update in _PLACED and self._is_block(target) and self._reads_elsewhere(value, name, array, target, True):
            if update is not Update.LINE:
                self.plan.mutation.behind_barriers.add(statement)
                if self._is_attribute(target.value):
                    self.plan.mutation.barriers_inside.add(statement)
            others = [self.sources.names.get(n, NOTHING) for n in names_read(value) - {name}]
            for made in array.reshaped:
                own = (made.statement, name)
                is_of_base = any(other.sites & array.memory and own not in other.sites for other in others)
                apart = COPIED if is_of_base else BARRIER
                if made.is_value and made.statement is not None:
                    around = self.plan.mutation.barriers_around
                    around[made.statement] = apart if around.get(made.statement) != COPIED else COPIED
                elif made.statement is not None:
                    whole = _kept_array(target.value) if made.name == name == self.own else None
                    if whole is not None or made.name not in self.objects:
                        before = self.plan.mutation.barriers_before.setdefault(made.statement, {})
                        before[whole or made.name] = apart if before.get(whole or made.name) != COPIED else COPIED
            array = replace(array, reshaped=frozenset())
        if isinstance(target.value, ast.Call | ast.Attribute):  # of a view, which is turned back
            back = frozenset({Made(name)})
            array = Held(array.sites | held.sites, array.memory | held.memory, array.reshaped | back)
        elif update in (Update.WHOLE, Update.FILL):
            site = frozenset({(statement, name)})  # another array from here on
            array = replace(held, sites=held.sites | site, memory=held.memory | site, place=())
        elif held.sites and held.place != array.place:
            array = replace(array, sites=array.sites | held.sites, place=())
        self._hold(name, array)

    def _reads_elsewhere(
        self, value: ast.expr, name: str, array: Held, target: ast.Subscript, is_in_place: bool
    ) -> bool:
        """The value has elements of the array in other places than those that they are written to.

        `is_in_place`: what becomes of the value is element by element.
        """
        if self.sources.is_static(value) or isinstance(value, ast.Constant):
            return False
        if isinstance(value, ast.Name):
            held = self.sources.names.get(value.id, NOTHING)
            is_same = is_in_place and held.place and held.place == self.sources.place(target)
            return bool(held.sites & array.memory) and not is_same
        if isinstance(value, ast.Subscript) and isinstance(value.value, ast.Name):
            if self.sources.names.get(value.value.id, NOTHING).sites & array.memory:
                is_same = value.value.id == name and isinstance(target.value, ast.Name)
                if not is_in_place or not is_same or not self._is_one_place(value.slice, target.slice):
                    return True
            return self._reads_elsewhere(value.slice, name, array, target, False)
        if isinstance(value, ast.Call) and self.sources.is_new(value):
            return any(self._reads_elsewhere(p, name, array, target, is_in_place) for p in value.args[1:])
        is_in_place &= isinstance(value, _ELEMENTWISE) or self.sources.is_elementwise(value)
        parts = [c for c in children(value) if isinstance(c, ast.expr)]
        if isinstance(value, ast.Call):
            function = value.func.value if isinstance(value.func, ast.Attribute) else value.func
            parts = [function, *all_given(value)]
        if isinstance(value, ast.Lambda | ast.ListComp | ast.GeneratorExp | ast.SetComp | ast.DictComp):
            return any(self.sources.names.get(n, NOTHING).sites & array.memory for n in names_read(value))
        return any(self._reads_elsewhere(p, name, array, target, is_in_place) for p in parts)

    def _is_attribute(self, array: ast.expr) -> bool:
        """It is what an object holds, `self.cache`, or a view of that."""
        return any(isinstance(n, ast.Attribute) and n not in self.plan.lines.mappings for n in walk(array))

    def _is_block(self, target: ast.Subscript) -> bool:
        """More than a number is written, which comes after all that it is computed from, and to places side by side."""
        held = self.plan.values.get(target.value)
        parts = target.slice.elts if isinstance(target.slice, ast.Tuple) else [target.slice]
        if held is not None and held.rank == len(parts) and all(map(self.sources.is_number, parts)):
            return False
        return not any(_is_scattered(p, self.plan.values.get(p)) for p in parts)

    def _is_one_place(self, read: ast.expr, written: ast.expr) -> bool:
        """Both are the same place, or places that have nothing in common: rows by number."""
        if ast.dump(read) == ast.dump(written):
            return True
        one = read.elts if isinstance(read, ast.Tuple) else [read]
        other = written.elts if isinstance(written, ast.Tuple) else [written]
        if len(one) != len(other):
            return False
        return all(
            ast.dump(a) == ast.dump(b) or (self.sources.is_number(a) and self.sources.is_number(b))
            for a, b in zip(one, other, strict=True)
        )


def _is_scattered(part: ast.expr, value: Value | None) -> bool:
    """Places that need not lie side by side: those of a slice with steps, or of an array of indices."""
    if isinstance(part, ast.Slice):
        return part.step is not None
    return value is not None and not value.is_scalar and (value.is_array or is_bool(value) or value.form is Form.LIST)
