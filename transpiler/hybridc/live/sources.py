"""A live function -> the text of its definition, and where each line of it stands in the file or cell."""

from __future__ import annotations
import __future__

import ast
import io
import linecache
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache, reduce
from types import CodeType, FunctionType

from hybridc.live.errors import ConversionError

_FUTURES = reduce(lambda flags, name: flags | getattr(__future__, name).compiler_flag, __future__.all_feature_names, 0)


@dataclass(frozen=True, slots=True)
class Line:
    """Where a line of assembled text comes from, and by how many columns it was moved to the left."""

    filename: str
    number: int
    shift: int


@dataclass(frozen=True, slots=True)
class Definition:
    """One `def` as it would read at the top level, without its decorators."""

    function: FunctionType
    text: str
    lines: tuple[Line, ...]  # one for each line of the text


def definition(function: FunctionType) -> Definition:
    """Raises ConversionError where there is no text, or where it no longer is what the function was compiled from."""
    code = function.__code__
    linecache.checkcache(code.co_filename)
    lines = linecache.getlines(code.co_filename, function.__globals__)
    if not lines:
        raise ConversionError(
            f"the source of `{function.__name__}` is not to be had (it was defined in {code.co_filename}): "
            "put the function into a file or a notebook cell"
        )
    node = _node(function, "".join(lines))
    shown, shifts = _dedented(lines[node.lineno - 1 : node.end_lineno], node.col_offset)
    places = tuple(Line(code.co_filename, node.lineno + i, shift) for i, shift in enumerate(shifts))
    return Definition(function, shown, places)


def _node(function: FunctionType, text: str) -> ast.FunctionDef:
    code = function.__code__
    try:
        known = _compiled(text, code.co_flags & _FUTURES | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        tree = ast.parse(text)
    except (SyntaxError, ValueError) as error:
        raise _outdated(function) from error
    if not any(inner == code for inner in _inside(known)):
        raise _outdated(function)
    methods = {id(n) for c in ast.walk(tree) if isinstance(c, ast.ClassDef) for n in c.body}
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef):
            continue
        if (node.name, _first_line(node)) != (code.co_name, code.co_firstlineno):
            continue
        if id(node) in methods:
            raise ConversionError(f"`{function.__qualname__}` is a method: hybridize a function outside of classes")
        return node
    raise ConversionError(f"`{function.__name__}` is no `def`: only functions defined with `def` are converted")


def _outdated(function: FunctionType) -> ConversionError:
    code = function.__code__
    return ConversionError(
        f"{code.co_filename}:{code.co_firstlineno}: the text is not what `{function.__name__}` was made from: "
        "was the file changed after it was imported, or rewritten while it was?"
    )


def _first_line(node: ast.FunctionDef) -> int:
    """Where Python says that the function starts: at its first decorator."""
    return min([node.lineno, *(d.lineno for d in node.decorator_list)])


@lru_cache(maxsize=8)
def _compiled(text: str, flags: int) -> CodeType:
    code = compile(text, "<source>", "exec", flags=flags, dont_inherit=True)
    assert isinstance(code, CodeType)
    return code


def _inside(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _inside(constant)


def _dedented(lines: list[str], width: int) -> tuple[str, list[int]]:
    """The lines moved to the left by `width`, and by how much each was; what is inside a string stays."""
    if not width:
        return "".join(lines).rstrip("\n") + "\n", [0] * len(lines)
    first = [lines[0][width:], *lines[1:]]
    inside = {
        row
        for token in tokenize.generate_tokens(io.StringIO("".join(_closed(first))).readline)
        if token.end[0] > token.start[0]
        for row in range(token.start[0] + 1, token.end[0] + 1)
    }
    shifts = [
        0 if row in inside else min(width, len(line) - len(line.lstrip(" \t"))) for row, line in enumerate(lines, 1)
    ]
    moved = "".join(line[shift:] for line, shift in zip(lines, shifts, strict=True))
    return moved.rstrip("\n") + "\n", shifts


def _closed(lines: list[str]) -> list[str]:
    return [*lines[:-1], lines[-1].rstrip("\n") + "\n"]
