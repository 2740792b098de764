"""Expressions that read slices whose bounds a loop moves, computed of whole axes."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping

from hybridc.analysis.moving.bounds import Bound, Lengths, Masks
from hybridc.analysis.moving.guards import guarded
from hybridc.analysis.moving.indices import NO_PLACE, Indices
from hybridc.analysis.moving.places import aligned
from hybridc.analysis.moving.products import as_product
from hybridc.analysis.moving.reductions import reduced
from hybridc.analysis.moving.span import Bounds, Span, Unfit, best, is_number, trimmed
from hybridc.domain.atoms import Dtype
from hybridc.program.plans import FunctionPlan
from hybridc.syntax.turns import whole_number
from hybridc.syntax.walking import children, walk


class Spans:
    """Rewrites the expressions of one function."""

    def __init__(
        self,
        plan: FunctionPlan,
        masks: Masks,
        lengths: Lengths,
        moves: Callable[[ast.expr], bool],
        mask_named: Callable[[Bound], ast.expr],
        or_asks: bool,
    ) -> None:
        """`moves`: whether loops change a number; `mask_named`: the name of the mask for a bound; `or_asks`: tracing
        may tell that slices which are as long in all turns lie within their arrays."""
        self.plan = plan
        self.masks = masks
        self.lengths = lengths
        self.indices = Indices(plan, masks, lengths, moves, self.reads, or_asks)
        self._mask_named = mask_named
        self.preferred: Mapping[tuple[str, str], Bound] = {}  # of bounds that are the same, one
        self.dtypes: dict[str, Dtype] = {}  # of what is read, by its text
        self.held: Mapping[str, Span | None] = {}  # names that hold such, None where its bounds are others by now

    def reads(self, node: ast.AST) -> bool:
        """Something of such a slice is read."""
        return any(
            (isinstance(n, ast.Slice) and self.indices.is_moving(n)) or (isinstance(n, ast.Name) and n.id in self.held)
            for n in walk(node)
        )

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
        if isinstance(node, NO_PLACE):
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
            case ast.Subscript(ctx=ast.Load()) if self.indices.is_read(node):
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
        found, held = self.value(inner), self.plan.values.get(inner)
        tree = self.replaced(node, func=self.replaced(function, value=found.tree))
        ranks = {rank for _, rank in found.arrays}
        if held is not None:
            self.dtypes[ast.dump(tree)] = held.dtype
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

    def _slice(self, node: ast.Subscript) -> Span:
        held = self.plan.values.get(node.value)
        if held is None or not held.form.is_numeric or held.is_static or self.reads(node.value):
            raise Unfit(node)
        parts = self.indices.parts(node)
        rank = self.indices.rank(node.value, parts)
        tree = self.indices.whole(node.value, parts.index, node)
        for axis, (start, length) in parts.windows.items():
            last = [parts.lasts[axis]] if axis in parts.lasts else []
            given = [tree, start, self.masks.length(length, node), *last, *([ast.Constant(axis)] if axis else [])]
            tree = self.masks.helping("whole_part" if last else "part", given, node)
        bounds = trimmed(tuple(parts.bounds))
        self.dtypes[ast.dump(tree)] = held.dtype
        return Span(tree, bounds, ((tree, rank),) if bounds else ())

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


def _is_backwards(part: ast.Slice) -> bool:
    match part:
        case ast.Slice(step=ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=1))):
            return True
    return False
