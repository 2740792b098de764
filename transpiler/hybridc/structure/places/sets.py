"""Expressions for the places of what is true, and the masks that they are of."""

from __future__ import annotations

import ast
import enum
from collections.abc import Callable
from dataclasses import dataclass

from hybridc.structure.trees import Origins, read
from hybridc.syntax.walking import walk

Kinds = Callable[[ast.Call], str]
TRUTH = "truth"  # what is said of calls that give truth values


class Given(enum.Enum):
    """What is given of the places: an array for each axis, the one of the first axis, all in one, or a row for each."""

    AXES = "axes"
    FIRST = "first"
    FLAT = "flat"
    ROWS = "rows"


@dataclass(frozen=True, slots=True)
class Places:
    """`mask`: what is true there; `moved`: how much is added to them."""

    given: Given
    mask: ast.expr
    moved: int = 0


def places_of(node: ast.AST, kinds: Kinds) -> Places | None:
    """The places that an expression gives; None for others. `kinds`: what a call gives, empty where it is no such, or
    `TRUTH`."""
    match node:
        case ast.Subscript(value=inner, slice=ast.Constant(value=0), ctx=ast.Load()):
            whole = places_of(inner, kinds)
            return Places(Given.FIRST, whole.mask) if whole is not None and whole.given is Given.AXES else None
        case ast.BinOp(left=inner, op=ast.Add(), right=ast.Constant(value=int(moved))) if moved > 0:
            places = places_of(inner, kinds)
            is_line = places is not None and places.given in (Given.FIRST, Given.FLAT) and not places.moved
            return Places(places.given, places.mask, moved) if places is not None and is_line else None
        case ast.Call() if (kind := kinds(node)) not in ("", TRUTH):
            mask = node.args[0] if node.args else node.func.value if isinstance(node.func, ast.Attribute) else None
            if mask is None or any(places_of(n, kinds) is not None for n in walk(mask)):
                return None
            return Places(Given(kind), mask)
    return None


def is_fresh(mask: ast.expr, kinds: Kinds) -> bool:
    """It is of truth values that nothing else holds."""
    match mask:
        case ast.Compare():
            return True
        case ast.Call():
            return kinds(mask) == TRUTH
        case ast.UnaryOp(op=ast.Invert(), operand=inner):
            return is_fresh(inner, kinds)
        case ast.BinOp(left=left, op=ast.BitAnd() | ast.BitOr() | ast.BitXor(), right=right):
            return is_fresh(left, kinds) and is_fresh(right, kinds)
    return False


def mask_for(places: Places, numpy: str, origins: Origins, kinds: Kinds, is_index: bool) -> ast.expr:
    """The mask, as what nothing else is written into. `is_index`: it is read as what has one axis."""
    mask = made = origins.copied([places.mask])[0]
    if places.given in (Given.FIRST, Given.ROWS) and (is_index or places.moved):
        made = origins.of_runtime("one_axis", [mask], places.mask)
    else:
        if places.given is Given.FLAT:
            made = ast.Call(ast.Attribute(read(numpy), "ravel", ast.Load()), [made], [])
        if not is_fresh(places.mask, kinds):  # a list is no array yet
            if places.given is not Given.FLAT:
                made = ast.Call(ast.Attribute(read(numpy), "asarray", ast.Load()), [made], [])
            made = ast.Compare(made, [ast.NotEq()], [ast.Constant(0)])
    if places.moved:  # nothing is chosen before
        width = ast.Tuple([ast.Constant(places.moved), ast.Constant(0)], ast.Load())
        made = ast.Call(ast.Attribute(read(numpy), "pad", ast.Load()), [made, width], [])
    return made if made is mask else origins.make(made, places.mask)
