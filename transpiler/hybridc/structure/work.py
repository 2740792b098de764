"""A function in structured form, and what rewriting it needs to know."""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from hybridc.structure.assigned import surely_set
from hybridc.structure.leaving import Growing, Leaving, with_companions
from hybridc.structure.trees import Origins, assign, fresh
from hybridc.syntax.dataflow import names_read, names_written
from hybridc.syntax.liveness import Liveness
from hybridc.syntax.walking import children, walk


@dataclass(eq=False)
class Structured:
    """A function in structured form."""

    node: ast.FunctionDef
    origins: Origins = field(default_factory=Origins)
    unset: set[ast.stmt] = field(default_factory=set)  # `name = None` that stands for no value yet
    assumed: dict[ast.stmt, set[str]] = field(default_factory=dict)  # loops, by names that only a turn of them sets


class Structuring:
    """What is to change in one function, and the names and copies that are made for it."""

    def __init__(
        self,
        before: Structured,
        exits: Collection[ast.stmt],
        python_loops: Collection[ast.stmt],
        first_set: Mapping[ast.stmt, Collection[str]],
        outliving: Mapping[ast.stmt, Collection[str]],
        reformed: Collection[ast.AST],
        split: Mapping[ast.stmt, Mapping[str, tuple[bool | None, bool | None]]],
    ) -> None:
        self.function = before.node
        self.origins = before.origins
        self.unset = set(before.unset)
        self.assumed = {loop: set(names) for loop, names in before.assumed.items()}
        self.leaving = Leaving(with_companions(before.node, exits))
        self.python_loops = python_loops
        self.first_set = first_set
        self.outliving = outliving
        self.reformed = Growing(reformed)
        self.split = dict(split)
        self._changing: dict[ast.stmt, ast.AST | None] = {}  # by statements, what in them is to change
        self.liveness = Liveness()
        self.liveness.block(before.node.body, frozenset())
        self.taken = {n.id for n in walk(before.node) if isinstance(n, ast.Name)}
        self.taken |= {n.arg for n in walk(before.node) if isinstance(n, ast.arg)}
        self.taken |= {n.name for n in walk(before.node) if isinstance(n, ast.FunctionDef)}

    def touches(self, statement: ast.stmt) -> bool:
        """Something in the statement is to change."""
        if any(node in self._changing for node in (*self.leaving.exits.added(), *self.reformed.added())):
            self._changing.clear()
        return self._remembered(statement) is not None

    def _changes(self, node: ast.AST) -> bool:
        changing = (self.leaving.exits, self.first_set, self.outliving, self.reformed, self.split)
        return any(node in each for each in changing)

    def _first_changing(self, node: ast.AST) -> ast.AST | None:
        """What is to change in a node. It is remembered of statements: those of a chain are asked for one by one."""
        if self._changes(node):
            found: ast.AST | None = node
        else:
            inside = (
                self._remembered(c) if isinstance(c, ast.stmt) else self._first_changing(c) for c in children(node)
            )
            found = next((each for each in inside if each is not None), None)
        if isinstance(node, ast.stmt):
            self._changing[node] = found
        return found

    def _remembered(self, statement: ast.stmt) -> ast.AST | None:
        found = self._changing.get(statement)
        if statement in self._changing and (found is None or self._changes(found)):
            return found
        return self._first_changing(statement)

    def live_after(self, statement: ast.stmt) -> frozenset[str]:
        """Names that are read after the statement, or the one that it takes the place of."""
        return self.liveness.after[self._known(statement)]

    def live_around(self, loop: ast.stmt) -> tuple[frozenset[str], frozenset[str]]:
        """Names that are read where a `continue` or `break` behind the loop leads to."""
        return self.liveness.around.get(self._known(loop), (frozenset(), frozenset()))

    def _known(self, statement: ast.stmt) -> ast.stmt:
        if statement in self.liveness.after:
            return statement
        original = self.origins.original(statement)
        return next(s for s in self.liveness.after if self.origins.original(s) is original)

    def fresh(self, *bases: str) -> str:
        """A name that the function does not use; the first that is free."""
        return fresh(self.taken, *bases)

    def make(self, tree: ast.stmt, like: ast.AST) -> ast.stmt:
        return self.origins.make(tree, like)

    def copied(self, statements: Sequence[ast.stmt]) -> list[ast.stmt]:
        """A second copy, whose exits are to go as well."""
        new = self.origins.copied(statements)
        for old_statement, new_statement in zip(statements, new, strict=True):
            for one, other in zip(walk(old_statement), walk(new_statement), strict=True):
                if one in self.leaving.exits:
                    assert isinstance(other, ast.stmt)
                    self.leaving.exits.add(other)
                if one in self.unset and isinstance(other, ast.stmt):
                    self.unset.add(other)
                if one in self.split and isinstance(other, ast.stmt):
                    self.split[other] = self.split[one]
                if one in self.reformed and isinstance(other, ast.stmt | ast.expr):
                    self.reformed.add(other)
        return new

    def flag(self, name: str, like: ast.stmt) -> ast.stmt:
        """`name = False`"""
        return self.make(assign(name, ast.Constant(False)), like)

    def unset_for(
        self, values: Sequence[ast.stmt], owner: ast.stmt, known: frozenset[str] = frozenset()
    ) -> list[ast.stmt]:
        """`name = None` for names that `values` read and `owner` is the first to set."""
        read_later = frozenset().union(*(names_in(v) for v in values))
        first = sorted(read_later & names_written([owner]) - self.bound_before(owner) - known)
        return [self.unset_name(name, owner) for name in first]

    def unset_on_leaving(self, statements: Sequence[ast.stmt], owner: ast.stmt) -> list[ast.stmt]:
        """`name = None` for names that are read after `owner`, and that only paths which leave do not set."""
        first = (surely_set(statements) or frozenset()) & self.live_after(owner) - self.bound_before(owner)
        return [self.unset_name(name, owner) for name in sorted(first)]

    def assume(self, name: str, loop: ast.stmt) -> None:
        """Notes that the name is read after the loop, which has to take a turn to set it."""
        self.assumed.setdefault(loop, set()).add(name)

    def unset_name(self, name: str, owner: ast.stmt) -> ast.stmt:
        marker = self.make(assign(name, ast.Constant(None)), owner)
        self.unset.add(marker)
        return marker

    def bound_before(self, statement: ast.stmt) -> frozenset[str]:
        """Names that some statement above sets, and the parameters."""
        arguments = [n for n in walk(self.function) if isinstance(n, ast.arg)]
        bound = {a.arg for a in arguments if a.lineno <= statement.lineno}
        for node in walk(self.function):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.lineno < statement.lineno:
                bound.add(node.id)
        return frozenset(bound)


def names_in(statement: ast.stmt) -> frozenset[str]:
    """Names that a statement without blocks reads."""
    return frozenset().union(*(names_read(e) for e in ast.iter_child_nodes(statement)))
