"""What becomes of the comments of statements that change: they stay, at what takes their place or follows."""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst

from hybridc import refused_code
from hybridc.passes.base import Statement


def comments_above(node: Statement) -> list[cst.EmptyLine]:
    return [line for line in node.leading_lines if line.comment is not None]


def with_comments(statements: list[Statement], line: cst.SimpleStatementLine) -> list[Statement]:
    """The comments of a line that became several statements, above the first and beside the last."""
    if not statements:
        return []
    first = statements[0]
    statements[0] = first.with_changes(leading_lines=[*line.leading_lines, *first.leading_lines])
    last = statements[-1]
    if line.trailing_whitespace.comment is not None:
        if isinstance(last, cst.SimpleStatementLine) and last.trailing_whitespace.comment is None:
            statements[-1] = last.with_changes(trailing_whitespace=line.trailing_whitespace)
        else:
            comment = cst.EmptyLine(comment=line.trailing_whitespace.comment)
            statements[0] = statements[0].with_changes(leading_lines=[*statements[0].leading_lines, comment])
    return statements


def kept_comments(node: cst.BaseStatement) -> list[Statement]:
    """A statement that goes leaves its comments, on a `pass` that `joined_comments` takes away again."""
    comments = [line for line in getattr(node, "leading_lines", ()) if line.comment is not None]
    beside = getattr(node, "trailing_whitespace", None)
    if isinstance(beside, cst.TrailingWhitespace) and beside.comment is not None:
        comments.append(cst.EmptyLine(comment=beside.comment))
    if isinstance(node, cst.If):
        comments += comments_in(node)
    return [Gone([cst.Pass()], leading_lines=comments)] if comments else []


def left_out(node: cst.CSTNode, code: str = "", above: Iterable[cst.EmptyLine] = ()) -> Gone:
    """Stands for a statement that the converted code goes without: its text, as a comment, below what is `above` it."""
    comments = [cst.EmptyLine(comment=cst.Comment(c)) for c in refused_code.left_out(text_of(node), code)]
    return Gone([cst.Pass()], leading_lines=[*above, *comments])


def text_of(node: cst.CSTNode) -> str:
    """The text of a statement or a block, without what stands above and beside it, and without its indentation."""
    whole = node.with_changes(leading_lines=()) if hasattr(node, "leading_lines") else node
    if isinstance(whole, cst.IndentedBlock):
        whole = cst.Module([s for s in whole.body if isinstance(s, Statement)])
    elif isinstance(whole, cst.SimpleStatementSuite):
        whole = cst.Module([cst.SimpleStatementLine(whole.body)])
    return whole.code if isinstance(whole, cst.Module) else cst.Module([]).code_for_node(whole)


class Gone(cst.SimpleStatementLine):
    """Stands for a statement that is no more, as long as its comments have no place."""


def comments_in(node: cst.CSTNode) -> list[cst.EmptyLine]:
    """All comments inside a node, as lines."""
    comments = _Comments()
    body = getattr(node, "body", None)
    if body is not None:
        body.visit(comments)
    return [cst.EmptyLine(comment=c) for c in comments.found]


class _Comments(cst.CSTVisitor):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[cst.Comment] = []

    def visit_Comment(self, comment: cst.Comment) -> None:
        self.found.append(comment)


def joined_comments(statements: list[Statement]) -> list[Statement]:
    """Moves the comments of statements that are gone to the next one; at the end of a block they stay on a `pass`."""
    result: list[Statement] = []
    waiting: list[cst.EmptyLine] = []
    for statement in statements:
        if isinstance(statement, Gone):
            waiting += statement.leading_lines
            if statement.trailing_whitespace.comment is not None:
                waiting.append(cst.EmptyLine(comment=statement.trailing_whitespace.comment))
        else:
            if waiting:
                statement = statement.with_changes(leading_lines=[*waiting, *statement.leading_lines])
                waiting = []
            result.append(statement)
    if waiting:
        if result and isinstance(result[-1], cst.SimpleStatementLine):
            last = result[-1]
            result[-1] = last.with_changes(leading_lines=[*last.leading_lines, *waiting])
        else:
            result.append(cst.SimpleStatementLine([cst.Pass()], leading_lines=waiting))
    return result
