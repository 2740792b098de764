"""The text of functions that are made of statements, and of what stands in their place."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hybridc.normalize.moved import Line
from hybridc.normalize.outlining.chunks import Chunk, Form

_TURNS = '"""Turns of the loop, as many as there are until what stands behind its call has something to do."""'


class Span(NamedTuple):
    """Lines of the file, from the first to the last, and what stands there instead."""

    first: int
    last: int
    lines: tuple[Line, ...]


def function_lines(lines: Sequence[str], name: str, chunk: Chunk) -> list[Line]:
    """The function, at the top level."""
    first, last, _ = chunk.place
    left_out = {n for s in chunk.later for n in range(s.lineno, (s.end_lineno or 0) + 1)}
    prefix = _indent(lines[first - 1])
    indent = "        " if chunk.form is Form.TURNS else "    "
    found = [Line(f"def {name}({', '.join(chunk.inputs)}):", first, ())]
    if chunk.form is Form.TURNS:
        found += [Line(f"    {_TURNS}", first, ()), Line("    while True:", first, ())]
    found += [_moved(lines[n - 1], n, prefix, indent) for n in range(first, last + 1) if n not in left_out]
    if chunk.form is Form.TURNS:
        found += [Line(f"        if {' or '.join(_ends(chunk))}:", last, ()), Line("            break", last, ())]
        if isinstance(chunk.loop, ast.For):
            found.append(Line(f"        {ast.unparse(chunk.loop.target)} += 1", last, ()))
    return [*found, Line(f"    return {', '.join(chunk.outputs)}", last, ())]


def _ends(chunk: Chunk) -> Iterator[str]:
    """Why the turns end: what stays Python is to run, or there is no other turn."""
    for test in chunk.tests:
        yield f"({ast.unparse(test)})" if isinstance(test, ast.BoolOp | ast.IfExp) else ast.unparse(test)
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


def spans(lines: Sequence[str], name: str, chunk: Chunk, counter: str) -> Iterator[Span]:
    """What stands in place of the statements. `counter`: a free name for the turn that is next."""
    first, last, _ = chunk.place
    prefix, count = _indent(lines[first - 1]), counted(chunk)
    given = ", ".join(counter if n == count else n for n in chunk.inputs)
    call = Line(f"{prefix}{', '.join(chunk.outputs)} = {name}({given})", first, ())
    later = [Line(lines[n - 1], n) for s in chunk.later for n in range(s.lineno, (s.end_lineno or 0) + 1)]
    loop = chunk.loop
    if not count or not isinstance(loop, ast.For) or not isinstance(loop.iter, ast.Call):
        yield Span(first, last, (call, *later))
        return
    outer = _indent(lines[loop.lineno - 1])
    start, stop = (ast.unparse(bound) for bound in [ast.Constant(0), *loop.iter.args][-2:])
    head = (f"{outer}{counter} = {start}", f"{outer}while {counter} < {stop}:")
    yield Span(loop.lineno, loop.lineno, tuple(Line(text, loop.lineno, ()) for text in head))
    yield Span(first, last, (call, Line(f"{prefix}{counter} = {count} + 1", last, ())))


def _moved(text: str, number: int, prefix: str, indent: str) -> Line:
    """The line in a function of the top level; one that goes on in brackets may stand further left."""
    if not text.strip():
        return Line("", number)
    start = len(prefix) if text.startswith(prefix) else len(_indent(text))
    return Line(indent + text[start:], number, ((0, start, False), (len(indent), start, True)))


def _indent(text: str) -> str:
    return text[: len(text) - len(text.lstrip())]
