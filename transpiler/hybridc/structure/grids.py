"""Loops over all places of a grid, `for i, j in np.ndindex(n, m)`, as loops within loops."""

from __future__ import annotations

import ast

from hybridc.structure.counting import is_stable
from hybridc.structure.leaving import exits_of
from hybridc.structure.trees import assign, read
from hybridc.structure.work import Structuring
from hybridc.syntax.dataflow import names_written

_MOST = 4  # loops within each other


def axes_of(loop: ast.For, kind: str) -> int | None:
    """How many loops within each other say the same, where some do: `kind` is "ranges" of counts, or of a shape, that
    the call is given, "elements" of an array, with their places, or "iterables" that it is given."""
    is_left = any(isinstance(e, ast.Break) for e in exits_of(loop.body)) or bool(loop.orelse)
    if is_left or not isinstance(loop.iter, ast.Call):
        return None
    arguments, keywords = loop.iter.args, loop.iter.keywords
    place = loop.target
    if kind == "elements":
        match place:
            case ast.Tuple(elts=[ast.Tuple() as inner, ast.Name()]) if len(arguments) == 1 and not keywords:
                place = inner
            case _:
                return None
    if not isinstance(place, ast.Tuple) or not all(isinstance(e, ast.Name) for e in place.elts):
        return None
    count = len(place.elts)
    written = names_written(loop.body) | {e.id for e in place.elts if isinstance(e, ast.Name)}
    if any(isinstance(a, ast.Starred) for a in arguments) or not 0 < count <= _MOST:
        return None
    if kind == "iterables":
        fits = len(arguments) * _repeated(keywords) == count and all(_is_kept(a, written) for a in arguments)
    else:
        fits = not keywords and (
            kind == "elements" or (count > 1 and len(arguments) in (1, count))
        )  # one may be a shape
    return count if fits else None


def _repeated(keywords: list[ast.keyword]) -> int:
    match keywords:
        case []:
            return 1
        case [ast.keyword(arg="repeat", value=ast.Constant(value=int(times)))]:
            return times
    return 0


def _is_kept(iterable: ast.expr, written: frozenset[str] | set[str]) -> bool:
    """It gives the same at each turn of the loop around it: a range of what the loop leaves as it is."""
    match iterable:
        case ast.Call(func=ast.Name(id="range"), args=bounds, keywords=[]):
            return all(is_stable(bound, written) for bound in bounds)
    return False


def nested(work: Structuring, loop: ast.For) -> list[ast.stmt]:
    """The loops, and what they run over under names. The call's own name is among what is reformed where it is given
    iterables."""
    assert isinstance(loop.iter, ast.Call)
    assert isinstance(loop.target, ast.Tuple)
    before: list[ast.stmt] = []
    body = list(loop.body)
    places = loop.target.elts
    arguments = loop.iter.args
    sources: list[ast.expr]
    if loop.iter.func in work.reformed:
        repeated = _repeated(loop.iter.keywords)
        sources = [*arguments, *(c for _ in range(repeated - 1) for c in work.origins.copied(arguments))]
    elif isinstance(places[0], ast.Tuple):
        array = work.fresh("elements")
        before.append(work.make(assign(array, arguments[0]), loop))
        element = places[1]
        places = places[0].elts
        index = ast.Tuple([read(e.id) for e in places if isinstance(e, ast.Name)], ast.Load())
        part: ast.expr = index if len(places) > 1 else index.elts[0]
        value = ast.Subscript(read(array), part, ast.Load())
        body = [work.make(ast.Assign([element], value), loop), *body]
        sources = [
            _range(_length(ast.Attribute(read(array), "shape", ast.Load()), axis)) for axis in range(len(places))
        ]
    elif len(arguments) == len(places):
        sources = []
        written = names_written(loop.body) | {e.id for e in places if isinstance(e, ast.Name)}
        for argument in arguments:
            bound = argument
            if not is_stable(argument, written):
                name = work.fresh("count")
                before.append(work.make(assign(name, argument), loop))
                bound = read(name)
            sources.append(_range(bound))
    else:
        shape = work.fresh("shape")
        before.append(work.make(assign(shape, arguments[0]), loop))
        sources = [_range(_length(read(shape), axis)) for axis in range(len(places))]
    for place, source in reversed([*zip(places, sources, strict=True)]):
        iterable = source if source in arguments else work.origins.make(source, loop)
        body = [work.make(ast.For(place, iterable, body, []), loop)]
    return [*before, *body]


def _range(bound: ast.expr) -> ast.Call:
    return ast.Call(read("range"), [bound], [])


def _length(shape: ast.expr, axis: int) -> ast.Subscript:
    return ast.Subscript(shape, ast.Constant(axis), ast.Load())
