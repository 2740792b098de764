"""Loops whose turns do not hang on each other, as functions that `jax.vmap` maps over the index.

    for i in range(1, n - 1):                     rows = []
        out[i] = x[i - 1] + x[i + 1]      ->      for i in range(1, n - 1):
                                                      rows.append(x[i - 1] + x[i + 1])
                                                  out[1:n - 1] = np.array(rows)

So it is where a turn reads nothing that another one writes, and computes with numbers: of arrays, one for each turn
might be more than memory holds. Inner loops may sum up numbers, in their order.
"""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from hybridc.analysis.light import Light
from hybridc.analysis.moving.sizes import Sizes
from hybridc.domain.lists import append_of
from hybridc.domain.sites import Memory
from hybridc.program.plans import FunctionPlan
from hybridc.structure.trees import assign, fresh, read
from hybridc.structure.views import Blocks
from hybridc.structure.work import Structured
from hybridc.syntax.dataflow import names_stored, own_statements
from hybridc.syntax.liveness import Liveness, upward_exposed
from hybridc.syntax.module import Function
from hybridc.syntax.turns import whole_number
from hybridc.syntax.walking import walk

_PLAIN = (ast.Assign, ast.AugAssign, ast.Expr, ast.For, ast.Pass)


@dataclass(frozen=True)
class _Write:
    """`out[..., i + by, ...] = value`"""

    statement: ast.stmt
    array: str
    by: int
    place: int  # of the counter in the index
    index: tuple[ast.expr, ...]
    value: ast.expr

    @property
    def others(self) -> tuple[ast.expr, ...]:
        return self.index[: self.place] + self.index[self.place + 1 :]


def with_maps(
    plan: FunctionPlan, numpy: str, sizes: Sizes, computes: Callable[[str], bool], left: Collection[ast.AST]
) -> Structured | None:
    """The function with such lists; None where it has no such loop.

    `numpy`: the file's name for it; `computes`: whether a function of the file is a formula;
    `left`: loops, as they were written, that stay what they are.
    """
    before = plan.structured
    mapping = _Mapped(plan, numpy, sizes, computes, left)
    body = mapping.block(before.node.body)
    if not mapping.has_changed:
        return None
    return Structured(before.origins.changed(before.node, body=body), before.origins, before.unset, before.assumed)


def fills(function: Function) -> bool:
    """Some loop writes at the place that it counts, and does nothing that no map does."""
    return any(
        isinstance(loop.target, ast.Name)
        and any(_write(s, loop.target.id) is not None for s in loop.body)
        and all(isinstance(s, _PLAIN) for s in own_statements(loop.body))
        for loop in function.of(ast.For)
    )


def _write(statement: ast.stmt, counter: str) -> _Write | None:
    match statement:
        case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=array), slice=index)], value=value):
            pass
        case _:
            return None
    parts = index.elts if isinstance(index, ast.Tuple) else [index]
    found = [(n, by) for n, part in enumerate(parts) if (by := _more_than(part, counter)) is not None]
    if len(found) != 1 or sum(counter in _names(part) for part in parts) > 1:
        return None
    ((place, by),) = found
    is_behind = not any(isinstance(part, ast.Slice) for part in parts[:place])  # the axis of the turns comes first
    return _Write(statement, array, by, place, tuple(parts), value) if is_behind else None


class _Mapped(Blocks):
    """Inner loops come first: what they give is written as one row by those around them."""

    def __init__(
        self,
        plan: FunctionPlan,
        numpy: str,
        sizes: Sizes,
        computes: Callable[[str], bool],
        left: Collection[ast.AST],
    ) -> None:
        super().__init__(plan.structured.origins)
        self.plan, self.numpy, self.sizes, self.computes, self.left = plan, numpy, sizes, computes, left
        liveness = Liveness()
        liveness.block(plan.structured.node.body, frozenset())
        self.after: dict[ast.AST, frozenset[str]] = {}
        for statement, live in liveness.after.items():  # which may stand there several times
            original = self.origins.original(statement)
            self.after[original] = self.after.get(original, frozenset()) | live
        nodes = [*walk(plan.structured.node)]
        self.taken = {n.id for n in nodes if isinstance(n, ast.Name)} | {*plan.function.parameters}
        self.memory: defaultdict[str, Memory] = defaultdict(frozenset)  # that names have anywhere
        for node in nodes:
            if isinstance(node, ast.Name) and (value := plan.values.get(node)) is not None:
                self.memory[node.id] |= value.memory
        self.rows: dict[str, int] = {}  # lists that were made, with the ranks of their arrays
        self.has_changed = False

    def statement(self, statement: ast.stmt) -> list[ast.stmt]:
        if isinstance(statement, ast.For) and (made := self._mapped(statement)) is not None:
            self.has_changed = True
            return made
        return [statement]

    def _mapped(self, loop: ast.For) -> list[ast.stmt] | None:
        if self.origins.original(loop) in self.left:
            return None
        match loop:
            case ast.For(
                target=ast.Name(id=counter),
                iter=ast.Call(func=ast.Name(id="range"), args=[*bounds], keywords=[]),
                orelse=[],
            ) if 0 < len(bounds) < 3:
                start, stop = (ast.Constant(0), bounds[0]) if len(bounds) == 1 else bounds
            case _:
                return None
        writes = [w for s in loop.body if (w := _write(s, counter)) is not None]
        if not writes or not self._are_apart(loop, counter, writes):
            return None
        light = Light(self.plan, self.sizes, self.computes, frozenset())
        if not all(light.is_length(n) for bound in bounds for n in walk(bound)):
            return None  # what is said again
        if not all(self.sizes.is_from_start(_plus(start, w.by)) for w in writes):
            return None  # indices below zero count from the end
        if not self.sizes.is_from_start(stop):
            stop = ast.Call(read("max"), [stop, start], [])
        lists = {w.statement: fresh(self.taken, f"{w.array}_rows") for w in writes}
        self.rows |= {lists[w.statement]: 1 + self._rank(w.value) for w in writes}
        body = []
        for statement in loop.body:
            write = next((w for w in writes if w.statement is statement), None)
            body.append(statement if write is None else self._append(lists[statement], write))
        new = self.origins.changed(loop, body=body)
        self.origins.apart.add(new)
        before = [self.origins.make(assign(name, ast.List([], ast.Load())), loop) for name in lists.values()]
        after = [self._set(lists[w.statement], w, start, stop, loop) for w in writes]
        return [*before, new, *after]

    def _append(self, name: str, write: _Write) -> ast.stmt:
        call = ast.Call(ast.Attribute(read(name), "append", ast.Load()), [write.value], [])
        return self.origins.make(ast.Expr(call), write.statement)

    def _set(self, name: str, write: _Write, start: ast.expr, stop: ast.expr, loop: ast.For) -> ast.stmt:
        first, end = (_plus(self._again(bound), write.by) for bound in (start, stop))
        places = ast.Slice(None if whole_number(first) == 0 else first, end, None)
        parts = [places if n == write.place else self._again(part) for n, part in enumerate(write.index)]
        index = parts[0] if len(parts) == 1 else ast.Tuple(parts, ast.Load())
        target = ast.Subscript(read(write.array), index, ast.Store())
        array = ast.Call(ast.Attribute(read(self.numpy), "array", ast.Load()), [read(name)], [])
        made = self.origins.make(ast.Assign([target], array), loop)
        self.origins.of[made] = self.origins.original(write.statement)
        return made

    def _again(self, node: ast.expr) -> ast.expr:
        return self.origins.copied([node])[0] if hasattr(node, "lineno") else self.origins.remade(node)

    def _are_apart(self, loop: ast.For, counter: str, writes: Sequence[_Write]) -> bool:
        """No turn reads what another one leaves, and what they compute are numbers."""
        arrays = {w.array for w in writes}
        mentions = Counter(n.id for s in loop.body for n in walk(s) if isinstance(n, ast.Name))
        own = {w.array: _own_reads(loop, w) for w in writes}
        if len(arrays) < len(writes) or any(mentions[w.array] > 1 + own[w.array] or not self._takes(w) for w in writes):
            return False
        stored = frozenset().union(*map(names_stored, loop.body)) - arrays - self.rows.keys()
        live = self.after.get(self.origins.original(loop))
        if live is None or (stored | {counter}) & live or counter in stored:
            return False
        fixed = [*(o for w in writes for o in w.others), loop.iter]
        if upward_exposed(loop.body, frozenset()) - arrays or any(_names(each) & stored for each in fixed):
            return False
        light = Light(self.plan, self.sizes, self.computes, stored)
        return not self._shares(loop, arrays) and all(self._is_light(s, light) for s in loop.body)

    def _takes(self, write: _Write) -> bool:
        """One number is written in each place, or a row of what an inner loop gave."""
        slices = sum(isinstance(part, ast.Slice) for part in write.index)
        assert isinstance(write.statement, ast.Assign) and isinstance(write.statement.targets[0], ast.Subscript)
        held = self.plan.values.get(write.statement.targets[0].value)
        rank = held.rank if held is not None and held.rank is not None else self.sizes.rank_made(write.array)
        return rank == len(write.index) and slices == self._rank(write.value)

    def _rank(self, value: ast.expr) -> int:
        return max((self.rows[name] for name in _names(value) & self.rows.keys()), default=0)

    def _shares(self, loop: ast.For, arrays: set[str]) -> bool:
        """What is read may be what is written, by another name."""
        nodes = [n for n in walk(loop) if isinstance(n, ast.Name)]
        known = [(n.id, value) for n in nodes if (value := self.plan.values.get(n)) is not None]
        written = frozenset().union(*(self.memory[name] for name in arrays))
        return any(name not in arrays and not v.memory.isdisjoint(written) for name, v in known)

    def _is_light(self, statement: ast.stmt, light: Light) -> bool:
        if isinstance(statement, ast.Assign) and _names(statement.value) & self.rows.keys():
            return True  # a row that was looked at before
        match statement:
            case ast.Assign(targets=targets, value=value):
                is_bound = all(isinstance(n, ast.Name | ast.Tuple | ast.expr_context) for t in targets for n in walk(t))
                is_write = len(targets) == 1 and isinstance(targets[0], ast.Subscript)
                is_list = isinstance(value, ast.List) and not value.elts
                return (is_bound and is_list) or ((is_bound or is_write) and light.is_number(value))
            case ast.AugAssign(target=ast.Name(), value=value):
                return light.is_number(value)
            case ast.For(target=ast.Name(), iter=ast.Call(func=ast.Name(id="range")), body=body, orelse=[]):
                return all(self._is_light(s, light) for s in body) and not any(
                    isinstance(n, ast.Subscript) and isinstance(n.ctx, ast.Store) for s in body for n in walk(s)
                )
            case ast.Expr():
                append = append_of(statement)
                return append is not None and append[0] in self.rows and light.is_number(append[1])
        return isinstance(statement, ast.Pass)


def _own_reads(loop: ast.For, write: _Write) -> int:
    """How often a turn reads the array where it writes it itself, before it does: what no other turn writes."""
    place = ast.unparse(write.index[write.place])
    count = 0
    for statement in loop.body[: loop.body.index(write.statement) + 1]:
        for node in walk(statement):
            match node:
                case ast.Subscript(value=ast.Name(id=array), slice=index, ctx=ast.Load()) if array == write.array:
                    parts = index.elts if isinstance(index, ast.Tuple) else [index]
                    count += len(parts) > write.place and ast.unparse(parts[write.place]) == place
    return count


def _names(node: ast.AST) -> frozenset[str]:
    return frozenset(n.id for n in walk(node) if isinstance(n, ast.Name))


def _plus(node: ast.expr, by: int) -> ast.expr:
    known = whole_number(node)
    if known is not None and known + by >= 0:
        return ast.Constant(known + by)
    if not by:
        return node
    return ast.BinOp(node, ast.Add() if by > 0 else ast.Sub(), ast.Constant(abs(by)))


def _more_than(index: ast.expr, counter: str) -> int | None:
    """1 of `i + 1`."""
    match index:
        case ast.Name(id=name) if name == counter:
            return 0
        case ast.BinOp(left=ast.Name(id=name), op=ast.Add() | ast.Sub() as op, right=ast.Constant(value=int(by))):
            return None if name != counter else by if isinstance(op, ast.Add) else -by
    return None
