"""Which node of the concrete tree is which node of the abstract tree: both are walked side by side.

The analysis reads Python's own tree, which is fast to build and carries places; the passes rewrite libcst's, which
keeps comments and spacing.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence

import libcst as cst

Pairs = dict[cst.CSTNode, ast.AST]
KEPT = "HYB_KEPT_"  # what names begin with that stand for statements of the original, whatever these are


class Mismatch(Exception):
    """The two trees differ in shape: a defect of this module."""


def statements_of(block: cst.BaseSuite) -> Sequence[cst.BaseStatement | cst.BaseSmallStatement]:
    return block.body


def _flat(statements: Iterable[cst.CSTNode]) -> Iterator[cst.CSTNode]:
    for statement in statements:
        if isinstance(statement, cst.SimpleStatementLine):
            yield from statement.body
        else:
            yield statement


def pair_block(concrete: Iterable[cst.CSTNode], abstract: list[ast.stmt], pairs: Pairs) -> None:
    """Pairs the statements of a block, and all that is in them."""
    flat = list(_flat(concrete))
    if len(flat) != len(abstract):
        raise Mismatch(f"{len(flat)} statements against {len(abstract)}")
    for one, other in zip(flat, abstract, strict=True):
        _pair_statement(one, other, pairs)


def is_kept(node: cst.CSTNode) -> bool:
    """The statement stands for one that stays as it was."""
    return type(node) is cst.Expr and type(node.value) is cst.Name and node.value.value.startswith(KEPT)


def _pair_statement(node: cst.CSTNode, tree: ast.stmt, pairs: Pairs) -> None:
    pairs[node] = tree
    if is_kept(node):
        return
    match tree, node:  # Python's own first: libcst's classes are abstract ones, of which `isinstance` takes long
        case ast.Expr(value=other), cst.Expr(value=value):
            pair(value, other, pairs)
        case ast.Assign(targets=others, value=other), cst.Assign(targets=targets, value=value):
            for target, other_target in zip(targets, others, strict=True):
                pair(target.target, other_target, pairs)
            pair(value, other, pairs)
        case ast.AugAssign(target=other_target, value=other), cst.AugAssign(target=target, value=value):
            pair(target, other_target, pairs)
            pair(value, other, pairs)
        case ast.AnnAssign(target=other_target, value=other), cst.AnnAssign(target=target, value=value):
            pair(target, other_target, pairs)
            _pair_optional(value, other, pairs)
        case ast.Return(value=other), cst.Return(value=value):
            _pair_optional(value, other, pairs)
        case ast.Assert(test=other, msg=other_message), cst.Assert(test=test, msg=message):
            pair(test, other, pairs)
            _pair_optional(message, other_message, pairs)
        case ast.Raise(exc=other, cause=other_cause), cst.Raise(exc=raised, cause=cause):
            _pair_optional(raised, other, pairs)
            _pair_optional(None if cause is None else cause.item, other_cause, pairs)
        case ast.Delete(targets=[other]), cst.Del(target=target):
            pair(target, other, pairs)
        case ast.If(test=other, body=others, orelse=other_else), cst.If(test=test, body=body, orelse=orelse):
            pair(test, other, pairs)
            pair_block(body.body, others, pairs)
            if isinstance(orelse, cst.If):
                _pair_statement(orelse, other_else[0], pairs)
            elif orelse is not None:
                pair_block(orelse.body.body, other_else, pairs)
        case ast.While(test=other, body=others, orelse=other_else), cst.While(test=test, body=body, orelse=orelse):
            pair(test, other, pairs)
            pair_block(body.body, others, pairs)
            if orelse is not None:
                pair_block(orelse.body.body, other_else, pairs)
        case ast.FunctionDef(args=arguments, body=others), cst.FunctionDef(params=parameters, body=body):
            _pair_defaults(parameters, arguments, pairs)
            pair_block(body.body, others, pairs)
        case ast.ClassDef(body=others), cst.ClassDef(body=body):
            pair_block(body.body, others, pairs)
        case ast.Match(subject=other, cases=other_cases), cst.Match(subject=subject, cases=cases):
            pair(subject, other, pairs)
            for case, other_case in zip(cases, other_cases, strict=True):
                _pair_optional(case.guard, other_case.guard, pairs)
                pair_block(case.body.body, other_case.body, pairs)
        case ast.With(), cst.With(items=items, body=body):
            for item, other_item in zip(items, tree.items, strict=True):
                pair(item.item, other_item.context_expr, pairs)
            pair_block(body.body, tree.body, pairs)
        case ast.Try(), cst.Try(body=body, orelse=orelse, finalbody=finalbody):
            pair_block(body.body, tree.body, pairs)
            for handler, other_handler in zip(node.handlers, tree.handlers, strict=True):
                _pair_optional(handler.type, other_handler.type, pairs)
                pair_block(handler.body.body, other_handler.body, pairs)
            if orelse is not None:
                pair_block(orelse.body.body, tree.orelse, pairs)
            if finalbody is not None:
                pair_block(finalbody.body.body, tree.finalbody, pairs)
        case ast.For(), cst.For(target=target, iter=iterable, body=body, orelse=orelse):
            pair(target, tree.target, pairs)
            pair(iterable, tree.iter, pairs)
            pair_block(body.body, tree.body, pairs)
            if orelse is not None:
                pair_block(orelse.body.body, tree.orelse, pairs)


def _pair_defaults(parameters: cst.Parameters, arguments: ast.arguments, pairs: Pairs) -> None:
    positional = [p.default for p in (*parameters.posonly_params, *parameters.params) if p.default is not None]
    for node, tree in zip(positional, arguments.defaults, strict=True):
        pair(node, tree, pairs)
    for parameter, default in zip(parameters.kwonly_params, arguments.kw_defaults, strict=True):
        _pair_optional(parameter.default, default, pairs)


def _pair_optional(node: cst.BaseExpression | None, tree: ast.expr | None, pairs: Pairs) -> None:
    if node is not None and tree is not None:
        pair(node, tree, pairs)


# The fields of Python's nodes in which `pair` finds nodes, and the nodes that it does not pair themselves.
_PAIRED_FIELDS: dict[type[ast.AST], tuple[str, ...]] = {
    ast.Expr: ("value",), ast.Assign: ("targets", "value"), ast.AugAssign: ("target", "value"),
    ast.AnnAssign: ("target", "value"), ast.Return: ("value",), ast.Assert: ("test", "msg"),
    ast.Raise: ("exc", "cause"), ast.Yield: ("value",), ast.YieldFrom: ("value",),
    ast.Attribute: ("value",), ast.Subscript: ("value", "slice"),
    ast.Slice: ("lower", "upper", "step"), ast.Call: ("func", "args", "keywords"), ast.keyword: ("value",),
    ast.Starred: ("value",), ast.BinOp: ("left", "right"), ast.BoolOp: ("values",), ast.UnaryOp: ("operand",),
    ast.Compare: ("left", "comparators"), ast.IfExp: ("test", "body", "orelse"), ast.Tuple: ("elts",),
    ast.List: ("elts",), ast.Set: ("elts",), ast.Dict: ("keys", "values"), ast.Lambda: ("args", "body"),
    ast.arguments: ("defaults", "kw_defaults"),
    ast.ListComp: ("elt", "generators"), ast.SetComp: ("elt", "generators"), ast.GeneratorExp: ("elt", "generators"),
    ast.DictComp: ("key", "value", "generators"),
    ast.FunctionDef: ("body",), ast.AsyncFunctionDef: ("body",), ast.ClassDef: ("body",),
    ast.If: ("test", "body", "orelse"), ast.While: ("test", "body", "orelse"),
    ast.For: ("target", "iter", "body", "orelse"), ast.With: ("items", "body"), ast.withitem: ("context_expr",),
    ast.AsyncFor: ("target", "iter", "body", "orelse"), ast.AsyncWith: ("items", "body"),
    ast.Try: ("body", "handlers", "orelse", "finalbody"), ast.TryStar: ("body", "handlers", "orelse", "finalbody"),
    ast.ExceptHandler: ("body",),
    ast.Match: ("subject", "cases"), ast.match_case: ("guard", "body"),
    ast.comprehension: ("target", "iter", "ifs"), ast.JoinedStr: ("values",), ast.FormattedValue: ("value",),
}  # fmt: skip
_UNPAIRED = (
    ast.arguments, ast.keyword, ast.Starred, ast.comprehension, ast.FormattedValue, ast.withitem, ast.ExceptHandler,
    ast.match_case,
)  # fmt: skip


def same_parts(one: ast.AST, other: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
    """What `pair` finds in two of Python's trees that say the same, side by side, but not in statements in them."""
    if type(one) is not type(other):
        raise Mismatch(f"{type(one).__name__} against {type(other).__name__}")
    if not isinstance(one, _UNPAIRED):
        yield one, other
    for field in _PAIRED_FIELDS.get(type(one), ()):
        found, others = getattr(one, field), getattr(other, field)
        if not isinstance(found, list):
            found, others = [found], [others]
        for part, other_part in zip(found, others, strict=True):
            if isinstance(part, ast.stmt):
                yield part, other_part
            elif part is not None and not (isinstance(one, ast.JoinedStr) and isinstance(part, ast.Constant)):
                yield from same_parts(part, other_part)


def pair(node: cst.BaseExpression, tree: ast.expr, pairs: Pairs) -> None:
    """Pairs an expression, and all that is in it."""
    pairs[node] = tree
    match tree, node:  # Python's own first: libcst's classes are abstract ones, of which `isinstance` takes long
        case ast.Attribute(value=other), cst.Attribute(value=value):
            pair(value, other, pairs)
        case ast.Subscript(), cst.Subscript():
            pair(node.value, tree.value, pairs)
            _pair_slices(node.slice, tree.slice, pairs)
        case ast.Call(), cst.Call():
            pair(node.func, tree.func, pairs)
            _pair_arguments(node.args, tree, pairs)
        case ast.BinOp(left=other_left, right=other_right), cst.BinaryOperation(left=left, right=right):
            pair(left, other_left, pairs)
            pair(right, other_right, pairs)
        case ast.BoolOp(values=values), cst.BooleanOperation():
            for one, other in zip(boolean_operands(node), values, strict=True):
                pair(one, other, pairs)
        case ast.UnaryOp(operand=other), cst.UnaryOperation(expression=operand):
            pair(operand, other, pairs)
        case ast.Compare(left=other, comparators=others), cst.Comparison(left=left, comparisons=comparisons):
            pair(left, other, pairs)
            for comparison, comparator in zip(comparisons, others, strict=True):
                pair(comparison.comparator, comparator, pairs)
        case ast.IfExp(), cst.IfExp():
            pair(node.test, tree.test, pairs)
            pair(node.body, tree.body, pairs)
            pair(node.orelse, tree.orelse, pairs)
        case ((ast.Tuple() | ast.List() | ast.Set()), (cst.Tuple() | cst.List() | cst.Set())):
            for element, part in zip(node.elements, tree.elts, strict=True):
                pair(element.value, part.value if isinstance(part, ast.Starred) else part, pairs)
        case ast.Dict(), cst.Dict():
            for entry, key, held in zip(node.elements, tree.keys, tree.values, strict=True):
                if isinstance(entry, cst.DictElement) and key is not None:
                    pair(entry.key, key, pairs)
                pair(entry.value, held, pairs)
        case ast.Yield(value=other), cst.Yield(value=cst.BaseExpression() as value):
            _pair_optional(value, other, pairs)
        case ast.YieldFrom(value=other), cst.Yield(value=cst.From(item=value)):
            pair(value, other, pairs)
        case ast.Lambda(args=arguments, body=other), cst.Lambda(params=parameters, body=body):
            _pair_defaults(parameters, arguments, pairs)
            pair(body, other, pairs)
        case (
            (ast.ListComp() | ast.GeneratorExp() | ast.SetComp()),
            (cst.ListComp() | cst.GeneratorExp() | cst.SetComp()),
        ):
            pair(node.elt, tree.elt, pairs)
            _pair_generators(node.for_in, tree.generators, pairs)
        case ast.DictComp(), cst.DictComp():
            pair(node.key, tree.key, pairs)
            pair(node.value, tree.value, pairs)
            _pair_generators(node.for_in, tree.generators, pairs)
        case ast.JoinedStr(values=values), cst.FormattedString() | cst.ConcatenatedString():
            formatted = [v for v in values if isinstance(v, ast.FormattedValue)]
            for piece, shown in zip(_formatted(node), formatted, strict=True):
                pair(piece.expression, shown.value, pairs)


def boolean_operands(node: cst.BooleanOperation) -> list[cst.BaseExpression]:
    """The operands of a chain of one operator, as Python's tree has them."""
    operands: list[cst.BaseExpression] = [node.right]
    left = node.left
    while isinstance(left, cst.BooleanOperation) and type(left.operator) is type(node.operator) and not left.lpar:
        operands.append(left.right)
        left = left.left
    return [left, *reversed(operands)]


def _pair_slices(elements: Sequence[cst.SubscriptElement], tree: ast.expr, pairs: Pairs) -> None:
    is_tuple = len(elements) > 1 or isinstance(elements[0].comma, cst.Comma)
    parts = tree.elts if is_tuple and isinstance(tree, ast.Tuple) else [tree]
    for element, part in zip(elements, parts, strict=True):
        if isinstance(element.slice, cst.Index):
            inner = part.value if isinstance(part, ast.Starred) else part
            pair(element.slice.value, inner, pairs)
        elif isinstance(part, ast.Slice) and isinstance(element.slice, cst.Slice):
            pairs[element.slice] = part
            _pair_optional(element.slice.lower, part.lower, pairs)
            _pair_optional(element.slice.upper, part.upper, pairs)
            _pair_optional(element.slice.step, part.step, pairs)


def _pair_arguments(arguments: Sequence[cst.Arg], call: ast.Call, pairs: Pairs) -> None:
    positional, keywords = iter(call.args), iter(call.keywords)
    for argument in arguments:
        if argument.keyword is not None or argument.star == "**":
            pair(argument.value, next(keywords).value, pairs)
        else:
            other = next(positional)
            pair(argument.value, other.value if isinstance(other, ast.Starred) else other, pairs)


def _pair_generators(node: cst.CompFor | None, generators: list[ast.comprehension], pairs: Pairs) -> None:
    for generator in generators:
        if node is None:
            raise Mismatch("a comprehension with too few `for`")
        pair(node.target, generator.target, pairs)
        pair(node.iter, generator.iter, pairs)
        for test, other in zip(node.ifs, generator.ifs, strict=True):
            pair(test.test, other, pairs)
        node = node.inner_for_in


def _formatted(node: cst.BaseExpression) -> Iterator[cst.FormattedStringExpression]:
    if isinstance(node, cst.ConcatenatedString):
        yield from _formatted(node.left)
        yield from _formatted(node.right)
    elif isinstance(node, cst.FormattedString):
        yield from (part for part in node.parts if isinstance(part, cst.FormattedStringExpression))
