"""What decides between two arrays gets a name: writes to the one that was chosen ask it again.

`y = x if n > 0 else z` becomes `chosen = n > 0; y = x if chosen else z`, and so for an `if` that binds `y`.
"""

from __future__ import annotations

import ast
from collections.abc import Collection

from hybridc.structure.trees import assign, read
from hybridc.structure.views import Blocks
from hybridc.structure.work import Structured, Structuring


def with_selectors(before: Structured, sources: Collection[ast.If | ast.IfExp]) -> Structured:
    """The function with names for the tests of these."""
    work = Structuring(before, (), (), {}, {}, (), {})
    node = before.origins.changed(before.node, body=_Named(work, sources).block(before.node.body))
    return Structured(node, before.origins, before.unset, before.assumed)


class _Named(Blocks):
    """Puts the assignments of the names before the statements, and before what is around those: there it is False."""

    def __init__(self, work: Structuring, sources: Collection[ast.If | ast.IfExp]) -> None:
        super().__init__(work.origins)
        self.work = work
        self.sources = sources
        self.inside: list[str] = []  # names that the branches of this statement set
        self.depth = 0

    def block(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        result: list[ast.stmt] = []
        for statement in statements:
            is_branch = isinstance(statement, ast.If)
            depth, inside = self.depth, self.inside
            self.depth = depth + 1 if is_branch else 0
            if not is_branch:
                self.inside = []
            new = self._inside(statement)
            self.depth, self.inside = depth, inside
            named = self._named(statement, new)
            if not self.depth:
                result += [self.work.flag(name, statement) for name in self.inside]
                self.inside.clear()
            result += named
        return result

    def _named(self, statement: ast.stmt, new: ast.stmt) -> list[ast.stmt]:
        match statement:
            case ast.If(test=test) if statement in self.sources:
                name = self._name()
                changed = self.origins.changed(new, test=self.origins.make(read(name), test))
            case ast.Assign(value=ast.IfExp(test=test) as value) if value in self.sources:
                name = self._name()
                chosen = ast.copy_location(ast.IfExp(read(name), value.body, value.orelse), value)
                self.origins.of[chosen] = self.origins.original(value)
                self.origins.make(chosen.test, test)
                changed = self.origins.changed(new, value=chosen)
            case _:
                return [new]
        made = self.work.make(assign(name, test), statement)
        if self.depth:
            self.inside.append(name)
        return [made, changed]

    def _name(self) -> str:
        name = self.work.fresh("chosen")
        self.origins.choices.add(name)
        return name
