"""The text of functions that are made of statements, and of what stands in their place."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hybridc.normalize.moved import Line, edited, replaced
from hybridc.normalize.outlining.chunks import Chunk, Form

_TURNS = '"""Turns of the loop, as many as there are until what stands behind its call has something to do."""'


_DRAWN = '"""Turns of the loop, for which random numbers were drawn."""'


class Span(NamedTuple):
    """Lines of the file, from the first to the last, and what stands there instead."""

    first: int
    last: int
    lines: tuple[Line, ...]


def function_lines(lines: Sequence[str], name: str, chunk: Chunk, numpy: str) -> list[Line]:
    """The function, at the top level. `numpy`: the file's name for it."""
    first, last, _ = chunk.place
    left_out = {n for s in chunk.later for n in range(s.lineno, (s.end_lineno or 0) + 1)}
    prefix = _indent(lines[first - 1])
    indent = "        " if chunk.form is Form.TURNS else "    "
    found = [Line(f"def {name}({', '.join([*chunk.inputs, *_drawn(chunk)])}):", first, ())]
    if chunk.draws:
        return [*found, *_of_draws(lines, chunk), Line(f"    return {', '.join(chunk.outputs)}", last, ())]
    for history in chunk.histories:
        found.append(Line(f"    {history.name} = []", first, ()))
    if chunk.form is Form.TURNS:
        found += [Line(f"    {_TURNS}", first, ()), Line("    while True:", first, ())]
    found += [_moved(lines[n - 1], n, prefix, indent) for n in range(first, last + 1) if n not in left_out]
    if chunk.form is Form.TURNS:
        found += [Line(f"        if {' or '.join(_ends(chunk))}:", last, ()), Line("            break", last, ())]
        if isinstance(chunk.loop, ast.For):
            found.append(Line(f"        {ast.unparse(chunk.loop.target)} += 1", last, ()))
    outputs = [*chunk.outputs, *(f"{numpy}.array({each.name})" for each in chunk.histories)]
    return [*found, Line(f"    return {', '.join(outputs)}", last, ())]


def _drawn(chunk: Chunk) -> tuple[str, ...]:
    """What is given of the draws."""
    return (*chunk.drawn, *chunk.turns) if chunk.draws else ()


def _of_draws(lines: Sequence[str], chunk: Chunk) -> Iterator[Line]:
    """Turns whose random numbers are drawn."""
    first, last, _ = chunk.place
    count, (start, end) = counted(chunk), chunk.turns
    yield Line(f"    {_DRAWN}", first, ())
    if chunk.is_first_bound:  # there is a turn at least
        yield Line(f"    {count} = {start}", first, ())
        yield Line("    while True:", first, ())
    else:
        yield Line(f"    for {count} in range({start}, {end}):", first, ())
    drawn = zip(chunk.draws, chunk.drawn, strict=True)
    edits = [replaced(lines, node, f"{name}[{count} - {start}]") for node, name in drawn]
    prefix = _indent(lines[first - 1])
    for line in edited(lines, first, last, edits, len(prefix)):
        parts = ((place + 8, there, is_copy) for place, there, is_copy in line.parts)
        yield Line(f"        {line.text}" if line.text else "", line.origin, ((0, 0, False), *parts))
    if chunk.is_first_bound:
        yield Line(f"        {count} += 1", last, ())
        yield Line(f"        if {count} >= {end}:", last, ())
        yield Line("            break", last, ())


def _drawing(lines: Sequence[str], name: str, chunk: Chunk, counter: str, numpy: str) -> Iterator[str]:
    """What draws, and calls the function."""
    assert isinstance(chunk.loop, ast.For) and isinstance(chunk.loop.iter, ast.Call)
    count, stop = counted(chunk), ast.unparse(chunk.loop.iter.args[-1])
    yield f"{', '.join(chunk.drawn)} = {', '.join('[]' for _ in chunk.drawn)}"
    yield f"for {count} in range({counter}, min({counter} + {chunk.batch}, {stop})):"
    for draw, drawn in zip(chunk.draws, chunk.drawn, strict=True):
        yield f"    {drawn}.append({ast.unparse(draw)})"
    if chunk.tests:
        yield f"    if {' or '.join(_tests(chunk))}:"
        yield "        break"
    rows = chunk.batch
    if chunk.tests:  # turns of which there are few at once are compiled for as many, or twice as many
        rows = f"1 << (len({chunk.drawn[0]}) - 1).bit_length()"
    for drawn in reversed(chunk.drawn):
        shape = f"({rows}, *{numpy}.shape({drawn}[0]))"
        yield f"{drawn} = {numpy}.resize({drawn}, {shape})"
    given = [*chunk.inputs, *chunk.drawn, counter, f"{count} + 1"]
    yield f"{', '.join(chunk.outputs)} = {name}({', '.join(given)})"
    yield f"{counter} = {count} + 1"


def _tests(chunk: Chunk) -> Iterator[str]:
    for test in chunk.tests:
        yield f"({ast.unparse(test)})" if isinstance(test, ast.BoolOp | ast.IfExp) else ast.unparse(test)


def _ends(chunk: Chunk) -> Iterator[str]:
    """Why the turns end: what stays Python is to run, or there is no other turn."""
    yield from _tests(chunk)
    match chunk.loop:
        case ast.While(test=test):
            yield f"not ({ast.unparse(test)})"
        case ast.For(target=target, iter=ast.Call(args=[*_, stop])):
            yield f"{ast.unparse(target)} + 1 >= {ast.unparse(stop)}"


def counted(chunk: Chunk) -> str:
    """What the loop counts in, whose turns the function runs; nothing where it does not count."""
    match chunk.loop:
        case ast.For(target=ast.Name(id=name)) if chunk.form is Form.TURNS:
            return name
    return ""


def spans(lines: Sequence[str], name: str, chunk: Chunk, counter: str, numpy: str) -> Iterator[Span]:
    """What stands in place of the statements. `counter`: a free name for the turn that is next; `numpy`: the file's
    name for it."""
    first, last, _ = chunk.place
    prefix, count = _indent(lines[first - 1]), counted(chunk)
    given = ", ".join(counter if n == count else n for n in chunk.inputs)
    call = Line(f"{prefix}{', '.join([*chunk.outputs, *chunk.added])} = {name}({given})", first, ())
    later = [Line(lines[n - 1], n) for s in chunk.later for n in range(s.lineno, (s.end_lineno or 0) + 1)]
    loop = chunk.loop
    if not count or not isinstance(loop, ast.For) or not isinstance(loop.iter, ast.Call):
        added = (Line(prefix + text, last, ()) for text in _adding(chunk))
        yield Span(first, last, (call, *later, *added))
        return
    outer = _indent(lines[loop.lineno - 1])
    start, stop = (ast.unparse(bound) for bound in [ast.Constant(0), *loop.iter.args][-2:])
    head = [f"{outer}{counter} = {start}", f"{outer}while {counter} < {stop}:"]
    if chunk.draws:
        head.insert(1, f"{outer}{chunk.batch} = {chunk.most}")
    yield Span(loop.lineno, loop.lineno, tuple(Line(text, loop.lineno, ()) for text in head))
    if chunk.draws:
        texts = _drawing(lines, name, chunk, counter, numpy)
        yield Span(first, last, tuple(Line(prefix + text, first, ()) for text in texts))
    else:
        yield Span(first, last, (call, Line(f"{prefix}{counter} = {count} + 1", last, ())))


def _adding(chunk: Chunk) -> Iterator[str]:
    """What adds to the lists what the turns computed, as elements of the types that they have."""
    for history, added in zip(chunk.histories, chunk.added, strict=True):
        yield f"{history.name}.extend({f'map({history.type}, {added})' if history.type else added})"


def _moved(text: str, number: int, prefix: str, indent: str) -> Line:
    """The line in a function of the top level; one that goes on in brackets may stand further left."""
    if not text.strip():
        return Line("", number)
    start = len(prefix) if text.startswith(prefix) else len(_indent(text))
    return Line(indent + text[start:], number, ((0, start, False), (len(indent), start, True)))


def _indent(text: str) -> str:
    return text[: len(text) - len(text.lstrip())]
