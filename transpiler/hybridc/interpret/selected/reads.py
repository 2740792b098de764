"""Where sums and the like of what a mask chooses, `x[mask].sum()`, can be computed of whole arrays.

So they can where the chosen values go nowhere else: through what computes element by element, and through names that
such code alone reads. `structure/expressions/chosen.py` writes them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hybridc.domain.values import is_bool
from hybridc.interpret.masks import Chosen, collect, is_pure_call
from hybridc.interpret.selected.confined import is_only_read_in, may_change
from hybridc.interpret.selected.reduced import reduced
from hybridc.program.state import State
from hybridc.structure.expressions.chosen import Reduced, Selections, Spread, WholeRead
from hybridc.structure.trees import fresh, may_stand_again, read
from hybridc.syntax.dataflow import blocks, names_written
from hybridc.syntax.walking import children, walk

_ROOTS_OF_NUMBERS = frozenset({"isnan", "isfinite", "isinf"})


@dataclass(frozen=True, slots=True)
class Named:
    """What a name holds that a mask chooses."""

    statement: ast.stmt
    key: str  # of the mask: equal ones are one
    array: ast.expr | None  # that it is read from; None: the name becomes that
    mask: ast.expr
    beside: tuple[ast.expr, ...]  # other arrays that it is computed of, which have to be of its shape
    has_shape: bool  # the mask surely has the shape of the array
    is_finite: bool
    is_by_truth: bool  # the mask surely is one


def selections(state: State) -> Selections | None:
    """What becomes of the reads by masks; None where none can be computed otherwise."""
    if not state.plan.mutation.by_mask:
        return None
    failed: set[ast.stmt] = set()
    while True:
        look = _Look(state, failed)
        look.block(state.function.node.body, ())
        if look.failed == failed:
            found = look.found
            return found if found.reduced else None
        failed = look.failed


class _Look:
    """One look at a function, in which the assignments of `failed` give no names to chosen values."""

    def __init__(self, state: State, failed: set[ast.stmt]) -> None:
        self.state = state
        self.failed = set(failed)
        self.found = Selections()
        self.names: dict[str, Named] = {}
        self.used: set[ast.AST] = set()  # expressions whose reads are taken care of
        self.loops = 0
        self.taken = {n.id for n in walk(state.function.node) if isinstance(n, ast.Name)} | {*state.function.parameters}

    def block(self, statements: Sequence[ast.stmt], later: tuple[Sequence[ast.stmt], ...]) -> None:
        """`later`: what follows the statements around the block."""
        before = dict(self.names)
        for place, statement in enumerate(statements):
            rest = statements[place + 1 :]
            for part in children(statement):
                if not isinstance(part, ast.stmt):
                    self._reduce(part)
            self._bind(statement, rest, later)
            for part in children(statement):
                if not isinstance(part, ast.stmt):
                    self._refuse(part)
            self._forget(statement)
            if isinstance(statement, ast.FunctionDef):
                self._nested(statement)
            self.loops += isinstance(statement, ast.For | ast.While)
            for inner in blocks(statement):
                self.block(inner, (rest, *later))
            self.loops -= isinstance(statement, ast.For | ast.While)
        self.names = before

    def _forget(self, statement: ast.stmt) -> None:
        """Names that get something else."""
        for name in names_written([statement]) & self.names.keys():
            if self.names[name].statement is not statement:
                del self.names[name]

    def _nested(self, function: ast.FunctionDef) -> None:
        """A function in the function, which has names of its own."""
        names, self.names = self.names, {}
        loops, self.loops = self.loops, 0
        self.block(function.body, ())
        self.names, self.loops = names, loops

    def _refuse(self, node: ast.AST) -> None:
        """Names are read for what has no form in compiled code."""
        if node in self.used:
            return
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in self.names:
            self.failed.add(self.names[node.id].statement)
        for inner in children(node):
            if not isinstance(inner, ast.stmt):
                self._refuse(inner)

    def _reduce(self, node: ast.AST) -> None:
        for inner in children(node):
            if not isinstance(inner, ast.stmt):
                self._reduce(inner)
        if not isinstance(node, ast.expr) or (what := reduced(self.state, node)) is None:
            return
        kind, operand, is_of_rows = what
        taken = self._taken(operand)
        if taken is None or not (beside := self._beside(taken[0]))[0]:
            return
        found, mask, has_shape = taken
        if kind is Reduced.COUNT:
            if not all(map(self._is_by_truth, found.reads)) or beside[1] or not self._is_of_one_shape(found, has_shape):
                return
            is_size = isinstance(node, ast.Attribute) and not has_shape
            spread = Spread(mask, self._arrays(found)) if is_size else Spread(mask)
        elif has_shape and not beside[1]:
            spread = Spread(mask)
        else:
            spread = Spread(mask, self._arrays(found), beside[1], is_of_rows, is_of_rows and self._is_wide(mask))
        if not all(self._may_be_repeated(each) for each in (*spread.arrays, *spread.beside)):
            return
        if len(found.reads) + len(spread.arrays) + spread.is_wide > 1 and not self._may_be_repeated(mask):
            return
        self.used.add(node)
        self.found.reduced[node] = kind, spread
        if kind is not Reduced.COUNT:
            self._read(found, spread)

    def _read(self, found: Chosen, spread: Spread, is_kept: bool = False) -> None:
        for each in found.reads:
            named = self.names[each.id] if isinstance(each, ast.Name) else None
            array = each.value if isinstance(each, ast.Subscript) else named.array if named is not None else None
            is_filled = each in found.guarded
            if is_filled or (is_kept and isinstance(each, ast.Subscript)):
                has_shape = not (spread.arrays or spread.is_of_rows) or not is_filled
                of = Spread(spread.mask) if has_shape else Spread(spread.mask, (array or each,))
                self.found.reads[each] = WholeRead(array, of, is_filled)
            else:
                self.found.reads[each] = WholeRead(array)

    def _is_of_one_shape(self, found: Chosen, has_shape: bool) -> bool:
        """What is read is of one array, or has the shape of the mask."""
        return has_shape or len(self._arrays(found)) == 1

    def _arrays(self, found: Chosen) -> tuple[ast.expr, ...]:
        """The arrays that are read, each once."""
        arrays: dict[str, ast.expr] = {}
        for each in found.reads:
            array: ast.expr = each
            if isinstance(each, ast.Subscript):
                array = each.value
            elif isinstance(each, ast.Name):
                array = self.names[each.id].array or each
                arrays.update((ast.dump(other), other) for other in self.names[each.id].beside)
            arrays.setdefault(ast.dump(array), array)
        return tuple(arrays.values())

    def _may_be_repeated(self, node: ast.expr) -> bool:
        """It gives the same again, at little cost."""
        return may_stand_again(
            node, lambda n: isinstance(n, ast.Subscript) or is_pure_call(self.state, n) or self._is_length(n)
        )

    def _is_length(self, node: ast.AST) -> bool:
        """`len(x)`"""
        if not isinstance(node, ast.Call) or len(node.args) != 1 or not isinstance(node.args[0], ast.Name):
            return False
        return self.state.module.qualified_name(node.func, self.state.function.locals) == "builtins.len"

    def _beside(self, found: Chosen) -> tuple[bool, tuple[ast.expr, ...]]:
        """Whether what goes with each chosen value may do so, and what of it is to be looked at."""
        beside = []
        for each in found.beside:
            value = self.state.plan.values.get(each)
            if value is None or not value.is_scalar:
                beside.append(each)
        return not any(found.is_in(each) for each in beside), tuple(beside)

    def _taken(self, operand: ast.expr) -> tuple[Chosen, ast.expr, bool] | None:
        """What an operand takes of what one mask chooses, the mask, and whether it surely has the shape of it all."""
        first = next((n for n in self._reads_in(operand)), None)
        if first is None:
            return None
        if isinstance(first, ast.Name):
            named = self.names[first.id]
            key, mask, is_finite = named.key, named.mask, named.is_finite
        else:
            assert isinstance(first, ast.Subscript)
            key, mask, is_finite = ast.dump(first.slice), first.slice, self._is_finite(first.slice)
        names = frozenset(n for n, other in self.names.items() if other.key == key)
        found = Chosen(key, names, self.used, is_finite)
        if not collect(self.state, operand, found, False) or not found.reads:
            return None
        if any(next(self._reads_in(part), None) for s in found.subscripts for part in (s.value, s.slice)):
            return None  # what a mask chose before
        return found, mask, all(map(self._has_shape, found.reads))

    def _reads_in(self, node: ast.AST) -> Iterator[ast.expr]:
        if node in self.used:
            return
        if isinstance(node, ast.Subscript) and node in self.state.plan.mutation.by_mask:
            if not isinstance(node.slice, ast.Tuple):
                yield node
            return
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in self.names:
            yield node
        for inner in children(node):
            yield from self._reads_in(inner)

    def _has_shape(self, node: ast.expr) -> bool:
        """The mask that it is read by has the shape of the array: it is computed of that."""
        if isinstance(node, ast.Name):
            return self.names[node.id].has_shape
        assert isinstance(node, ast.Subscript)
        array, mask = self.state.plan.values.get(node.value), self.state.plan.values.get(node.slice)
        if array is None or mask is None or not is_bool(mask):
            return False
        return bool(array.shape) and array.shape <= mask.shape

    def _is_by_truth(self, node: ast.expr) -> bool:
        """It surely is read by a mask."""
        if isinstance(node, ast.Name):
            return self.names[node.id].is_by_truth
        assert isinstance(node, ast.Subscript)
        value = self.state.plan.values.get(node.slice)
        return value is not None and is_bool(value)

    def _is_finite(self, mask: ast.expr) -> bool:
        """Nothing says that it leaves out what is not."""
        calls = (n.func for n in self._made_of(mask) if isinstance(n, ast.Call))
        return not any(isinstance(f, ast.Attribute) and f.attr in _ROOTS_OF_NUMBERS for f in calls)

    def _is_wide(self, mask: ast.expr) -> bool:
        """It has several dimensions, as what it is computed of: `c[:, :, 0] > 0`, `c[..., 0] > 0`."""
        indices = (
            n.slice.elts for n in self._made_of(mask) if isinstance(n, ast.Subscript) and isinstance(n.slice, ast.Tuple)
        )
        return any(sum(map(_dimensions, elements)) > 1 for elements in indices)

    def _made_of(self, mask: ast.expr) -> Iterator[ast.AST]:
        """What stands in the mask, or in what its name is given."""
        made = [mask]
        if isinstance(mask, ast.Name):
            made = [s.value for s in self.state.function.of(ast.Assign) if mask.id in names_written([s])]
        return (n for each in made for n in walk(each))

    def _bind(self, statement: ast.stmt, rest: Sequence[ast.stmt], later: tuple[Sequence[ast.stmt], ...]) -> None:
        """`pos = x[mask]`, and what is computed of that element by element."""
        if not isinstance(statement, ast.Assign) or statement in self.failed or len(statement.targets) != 1:
            return
        target, value = statement.targets[0], statement.value
        if not isinstance(target, ast.Name) or (taken := self._taken(value)) is None:
            return
        found, mask, has_shape = taken
        if (
            not is_only_read_in(self.state.function, target.id, statement, rest, later, self.loops > 0)
            or self._beside(found)[1]
        ):
            return
        beside = () if self._is_of_one_shape(found, has_shape) else self._arrays(found)
        if not all(isinstance(each, ast.Name) and each.id not in names_written(rest) for each in beside):
            return
        self.used.add(value)
        is_sure = all(map(self._is_by_truth, found.reads))
        stays = isinstance(mask, ast.Name) and mask.id != target.id and not may_change(self.state, mask, rest)
        key = found.mask if stays else f"{found.mask} {id(statement)}"
        if isinstance(value, ast.Subscript) and isinstance(value.value, ast.Name):
            array = value.value
            if array.id == target.id:
                name = self._fresh(target.id)
                self.found.named[statement] = name, mask, False
                self.names[target.id] = Named(statement, key, None, read(name), (), has_shape, found.is_finite, is_sure)
                return
            if not stays and not may_change(self.state, array, rest):
                self.found.named[statement] = target.id, mask, False
                self.names[target.id] = Named(
                    statement, key, array, read(target.id), (), has_shape, found.is_finite, is_sure
                )
                return
        if not self._may_be_repeated(mask):
            self.used.discard(value)
            return
        named_mask = mask
        if not stays:
            name = self._fresh(target.id)
            self.found.named[statement] = name, mask, True
            named_mask = read(name)
        spread = Spread(mask) if has_shape else Spread(mask, self._arrays(found))
        self._read(found, spread, is_kept=True)
        self.names[target.id] = Named(statement, key, None, named_mask, beside, has_shape, found.is_finite, is_sure)

    def _fresh(self, base: str) -> str:
        return fresh(self.taken, f"{base}_mask")


def _dimensions(index: ast.expr) -> int:
    """How many dimensions an index leaves, at least; `...` stands for some more."""
    if isinstance(index, ast.Constant):
        return 2 * (index.value is ...)
    return int(isinstance(index, ast.Slice))
