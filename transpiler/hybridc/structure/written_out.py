"""Short loops over arrays by name, which change them: turn by turn.

`for x in [a, b]: x *= 2` becomes `x = a; x *= 2; x = b; x *= 2`.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from hybridc.structure.trees import assign
from hybridc.structure.views import Blocks
from hybridc.structure.work import Structured
from hybridc.syntax.dataflow import names_written, targets_bound
from hybridc.syntax.in_place import changed_below
from hybridc.syntax.walking import walk

_MOST = 8  # turns


def written_out(before: Structured) -> Structured:
    """The function with such loops written out."""
    node = before.origins.changed(before.node, body=_Unrolled(before.origins).block(before.node.body))
    return Structured(node, before.origins, before.unset, before.assumed)


def is_written_out(loop: ast.For, arrays: Mapping[str, Sequence[str]], is_live: bool = False) -> bool:
    """The loop runs over a few arrays by name, and changes each in place. `arrays`: names that stand for several.

    What is written out in the loop's head is looked up once, before the first turn; elements of a list, which
    `is_live`, are as they are when their turn comes.
    """
    if loop.orelse or any(isinstance(n, ast.Break | ast.Continue | ast.Return) for n in walk(loop)):
        return False
    names: Sequence[object] = ()
    match loop_over(loop):
        case ast.Tuple(elts=elements) | ast.List(elts=elements):
            names = elements if all(isinstance(e, ast.Name) for e in elements) else ()
            bound = names_written([loop])
            if not is_live and any(isinstance(e, ast.Name) and e.id in bound for e in elements):
                return False
        case ast.Name(id=name):
            names = arrays.get(name, ())
    changed = changed_below(loop)
    return 0 < len(names) <= _MOST and bool(targets_bound(loop.target) & changed)


def loop_over(loop: ast.For) -> ast.expr | None:
    """What the loop runs over, by itself, counted, or from its end."""
    match loop:
        case ast.For(target=ast.Name(), iter=ast.Name() | ast.Tuple() | ast.List() as over):
            return over
        case ast.For(target=ast.Name(), iter=ast.Call(func=ast.Name(id="reversed"), args=[over], keywords=[])):
            return over
        case ast.For(
            target=ast.Tuple(elts=[ast.Name(), ast.Name()]),
            iter=ast.Call(func=ast.Name(id="enumerate"), args=[over], keywords=[]),
        ):
            return over
    return None


class _Unrolled(Blocks):
    def statement(self, statement: ast.stmt) -> list[ast.stmt]:
        over = loop_over(statement) if isinstance(statement, ast.For) else None
        if not isinstance(statement, ast.For) or not is_written_out(statement, {}, over in self.origins.made):
            return [statement]
        assert isinstance(over, ast.Tuple | ast.List)
        counted = list(enumerate(over.elts))
        if isinstance(statement.iter, ast.Call) and getattr(statement.iter.func, "id", "") == "reversed":
            counted.reverse()
        result: list[ast.stmt] = []
        for turn, (index, element) in enumerate(counted):
            result += self._bound(statement, index, element)
            result += statement.body if turn == 0 else self.origins.copied(statement.body)
        return result

    def _bound(self, loop: ast.For, index: int, element: ast.expr) -> list[ast.stmt]:
        values: list[ast.expr] = [self.origins.remade(element)]
        targets: list[ast.expr] = [loop.target]
        if isinstance(loop.target, ast.Tuple):
            targets = loop.target.elts
            values.insert(0, ast.Constant(index))
        return [
            self.origins.make(assign(target.id, value), loop)
            for target, value in zip(targets, values, strict=True)
            if isinstance(target, ast.Name)
        ]
