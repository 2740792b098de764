"""Loops whose exits become part of their condition."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from hybridc.domain.lists import item_name
from hybridc.structure.appending import append_item, collected, without_append
from hybridc.structure.counting import Counted, counted
from hybridc.structure.leaving import Exit, exits_of, is_endless, turns_over
from hybridc.structure.regions import LoopRegion, Region
from hybridc.structure.steps import with_any_step
from hybridc.structure.trees import assign, conjunction, is_pure, names_read_in, negation, read
from hybridc.structure.work import Structuring
from hybridc.syntax.dataflow import names_read, targets_bound
from hybridc.syntax.turns import takes_a_turn

Rewriting = Callable[[Sequence[ast.stmt], Region], list[ast.stmt]]  # of the statements of a block
Blocks = tuple[list[ast.stmt], list[ast.stmt], list[ast.stmt]]  # before the loop, the loop, and after it


def structured_loop(work: Structuring, loop: ast.For | ast.While, rewritten: Rewriting) -> Blocks:
    """The loop without the exits that are to go. What comes after may hold exits of its own."""
    exits = [e for e in work.leaving.of(loop.body) if not isinstance(e, ast.Continue)]
    if loop in work.first_set and not is_endless(work.origins.original(loop)):
        for name in work.first_set[loop]:
            work.assume(name, loop)
    ends_early = any(isinstance(e, ast.Break) for e in exits_of(loop.body))
    if not exits and not (ends_early and any(work.leaving.leaves(s) for s in loop.orelse)):
        return _continued(work, loop, ends_early, rewritten)
    # A loop said in another form may have come by an exit of its own.
    work.leaving.exits |= set(exits_of(loop.body))
    exits = [e for e in work.leaving.of(loop.body) if not isinstance(e, ast.Continue)]
    if isinstance(loop, ast.For) and (loop in work.python_loops or collected(loop, exits)):
        return _collecting(work, loop, exits, rewritten)
    over = counted(work, loop) if isinstance(loop, ast.For) else Counted.of_while(loop)
    if over is None and isinstance(loop, ast.For) and (turning := with_any_step(work, loop)) is not None:
        *above, turned = turning
        assert isinstance(turned, ast.For)
        before, inner, after = structured_loop(work, turned, rewritten)
        return [*above, *before], inner, after
    if over is None:
        work.leaving.exits -= set(work.leaving.inside([loop]))
        return [], [loop], []
    guard = _guard(work, loop, over, exits)
    if guard is not None:
        return _conditioned(work, loop, over, guard, rewritten)
    return _flagged(work, loop, over, exits, rewritten)


def _continued(work: Structuring, loop: ast.For | ast.While, ends_early: bool, rewritten: Rewriting) -> Blocks:
    """No exit but `continue` and those that may stay. Without a `break`, the `else` is always done."""
    region = LoopRegion(loop, ())
    body = rewritten(loop.body, region)
    assert not region.flags, "an exit of the loop that nothing after it would tell of"
    target = getattr(loop, "target", None)
    if loop in work.outliving and target is not None:
        target, bound = _renamed(work, loop, target, frozenset(work.outliving[loop]))
        body = [*bound, *body]
    changes: dict[str, object] = {} if target is None else {"target": target}
    orelse = rewritten(loop.orelse, LoopRegion(loop, ())) if ends_early else []
    new = work.origins.changed(loop, body=_filled(work, body, loop), orelse=orelse, **changes)
    return [], [new], [] if ends_early else loop.orelse


def _renamed(
    work: Structuring, loop: ast.stmt, target: ast.expr, names: frozenset[str]
) -> tuple[ast.expr, list[ast.stmt]]:
    """The target under other names, and what binds the loop's variables: they become a part of what it carries."""
    bound: list[ast.stmt] = []

    class Renamed(ast.NodeTransformer):
        def visit_Name(self, node: ast.Name) -> ast.Name:
            if node.id not in names:
                return node
            name = work.fresh(f"this_{node.id}")
            bound.append(work.make(assign(node.id, read(name)), loop))
            return work.origins.make(ast.Name(name, ast.Store()), loop)

    new = Renamed().visit(work.origins.copied([target])[0])
    return new, bound


def _filled(work: Structuring, body: list[ast.stmt], loop: ast.stmt) -> list[ast.stmt]:
    return body or [work.make(ast.Pass(), loop)]


def _guard(work: Structuring, loop: ast.For | ast.While, over: Counted, exits: Sequence[Exit]) -> ast.If | None:
    """The `if ...: break` at the head of the body, if it is the loop's only exit."""
    first = loop.body[0]
    if not isinstance(first, ast.If) or first.body[-1:] != list(exits) or not is_pure(first.test):
        return None
    if isinstance(loop, ast.While) and not is_pure(loop.test):
        return None
    if any(work.leaving.leaves(s) for s in (*first.body[:-1], *first.orelse)):
        return None
    elements = over.elements.keys()
    live = work.live_after(loop) & elements
    used = [n for n in ast.walk(first.test) if isinstance(n, ast.Name) and n.id in elements]
    are_expressions = all(names_read(over.elements[n.id]) != {n.id} for n in used)
    return first if not live and are_expressions and len(used) <= 2 else None


def _conditioned(
    work: Structuring, loop: ast.For | ast.While, over: Counted, guard: ast.If, rewritten: Rewriting
) -> Blocks:
    """`while test and not exit:`, then what the exit does where the test still holds."""
    *actions, leave = guard.body
    again = over.with_elements(work, guard.test)
    test = conjunction(over.test, negation(again))
    rest = rewritten([*guard.orelse, *loop.body[1:]], LoopRegion(loop, ()))
    if names_read_in(rest) & over.elements.keys():
        rest = [*over.prologue, *rest]
    new = ast.While(test, _filled(work, [*rest, *over.step], loop), [])
    assert isinstance(loop, ast.While) or not turns_over(new), "a `continue` that passes over the count"
    work.make(new, loop)
    work.origins.of[new] = work.origins.original(loop)
    after = [*actions] if isinstance(leave, ast.Break) else [*actions, leave]
    if names_read_in(after) & over.elements.keys():
        after = [*work.copied(over.prologue), *after]
    otherwise = [*over.undone(work, loop), *loop.orelse]
    still = work.origins.copied([over.test])[0]
    if isinstance(still, ast.Constant) and still.value is True:
        return over.before, [new], after
    ending: list[ast.stmt] = []
    if after:
        ending = [ast.If(still, after, otherwise)]
    elif otherwise:
        ending = [ast.If(negation(still), otherwise, [])]
    return over.before, [new], [work.make(s, loop) for s in ending]


def _collecting(work: Structuring, loop: ast.For, exits: Sequence[Exit], rewritten: Rewriting) -> Blocks:
    """A loop that takes all its turns, of which those after an exit do nothing but fill lists."""
    appends = collected(loop, exits)
    items = {s: work.fresh(item_name(name)) for s, name in appends.items()}
    body = [without_append(work, s, items[s]) if s in items else s for s in loop.body]
    before, made, after = _flagged(
        work, work.origins.changed(loop, body=body) if items else loop, None, exits, rewritten
    )
    for new in made if items else ():
        assert isinstance(new, ast.For)
        new.body[:0] = [work.unset_name(item, loop) for item in items.values()]
        new.body += [append_item(work, s, appends[s], item) for s, item in items.items()]
    return before, made, after


def _flagged(
    work: Structuring, loop: ast.For | ast.While, over: Counted | None, exits: Sequence[Exit], rewritten: Rewriting
) -> Blocks:
    """Flags end the loop, and tell afterwards how it ended."""
    live = work.live_after(loop)
    step = over.step if over is not None else []
    waits = over is not None and _counter_is_read(over, loop, live, exits)
    new: ast.For | ast.While
    region = LoopRegion(loop, step if waits else [])
    body = rewritten([*loop.body, *(step if waits else [])], region)
    target: ast.expr | None = None
    bound: list[ast.stmt] = []
    kept: frozenset[str] = frozenset()
    if over is None and isinstance(loop, ast.For):
        # Python's loop goes on after an exit: its variables must not.
        read_later = live.union(*(names_read(e.value) for e in exits if isinstance(e, ast.Return)))
        kept = targets_bound(loop.target) & read_later
        target, bound = _renamed(work, loop, loop.target, kept)
    tests = [negation(read(f)) for f in region.flags]
    if over is None:
        assert isinstance(loop, ast.For)
        inner = work.make(ast.If(conjunction(*tests), _filled(work, [*bound, *body], loop), []), loop)
        new = work.origins.changed(loop, target=target, body=[inner], orelse=[])
    else:
        body = [*over.prologue, *body, *([] if waits else step)]
        new = ast.While(conjunction(*tests, over.test), _filled(work, body, loop), [])
        assert isinstance(loop, ast.While) or not turns_over(new), "a `continue` that passes over the count"
        work.make(new, loop)
        work.origins.of[new] = work.origins.original(loop)
    returns = [value for _, value in region.returns]
    work.leaving.exits.update(returns)
    after: list[ast.stmt] = [work.make(ast.If(read(f), [v], []), v) for f, v in region.returns]
    if is_endless(loop) and after and not region.done:
        *others, last = after
        assert isinstance(last, ast.If)
        after = [*others, *last.body]  # nothing else ends the loop
    ended = [*(over.undone(work, loop) if over is not None else []), *loop.orelse]
    if ended:
        guards = [read(region.done)] if region.done else []
        if region.returns and not region.done and not _leaves_function(after):
            guards = [read(f) for f in region.flags]
        after += [work.make(ast.If(conjunction(*map(negation, guards)), ended, []), loop)] if guards else ended
    before = [work.flag(f, loop) for f in region.flags]
    before += [work.unset_name(name, loop) for name in sorted(kept & live - work.bound_before(loop))]
    if over is None and isinstance(loop, ast.For) and takes_a_turn(loop.iter) and _only_returns(exits):
        before += work.unset_on_leaving(loop.body, loop)
    reads = [*returns, *(s for s in ended)]
    counter = targets_bound(over.counter) if over is not None and over.counter is not None else frozenset()
    before += work.unset_for([s for s in reads if isinstance(s, ast.Return)], loop, counter)
    return [*(over.before if over is not None else []), *before], [new], after


def _only_returns(exits: Sequence[Exit]) -> bool:
    return all(isinstance(e, ast.Return) for e in exits)


def _leaves_function(after: Sequence[ast.stmt]) -> bool:
    """Every one of the `if`s returns, so that what follows is reached by no loop that found something."""
    return all(isinstance(s, ast.If) and isinstance(s.body[-1], ast.Return) for s in after)


def _counter_is_read(over: Counted, loop: ast.stmt, live: frozenset[str], exits: Sequence[Exit]) -> bool:
    """The counter's value at an exit matters, so that it is not counted up then."""
    counter = targets_bound(over.counter) if over.counter is not None else frozenset()
    values = frozenset().union(*(names_read(e.value) for e in exits if isinstance(e, ast.Return)))
    return bool(counter & (live | values)) or isinstance(loop, ast.While)
