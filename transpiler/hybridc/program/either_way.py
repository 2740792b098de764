"""Answers that compiled code does not have, and that decide nothing of what is computed.

How an array lies in memory, and whether gradients flow through it, JAX does not tell: `if not x.is_contiguous(): x =
x.contiguous()` gives one thing either way, and so does a part that is computed anew for its gradients.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

from hybridc.dialects.entry import Entry
from hybridc.dialects.table import Dialect
from hybridc.program.static_demand import lookup, lookup_method
from hybridc.syntax.module import Module
from hybridc.syntax.walking import walk

_QUANTIFIERS = ("any", "all", "bool")


@dataclass
class EitherWay:
    """The places of a file where an answer is asked for."""

    module: Module
    dialects: tuple[Dialect, ...]
    _parents: dict[ast.AST, dict[ast.AST, ast.AST]] = field(default_factory=dict)
    _followed: set[str] = field(default_factory=set)  # functions whose calls are looked at already

    def is_right(self, node: ast.expr, function: ast.AST, answer: bool) -> bool:
        """What `node`, somewhere in the function, decides is the same with the answer and without."""
        child: ast.AST = node
        while (parent := self._parents_in(function).get(child)) is not None:
            match parent:
                case ast.UnaryOp(op=ast.Not()) | ast.BoolOp() | ast.NamedExpr(value=ast.expr()):
                    pass
                case ast.Call(func=ast.Name(id=name)) if name in _QUANTIFIERS:
                    pass
                case ast.GeneratorExp(elt=element) | ast.ListComp(elt=element) if element is child:
                    pass
                case ast.Assert() | ast.Expr():
                    return True
                case ast.If(test=test, body=body, orelse=orelse) if test is child:
                    return self._branches_agree(node, parent, body, orelse, function, answer)
                case ast.IfExp(test=test, body=one, orelse=other) if test is child:
                    return self._plain(one) == self._plain(other) or any(map(self._recomputes, (one, other)))
                case ast.Assign(targets=[ast.Name(id=name)]):
                    return self._names_decide_nothing(name, function, answer)
                case ast.Return():
                    return self._calls_decide_nothing(parent, function, answer)
                case _:
                    return False
            child = parent
        return False

    def _branches_agree(
        self,
        node: ast.expr,
        statement: ast.If,
        body: list[ast.stmt],
        orelse: list[ast.stmt],
        function: ast.AST,
        answer: bool,
    ) -> bool:
        sides = (body, orelse)
        if all(map(self._changes_nothing, sides)) or any(self._recomputes(s) for side in sides for s in side):
            return True
        taken = _known(statement.test, node, answer)
        if taken is not None and _only_raises(orelse if taken else body):
            return True  # the original returns where the answer is this one alone
        returned = [s for side in sides for s in side]
        return all(map(_returns_truth, returned)) and self._calls_decide_nothing(statement, function, answer)

    def _changes_nothing(self, body: list[ast.stmt]) -> bool:
        """`x = x.contiguous()`"""
        return all(
            isinstance(s, ast.Pass)
            or (isinstance(s, ast.Assign) and len(s.targets) == 1 and ast.unparse(s.targets[0]) == self._plain(s.value))
            for s in body
        )

    def _plain(self, node: ast.expr) -> str:
        """The text without methods that give the array itself."""
        while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            lines = lookup_method(self.dialects, node.func.attr)
            if not lines or not all(line.target == "self" for line in lines if line.refusal is None):
                break
            node = node.func.value
        return ast.unparse(node)

    def _recomputes(self, node: ast.AST, seen: frozenset[str] = frozenset()) -> bool:
        """Something is computed anew for gradients there, itself or by a function of the file."""
        for call in (n for n in walk(node) if isinstance(n, ast.Call)):
            if any(line.recomputes for line in self._lines_of(call.func)):
                return True
            name = getattr(call.func, "attr", getattr(call.func, "id", ""))
            named = [f for f in self.module.functions.values() if f.name == name and name not in seen]
            if any(self._recomputes(f.node, seen | {name}) for f in named):
                return True
        return False

    def _lines_of(self, function: ast.expr) -> Iterator[Entry]:
        """The lines for what is called; by its name for what another file has, which hands it on as a rule."""
        path = self.module.qualified_name(function)
        yield from lookup(self.dialects, path)
        if path is not None and not any(path.partition(".")[0] in dialect.roots for dialect in self.dialects):
            yield from lookup(self.dialects, f"Elsewhere.{path.rpartition('.')[2]}")

    def _names_decide_nothing(self, name: str, function: ast.AST, answer: bool) -> bool:
        named = [n for n in walk(function) if isinstance(n, ast.Name) and n.id == name]
        read = [n for n in named if isinstance(n.ctx, ast.Load)]
        return len(named) == len(read) + 1 and all(self.is_right(n, function, answer) for n in read)

    def _calls_decide_nothing(self, returning: ast.AST, function: ast.AST, answer: bool) -> bool:
        """The function around gives a truth value, which decides nothing where the file asks for it."""
        parents = self._parents_in(function)
        while not isinstance(returning, ast.FunctionDef) and returning in parents:
            returning = parents[returning]
        name = getattr(returning, "name", "")
        if name in self._followed:
            return True
        self._followed.add(name)
        uses = list(self._uses(name))
        return bool(uses) and all(use is not None and self.is_right(use, around, answer) for use, around in uses)

    def _uses(self, name: str) -> Iterator[tuple[ast.expr | None, ast.AST]]:
        """The calls, with the functions that they are in; None for what is no call."""
        for function in self.module.functions.values():
            parents = self._parents_in(function.node)
            for node in walk(function.node):
                if getattr(node, "attr", getattr(node, "id", None)) == name:
                    call = parents.get(node)
                    yield (call if isinstance(call, ast.Call) and call.func is node else None), function.node

    def _parents_in(self, function: ast.AST) -> dict[ast.AST, ast.AST]:
        if function not in self._parents:
            found = {child: node for node in walk(function) for child in ast.iter_child_nodes(node)}
            self._parents[function] = found
        return self._parents[function]


def _known(test: ast.expr, node: ast.expr, answer: bool) -> bool | None:
    """What the test is with the answer, whatever the rest of it is."""
    match test:
        case _ if test is node:
            return answer
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            found = _known(inner, node, answer)
            return None if found is None else not found
        case ast.Call(
            func=ast.Name(id="any" | "all" as name), args=[ast.GeneratorExp(elt=inner) | ast.ListComp(elt=inner)]
        ):
            decides = name == "all"  # of none it is so as well
            return decides if _known(inner, node, answer) is decides else None
        case ast.BoolOp(op=operator, values=values):
            decides = isinstance(operator, ast.Or)
            return decides if decides in [_known(each, node, answer) for each in values] else None
    return None


def _only_raises(body: list[ast.stmt]) -> bool:
    return bool(body) and isinstance(body[-1], ast.Raise)


def _returns_truth(statement: ast.stmt) -> bool:
    match statement:
        case ast.Return(value=ast.Constant(value=bool())):
            return True
        case ast.Return(value=ast.Call() | ast.Attribute()):
            return True
    return False
