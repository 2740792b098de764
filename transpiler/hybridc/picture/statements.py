"""Statements of a function as nodes and boxes, one after the other, with the state that each leaves."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from hybridc.picture.compound import Compound
from hybridc.picture.facts import added_to
from hybridc.picture.graph import Kind
from hybridc.picture.labels import shortened, shown
from hybridc.picture.sources import Closure, Sources
from hybridc.syntax.dataflow import NONE as NO_NAMES
from hybridc.syntax.dataflow import expressions, names_bound_in, names_read, parameters
from hybridc.syntax.walking import pairs, statements, walk


class Statements(Compound):
    """Draws what a function does."""

    def inputs(self, names: Sequence[ast.arg], defaults: dict[str, ast.expr]) -> None:
        """Nodes for the parameters."""
        for name in names:
            hint = "" if name.annotation is None else f": {shown(name.annotation)}"
            default = f" = {shown(defaults[name.arg])}" if name.arg in defaults else ""
            node = self.drawing.node(Kind.INPUT, name.arg, name.lineno, shortened((hint + default).lstrip(": ")))
            self.here.bind(name.arg, frozenset({node}))

    def block(self, statements: Sequence[ast.stmt]) -> None:
        """Draws statements in their order, as far as they are reached."""
        for statement in statements:
            if self.state is None:
                return
            self.statement(statement)
            for states in self.tried if self.state is not None else ():
                states.append(self.here.copy())

    def statement(self, statement: ast.stmt) -> None:
        match statement:
            case ast.Assign(targets=[target], value=value) if len(bound := pairs(target, value)) > 1:
                self._pairs(bound, statement)
            case ast.Assign(targets=targets, value=value):
                self._assign(statement, targets, value)
            case ast.AnnAssign(target=target, value=value) if value is not None:
                self._assign(statement, [target], value)
            case ast.AugAssign(target=target, value=value):
                self._augmented(statement, target, value)
            case ast.Return(value=value):
                self._return(statement, value)
            case ast.Expr(value=ast.Constant()) | ast.Pass() | ast.Global() | ast.Nonlocal() | ast.AnnAssign():
                pass
            case ast.Import() | ast.ImportFrom() | ast.Delete():
                pass
            case ast.Expr(value=value):
                self._expression(statement, value)
            case ast.Assert() | ast.Raise():
                self._effect(statement)
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                self._definition(statement)
            case _:
                self.compound(statement)

    def _assign(self, statement: ast.stmt, targets: Sequence[ast.expr], value: ast.expr) -> None:
        node = self._value(statement, value, targets)
        same = self.same(value)
        self._bound_inside(statement, node)
        for target in targets:
            self._note(target, value)
            self.bind(target, node, same)
            same = (*same, target.id) if isinstance(target, ast.Name) else same

    def _note(self, target: ast.expr, value: ast.expr) -> None:
        """Remembers names of lists and dicts, and of functions that are written there."""
        if isinstance(target, ast.Name):
            is_known = isinstance(value, ast.Name) and value.id in self.containers
            if is_known or isinstance(value, _CONTAINERS) or (isinstance(value, ast.Call) and _makes_container(value)):
                self.containers.add(target.id)
            if isinstance(value, ast.Lambda):
                self.closures[target.id] = Closure(names_read(value))

    def _value(self, statement: ast.stmt, value: ast.expr, targets: Sequence[ast.expr] = ()) -> str:
        """The node of a statement that gives its targets a value."""
        indices = [t for target in targets for t in _read_by(target)]
        if isinstance(value, ast.Call) and self.is_drawn(value) and not indices:
            return self.call(value, shown(statement))
        if isinstance(value, ast.Call) and len(targets) == 1:
            if (made := self._chain(statement, value, shown(targets[0]))) is not None:
                return made
            if isinstance(targets[0], ast.Name) and self.facts.is_chain(value.func, self.local):
                self._growing.add(targets[0].id)
        given = self.sources(value, *indices)
        for target in targets:
            for each in _written_in(target):
                name = self.key(each)
                given.names |= {} if name is None or self.is_own(each) else {name: None}
        return self.made(Kind.OPERATION, shown(statement, given.instead), statement.lineno, given)

    def _chain(self, statement: ast.stmt, value: ast.expr | None, title: str) -> str | None:
        """Draws layers that are made to follow one another as a box: the last one's node, where it is such a chain."""
        if not isinstance(value, ast.Call) or (chain := self.facts.chain(value, self.local)) is None:
            return None
        with self.drawing.box(Kind.MODEL, title, statement.lineno, shown(value.func)):
            return self.chained(chain, Sources())

    def _pairs(self, bound: Sequence[tuple[ast.expr, ast.expr]], statement: ast.stmt) -> None:
        """`a, b = b, a`: every value is computed before the first name is bound."""
        made = []
        for target, value in bound:
            single = ast.copy_location(ast.Assign([target], value, lineno=statement.lineno), statement)
            node = self._value(single, value, [target])
            made.append((target, node, self.same(value)))
            self._note(target, value)
        self._bound_inside(statement, made[-1][1])
        held = [ast.Name(str(position)) for position in range(len(made))]  # no name of a program is a number
        for name, (_, node, same) in zip(held, made, strict=True):
            self.bind(name, node, same)
        for name, (target, node, _) in zip(held, made, strict=True):
            self.bind(target, node, (name.id,))
        for name in held:
            self.closures.pop(name.id, None)
            self.here.forget(name.id)

    def _augmented(self, statement: ast.AugAssign, target: ast.expr, value: ast.expr) -> None:
        given = self.sources(value, *_read_by(target))
        name = self.key(target)
        if name is not None:
            given.names = {name: None, **given.names}
        node = self.made(Kind.OPERATION, shown(statement, given.instead), statement.lineno, given)
        self._bound_inside(statement, node)
        if name is not None:
            self.here.write(name, node)

    def _return(self, statement: ast.Return, value: ast.expr | None) -> None:
        chain = self._chain(statement, value, "return")
        if chain is not None:
            given = Sources(nodes=[chain])
        else:
            given = Sources() if value is None else self.sources(value)
        is_drawn = value is None or chain is not None or value in given.instead
        title = "return" if is_drawn or value is None else f"return {shown(value, given.instead)}"
        self.made(Kind.OUTPUT, title, statement.lineno, given)
        self.state = None

    def _expression(self, statement: ast.Expr, value: ast.expr) -> None:
        changed = self.facts.changed(statement, [value], self.function) | self._own_changed(value)
        added = added_to(value)
        if isinstance(added, ast.Name) and added.id in self._growing and isinstance(value, ast.Call):
            with self.drawing.box(Kind.MODEL, shown(value.func), statement.lineno):
                node = self.chained(value.args, Sources(names={added.id: None}))
        elif isinstance(value, ast.Call) and self.is_drawn(value):
            node = self.call(value, shown(value), None if changed else Kind.EFFECT)
        else:
            given = self.sources(value)
            given.names |= dict.fromkeys(sorted(changed))
            kind = Kind.OPERATION if changed or names_bound_in(value) else Kind.EFFECT
            node = self.made(kind, shown(value, given.instead), statement.lineno, given)
        self._bound_inside(statement, node)
        at_times = self.facts.changed_at_times(value, self.function)
        for name in sorted(changed):
            (self.here.write_at_times if name in at_times else self.here.write)(name, node)
        self.put_in(value)

    def _own_changed(self, value: ast.expr) -> frozenset[str]:
        """The attributes of its own whose value a call of one of their methods may change: `self.seen.append(x)`."""
        match value:
            case ast.Call(func=ast.Attribute(value=ast.Attribute(value=ast.Name(id=base), attr=name))):
                if base == self.own and f"{base}.{name}" in self.here.made:
                    return frozenset({f"{base}.{name}"})
        return NO_NAMES

    def _effect(self, statement: ast.Assert | ast.Raise) -> None:
        given = self.sources(*expressions(statement))
        self.made(Kind.EFFECT, shown(statement, given.instead), statement.lineno, given)
        if isinstance(statement, ast.Raise):
            self.state = None

    def _definition(self, statement: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> None:
        """A function in a function, with what it reads from around it."""
        title = f"class {statement.name}"
        given = Sources()
        if not isinstance(statement, ast.ClassDef):
            title = f"def {statement.name}({shown(statement.args)})"
            given.names = dict.fromkeys(sorted(_free(statement) - {self.own}))
        node = self.made(Kind.CALL, title, statement.lineno, given)
        self.here.bind(statement.name, frozenset({node}))
        if not isinstance(statement, ast.ClassDef):
            inside = statements(statement)
            changed = {n for s in inside for n in self.facts.changed(s, [*expressions(s)], self.function)}
            changed |= {n for s in inside if isinstance(s, ast.Nonlocal) for n in s.names}
            self.closures[statement.name] = Closure(frozenset(given.names), frozenset(changed & self.here.made.keys()))

    def _bound_inside(self, statement: ast.stmt, node: str) -> None:
        """Names that expressions in it bind, and arrays that calls in it change."""
        inside = [*expressions(statement)]
        for expression in inside:
            self.bound_in(expression, node)
        if not isinstance(statement, ast.Expr):
            own = self.facts.changed(ast.Pass(), inside, self.function)
            for name in sorted(own):
                self.here.write_at_times(name, node)


def _free(function: ast.FunctionDef | ast.AsyncFunctionDef) -> frozenset[str]:
    """What a function reads or changes of the names around it."""
    inside = walk(function)
    outer = {name for n in inside if isinstance(n, ast.Nonlocal) for name in n.names}
    own = {n.id for n in inside if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)} | {*parameters(function)}
    return frozenset({n.id for n in inside if isinstance(n, ast.Name)} - own | outer)


_CONTAINERS = (ast.List, ast.Dict, ast.Set, ast.Tuple, ast.ListComp, ast.DictComp, ast.SetComp)


def _makes_container(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Name) and call.func.id in ("list", "dict", "set", "defaultdict", "deque")


def _read_by(target: ast.expr) -> list[ast.expr]:
    """What an assignment to the target reads beside the array: its indices."""
    match target:
        case ast.Subscript(value=inner, slice=index):
            return [*_read_by(inner), index]
        case ast.Attribute(value=inner):
            return _read_by(inner)
        case ast.Tuple(elts=elements) | ast.List(elts=elements):
            return [index for element in elements for index in _read_by(element)]
    return []


def _written_in(target: ast.expr) -> list[ast.expr]:
    """The targets that are places in what there is already."""
    match target:
        case ast.Tuple(elts=elements) | ast.List(elts=elements):
            return [inner for element in elements for inner in _written_in(element)]
        case ast.Subscript() | ast.Attribute():
            return [target]
    return []
