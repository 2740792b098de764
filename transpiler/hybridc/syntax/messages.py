"""Texts that people read: of expressions in diagnostics, and in the messages of an `assert` or of what is raised."""

from __future__ import annotations

import ast
from collections.abc import Iterator


def text_of(node: ast.AST) -> str:
    """The expression in one short line, for messages."""
    text = ast.unparse(node)
    return text if len(text) <= 60 else f"{text[:57]}..."


def text_given(check: ast.stmt) -> ast.expr | None:
    """The message of an `assert`, or the one argument of the exception that is raised."""
    match check:
        case ast.Assert(msg=message):
            return message
        case ast.Raise(exc=ast.Call(args=[argument], keywords=[])) if not isinstance(argument, ast.Starred):
            return argument
    return None


def values_shown(check: ast.stmt) -> Iterator[ast.expr]:
    """The expressions whose values the message needs."""
    match text_given(check):
        case ast.JoinedStr(values=parts):
            for part in parts:
                if isinstance(part, ast.FormattedValue):
                    yield part.value
        case None | ast.Constant():
            return
        case ast.expr() as other:
            yield other
