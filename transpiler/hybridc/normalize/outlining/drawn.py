"""Draws of random numbers that turns of a loop make whatever they compute, of what the loop leaves as it is."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from math import prod

from hybridc.normalize.outlining.kinds import Kind, Kinds
from hybridc.normalize.random_draws import BEFORE_SIZE, NO_DRAWS, OF_DIMENSIONS, method_of
from hybridc.syntax.computed import computes
from hybridc.syntax.dataflow import Names, names_read
from hybridc.syntax.turns import whole_number
from hybridc.syntax.walking import children, walk

_AT_ONCE = 2**20  # numbers that are drawn before they are used, eight megabytes
_MANY = 2**14  # numbers of a turn, next to which a call for each turn costs nothing
_FEW = 256  # turns, where nobody can tell how many numbers one of them draws


def draws_in(statements: Sequence[ast.stmt], kinds: Kinds, written: Names) -> list[ast.Call]:
    """The draws of a turn in their order; none where there is one that cannot be made before. `written`: what the loop
    binds, or writes into."""
    found: list[ast.Call] = []
    for statement in statements:
        draws = [n for n in walk(statement) if isinstance(n, ast.Call) and kinds.draws(n)]
        value = statement.test if isinstance(statement, ast.If) else getattr(statement, "value", None)
        parents = {child: node for node in walk(value) for child in children(node)} if value is not None else {}
        for draw in sorted(draws, key=lambda n: (n.lineno, n.col_offset)):
            if value is None or not _comes_first(draw, value, parents) or not _is_steady(draw, kinds, written):
                return []
            found.append(draw)
    return found


def _comes_first(draw: ast.AST, value: ast.expr, parents: dict[ast.AST, ast.AST]) -> bool:
    """The expression is computed whole, and the draw with it."""
    while draw is not value:
        outer = parents.get(draw)
        if outer is None or not computes(outer, draw):
            return False
        draw = outer
    return True


def _is_steady(draw: ast.Call, kinds: Kinds, written: Names) -> bool:
    given = [*draw.args, *(k.value for k in draw.keywords)]
    names = frozenset[str]().union(*map(names_read, given))
    names -= kinds.module.imports.keys()
    is_known = all(kinds.known.get(name) in (Kind.NUMBER, Kind.ARRAY) for name in names)
    is_known = is_known and not {n for n in names if kinds.known[n] is Kind.ARRAY} & kinds.shared
    is_one_line = draw.lineno == draw.end_lineno
    is_plain = not any(isinstance(n, ast.Call | ast.Starred) for each in given for n in walk(each))
    return is_known and is_plain and is_one_line and method_of(draw) not in NO_DRAWS and not names & written


def most_turns(bounds: Sequence[ast.expr], draws: Sequence[ast.Call], kinds: Kinds, is_once: bool) -> str | None:
    """For how many turns is drawn at once: for all, or for as many as there is room for; None where a turn draws so
    much that it is better taken by itself. `is_once`: the loop has as many turns whenever it runs."""
    dimensions = [_dimensions(draw, kinds) for draw in draws]
    known = [d for d in dimensions if d is not None]
    if sum(prod(_number(each, kinds) for each in d) for d in known) > _MANY:
        return None
    if not is_once or len(known) < len(dimensions):
        return str(_FEW)
    size = " + ".join(" * ".join(map(_factor, d)) or "1" for d in known)
    count = ast.unparse(bounds[-1] if len(bounds) == 1 else ast.BinOp(bounds[1], ast.Sub(), bounds[0]))
    return f"max(1, min({count}, {_AT_ONCE} // {size if size.isdecimal() else f'max(1, {size})'}))"


def _dimensions(draw: ast.Call, kinds: Kinds) -> list[ast.expr] | None:
    """The dimensions of what is drawn; None where they are not known."""
    method = method_of(draw)
    if method in OF_DIMENSIONS:
        found = list(draw.args)
    elif method in BEFORE_SIZE:
        size = next((k.value for k in draw.keywords if k.arg == "size"), None)
        size = draw.args[BEFORE_SIZE[method]] if size is None and len(draw.args) > BEFORE_SIZE[method] else size
        if size is None or (isinstance(size, ast.Constant) and size.value is None):
            return [] if all(kinds.of(a) is Kind.NUMBER for a in draw.args) else None
        found = list(size.elts) if isinstance(size, ast.Tuple) else [size]
    else:
        return None
    return found if all(kinds.of(d) is Kind.NUMBER for d in found) else None


def _number(node: ast.expr, kinds: Kinds) -> int:
    """What it is known to be; 1 for what is not."""
    number = kinds.numbers.get(node.id) if isinstance(node, ast.Name) else whole_number(node)
    return 1 if number is None else number


def _factor(node: ast.expr) -> str:
    text = ast.unparse(node)
    return text if isinstance(node, ast.Name | ast.Constant) else f"({text})"
