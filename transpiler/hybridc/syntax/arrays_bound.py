"""Which bindings of a name a function uses as arrays: that `e` is indexed says nothing of what it was before."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator

from hybridc.syntax.module import Function
from hybridc.syntax.walking import children, walk

Binding = tuple[str, int]  # a name, and which of its bindings
Reaching = dict[str, frozenset[Binding]]


class Bound:
    """Follows the bindings of all names through a function, each statement once.

    `uses` tells the names that an expression or a statement uses as arrays, `same` the names of which one being an
    array makes the value one, and `makes` whether an expression is a value that nothing else holds.
    """

    def __init__(
        self,
        uses: Callable[[ast.AST], Iterable[str]],
        same: Callable[[ast.expr], frozenset[str]],
        makes: Callable[[ast.expr], bool],
    ) -> None:
        self.uses, self.same, self.makes = uses, same, makes
        self.marked: set[Binding] = set()
        self.doubtful: dict[str, set[Binding]] = {}  # those that may be elements, or another name's object
        self.forward: list[tuple[frozenset[Binding], Binding]] = []
        self.backward: list[tuple[Binding, frozenset[Binding]]] = []
        self.here: Reaching = {}

    def arrays(self, function: Function) -> frozenset[str]:
        """The names all of whose doubtful bindings are used as arrays."""
        self._block(function.node.body)
        changed = True
        while changed:
            before = len(self.marked)
            self.marked |= {one for of, one in self.forward if of and of <= self.marked}
            for one, of in self.backward:
                self.marked |= of if one in self.marked else frozenset()
            changed = len(self.marked) > before
        found = {name for name, _ in self.marked}
        return frozenset(n for n in found if self.doubtful.get(n, set()) <= self.marked)

    def _of(self, name: str) -> frozenset[Binding]:
        """The bindings that a name may have here; that which the function begins with, if there is none."""
        return self.here.get(name) or self._first(name)

    def _first(self, name: str) -> frozenset[Binding]:
        return frozenset({(name, 0)})

    def _look(self, node: ast.AST) -> None:
        for each in walk(node):
            for name in self.uses(each):
                self.marked |= self._of(name)
            if isinstance(each, ast.NamedExpr):
                self._bind(each.target, each.value)

    def _bind(self, target: ast.expr, value: ast.expr | None) -> None:
        if not isinstance(target, ast.Name):
            for each in children(target) if isinstance(target, ast.Tuple | ast.List | ast.Starred) else ():
                if isinstance(each, ast.expr):
                    self._bind(each, None)
            return
        name, binding = target.id, (target.id, id(target))
        if value is None or not self.makes(value):
            self.doubtful.setdefault(name, set()).add(binding)
        if value is not None:
            of = self.same(value)
            self.forward += [(self._of(other), binding) for other in of]
            if len(of) == 1 and {n.id for n in walk(value) if isinstance(n, ast.Name)} - of <= {"np", "numpy"}:
                self.backward.append((binding, self._of(next(iter(of)))))
        self.here[name] = frozenset({binding})

    def _block(self, body: list[ast.stmt]) -> None:
        for statement in body:
            self._statement(statement)

    def _branches(self, bodies: list[list[ast.stmt]]) -> None:
        """One of these blocks runs, or a part of it."""
        before, joined = self.here, [self.here]
        for body in bodies:
            self.here = dict(before)
            self._block(body)
            joined.append(self.here)
        if len(bodies) == 2 and all(bodies):
            joined = joined[1:]
        self.here = {
            name: frozenset().union(*(one.get(name) or self._first(name) for one in joined))
            for name in {name for one in joined for name in one}
        }

    def _statement(self, statement: ast.stmt) -> None:
        match statement:
            case ast.Assign(targets=targets, value=value):
                self._look(statement)
                for target in targets:
                    self._bind(target, value)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                self._look(statement)
                self._bind(target, value)
            case ast.For() | ast.AsyncFor() | ast.While():
                self._loop(statement)
            case ast.If(test=test, body=body, orelse=orelse):
                self._look(test)
                self._branches([body, orelse])
            case ast.With(items=items, body=body):
                for item in items:
                    self._look(item.context_expr)
                    if item.optional_vars is not None:
                        self._bind(item.optional_vars, None)
                self._block(body)
            case ast.Try(body=body, handlers=handlers, orelse=orelse, finalbody=finalbody):
                self._branches([body + orelse, *(handler.body for handler in handlers)])
                self._block(finalbody)
            case ast.Match(subject=subject, cases=cases):
                self._look(subject)
                self._branches([case.body for case in cases])
            case _:
                self._look(statement)  # a nested function too: it is called with what names have then, or later

    def _loop(self, loop: ast.For | ast.AsyncFor | ast.While) -> None:
        """What a turn binds, the next one may find."""
        if not isinstance(loop, ast.While):
            for name in self.uses(loop):
                self.marked |= self._of(name)
        for binding in _bound_in(loop):
            self.here[binding[0]] = self._of(binding[0]) | {binding}
        if isinstance(loop, ast.While):
            self._look(loop.test)
            self._branches([loop.body])
        else:
            self._look(loop.iter)
            before = self.here
            self.here = dict(before)
            self._bind(loop.target, None)
            self._branches([loop.body])
            self.here = {n: of | before.get(n, frozenset()) for n, of in self.here.items()}
        self._block(loop.orelse)


def _bound_in(loop: ast.stmt) -> Iterator[Binding]:
    """What the loop binds, anywhere inside of it."""
    for node in walk(loop):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id, id(node)  # as `_bind` counts them
