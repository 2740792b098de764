"""The structured form of a function: no exit that compiled code cannot take is left in it."""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping, Sequence
from functools import partial

from hybridc.structure.forms import other_form
from hybridc.structure.leaving import always_leaves, size
from hybridc.structure.loops import structured_loop
from hybridc.structure.regions import FlaggedReturns, FunctionRegion, Region, SkipRegion
from hybridc.structure.sinking import take_out_displays
from hybridc.structure.splitting import split
from hybridc.structure.trees import negation, read
from hybridc.structure.work import Structured, Structuring

_MOST_COPIED = 4  # statements that may be written twice instead of testing a flag


def structured(
    before: Structured,
    exits: Collection[ast.stmt],
    python_loops: Collection[ast.stmt],
    first_set: Mapping[ast.stmt, Collection[str]],
    outliving: Mapping[ast.stmt, Collection[str]],
    reformed: Collection[ast.AST],
    split: Mapping[ast.stmt, Mapping[str, tuple[bool | None, bool | None]]],
) -> Structured:
    """The function without the given `return`, `break` and `continue`.

    `python_loops` run while tracing. `first_set`: names that a loop is the first to set and that are read after it.
    `outliving`: loop variables that are read after their turn. `reformed`: statements to be said in another form, and
    parts of them that say in which. `split`: branches that leave a name None on one side only; whether it is on
    either, None where that is not known.
    """
    work = Structuring(before, exits, python_loops, first_set, outliving, reformed, split)
    node = function_without_exits(work, before.node)
    return Structured(node, work.origins, work.unset, work.assumed)


def function_without_exits(work: Structuring, function: ast.FunctionDef) -> ast.FunctionDef:
    """The function, or one nested in it, with another body."""
    body = list(function.body)
    if next(work.leaving.of(body), None) is not None and not always_leaves(body):
        body.append(work.origins.make(ast.Return(None), body[-1]))
    return work.origins.changed(function, body=sequence(work, body, FunctionRegion()))


def sequence(work: Structuring, statements: Sequence[ast.stmt], region: Region) -> list[ast.stmt]:
    """The statements without exits; what can no longer be reached is left out."""
    result: list[ast.stmt] = []
    for index, statement in enumerate(statements):
        rest = statements[index + 1 :]
        if statement in work.leaving.exits:
            return result + region.leaf(work, statement)
        if not work.touches(statement):
            result.append(statement)
        elif statement in work.reformed:
            work.reformed.discard(statement)
            return result + sequence(work, [*other_form(work, statement), *rest], region)
        elif isinstance(statement, ast.If) and statement in work.split:
            whole = split(work, statement, rest)
            work.split.clear()  # what was found of others holds no more
            return result + sequence(work, [whole] if whole is not None else [statement, *rest], region)
        elif isinstance(statement, ast.For | ast.While):
            before, loop, after = structured_loop(work, statement, partial(sequence, work))
            before = [*(work.unset_name(n, statement) for n in sorted(work.first_set.get(statement, ()))), *before]
            result += [*before, *loop]
            if after:
                taken = _taken_out(work, result, statement, rest)
                return result + sequence(work, [*after, *taken, *rest], region)
        elif isinstance(statement, ast.If):
            if work.leaving.leaves(statement):
                rest = [*_taken_out(work, result, statement, rest), *rest]
                return result + branch(work, statement, rest, region)
            result.append(_with_blocks(work, statement, statement.body, statement.orelse, region))
        elif isinstance(statement, ast.FunctionDef):
            result.append(function_without_exits(work, statement))
        elif isinstance(statement, ast.With) and not work.leaving.leaves(statement):
            result.append(work.origins.changed(statement, body=sequence(work, statement.body, region)))
        else:
            result.append(statement)
    return result


def _taken_out(work: Structuring, above: list[ast.stmt], exiting: ast.stmt, rest: Sequence[ast.stmt]) -> list[ast.stmt]:
    """Lists and dicts that are made above the exit and only filled below it."""
    known = next((s for s in reversed(rest) if s in work.liveness.after), None)
    return [] if known is None else take_out_displays(above, exiting, rest, work.liveness.after[known])


def _with_blocks(
    work: Structuring, statement: ast.If, body: Sequence[ast.stmt], orelse: Sequence[ast.stmt], region: Region
) -> ast.stmt:
    """The `if` with these blocks; an empty body is avoided."""
    yes, no = sequence(work, body, region), sequence(work, orelse, region)
    if yes:
        return work.origins.changed(statement, body=yes, orelse=no)
    if not no:
        return work.origins.changed(statement, body=[work.make(ast.Pass(), statement)], orelse=[])
    new = ast.If(negation(statement.test), no, [])
    work.origins.make(new, statement)
    work.origins.of[new] = work.origins.original(statement)
    if statement not in work.origins.made:
        work.origins.made.discard(new)
    return new


def branch(work: Structuring, statement: ast.If, rest: Sequence[ast.stmt], region: Region) -> list[ast.stmt]:
    """An `if` that may leave, and what follows it, which belongs to the paths that do not."""
    body, orelse = statement.body, statement.orelse
    simple = region.as_flag(work, statement, work.leaving)
    if simple is not None:
        return [simple, *guarded(work, region.guard([*work.leaving.of([statement])]), statement, rest, region)]
    if not rest or always_leaves(body):
        return [_with_blocks(work, statement, body, [*orelse, *rest], region)]
    if always_leaves(orelse):
        return [_with_blocks(work, statement, [*body, *rest], orelse, region)]
    copies = work.leaving.copies([statement])
    if (copies - 1) * size(rest) <= _MOST_COPIED or copies == 1:
        return [_with_blocks(work, statement, [*body, *work.copied(rest)], [*orelse, *rest], region)]
    return _flagged(work, statement, rest, region)


def _flagged(work: Structuring, statement: ast.If, rest: Sequence[ast.stmt], region: Region) -> list[ast.stmt]:
    """The rest is done unless a flag says that the branch has left."""
    exits = list(work.leaving.of([statement]))
    if region.returns_directly:
        returns = FlaggedReturns(region)
        new = _with_blocks(work, statement, statement.body, statement.orelse, returns)
        before = [work.flag(f, statement) for f in returns.flags]
        before += work.unset_for(returns.values, statement)
        before += work.unset_on_leaving([statement], statement)
        work.leaving.exits.update(returns.values)
        after = [work.make(ast.If(read(f), [v], []), v) for f, v in zip(returns.flags, returns.values, strict=True)]
        return [*before, new, *sequence(work, [*after, *rest], region)]
    inner, before = region, []
    if any(isinstance(e, ast.Continue) for e in exits):
        inner = skip = SkipRegion(region, work.fresh("skip", "skipped"))
        before = [work.flag(skip.flag, statement)]
    new = _with_blocks(work, statement, statement.body, statement.orelse, inner)
    return [*before, new, *guarded(work, inner.guard(exits), statement, rest, region)]


def guarded(
    work: Structuring, guard: ast.expr, statement: ast.stmt, rest: Sequence[ast.stmt], region: Region
) -> list[ast.stmt]:
    """The rest, where the guard holds."""
    block = sequence(work, rest, region)
    if not block:
        return []
    return [work.make(ast.If(guard, block, []), statement)]
