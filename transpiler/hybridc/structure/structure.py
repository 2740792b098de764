"""The structured form of a function: no exit that compiled code cannot take is left in it."""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, count

from hybridc.structure.assigned import surely_set
from hybridc.structure.forms import other_form
from hybridc.structure.leaving import Growing, Leaving, always_leaves, size, with_companions
from hybridc.structure.regions import FlaggedReturns, FunctionRegion, Region, SkipRegion
from hybridc.structure.sinking import take_out_displays
from hybridc.structure.splitting import split
from hybridc.structure.trees import Origins, assign, negation, read
from hybridc.syntax.dataflow import names_read, names_written
from hybridc.syntax.liveness import Liveness
from hybridc.syntax.walking import children, walk

_MOST_COPIED = 4  # statements that may be written twice instead of testing a flag


@dataclass(eq=False)
class Structured:
    """A function in structured form."""

    node: ast.FunctionDef
    origins: Origins = field(default_factory=Origins)
    unset: set[ast.stmt] = field(default_factory=set)  # `name = None` that stands for no value yet
    assumed: dict[ast.stmt, set[str]] = field(default_factory=dict)  # loops, by names that only a turn of them sets


def structured(
    before: Structured,
    exits: Collection[ast.stmt],
    python_loops: Collection[ast.stmt],
    first_set: Mapping[ast.stmt, Collection[str]],
    outliving: Mapping[ast.stmt, Collection[str]],
    reformed: Collection[ast.stmt],
    split: Mapping[ast.stmt, Mapping[str, tuple[bool | None, bool | None]]],
) -> Structured:
    """The function without the given `return`, `break` and `continue`.

    `python_loops` run while tracing. `first_set`: names that a loop is the first to set and that are read after it.
    `outliving`: loop variables that are read after their turn. `reformed`: statements to be said in another form.
    `split`: branches that leave a name None on one side only; whether it is on either, None where that is not known.
    """
    work = Structuring(before, exits, python_loops, first_set, outliving, reformed, split)
    node = work.function_without_exits(before.node)
    return Structured(node, work.origins, work.unset, work.assumed)


class Structuring:
    """Rewrites the blocks of one function."""

    def __init__(
        self,
        before: Structured,
        exits: Collection[ast.stmt],
        python_loops: Collection[ast.stmt],
        first_set: Mapping[ast.stmt, Collection[str]],
        outliving: Mapping[ast.stmt, Collection[str]],
        reformed: Collection[ast.stmt],
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
        if statement not in self.liveness.after:
            original = self.origins.original(statement)
            statement = next(s for s in self.liveness.after if self.origins.original(s) is original)
        return self.liveness.after[statement]

    def fresh(self, *bases: str) -> str:
        """A name that the function does not use; the first that is free."""
        candidates = chain(bases, (f"{bases[0]}_{n}" for n in count(2)))
        name = next(c for c in candidates if c not in self.taken)
        self.taken.add(name)
        return name

    def function_without_exits(self, function: ast.FunctionDef) -> ast.FunctionDef:
        """The function, or one nested in it, with another body."""
        body = list(function.body)
        if next(self.leaving.of(body), None) is not None and not always_leaves(body):
            body.append(self.origins.make(ast.Return(None), body[-1]))
        return self.origins.changed(function, body=self.sequence(body, FunctionRegion()))

    def make(self, tree: ast.stmt, like: ast.AST) -> ast.stmt:
        return self.origins.make(tree, like)

    def sequence(self, statements: Sequence[ast.stmt], region: Region) -> list[ast.stmt]:
        """The statements without exits; what can no longer be reached is left out."""
        from hybridc.structure.loops import structured_loop

        result: list[ast.stmt] = []
        for index, statement in enumerate(statements):
            rest = statements[index + 1 :]
            if statement in self.leaving.exits:
                return result + region.leaf(self, statement)
            if not self.touches(statement):
                result.append(statement)
            elif statement in self.reformed:
                self.reformed.discard(statement)
                return result + self.sequence([*other_form(self, statement), *rest], region)
            elif isinstance(statement, ast.If) and statement in self.split:
                whole = split(self, statement, rest)
                self.split.clear()  # what was found of others holds no more
                return result + self.sequence([whole] if whole is not None else [statement, *rest], region)
            elif isinstance(statement, ast.For | ast.While):
                before, loop, after = structured_loop(self, statement)
                before = [*(self.unset_name(n, statement) for n in sorted(self.first_set.get(statement, ()))), *before]
                result += [*before, *loop]
                if after:
                    taken = self._taken_out(result, statement, rest)
                    return result + self.sequence([*after, *taken, *rest], region)
            elif isinstance(statement, ast.If):
                if self.leaving.leaves(statement):
                    rest = [*self._taken_out(result, statement, rest), *rest]
                    return result + self.branch(statement, rest, region)
                result.append(self._with_blocks(statement, statement.body, statement.orelse, region))
            elif isinstance(statement, ast.FunctionDef):
                result.append(self.function_without_exits(statement))
            else:
                result.append(statement)
        return result

    def _taken_out(self, above: list[ast.stmt], exiting: ast.stmt, rest: Sequence[ast.stmt]) -> list[ast.stmt]:
        """Lists and dicts that are made above the exit and only filled below it."""
        known = next((s for s in reversed(rest) if s in self.liveness.after), None)
        return [] if known is None else take_out_displays(above, exiting, rest, self.liveness.after[known])

    def _with_blocks(
        self, statement: ast.If, body: Sequence[ast.stmt], orelse: Sequence[ast.stmt], region: Region
    ) -> ast.stmt:
        """The `if` with these blocks; an empty body is avoided."""
        yes, no = self.sequence(body, region), self.sequence(orelse, region)
        if yes:
            return self.origins.changed(statement, body=yes, orelse=no)
        if not no:
            return self.origins.changed(statement, body=[self.make(ast.Pass(), statement)], orelse=[])
        new = ast.If(negation(statement.test), no, [])
        self.origins.make(new, statement)
        self.origins.of[new] = self.origins.original(statement)
        if statement not in self.origins.made:
            self.origins.made.discard(new)
        return new

    def branch(self, statement: ast.If, rest: Sequence[ast.stmt], region: Region) -> list[ast.stmt]:
        """An `if` that may leave, and what follows it, which belongs to the paths that do not."""
        body, orelse = statement.body, statement.orelse
        simple = region.as_flag(self, statement, self.leaving)
        if simple is not None:
            return [simple, *self.guarded(region.guard([*self.leaving.of([statement])]), statement, rest, region)]
        if not rest or always_leaves(body):
            return [self._with_blocks(statement, body, [*orelse, *rest], region)]
        if always_leaves(orelse):
            return [self._with_blocks(statement, [*body, *rest], orelse, region)]
        copies = self.leaving.copies([statement])
        if (copies - 1) * size(rest) <= _MOST_COPIED or copies == 1:
            return [self._with_blocks(statement, [*body, *self.copied(rest)], [*orelse, *rest], region)]
        return self._flagged(statement, rest, region)

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
                if one in self.reformed and isinstance(other, ast.stmt):
                    self.reformed.add(other)
        return new

    def _flagged(self, statement: ast.If, rest: Sequence[ast.stmt], region: Region) -> list[ast.stmt]:
        """The rest is done unless a flag says that the branch has left."""
        exits = list(self.leaving.of([statement]))
        if region.returns_directly:
            returns = FlaggedReturns(region)
            new = self._with_blocks(statement, statement.body, statement.orelse, returns)
            before = [self.flag(f, statement) for f in returns.flags]
            before += self.unset_for(returns.values, statement)
            before += self.unset_on_leaving([statement], statement)
            self.leaving.exits.update(returns.values)
            after = [self.make(ast.If(read(f), [v], []), v) for f, v in zip(returns.flags, returns.values, strict=True)]
            return [*before, new, *self.sequence([*after, *rest], region)]
        inner, before = region, []
        if any(isinstance(e, ast.Continue) for e in exits):
            inner = skip = SkipRegion(region, self.fresh("skip", "skipped"))
            before = [self.flag(skip.flag, statement)]
        new = self._with_blocks(statement, statement.body, statement.orelse, inner)
        return [*before, new, *self.guarded(inner.guard(exits), statement, rest, region)]

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

    def guarded(self, guard: ast.expr, statement: ast.stmt, rest: Sequence[ast.stmt], region: Region) -> list[ast.stmt]:
        """The rest, where the guard holds."""
        block = self.sequence(rest, region)
        if not block:
            return []
        return [self.make(ast.If(guard, block, []), statement)]


def names_in(statement: ast.stmt) -> frozenset[str]:
    """Names that a statement without blocks reads."""
    return frozenset().union(*(names_read(e) for e in ast.iter_child_nodes(statement)))
