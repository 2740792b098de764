"""Writes that other names see, followed by assignments that tell them: each name then holds a value of its own.

After `inner = grid[1:-1]`, `inner[0] = 0` becomes `inner[0] = 0; grid[1:-1] = inner`, and `grid[2] = 1` becomes
`grid[2] = 1; inner = grid[1:-1]`. What nobody reads is left out.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping

from hybridc.domain.places import AliasUpdate
from hybridc.structure.trees import Origins, assign, read
from hybridc.structure.work import Structured, Structuring
from hybridc.syntax.dataflow import NONE, Names, base_name, names_written
from hybridc.syntax.liveness import Liveness
from hybridc.syntax.marks import mark
from hybridc.syntax.walking import walk


def with_alias_updates(before: Structured, updates: Mapping[ast.stmt, AliasUpdate]) -> Structured:
    """The function with the assignments after the writes."""
    everything = frozenset(n.id for n in walk(before.node) if isinstance(n, ast.Name))
    added = _Added(before.origins, updates, everything)
    body = added.block(before.node.body)
    needed = _Needed(frozenset(added.made))
    needed.block(body, NONE)
    idle = needed.idle
    for statement, made in added.after.items():
        kept = names_written(m for m in made if m not in idle) & added.told[statement]
        before.origins.updated_aliases[statement] = before.origins.updated_aliases.get(statement, NONE) | kept
    pruned = _Pruned(before.origins, idle)
    node = before.origins.changed(before.node, body=pruned.block(body))
    return Structured(node, before.origins, before.unset, before.assumed)


def with_kept(before: Structured, changing: Mapping[ast.stmt, Names]) -> Structured:
    """The function in which views have names of their own for what changes after them: `row = m[i]` keeps its `i`."""
    work = Structuring(before, (), (), {}, {}, (), {})
    kept = _Kept(work, changing)
    node = before.origins.changed(before.node, body=kept.block(before.node.body))
    return Structured(node, before.origins, before.unset, before.assumed)


def with_bases(before: Structured, left: Mapping[ast.stmt, Collection[str]]) -> Structured | None:
    """The function in which arrays keep a name while there are views of them; None where they have one."""
    origins = before.origins
    wanted = {(origins.original(statement), name) for statement, names in left.items() for name in names}
    if wanted <= origins.left:
        return None
    origins.left |= wanted
    bases = _Bases(Structuring(before, (), (), {}, {}, (), {}), left)
    node = origins.changed(before.node, body=bases.block(before.node.body))
    return Structured(node, origins, before.unset, before.assumed)


class Blocks:
    """Rewrites statements in all blocks of a function, those of functions in it as well."""

    def __init__(self, origins: Origins) -> None:
        self.origins = origins

    def block(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        return [new for statement in statements for new in self.statement(self._inside(statement))]

    def statement(self, statement: ast.stmt) -> list[ast.stmt]:
        raise NotImplementedError

    def _inside(self, statement: ast.stmt) -> ast.stmt:
        if isinstance(statement, ast.AsyncFunctionDef | ast.ClassDef):
            return statement
        changed: dict[str, object] = {}
        for field in ("body", "orelse", "finalbody"):
            block = getattr(statement, field, None)
            if isinstance(block, list) and block:
                new = self.block(block)
                if new != block:
                    changed[field] = new
        handlers = [self._handler(h) for h in getattr(statement, "handlers", ())]
        if any(new is not old for new, old in zip(handlers, getattr(statement, "handlers", ()), strict=True)):
            changed["handlers"] = handlers
        return self.origins.changed(statement, **changed) if changed else statement

    def _handler(self, handler: ast.ExceptHandler) -> ast.ExceptHandler:
        body = self.block(handler.body)
        return handler if body == handler.body else ast.ExceptHandler(handler.type, handler.name, body)


class _Added(Blocks):
    """Puts the assignments after the writes."""

    def __init__(self, origins: Origins, updates: Mapping[ast.stmt, AliasUpdate], everything: Names) -> None:
        super().__init__(origins)
        self.updates, self.everything = updates, everything
        self.after: dict[ast.stmt, list[ast.stmt]] = {}
        self.told: dict[ast.stmt, Names] = {}  # by writes, the names that hear of all that they may see of them

    @property
    def made(self) -> frozenset[ast.stmt]:
        return frozenset(s for made in self.after.values() for s in made)

    def statement(self, statement: ast.stmt) -> list[ast.stmt]:
        update = self.updates.get(statement)
        if update is None:
            return [statement]
        written = names_written([statement])
        made: list[ast.stmt] = []
        bases = [base_name(target) for target, _, _ in update.assignments]
        for place, (target, value, row) in enumerate(update.assignments):
            new = self.origins.make(ast.Assign([target], value), statement)
            is_last = bases[place] not in bases[place + 1 :]  # before, the array lacks what is still to come
            self.origins.updated_aliases[new] = update.names | written if is_last else self.everything
            if row is not None:
                mark(new, row=row)
            if isinstance(value, ast.IfExp):
                self.origins.telling.add(new)
            made.append(new)
        marked = self.origins.changed(statement)  # the function may be looked at again in a form without these
        self.after[marked] = made
        self.told[marked] = update.names
        return [marked, *made]


class _Needed(Liveness):
    """Liveness in which an assignment that was added needs nothing unless what it sets is read later."""

    def _inside(self, statement: ast.stmt, live: Names, loop: tuple[Names, Names]) -> None:
        if statement in self.idle and names_written([statement]) & live:
            self.idle -= {statement}
        idle = None
        while idle != self.idle:  # what one turn of a loop needs, the one before it may have to set
            idle = self.idle
            super()._inside(statement, live, loop)


class _Pruned(Blocks):
    """Leaves out the assignments that nobody reads."""

    def __init__(self, origins: Origins, idle: Collection[ast.stmt]) -> None:
        super().__init__(origins)
        self.idle = idle

    def statement(self, statement: ast.stmt) -> list[ast.stmt]:
        return [] if statement in self.idle else [statement]


class _Bases(Blocks):
    """Gives arrays another name before theirs gets something else."""

    def __init__(self, work: Structuring, left: Mapping[ast.stmt, Collection[str]]) -> None:
        super().__init__(work.origins)
        self.work = work
        self.left = left

    def statement(self, statement: ast.stmt) -> list[ast.stmt]:
        names = sorted(self.left.get(statement, ()))
        return [*(self.work.make(assign(self.work.fresh(f"{n}_then"), read(n)), statement) for n in names), statement]


class _Kept(Blocks):
    """Puts what views read into names that nothing else sets."""

    def __init__(self, work: Structuring, changing: Mapping[ast.stmt, Names]) -> None:
        super().__init__(work.origins)
        self.work = work
        self.changing = changing

    def statement(self, statement: ast.stmt) -> list[ast.stmt]:
        names = self.changing.get(statement)
        if names is None:
            return [statement]
        assert isinstance(statement, ast.Assign)
        kept = {name: self.work.fresh(f"{name}_then") for name in sorted(names)}
        made = [self.work.make(assign(new, read(old)), statement) for old, new in kept.items()]
        value = self.origins.copied([statement.value])[0]
        for node in walk(value):
            if isinstance(node, ast.Name) and node.id in kept:
                node.id = kept[node.id]
                self.origins.of.pop(node, None)
                self.origins.made.add(node)
        return [*made, self.origins.changed(statement, value=value)]
