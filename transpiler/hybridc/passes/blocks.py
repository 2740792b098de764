"""Turning a block of statements into the body of a generated function, with its comments."""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst

from hybridc.passes.base import Context, Statement
from hybridc.templates import expression, names

_OPERATORS: dict[type[cst.BaseAugOp], str] = {
    cst.AddAssign: "+",
    cst.SubtractAssign: "-",
    cst.MultiplyAssign: "*",
    cst.DivideAssign: "/",
    cst.FloorDivideAssign: "//",
}
_EMPTY = cst.EmptyLine(indent=False)


def statements_of(block: cst.BaseSuite) -> list[Statement]:
    """The statements of a block; a `pass` alone counts as none."""
    body: list[Statement] = list(block.body)  # type: ignore[arg-type]
    if len(body) == 1 and isinstance(body[0], cst.SimpleStatementLine):
        line = body[0]
        if len(line.body) == 1 and isinstance(line.body[0], cst.Pass) and not has_comments(line):
            return []
    return body


def has_comments(node: cst.CSTNode) -> bool:
    """The node carries a comment of its own, above or beside it."""
    if any(line.comment is not None for line in getattr(node, "leading_lines", ())):
        return True
    beside = getattr(node, "trailing_whitespace", None)
    return isinstance(beside, cst.TrailingWhitespace) and beside.comment is not None


def single_expression(
    block: cst.BaseSuite | None, outputs: tuple[str, ...], returns: bool
) -> cst.BaseExpression | None:
    """The block as one expression, where it only sets its one output or only returns; else None."""
    if block is None or not statements_of(block):
        if returns or (isinstance(block, cst.IndentedBlock) and _block_comments(block)):
            return None
        return names(outputs)
    if isinstance(block, cst.IndentedBlock) and _block_comments(block):
        return None
    body = statements_of(block)
    if (
        len(body) != 1
        or not isinstance(body[0], cst.SimpleStatementLine)
        or has_comments(body[0])
        or len(body[0].body) != 1
    ):
        return None
    small = body[0].body[0]
    if returns:
        return small.value or cst.Name("None") if isinstance(small, cst.Return) else None
    if (
        isinstance(small, cst.Assign)
        and len(small.targets) == 1
        and len(outputs) == 1
        and isinstance(target := small.targets[0].target, cst.Name)
        and target.value == outputs[0]
    ):
        return small.value
    if (
        isinstance(small, cst.AugAssign)
        and len(outputs) == 1
        and isinstance(small.target, cst.Name)
        and small.target.value == outputs[0]
        and type(small.operator) in _OPERATORS
    ):
        return expression(f"{{x}} {_OPERATORS[type(small.operator)]} {{v}}", x=small.target, v=small.value)
    if isinstance(small, cst.Expr) and not outputs:
        return small.value
    return None


def _block_comments(block: cst.IndentedBlock) -> bool:
    return block.header.comment is not None or any(line.comment is not None for line in block.footer)


def function(
    context: Context,
    name: str,
    parameters: Sequence[str],
    block: cst.BaseSuite | None,
    result: cst.BaseExpression | None,
    unpacked: Sequence[Statement] = (),
    leading_lines: Sequence[cst.EmptyLine] = (),
) -> cst.FunctionDef:
    """`def name(parameters):` with the block's statements, its comments, and `return result` unless it is None."""
    body = [] if block is None else statements_of(block)
    footer = [line for line in block.footer if line.comment is not None] if isinstance(block, cst.IndentedBlock) else []
    header = block.header if isinstance(block, cst.IndentedBlock) else cst.TrailingWhitespace()
    if body:
        body = [without_blank_lines(body[0]), *body[1:]]
    body = [*unpacked, *body]
    if result is not None:
        body = _with_return(context, body, result, footer)
    elif footer and body:
        last = body[-1]
        body[-1] = last.with_changes(leading_lines=[*last.leading_lines, *footer])
    return cst.FunctionDef(
        name=cst.Name(name),
        params=cst.Parameters([cst.Param(cst.Name(p)) for p in parameters]),
        body=cst.IndentedBlock(body, header=header),
        leading_lines=leading_lines,
    )


def without_blank_lines(node: Statement) -> Statement:
    """The statement at the top of a block, where no blank line belongs."""
    lines = list(node.leading_lines)
    while lines and lines[0].comment is None:
        lines.pop(0)
    return node.with_changes(leading_lines=lines)


def _with_return(
    context: Context, body: list[Statement], result: cst.BaseExpression, footer: list[cst.EmptyLine]
) -> list[Statement]:
    """Ends the body in `return result`; an assignment that a pass made of just these names is returned itself."""
    last = body[-1] if body else None
    if last in context.generated and isinstance(last, cst.SimpleStatementLine) and isinstance(last.body[0], cst.Assign):
        target = last.body[0].targets[0].target
        if cst.Module([]).code_for_node(target) == cst.Module([]).code_for_node(result):
            return [*body[:-1], last.with_changes(body=[cst.Return(last.body[0].value)])]
    separated: list[cst.EmptyLine] = list(footer)
    return [*body, cst.SimpleStatementLine([cst.Return(result)], leading_lines=separated)]


def spaced(statements: list[Statement], like: Sequence[cst.EmptyLine]) -> list[Statement]:
    """Generated statements with a blank line before and after functions, and the original's lines above the first."""
    result: list[Statement] = []
    for index, node in enumerate(statements):
        lines = list(node.leading_lines)
        if index and (isinstance(node, cst.FunctionDef) or isinstance(statements[index - 1], cst.FunctionDef)):
            lines = [_EMPTY, *lines]
        if index == 0:
            lines = [*like, *lines]
            if isinstance(node, cst.FunctionDef) and not any(line.comment is None for line in lines):
                lines = [_EMPTY, *lines]
        result.append(node.with_changes(leading_lines=lines))
    return result
