"""A live function -> the text of its definition, and where each line of it stands in the file or cell."""

from __future__ import annotations
import __future__

import ast
import io
import linecache
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from types import CodeType, FunctionType

from hybridc.live.errors import ConversionError

ANNOTATIONS = __future__.annotations.compiler_flag  # notebooks hand it on from cell to cell


@dataclass(frozen=True, slots=True)
class Line:
    """Where a line of assembled text comes from, and by how many columns it was moved to the left."""

    filename: str
    number: int
    shift: int


@dataclass(frozen=True, slots=True)
class Definition:
    """One `def` as it would read at the top level, without its decorators."""

    text: str
    lines: tuple[Line, ...]  # one for each line of the text


def definition(function: FunctionType) -> Definition:
    """Raises ConversionError where there is no text, or where it no longer is what the function was compiled from."""
    code = function.__code__
    linecache.lazycache(code.co_filename, function.__globals__)
    return _definition(code, code.co_filename)


@lru_cache(maxsize=1024)  # files may change after their functions were read; code that is equal may be of two files
def _definition(code: CodeType, filename: str) -> Definition:
    linecache.checkcache(filename)
    lines = linecache.getlines(filename)
    if not lines:
        raise ConversionError(
            f"the source of `{code.co_name}` is not to be had (it was defined in {filename}): "
            "put the function into a file or a notebook cell"
        )
    node = _node(code, "".join(lines))
    text, shifts = dedented(lines[node.lineno - 1 : node.end_lineno], node.col_offset)
    return Definition(text, tuple(Line(filename, node.lineno + i, shift) for i, shift in enumerate(shifts)))


def _node(code: CodeType, text: str) -> ast.FunctionDef:
    tree, known = parsed(code, text)
    if not any(inner == code for inner in known):
        raise outdated(code)
    methods = {id(n) for c in ast.walk(tree) if isinstance(c, ast.ClassDef) for n in c.body}
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef):
            continue
        if (node.name, first_line(node)) != (code.co_name, code.co_firstlineno):
            continue
        if id(node) in methods:
            raise ConversionError(f"`{code.co_qualname}` is a method: hybridize a function outside of classes")
        return node
    raise ConversionError(f"`{code.co_name}` is no `def`: only functions defined with `def` are converted")


def parsed(code: CodeType, text: str) -> tuple[ast.Module, list[CodeType]]:
    """The tree of a file or cell, and all code in it, for a code that should be there."""
    flags = code.co_flags & ANNOTATIONS | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    try:
        found = list(inside(compiled(text, flags)))
        return ast.parse(text), found if code in found else [*found, *_of_statements(text, flags)]
    except (SyntaxError, ValueError) as error:
        raise outdated(code) from error


def outdated(code: CodeType) -> ConversionError:
    return ConversionError(
        f"{code.co_filename}:{code.co_firstlineno}: the text is not what `{code.co_name}` was made from: "
        "was the file changed after it was imported, or rewritten while it was?"
    )


def first_line(node: ast.FunctionDef) -> int:
    """Where Python says that the function starts: at its first decorator."""
    return min([node.lineno, *(d.lineno for d in node.decorator_list)])


@lru_cache(maxsize=8)
def compiled(text: str, flags: int) -> CodeType:
    code = compile(text, "<source>", "exec", flags=flags, dont_inherit=True)
    assert isinstance(code, CodeType)
    return code


@lru_cache(maxsize=8)
def _of_statements(text: str, flags: int) -> tuple[CodeType, ...]:
    """All code in the statements of a cell, which notebooks compile one by one: Python compiles `np.sin(x)` otherwise
    where the same text imports `np`."""
    statements = (ast.Module([statement], []) for statement in ast.parse(text).body)
    each = (compile(s, "<source>", "exec", flags=flags, dont_inherit=True) for s in statements)
    return tuple(found for code in each for found in inside(code))


def inside(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from inside(constant)


def dedented(lines: list[str], width: int) -> tuple[str, list[int]]:
    """The lines moved to the left by `width`, and by how much each was; what is inside a string stays."""
    if not width:
        return "".join(lines).rstrip("\n") + "\n", [0] * len(lines)
    first = [lines[0][width:], *lines[1:]]
    inside = {
        row
        for token in tokenize.generate_tokens(io.StringIO("".join(first)).readline)
        if token.end[0] > token.start[0]
        for row in range(token.start[0] + 1, token.end[0] + 1)
    }
    shifts = [
        0 if row in inside else min(width, len(line) - len(line.lstrip(" \t"))) for row, line in enumerate(lines, 1)
    ]
    moved = "".join(line[shift:] for line, shift in zip(lines, shifts, strict=True))
    return moved.rstrip("\n") + "\n", shifts
