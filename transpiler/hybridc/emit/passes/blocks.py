"""Turning a block of statements into the body of a generated function, with its comments."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TypeGuard

import libcst as cst

from hybridc.emit.concrete_tree import Node, children, names_in, text_of, with_children
from hybridc.emit.passes.base import Context, Statement
from hybridc.emit.passes.comments import without_blank_lines
from hybridc.emit.templates import at_least, expression, names

_OPERATORS: dict[type[cst.BaseAugOp], str] = {
    cst.AddAssign: "+",
    cst.SubtractAssign: "-",
    cst.MultiplyAssign: "*",
    cst.DivideAssign: "/",
    cst.FloorDivideAssign: "//",
}
_LONGEST = 80  # of what is returned
_EMPTY = cst.EmptyLine(indent=False)


def statements_of(block: cst.BaseSuite) -> list[Statement]:
    """The statements of a block; a `pass` alone counts as none."""
    body: list[Statement] = list(block.body)  # type: ignore[arg-type]
    return [] if len(body) == 1 and is_pass(body[0]) and not has_comments(body[0]) else body


def is_pass(node: cst.CSTNode) -> TypeGuard[cst.SimpleStatementLine]:
    return isinstance(node, cst.SimpleStatementLine) and len(node.body) == 1 and isinstance(node.body[0], cst.Pass)


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
        isinstance(small, cst.Assign)
        and len(small.targets) == 1
        and isinstance(targets := small.targets[0].target, cst.Tuple)
        and isinstance(small.value, cst.Tuple)
        and tuple(getattr(e.value, "value", None) for e in targets.elements) == outputs
        and len(small.value.elements) == len(outputs)
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
    if isinstance(small, cst.Expr) and not outputs and _gives_nothing(small.value):
        return small.value
    return None


def _gives_nothing(node: cst.BaseExpression) -> bool:
    """A call whose result is None, whatever is called: one that prints or checks."""
    return isinstance(node, cst.Call) and text_of(node.func).startswith(("jax.debug.", "checks.", "checkify."))


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
    if result is not None and len(body) == 1 and is_pass(alone := body[0]) and not alone.trailing_whitespace.comment:
        body, footer = [], [*alone.leading_lines, *footer]
    if body:
        first = without_blank_lines(body[0])
        if body[0] in context.generated:
            context.generated.add(first)
        body = [first, *body[1:]]
    body = [*unpacked, *body]
    if result is not None:
        body = _with_return(context, body, result, footer)
    elif footer and body:
        last = body[-1]
        body[-1] = last.with_changes(leading_lines=[*last.leading_lines, *footer])
    if unpacked:
        body[0] = _without_unread(body[0], body[1:])
    return cst.FunctionDef(
        name=cst.Name(name),
        params=cst.Parameters([cst.Param(cst.Name(p)) for p in parameters]),
        body=cst.IndentedBlock(body, header=header),
        leading_lines=leading_lines,
    )


def _without_unread(unpacking: Statement, rest: Sequence[Statement]) -> Statement:
    """`a, b = carry` with `_` for what the rest sets anew, or does not know."""
    read = {name for statement in rest for name in _names_read(statement)}
    assign = cst.ensure_type(cst.ensure_type(unpacking, cst.SimpleStatementLine).body[0], cst.Assign)
    return unpacking.with_changes(body=[assign.with_changes(targets=[_with_read_alone(assign.targets[0], read)])])


def _with_read_alone(node: Node, read: Collection[str]) -> Node:
    """What is bound, with `_` for the names that nothing reads."""

    def shown(child: cst.CSTNode) -> cst.CSTNode:
        if isinstance(child, cst.Name):
            return child if child.value in read else cst.Name("_")
        return _with_read_alone(child, read)

    return with_children(node, shown)


def _names_read(node: cst.CSTNode) -> Iterator[str]:
    """All names but those that are assigned as a whole."""
    todo = [node]
    while todo:
        each = todo.pop()
        if type(each) is cst.Name:
            yield each.value
        elif not (type(each) is cst.AssignTarget and isinstance(each.target, cst.Name | cst.Tuple)):
            todo += children(each)


def returned_alone(node: cst.FunctionDef) -> cst.BaseExpression | None:
    """What a function returns, if that is short, and all that it does."""
    body = node.body.body
    if len(body) != 1 or not isinstance(body[0], cst.SimpleStatementLine) or has_comments(body[0]):
        return None
    if isinstance(node.body, cst.IndentedBlock) and _block_comments(node.body):
        return None
    small = body[0].body[0]
    if not isinstance(small, cst.Return) or small.value is None or _is_long(small.value, 30):
        return None
    return small.value


def _with_return(
    context: Context, body: list[Statement], result: cst.BaseExpression, footer: list[cst.EmptyLine]
) -> list[Statement]:
    """Ends the body in `return result`. What the last statements set, and nothing else reads, is returned itself."""
    last = body[-1] if body else None
    if last in context.generated and isinstance(last, cst.SimpleStatementLine) and isinstance(last.body[0], cst.Assign):
        target = last.body[0].targets[0].target
        if text_of(target) == text_of(result):
            returned = cst.Return(last.body[0].value)
            context.origins.takes_over(returned, last.body[0])
            lines = [*last.leading_lines, *footer]
            return [*body[:-1], last.with_changes(body=[returned], leading_lines=lines)]
    if not footer:
        body, result = _folded(body, result, len(body) if context.plan.references is None else 1)
    separated: list[cst.EmptyLine] = list(footer)
    return [*body, cst.SimpleStatementLine([cst.Return(result)], leading_lines=separated)]


def returned_directly(context: Context, body: Sequence[cst.BaseStatement]) -> list[cst.BaseStatement]:
    """`x = lax.cond(...)`, which a pass made, and `return x` as one."""
    *rest, last = body
    match last:
        case cst.SimpleStatementLine(body=[cst.Return(value=cst.BaseExpression() as result)]) if (
            rest and rest[-1] in context.generated and not has_comments(last)
        ):
            made = _with_return(context, [*rest], result, [])  # type: ignore[list-item]
            return [*made] if len(made) == len(rest) else [*body]
    return [*body]


def _folded(body: list[Statement], result: cst.BaseExpression, most: int) -> tuple[list[Statement], cst.BaseExpression]:
    """`x = f(x)`, `n += 1`, then `return x, n` as `return f(x), n + 1`. `most`: of these, one alone is evaluated when
    it was, whatever it does."""
    read = names_in(result)
    places = {name for name in _elements(result) if read.count(name) == 1}
    folded: dict[str, cst.BaseExpression] = {}
    while body and len(folded) < most:
        found = _simple_assignment(body[-1])
        if found is None or found[0] not in places or found[0] in folded or _is_long(found[1]):
            break
        name, value = found
        if any(name in names_in(other) for other in folded.values()):
            break
        candidate = _substituted(result, {**folded, name: value})
        if _is_long(candidate, _LONGEST):
            break
        folded[name] = value
        body = body[:-1]
    return body, _substituted(result, folded) if folded else result


def _elements(result: cst.BaseExpression) -> list[str]:
    """The names that a tuple, or a tuple in it, is made of."""
    if isinstance(result, cst.Name):
        return [result.value]
    if isinstance(result, cst.Tuple):
        return [name for e in result.elements for name in _elements(e.value)]
    return []


def _simple_assignment(node: Statement) -> tuple[str, cst.BaseExpression] | None:
    """The name and the value of a line that does nothing but set a name."""
    if not isinstance(node, cst.SimpleStatementLine) or has_comments(node) or len(node.body) != 1:
        return None
    match node.body[0]:
        case cst.Assign(targets=[cst.AssignTarget(target=cst.Name(value=name))], value=value):
            return name, value
        case cst.AugAssign(target=cst.Name(value=name) as target, operator=operator, value=value) if (
            type(operator) in _OPERATORS
        ):
            return name, expression(f"{{x}} {_OPERATORS[type(operator)]} {{v}}", x=target, v=value)
    return None


def _substituted(result: cst.BaseExpression, values: dict[str, cst.BaseExpression]) -> cst.BaseExpression:
    """A name, or a tuple of names and tuples, with values in the place of some names."""
    if isinstance(result, cst.Name):
        value = values.get(result.value)
        return result if value is None else at_least(value, 1)
    if isinstance(result, cst.Tuple):
        elements = [
            e if (value := _substituted(e.value, values)) is e.value else e.with_changes(value=value)
            for e in result.elements
        ]
        return result.with_changes(elements=elements)
    return result


def _is_long(node: cst.BaseExpression, most: int = 60) -> bool:
    return len(text_of(node)) > most


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
