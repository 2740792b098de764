"""Functions that change arrays of their callers give them back, and callers take them.

`def fill(x): x[0] = 1` returns `x`, and `fill(a)` becomes `a = fill(a)`; `s = total(a)` becomes `s, a = total(a)`.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Mapping, Sequence

from hybridc.domain.places import WriteBack
from hybridc.structure.called_only import of_itself
from hybridc.structure.closures import Returning
from hybridc.structure.exchanges import Following, exchanged
from hybridc.structure.trees import assign, read
from hybridc.structure.views import Blocks
from hybridc.structure.work import Structured, Structuring
from hybridc.syntax.dataflow import PLACE, is_none, names_captured, names_read
from hybridc.syntax.liveness import whole_definitions, whole_target
from hybridc.syntax.marks import mark
from hybridc.syntax.walking import walk


def gives_value(function: ast.FunctionDef) -> bool:
    """Some `return` of the function has a value."""
    return any(isinstance(s, ast.Return) and s.value is not None and not is_none(s.value) for s in of_itself(function))


def giving_back(before: Structured, names: Sequence[str]) -> Structured:
    """The function with these parameters after its results."""
    work = Structuring(before, (), (), {}, {}, (), {})
    function = before.node
    bound = _bound(function) & {*names}
    groups = exchanged(function, bound)
    holders = {name: group for group in groups for name in group.names}
    kept = {name: work.fresh(f"{name}_given") for name in names if name in bound - holders.keys()}
    for group in groups:
        group.name_states(work)

    def now(name: str) -> ast.expr:
        return holders[name].now(name) if name in holders else read(kept.get(name, name))

    body = Following(work, groups).block(function.body)
    body = Returning(work, [functools.partial(now, n) for n in names], gives_value(function)).block(body)
    above = next(n for n in walk(function.args) if isinstance(n, ast.arg))  # in the line of `def`, before any loop
    made = [work.make(assign(new, read(old)), above) for old, new in kept.items()]
    made += [work.make(s, above) for group in groups for s in group.at_first()]
    start = 1 if ast.get_docstring(function, clean=False) is not None else 0
    node = work.origins.changed(function, body=[*body[:start], *made, *body[start:]])
    return Structured(node, work.origins, work.unset, work.assumed)


def _bound(function: ast.FunctionDef) -> frozenset[str]:
    """Names that the function gives another array: writing into one does not, nor does an in-place operator."""
    own = of_itself(function)
    found: frozenset[str] = frozenset().union(*(whole_definitions(s) for s in own if isinstance(s, ast.stmt)))
    for node in own:
        match node:
            case (
                ast.For(target=target) | ast.withitem(optional_vars=ast.expr() as target) | ast.NamedExpr(target=target)
            ):
                found |= whole_target(target)
            case ast.withitem(optional_vars=ast.expr() as target):
                found |= whole_target(target)
            case ast.Match(cases=cases):
                found |= frozenset().union(*(names_captured(case.pattern) for case in cases))
            case ast.FunctionDef():
                found |= {name for s in of_itself(node) if isinstance(s, ast.Nonlocal) for name in s.names}
    return found


def taking_back(before: Structured, calls: Mapping[ast.stmt, WriteBack]) -> Structured:
    """The function in which calls of such functions are assignments of what they give back."""
    work = Structuring(before, (), (), {}, {}, (), {})
    node = before.origins.changed(before.node, body=_Taking(work, calls).block(before.node.body))
    return Structured(node, before.origins, before.unset, before.assumed)


class _Taking(Blocks):
    def __init__(self, work: Structuring, calls: Mapping[ast.stmt, WriteBack]) -> None:
        super().__init__(work.origins)
        self.work = work
        self.calls = calls

    def statement(self, statement: ast.stmt) -> list[ast.stmt]:
        """The call first, then what it made of views, then the statement with the call's value."""
        write_back = self.calls.get(statement)
        if write_back is None:
            return [statement]
        targets: list[ast.expr] = []
        writes: list[ast.stmt] = []
        received: set[str] = set()
        own = _own_result(statement, write_back)
        for argument in write_back.changed:
            if isinstance(argument, ast.Name) and argument.id not in received and argument not in write_back.asked:
                received.add(argument.id)
                targets.append(ast.Name(argument.id, ast.Store()))
                continue
            name = own or self._fresh_changed(write_back)
            targets.append(ast.Name(name, ast.Store()))
            if argument is not None:
                writes.append(self._write(argument, name, statement, write_back))
        result = self._result(statement, write_back, received)
        if write_back.gives_value:
            targets.insert(0, ast.Name(result or self.work.fresh("unused"), ast.Store()))
        call = self._call(statement, write_back, targets, received)
        is_whole = getattr(statement, "value", None) is write_back.call
        if is_whole and (own or isinstance(statement, ast.Expr) or _is_set(statement, result)):
            return [call, *writes]
        value: ast.expr = read(result) if result is not None else ast.Constant(None)
        if write_back.is_result:
            assert isinstance(targets[0], ast.Name)
            value = read(targets[0].id)
        return [call, *writes, self._with(statement, write_back.call, value)]

    def _fresh_changed(self, write_back: WriteBack) -> str:
        name = self.work.fresh("result" if write_back.is_result else "changed")
        if not write_back.is_result:  # which the statement goes on with
            self.origins.changed_names.add(name)
        return name

    def _call(
        self, statement: ast.stmt, write_back: WriteBack, targets: list[ast.expr], received: set[str]
    ) -> ast.stmt:
        target = targets[0] if len(targets) == 1 else ast.Tuple(targets, ast.Store())
        call = self.work.make(ast.Assign([target], write_back.call), statement)
        self.origins.of[call] = self.origins.original(statement)
        self.origins.made.discard(call)  # it is what the user wrote, in other words
        self.origins.received[call] = frozenset(received)
        return call

    def _result(self, statement: ast.stmt, write_back: WriteBack, received: set[str]) -> str | None:
        """The name that takes the call's own value, if anything does."""
        if not write_back.gives_value or (isinstance(statement, ast.Expr) and statement.value is write_back.call):
            return None
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if (
                value is write_back.call and name not in received
            ):
                written = frozenset().union(*(names_read(a) for a in write_back.changed if a is not None))
                return self.work.fresh("result") if name in written else name
        return self.work.fresh("result")

    def _write(self, argument: ast.expr, name: str, statement: ast.stmt, write_back: WriteBack) -> ast.stmt:
        """`view[...] = name`, or `array = name` for an array that may be a number."""
        if isinstance(argument, ast.Name) and argument in write_back.asked:
            write = self.work.make(assign(argument.id, read(name)), statement)
            self.origins.received[write] = frozenset({argument.id})
            self.origins.updated_aliases[write] = frozenset({name})
            mark(write, row=argument.id)
            return write
        view = self.origins.copied([argument])[0]
        is_target = isinstance(view, ast.Subscript) and argument not in write_back.held
        target = view if is_target else ast.Subscript(view, ast.Constant(...), ast.Store())
        assert isinstance(target, ast.Subscript)
        target.ctx = ast.Store()
        write = self.work.make(ast.Assign([target], read(name)), statement)
        if isinstance(argument, ast.Attribute):
            self.origins.whole.add(write)
        if argument in write_back.asked:
            self.origins.updated_aliases[write] = frozenset({name})
            mark(write, row=PLACE)
        return write

    def _with(self, statement: ast.stmt, call: ast.Call, value: ast.expr) -> ast.stmt:
        """The statement with a value in the place of the call."""
        old = statement.value  # type: ignore[attr-defined]
        if old is call:
            return self.origins.changed(statement, value=self.origins.make(value, statement))
        new = self.origins.copied([old])[0]
        copies = dict(zip(ast.walk(old), ast.walk(new), strict=True))
        replaced = Replaced(copies[call], self.origins.make(value, statement)).visit(new)
        return self.origins.changed(statement, value=replaced)


def _own_result(statement: ast.stmt, write_back: WriteBack) -> str | None:
    """The name that is given what a call returns, which is what it made of an array that may be a number."""
    if not (write_back.is_result and write_back.asked):
        return None
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)], value=value) if value is write_back.call:
            is_read = any(name in names_read(a) for a in write_back.changed if a is not None)
            return None if is_read else name
    return None


def _is_set(statement: ast.stmt, name: str | None) -> bool:
    match statement:
        case ast.Assign(targets=[ast.Name(id=bound)]):
            return bound == name
    return False


class Replaced(ast.NodeTransformer):
    """Puts a node in the place of another."""

    def __init__(self, old: ast.AST, new: ast.expr) -> None:
        self.old = old
        self.new = new

    def visit(self, node: ast.AST) -> ast.AST:
        return self.new if node is self.old else self.generic_visit(node)
