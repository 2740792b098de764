"""Short loops over what is known, which change it, turn by turn."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from hybridc.structure.keys import may_change
from hybridc.structure.making import MOST, Kind, Making, bindings, can_be_filled_in, filled_in, unplaced
from hybridc.structure.trees import Origins, assign
from hybridc.structure.written_out import loop_over
from hybridc.syntax.dataflow import targets_bound
from hybridc.syntax.in_place import changed_below
from hybridc.syntax.walking import walk

_MOST_NODES = 800  # of a loop that is written out


def turns_of(
    loop: ast.For, making: Making, may_keep: Callable[[ast.expr], bool], is_read_beside: Callable[[str, int], bool]
) -> list[ast.stmt] | None:
    """The turns of a loop that changes what it runs over, or what it takes elements of."""
    over = loop_over(loop)
    if over is not None and not (isinstance(over, ast.Name) and _is_of(making, over, ast.Dict)):
        return None  # which `written_out.py` does
    taken = making.turns(loop.iter)
    if taken is None or len(taken) > MOST or loop.orelse:
        return None
    nodes = walk(loop)
    if any(isinstance(n, ast.Break | ast.Continue | ast.Return | ast.Yield | ast.FunctionDef) for n in nodes):
        return None
    changed = changed_below(loop)
    if not changed & (targets_bound(loop.target) | making.known.keys()) or len(nodes) * len(taken) > _MOST_NODES:
        return None
    names = {n.id for n in walk(loop.iter) if isinstance(n, ast.Name)}
    if any(isinstance(n, ast.Name) and n.id in names and not isinstance(n.ctx, ast.Load) for n in nodes):
        return None
    if not _is_looked_up_in_turn(loop.iter) and names & changed:
        return None
    result: list[ast.stmt] = []
    for given in taken:
        values = bindings(loop.target, given)
        if values is None:
            return None
        result += _turn(loop, values, making.origins, is_read_beside)
    over_known = [(n, k) for n, k in making.known.items() if n in names]
    if any(may_change(s, n, k, may_keep) for s in result for n, k in over_known):
        return None
    return result


def _turn(
    loop: ast.For, values: Mapping[str, ast.expr], origins: Origins, is_read_beside: Callable[[str, int], bool]
) -> Iterator[ast.stmt]:
    inside = Counter(n.id for n in walk(loop) if isinstance(n, ast.Name))
    constant = {n: v for n, v in values.items() if isinstance(v, ast.Constant)}
    filled = {n: v for n, v in constant.items() if all(can_be_filled_in(s, {n}) for s in loop.body)}
    for name, value in values.items():
        if name not in filled or is_read_beside(name, inside[name]):
            yield origins.make(assign(name, unplaced(value)), loop)
    for statement in loop.body:
        yield filled_in(statement, filled, origins)


def _is_looked_up_in_turn(over: ast.expr) -> bool:
    """A loop gets elements as they are when their turn comes."""
    match over:
        case ast.Name():
            return True
        case ast.Call(func=ast.Attribute(attr="items" | "values" | "keys")):
            return True
        case ast.Call(func=ast.Name(id="range" | "enumerate" | "zip" | "reversed" as function), args=args):
            return function == "range" or all(map(_is_looked_up_in_turn, args))
    return False


def _is_of(making: Making, node: ast.Name, kind: Kind) -> bool:
    held = making.known.get(node.id)
    return held is not None and held.kind is kind
