"""What becomes of the comments of statements that change: they stay, at what takes their place or follows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import libcst as cst

from hybridc.emit import refused_code
from hybridc.emit.passes.base import Statement


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


def kept_comments(node: cst.BaseStatement) -> Gone:
    """Stands for a statement that goes, and leaves its comments."""
    comments = [line for line in getattr(node, "leading_lines", ()) if line.comment is not None]
    beside = getattr(node, "trailing_whitespace", None)
    if isinstance(beside, cst.TrailingWhitespace) and beside.comment is not None:
        comments.append(cst.EmptyLine(comment=beside.comment))
    if isinstance(node, cst.If):
        comments += comments_in(node)
    return gone(comments)


def left_out(node: cst.CSTNode, code: str = "", above: Iterable[cst.EmptyLine] = ()) -> Gone:
    """Stands for a statement that the converted code goes without: its text, as a comment, below what is `above` it."""
    comments = [cst.EmptyLine(comment=cst.Comment(c)) for c in refused_code.left_out(text_of(node), code)]
    return gone([*above, *comments])


def gone(lines: Sequence[cst.EmptyLine]) -> Gone:
    """Stands for a statement of which these lines stay."""
    return Gone([cst.Pass()], leading_lines=lines)


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


def joined_comments(statements: Iterable[Statement]) -> tuple[list[Statement], list[cst.EmptyLine]]:
    """Moves the comments of statements that are gone to the next one; where there is no other they stay on a `pass`.

    Gives those behind the last statement as well.
    """
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
    if not result:
        return ([cst.SimpleStatementLine([cst.Pass()], leading_lines=waiting)] if waiting else []), []
    return result, waiting


def joined_block(block: cst.IndentedBlock, statements: Iterable[Statement]) -> cst.IndentedBlock:
    """The block with these statements in the place of its own, and at least a `pass`."""
    statements = [*statements]
    body, below = joined_comments(statements)
    if body and isinstance(statements[0], Gone):
        body[0] = without_blank_lines(body[0])
    return block.with_changes(body=body or [cst.SimpleStatementLine([cst.Pass()])], footer=[*below, *block.footer])


def without_blank_lines(node: Statement) -> Statement:
    """The statement at the top of a block, where no blank line belongs."""
    lines = list(node.leading_lines)
    while lines and lines[0].comment is None:
        lines.pop(0)
    return node if len(lines) == len(node.leading_lines) else node.with_changes(leading_lines=lines)
