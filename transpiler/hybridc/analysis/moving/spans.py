"""Expressions that read slices whose bounds a loop moves, computed of whole axes."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping

from hybridc.analysis.moving.bounds import Bound, Lengths, Masks
from hybridc.analysis.moving.guards import guarded
from hybridc.analysis.moving.places import aligned
from hybridc.analysis.moving.products import as_product
from hybridc.analysis.moving.reductions import reduced
from hybridc.analysis.moving.span import Bounds, Parts, Span, Unfit, best, is_number, trimmed
from hybridc.domain.atoms import Dtype
from hybridc.program.plans import FunctionPlan
from hybridc.structure.trees import read
from hybridc.syntax.turns import whole_number
from hybridc.syntax.walking import children, walk

_NO_PLACE = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.NamedExpr)


class Spans:
    """Rewrites the expressions of one function."""

    def __init__(
        self,
        plan: FunctionPlan,
        masks: Masks,
        lengths: Lengths,
        moves: Callable[[ast.expr], bool],
        mask_named: Callable[[Bound], ast.expr],
    ) -> None:
        """`moves`: whether loops change a number; `mask_named`: the name of the mask for a bound."""
        self.plan = plan
        self.masks = masks
        self.lengths = lengths
        self.moves = moves
        self._mask_named = mask_named
        self.preferred: Mapping[tuple[str, str], Bound] = {}  # of bounds that are the same, one
        self.dtypes: dict[str, Dtype] = {}  # of what is read, by its text
        self.held: Mapping[str, Span | None] = {}  # names that hold such, None where its bounds are others by now

    def reads(self, node: ast.AST) -> bool:
        """Something of such a slice is read."""
        return any(
            (isinstance(n, ast.Slice) and self.is_moving(n)) or (isinstance(n, ast.Name) and n.id in self.held)
            for n in walk(node)
        )

    def is_moving(self, part: ast.Slice) -> bool:
        return any(self.moves(b) for b in (part.lower, part.upper, part.step) if b is not None)

    def exact(self, node: ast.expr) -> ast.expr:
        """The expression without such reads; the same object where there are none."""
        if not self.reads(node):
            return node
        found = self.value(node)
        if found.bounds:
            raise Unfit(node)
        return found.tree

    def value(self, node: ast.expr, is_chosen: bool = False) -> Span:
        """`is_chosen`: where slices are read stands what a mask chooses, which sums and the like take.

        Raises Unfit.
        """
        if not self.reads(node):
            return Span(node)
        whole = self._whole(node)
        if whole is not None:
            if not (is_chosen and whole.bounds):
                return whole
            index = self.of_all(whole.bounds, [*whole.arrays])
            return Span(self.made(ast.Subscript(whole.tree, index, ast.Load()), node), whole.bounds, whole.arrays)
        match node:
            case ast.BinOp(left=left, right=right):
                return self._elementwise(node, {"left": left, "right": right}, is_chosen)
            case ast.UnaryOp(op=op, operand=operand) if not isinstance(op, ast.Not):
                return self._elementwise(node, {"operand": operand}, is_chosen)
            case ast.Compare(left=left, comparators=[right], ops=[operator]) if not isinstance(
                operator, ast.In | ast.NotIn | ast.Is | ast.IsNot
            ):
                return self._elementwise(node, {"left": left, "comparators": [right]}, is_chosen)
            case ast.Call(args=arguments, keywords=[]) if self.is_elementwise(node):
                return self._elementwise(node, {"args": arguments}, is_chosen)
        if isinstance(node, _NO_PLACE):
            raise Unfit(node)
        return Span(self._with_exact(node))

    def _whole(self, node: ast.expr) -> Span | None:
        """What is no operation element by element."""
        match node:
            case ast.Name(id=name) if name in self.held:
                held = self.held[name]
                if held is None:
                    raise Unfit(node)
                ranks = {rank for _, rank in held.arrays}
                self.dtypes[ast.dump(node)] = self.plan.values[node].dtype
                return Span(node, held.bounds, ((node, ranks.pop() if len(ranks) == 1 else None),))
            case ast.Subscript(value=ast.Name(id=name), ctx=ast.Load()) if (
                name in self.held and (place := self.place(node)) is not None
            ):
                return Span(self.made(ast.Subscript(node.value, place, ast.Load()), node))
            case ast.Call(func=ast.Attribute(value=inner, attr="copy") as function, args=[], keywords=[]):
                return self._copy(node, function, inner)
            case ast.Subscript(slice=ast.Slice(upper=None) as part) if _is_backwards(part):
                return self._flipped(node, self._forwards(node, part))
            case ast.Subscript(ctx=ast.Load()) if self.is_read(node):
                return self._slice(node)
            case ast.Subscript(value=array, slice=index, ctx=ast.Load()) if not isinstance(
                index, ast.Slice | ast.Tuple
            ):
                found = Span(index) if self.reads(array) else self.value(index)
                return Span(self.replaced(node, slice=found.tree), found.bounds, found.arrays) if found.bounds else None
            case ast.Call(args=[argument], keywords=[]) if self.masks.named(node.func) == "numpy.flip":
                return self._flipped(node, argument)
        if (product := as_product(self, node)) is not None:
            return product
        return Span(tree) if isinstance(node, ast.Call) and (tree := reduced(self, node)) is not None else None

    def _copy(self, node: ast.Call, function: ast.Attribute, inner: ast.expr) -> Span:
        found = self.value(inner)
        tree = self.replaced(node, func=self.replaced(function, value=found.tree))
        ranks = {rank for _, rank in found.arrays}
        self.dtypes[ast.dump(tree)] = self.plan.values[inner].dtype
        return Span(tree, found.bounds, ((tree, ranks.pop() if len(ranks) == 1 else None),))

    def place(self, node: ast.Subscript) -> ast.expr | None:
        """Of `v[0]`, where `v` holds a slice, the place in its axis; None for other indices."""
        held = self.held.get(node.value.id) if isinstance(node.value, ast.Name) else None
        index = whole_number(node.slice)
        if held is None or held.only is None or index is None:
            return None
        bound, sizes = held.only, self.masks.sizes
        end = bound.lower if index >= 0 else bound.length if bound.upper is None else bound.upper
        if end is None:
            return node.slice
        is_cut = index < 0 and end is bound.upper and not sizes.is_at_most(end, sizes.of(bound.length))
        if is_cut or not sizes.is_from_start(end):
            return None
        if not index:
            return self.masks.again(end)
        operator = ast.Add() if index > 0 else ast.Sub()
        return self.made(ast.BinOp(self.masks.again(end), operator, ast.Constant(abs(index))), node)

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
                elif length is not None and self.masks.sizes.is_of_blocks(part):
                    raise Unfit(node)  # few turns, each of which would compute with the whole axis
                elif self._ends_at(part.lower, upper) and upper is not None:
                    end = self._as_far(node.value, axis, upper)
                    found.index[-1] = self.made(ast.Slice(None, upper, None), part)  # that much of it alone
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
        return not isinstance(node, _NO_PLACE)

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

    def whole(self, array: ast.expr, index: list[ast.expr], like: ast.AST) -> ast.expr:
        """The elements of the array at the index, whose last parts may say nothing."""
        while index and _is_all(index[-1]):
            index = index[:-1]
        if not index:  # which stands where the slice stood
            found = self.masks.again(array)
            self.masks.origins.made.add(found)
            return found
        place = index[0] if len(index) == 1 else ast.Tuple(index, ast.Load())
        return self.made(ast.Subscript(array, place, ast.Load()), like)

    def _slice(self, node: ast.Subscript) -> Span:
        held = self.plan.values.get(node.value)
        if held is None or not held.form.is_numeric or held.is_static or self.reads(node.value):
            raise Unfit(node)
        parts = self.parts(node)
        rank = self.rank(node.value, parts)
        tree = self.whole(node.value, parts.index, node)
        for axis, (start, length) in parts.windows.items():
            given = [tree, start, self.masks.length(length, node), *([ast.Constant(axis)] if axis else [])]
            tree = self.masks.helping("part", given, node)
        bounds = trimmed(tuple(parts.bounds))
        self.dtypes[ast.dump(tree)] = held.dtype
        return Span(tree, bounds, ((tree, rank),) if bounds else ())

    def rank(self, array: ast.expr, parts: Parts) -> int | None:
        """How many dimensions what the index means has."""
        held = self.plan.values[array]
        rank = held.rank if held.rank is not None else self.masks.sizes.rank(array)
        return None if rank is None else rank - parts.dropped

    def _elementwise(self, node: ast.expr, fields: Mapping[str, ast.expr | list[ast.expr]], is_chosen: bool) -> Span:
        given = [o for operands in fields.values() for o in (operands if isinstance(operands, list) else [operands])]
        found = aligned(self, [self.value(o, is_chosen) for o in given], node, is_chosen)
        bounds: Bounds = ()
        for each in found:
            bounds = best(bounds, each.bounds) if each.bounds else bounds
        beside = [operand for operand, each in zip(given, found, strict=True) if not each.bounds]
        for operand in beside if is_of_one_length(bounds) else ():
            self.check_number(operand)
        arrays = tuple(a for each in found for a in each.arrays)
        found = found if is_chosen else guarded(self, node, found)
        trees = iter([each.tree for each in found])
        new = {n: [next(trees) for _ in o] if isinstance(o, list) else next(trees) for n, o in fields.items()}
        return Span(self.replaced(node, **new), bounds, arrays, any(each.is_moved for each in found))

    def check_number(self, node: ast.expr) -> None:
        """Raises Unfit where it may be an array, as long as slices of one length beside it."""
        if not is_number(self.plan.values.get(node)):
            raise Unfit(node)

    def _forwards(self, node: ast.Subscript, part: ast.Slice) -> ast.expr:
        """What `x[k - 1::-1]` and `x[:k][::-1]` turn around: `x[:k]`."""
        last = part.lower
        if last is None:
            return node.value
        if not self.masks.sizes.is_from_start(last):
            raise Unfit(node)
        match last:
            case ast.BinOp(left=left, op=ast.Sub(), right=ast.Constant(value=1)):
                upper = left
            case _:
                upper = self.made(ast.BinOp(last, ast.Add(), ast.Constant(1)), node)
        return self.made(ast.Subscript(node.value, ast.Slice(None, upper, None), ast.Load()), node)

    def _flipped(self, node: ast.expr, inner: ast.expr) -> Span:
        found = self.value(inner)
        if found.only is None or len(found.arrays) != 1:
            raise Unfit(node)
        tree = self.masks.helping("flipped", [found.tree, self.mask_named(found.only)], node)
        return Span(tree, found.bounds, found.arrays, is_moved=True)

    def mask_named(self, bound: Bound) -> ast.expr:
        return self._mask_named(bound)

    def over(self, span: Span, *others: tuple[ast.expr, int | None]) -> ast.expr:
        """The mask of what counts, in the shape of the arrays, as far as that is not known to be its own."""
        arrays = {ast.dump(a): (a, rank) for a, rank in (*others, *span.arrays)}
        mask = self.of_all(span.bounds, [*arrays.values()])
        if all(rank == len(span.bounds) for _, rank in arrays.values()):
            return mask
        return self.masks.helping("mask", [mask, *(self.masks.again(a) for a, _ in arrays.values())], span.tree)

    def of_all(self, bounds: Bounds, arrays: list[tuple[ast.expr, int | None]]) -> ast.expr:
        """The mask of the axes that have bounds."""
        names = [None if b is None else self.mask_named(self.preferred.get(b.key, b)) for b in bounds]
        match names:
            case [ast.expr() as only]:
                return only
            case [ast.expr() as rows, ast.expr() as columns]:
                column = ast.Tuple([ast.Slice(None, None, None), ast.Constant(None)], ast.Load())
                return ast.BinOp(ast.Subscript(rows, column, ast.Load()), ast.BitAnd(), columns)
            case [None, ast.expr() as columns] if arrays:
                if all(rank == 2 for _, rank in arrays):
                    return columns
                shape = ast.Attribute(self.masks.again(arrays[0][0]), "shape", ast.Load())
                first = ast.Subscript(shape, ast.Slice(None, ast.Constant(2), None), ast.Load())
                return self.masks.call("broadcast_to", columns, first)
        raise Unfit(self.plan.function.node)

    def is_elementwise(self, node: ast.Call) -> bool:
        if self.masks.named(node.func) == "numpy.where":
            return len(node.args) == 3
        mapping = self.plan.lines.mappings.get(node)
        is_one = mapping is not None and mapping.entry.shape == "elementwise" and not mapping.entry.writes
        return is_one and mapping is not None and not mapping.is_method

    def _with_exact(self, node: ast.expr) -> ast.expr:
        new: dict[str, object] = {}
        for name, part in ast.iter_fields(node):
            if isinstance(part, ast.expr):
                new[name] = self.exact(part)
            elif isinstance(part, list) and part and isinstance(part[0], ast.keyword):
                new[name] = [ast.keyword(k.arg, self.exact(k.value)) for k in part]
            elif isinstance(part, list):
                new[name] = [self.exact(p) if isinstance(p, ast.expr) else p for p in part]
            elif isinstance(part, ast.AST) and children(part):
                raise Unfit(node)
        return self.replaced(node, **new)

    def replaced(self, node: ast.expr, **fields: object) -> ast.expr:
        return self.masks.origins.changed(node, **fields)  # type: ignore[type-var]

    def made(self, tree: ast.expr, like: ast.AST) -> ast.expr:
        return self.masks.origins.make(tree, like)


def is_of_one_length(bounds: Bounds) -> bool:
    return any(b is not None and b.is_of_one_length for b in bounds)


def _is_all(part: ast.expr) -> bool:
    return isinstance(part, ast.Slice) and part.lower is part.upper is part.step is None


def _is_backwards(part: ast.Slice) -> bool:
    match part:
        case ast.Slice(step=ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=1))):
            return True
    return False
