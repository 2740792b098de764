"""Programs held in strings: which may stand in a file as they are, and how they are laid out there."""

from __future__ import annotations

import ast
import re
import warnings
from typing import TypeGuard

from hybridc.normalize.folding.source_text import has_comment

_COOKIE = re.compile(r"coding[:=]")
# Names through which code can see where it is.
_SEES_ITS_PLACE = re.compile(
    r"\b(?:__(?!name__|main__)\w+__|inspect|traceback|linecache|_getframe|currentframe|set_trace|breakpoint|warnings)\b"
)


def compiles(text: str) -> bool:
    """Whether Python takes the text as a whole program. Compiling runs nothing."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(text, "<program>", "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def is_faithful_program(program: str, file_text: str) -> bool:
    """Whether the program does the same as part of the file as it does on its own."""
    if not _is_plain(program, file_text) or not compiles(program):
        return False
    body = ast.parse(program).body
    if not body or any(isinstance(statement, ast.AnnAssign) for statement in body):
        return False
    first = body[0]
    return not (isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant))  # it would set `__doc__`


def _is_plain(text: str, file_text: str) -> bool:
    if not all(character.isprintable() or character in "\n\t" for character in text):
        return False
    if not text.isascii() and _COOKIE.search("\n".join(file_text.split("\n", 2)[:2])):
        return False  # the file's encoding may not have these characters
    return not _COOKIE.search(text) and not _SEES_ITS_PLACE.search(text)


def expression_in(text: str, file_text: str) -> ast.expr | None:
    """The expression that the text is, where it means the same written out in the file."""
    stripped = text.strip(" \t")
    if "\n" in stripped or not _is_plain(stripped, file_text) or not compiles(stripped) or has_comment(stripped):
        return None
    match ast.parse(stripped).body:
        case [ast.Expr(value=value)] if not any(isinstance(node, ast.NamedExpr) for node in ast.walk(value)):
            # `eval("1;")` is an error, and so is what begins or ends with a backslash.
            return value if not re.search(r"[;\\]\s*$", stripped) else None
    return None


def spaced(program: str) -> str:
    """The program with two blank lines around its functions and classes, and no blank lines at its ends."""
    lines = program.split("\n")
    out: list[str] = []
    previous: ast.stmt | None = None
    done = 0
    for statement in ast.parse(program).body:
        assert statement.end_lineno is not None
        first = _first_line(statement)
        if first <= done:  # `a = 1; b = 2`
            out += lines[done : statement.end_lineno]
            previous, done = statement, statement.end_lineno
            continue
        gap = lines[done : first - 1]
        comments = _without_blank_ends(gap)
        if previous is not None:
            wide = is_definition(previous) or is_definition(statement)
            out += ["", ""] if wide else [""] * (bool(gap) and not gap[0].strip())
        out += comments
        if comments and not gap[-1].strip():
            out.append("")
        out += lines[first - 1 : statement.end_lineno]
        previous, done = statement, statement.end_lineno
    comments = _without_blank_ends(lines[done:])
    return "\n".join([*out, *comments])


def is_definition(
    statement: ast.stmt,
) -> TypeGuard[ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]:
    return isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)


def _first_line(statement: ast.stmt) -> int:
    decorators = statement.decorator_list if is_definition(statement) else []
    return min([statement.lineno, *(decorator.lineno for decorator in decorators)])


def _without_blank_ends(lines: list[str]) -> list[str]:
    filled = [i for i, line in enumerate(lines) if line.strip()]
    return lines[filled[0] : filled[-1] + 1] if filled else []
