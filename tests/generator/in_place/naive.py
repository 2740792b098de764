"""Wrong conversions by name. Each gives another program, and the comparison of outcomes must tell it from the original.

They stand in the place of the conversion and are run by Python, so that the tests show what they would find.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from in_place import naive_flow as flow
from in_place import naive_memory as memory
from in_place import naive_stores as stores
from in_place.rewriting import Rewriting

Names = Mapping[str, Callable[..., object]]
ALL = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.BitAnd, ast.BitOr, ast.BitXor)
TRUNCATED: Names = {"_operated": stores.truncated, "_changed": stores.changed}


@dataclass(frozen=True)
class Naive:
    """Programs of `level` show it. `names` are the functions that rewritten programs call."""

    level: int
    rewriting: Callable[[], Rewriting]
    names: Names = field(default_factory=dict)

    def rewritten(self, tree: ast.Module) -> ast.Module:
        changed = self.rewriting().visit(tree)
        assert isinstance(changed, ast.Module)
        return ast.fix_missing_locations(changed)


def bound_copy(is_meant: Callable[[ast.expr], bool], level: int = 2) -> Naive:
    return Naive(level, lambda: memory.CopiedWhereBound(is_meant))


def store(function: Callable[..., object], rebinds: bool = False) -> Naive:
    return Naive(1, lambda: stores.Stores(rebinds), {"_store": function})


NAIVE = {
    "a slice is a copy": bound_copy(memory.is_slice),
    "a transpose is a copy": bound_copy(memory.is_transpose),
    "a reshape is a copy": bound_copy(memory.is_reshape),
    "a row is a copy": Naive(2, memory.RowsCopied),
    "a second name is a copy": bound_copy(memory.is_name),
    "a conditional name is a copy": bound_copy(memory.is_conditional),
    "what was not chosen is written as well": Naive(2, memory.BothSidesWritten),
    "a view does not see writes to its base": Naive(2, lambda: memory.Views(to_base=True)),
    "a base does not see writes to its view": Naive(2, lambda: memory.Views(to_base=False)),
    "a loop goes over a snapshot": Naive(2, memory.LoopsOverSnapshots),
    "elements of containers are copies": Naive(3, memory.ElementsCopied),
    "a callee's changes are lost": Naive(3, lambda: memory.ChangesOfArgumentsLost(entry=False)),
    "an argument's changes are lost": Naive(3, lambda: memory.ChangesOfArgumentsLost(entry=True)),
    "one array given twice is two": Naive(3, memory.ArgumentsApart),
    "what a callee returns is a copy": Naive(3, memory.ReturnedCopied),
    "a closure's writes are lost": Naive(3, memory.ClosureWritesLost),
    "a closure keeps its first array": Naive(3, memory.ClosuresSeeTheFirst),
    "x += e binds x anew": Naive(
        2, lambda: stores.Operators(ALL), {"_operated": stores.operated, "_changed": stores.kept_dtype}
    ),
    "x += e loses the dtype": Naive(
        1, lambda: stores.Operators(ALL), {"_operated": stores.operated, "_changed": stores.lost_dtype}
    ),
    "a store does not cast": store(stores.uncast, rebinds=True),
    "a mask is the first places": store(stores.compressed),
    "the first of duplicates wins": store(stores.first_wins),
    "an overlapping copy goes in order": store(stores.in_order),
    "of several indices the first counts": store(stores.rows_only),
    "duplicates add up in x[i] += v": Naive(1, stores.DuplicatesAddUp, {"_add_at": stores.add_at}),
    "np.add.at adds once": Naive(1, stores.AddsOnce),
    "uint8 stops at its bounds": Naive(
        1, lambda: stores.Operators(ALL), {"_operated": stores.saturated, "_changed": stores.changed}
    ),
    "% truncates": Naive(1, lambda: stores.Operators((ast.Mod,), everywhere=True), TRUNCATED),
    "// truncates": Naive(1, lambda: stores.Operators((ast.FloorDiv,), everywhere=True), TRUNCATED),
    "a swap goes in order": Naive(1, stores.SwapsInOrder),
    "a swap of views is through copies": Naive(2, stores.SwapsThroughCopies),
    "a negative index is 0": Naive(1, stores.NegativeClamped),
    "sort gives a new array": Naive(1, stores.SortsCopies),
    "out= is ignored": Naive(1, lambda: stores.KeywordIgnored("out")),
    "where= is ignored": Naive(1, lambda: stores.KeywordIgnored("where")),
    "break is lost": Naive(0, lambda: flow.ExitLost(ast.Break)),
    "continue is lost": Naive(4, lambda: flow.ExitLost(ast.Continue)),
    "an early return is lost": Naive(0, flow.EarlyReturnLost),
    "else of a loop always runs": Naive(0, lambda: flow.LoopElse(always=True)),
    "else of a loop never runs": Naive(0, lambda: flow.LoopElse(always=False)),
    "writes of one side of a branch are lost": Naive(4, flow.WritesOfOneSideLost),
    "writes of a branch always happen": Naive(4, flow.BothSidesRun),
    "the last turn's write alone is seen": Naive(4, flow.WritesOfTurnsLost),
}  # fmt: skip
