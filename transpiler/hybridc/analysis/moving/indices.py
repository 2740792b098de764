"""What the indices of arrays say, where loops move slices."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from hybridc.analysis.moving.bounds import Bound, Lengths, Masks
from hybridc.analysis.moving.span import Parts, Unfit, is_number
from hybridc.program.plans import FunctionPlan
from hybridc.structure.trees import read
from hybridc.syntax.walking import walk

NO_PLACE = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.NamedExpr)


@dataclass(frozen=True)
class Indices:
    """Of one function. `moves`: whether loops change a number; `reads`: whether something of a slice is read;
    `or_asks`: tracing may tell that a slice lies within its array."""

    plan: FunctionPlan
    masks: Masks
    lengths: Lengths
    moves: Callable[[ast.expr], bool]
    reads: Callable[[ast.AST], bool]
    or_asks: bool

    def is_moving(self, part: ast.Slice) -> bool:
        return any(self.moves(b) for b in (part.lower, part.upper, part.step) if b is not None)

    def is_read(self, node: ast.Subscript) -> bool:
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        return any(isinstance(p, ast.Slice) and self.is_moving(p) for p in parts)

    def parts(self, node: ast.Subscript) -> Parts:
        """Raises Unfit where more than slices and numbers stand in the index."""
        given = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        found = Parts()
        for axis, part in enumerate(given):
            if self._is_list(part) and all(isinstance(p, ast.Slice) for p in given if p is not part):
                found.index.append(part)  # whose axis stays where it is
                found.bounds.append(None)
                continue
            if not isinstance(part, ast.Slice):
                if self.reads(part) or not is_number(self.plan.values.get(part)):
                    raise Unfit(node)
                found.index.append(part)
                continue
            found.index.append(ast.Slice(None, None, None) if self.is_moving(part) else part)
            found.bounds.append(None)
            if self.is_moving(part):
                upper = part.upper
                if part.step is not None or any(self._may_do_more(b) for b in (part.lower, upper) if b is not None):
                    raise Unfit(node)
                length = self._length_in_all_turns(part)
                if length is not None and part.lower is not None and self._is_within(node.value, axis, part):
                    found.windows[len(found.bounds) - 1] = part.lower, length
                elif length is not None and part.lower is not None and (last := self._last(part.lower)) is not None:
                    found.windows[len(found.bounds) - 1] = part.lower, length
                    found.lasts[len(found.bounds) - 1] = last
                elif length is not None and self.masks.sizes.is_of_blocks(part):
                    raise Unfit(node)  # few turns, each of which would compute with the whole axis
                elif self._ends_at(part.lower, upper) and upper is not None:
                    end = self._as_far(node.value, axis, upper)
                    found.index[-1] = self.masks.origins.make(
                        ast.Slice(None, upper, None), part
                    )  # that much of it alone
                    found.bounds[-1] = Bound(part.lower, None, end)
                else:
                    of = self.lengths.of(node.value, axis)
                    found.bounds[-1] = Bound(part.lower, part.upper, of, length is not None)
        return found

    def _is_list(self, part: ast.expr) -> bool:
        """`[k, p]` of `A[[k, p], :k]`"""
        return isinstance(part, ast.List) and all(is_number(self.plan.values.get(e)) for e in part.elts)

    def _may_do_more(self, bound: ast.expr) -> bool:
        """Than to give a number: bounds are computed again, and before what stands on their left."""
        return not all(self.is_pure(n) for n in walk(bound))

    def is_pure(self, node: ast.AST) -> bool:
        """What it is made of aside, it does nothing but give a value."""
        match node:
            case ast.Call(func=ast.Name(id="abs" | "int" | "len" | "max" | "min")):
                return (self.masks.named(node.func) or "").startswith("builtins.")
            case ast.Call():
                mapping = self.plan.lines.mappings.get(node)
                return mapping is not None and not mapping.entry.writes
        return not isinstance(node, NO_PLACE)

    def _ends_at(self, lower: ast.expr | None, upper: ast.expr | None) -> bool:
        """At one place in all turns; both bounds count from the start."""
        bounds = [b for b in (lower, upper) if b is not None]
        return upper is not None and not self.moves(upper) and all(map(self.masks.sizes.is_from_start, bounds))

    def _as_far(self, array: ast.expr, axis: int, end: ast.expr) -> ast.expr:
        """The end of a slice, which may lie behind that of the array."""
        sizes = self.masks.sizes
        if isinstance(array, ast.Name) and sizes.is_at_most(end, sizes.length(array.id, axis)):
            return end
        return ast.Call(read("min"), [end, self.lengths.of(array, axis)], [])

    def _length_in_all_turns(self, part: ast.Slice) -> ast.expr | None:
        if part.lower is None or part.upper is None:
            return None
        length = self.masks.sizes.extent(part.lower, part.upper)
        is_none = isinstance(length, ast.Constant) and isinstance(length.value, int) and length.value < 0
        return None if length is None or is_none or self.moves(length) else length

    def _is_within(self, array: ast.expr, axis: int, part: ast.Slice) -> bool:
        """It is never cut short."""
        sizes = self.masks.sizes
        if not isinstance(array, ast.Name) or part.lower is None or part.upper is None:
            return False
        return sizes.is_from_start(part.lower) and sizes.is_at_most(part.upper, sizes.length(array.id, axis))

    def _last(self, start: ast.expr) -> ast.expr | None:
        """What the start of a slice is in the last turns of loops, where tracing knows that."""
        sizes, found = self.masks.sizes, self.masks.sizes.of(start)
        if not self.or_asks or found is None or not sizes.is_from_start(start):
            return None
        lasts: dict[str, ast.expr] = {}
        for name in {n.id for n in walk(start) if isinstance(n, ast.Name) and self.moves(n)}:
            stop, grows = self._stop(name), found.get((name,), 0) > 0
            if stop is None or not grows or any(name in part and len(part) > 1 for part in found):
                return None
            lasts[name] = ast.BinOp(self.masks.again(stop), ast.Sub(), ast.Constant(1))
        return _Put(lasts).visit(self.masks.again(start))  # type: ignore[no-any-return]

    def _stop(self, counter: str) -> ast.expr | None:
        """Where the one loop ends that counts in it, by one."""
        match self.masks.sizes.loops.get(counter):
            case [ast.For(iter=ast.Call(func=ast.Name(id="range"), args=[*_, stop] as given))] if len(given) < 3:
                value = self.plan.values.get(stop)
                is_known = value is not None and value.is_static and not self.moves(stop)
                return stop if is_known and self.masks.sizes.is_whole(counter) else None
        return None

    def whole(self, array: ast.expr, index: list[ast.expr], like: ast.AST) -> ast.expr:
        """The elements of the array at the index, whose last parts may say nothing."""
        while index and _is_all(index[-1]):
            index = index[:-1]
        if not index:  # which stands where the slice stood
            found = self.masks.again(array)
            self.masks.origins.made.add(found)
            return found
        place = index[0] if len(index) == 1 else ast.Tuple(index, ast.Load())
        return self.masks.origins.make(ast.Subscript(array, place, ast.Load()), like)

    def rank(self, array: ast.expr, parts: Parts) -> int | None:
        """How many dimensions what the index means has."""
        held = self.plan.values[array]
        rank = held.rank if held.rank is not None else self.masks.sizes.rank(array)
        return None if rank is None else rank - parts.dropped


class _Put(ast.NodeTransformer):
    """Puts expressions in the place of names."""

    def __init__(self, values: Mapping[str, ast.expr]) -> None:
        self.values = values

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.values.get(node.id, node)


def _is_all(part: ast.expr) -> bool:
    return isinstance(part, ast.Slice) and part.lower is part.upper is part.step is None
