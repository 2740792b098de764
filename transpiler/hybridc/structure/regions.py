"""Where exits lead: out of the function, or out of a loop by way of a flag."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from hybridc.structure.leaving import Exit, Leaving
from hybridc.structure.trees import assign, conjunction, is_truth, negation, read
from hybridc.structure.work import Structuring


class Region:
    """The surroundings of a block. `returns_directly`: a `return` at the end of a path stays one."""

    returns_directly = True

    def leaf(self, work: Structuring, statement: ast.stmt) -> list[ast.stmt]:
        """What stands in the place of an exit."""
        raise NotImplementedError

    def guard(self, exits: Sequence[Exit]) -> ast.expr:
        """The test that none of these exits was taken."""
        raise NotImplementedError

    def as_flag(self, work: Structuring, statement: ast.If, leaving: Leaving) -> ast.stmt | None:
        """`flag = test` for an `if` that does nothing but leave."""
        return None


class FunctionRegion(Region):
    """The body of the function."""

    def leaf(self, work: Structuring, statement: ast.stmt) -> list[ast.stmt]:
        return [statement]


class FlaggedReturns(Region):
    """A part of the function whose `return`s set a flag; their values are computed after it."""

    returns_directly = False

    def __init__(self, parent: Region) -> None:
        self.parent = parent
        self.flags: list[str] = []
        self.values: list[ast.Return] = []

    def leaf(self, work: Structuring, statement: ast.stmt) -> list[ast.stmt]:
        if not isinstance(statement, ast.Return):
            return self.parent.leaf(work, statement)
        return [work.make(assign(self._flag(work, statement), ast.Constant(True)), statement)]

    def _flag(self, work: Structuring, statement: ast.Return) -> str:
        shown = ast.dump(statement)
        for flag, value in zip(self.flags, self.values, strict=True):
            if ast.dump(value) == shown:
                return flag
        self.flags.append(work.fresh("returned", "leaves"))
        self.values.append(statement)
        return self.flags[-1]

    def guard(self, exits: Sequence[Exit]) -> ast.expr:
        return conjunction(*(negation(read(f)) for f in self.flags))


class SkipRegion(Region):
    """A part of a loop's turn whose `continue`s set a flag."""

    def __init__(self, parent: Region, flag: str) -> None:
        self.parent = parent
        self.flag = flag
        self.returns_directly = parent.returns_directly

    def leaf(self, work: Structuring, statement: ast.stmt) -> list[ast.stmt]:
        if isinstance(statement, ast.Continue):
            return [work.make(assign(self.flag, ast.Constant(True)), statement)]
        return self.parent.leaf(work, statement)

    def guard(self, exits: Sequence[Exit]) -> ast.expr:
        others = [e for e in exits if not isinstance(e, ast.Continue)]
        skipped = negation(read(self.flag))
        return conjunction(skipped, self.parent.guard(others)) if others else skipped


class LoopRegion(Region):
    """The body of a loop. `break` and `return` set flags that end it; `continue` ends the turn."""

    returns_directly = False

    def __init__(self, loop: ast.For | ast.While, step: Sequence[ast.stmt]) -> None:
        self.loop = loop
        self.step = step  # what ends every turn that does not leave the loop
        self.done: str | None = None
        self.returns: list[tuple[str, ast.Return]] = []  # with their flags
        self._shown: dict[str, str] = {}

    @property
    def flags(self) -> list[str]:
        return [*([self.done] if self.done else []), *(flag for flag, _ in self.returns)]

    def leaf(self, work: Structuring, statement: ast.stmt) -> list[ast.stmt]:
        if isinstance(statement, ast.Continue):
            return work.copied(self.step)
        if isinstance(statement, ast.Break):
            return [work.make(assign(self._done(work), ast.Constant(True)), statement)]
        assert isinstance(statement, ast.Return)
        return [work.make(assign(self._returned(work, statement), ast.Constant(True)), statement)]

    def _done(self, work: Structuring) -> str:
        if self.done is None:
            self.done = work.fresh("done", "stopped")
        return self.done

    def _returned(self, work: Structuring, statement: ast.Return) -> str:
        shown = ast.dump(statement)
        if shown in self._shown:
            return self._shown[shown]
        flag = work.fresh("found", "returned")
        self.returns.append((flag, statement))
        self._shown[shown] = flag
        return flag

    def guard(self, exits: Sequence[Exit]) -> ast.expr:
        kinds = {type(e) for e in exits}
        flags = [self.done] if ast.Break in kinds and self.done else []
        if ast.Return in kinds:
            flags += [flag for flag, _ in self.returns]
        return conjunction(*(negation(read(f)) for f in flags))

    def as_flag(self, work: Structuring, statement: ast.If, leaving: Leaving) -> ast.stmt | None:
        match statement:
            case ast.If(test=test, body=[ast.Break() | ast.Return() as leave], orelse=[]) if (
                leave in leaving.exits and is_truth(test)
            ):
                last = self.leaf(work, leave)[0]
                # Flags are false as long as the loop goes on; a second test of one flag must not clear it.
                if not isinstance(last, ast.Assign) or len(self._uses(statement, leaving)) > 1:
                    return None
                last.value = test
                work.origins.of[last] = work.origins.original(statement)
                return last
        return None

    def _uses(self, statement: ast.If, leaving: Leaving) -> list[Exit]:
        """Exits that share the flag of this one."""
        leave = statement.body[0]
        if isinstance(leave, ast.Break):
            return [e for e in leaving.of(self.loop.body) if isinstance(e, ast.Break)]
        return [e for e in leaving.of(self.loop.body) if isinstance(e, ast.Return) and ast.dump(e) == ast.dump(leave)]
