"""What is written in the place of code that is not converted: it raises when it is reached, and its text stays as a
comment.

    def fit(net):                              def fit(net):
        opt = torch.optim.Adam(...)                raise NotImplementedError("HYB408 net.py:7: ...")
        opt.step()                                 # opt = torch.optim.Adam(...)
                                                   # opt.step()
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterable, Sequence

import libcst as cst

from hybridc.program.plans import Reason
from hybridc.syntax.walking import with_defaults

Statement = cst.SimpleStatementLine | cst.BaseCompoundStatement
_WIDTH = 80  # of the pieces of a text
_LEFT_OUT = "# hybridc: left out"
_LONG = 72  # a text of more gets lines of its own


def said(reason: Reason, place: Callable[[int], str]) -> str:
    return f"{reason.code} {place(reason.line)}: {reason.message}"


def raising(reason: Reason, place: Callable[[int], str]) -> cst.SimpleStatementLine:
    """`raise NotImplementedError("HYB408 net.py:7: ...")`."""
    return _line(f"raise NotImplementedError({_literal(said(reason, place))})")


def standing_for(name: str, module: str, reason: Reason, place: Callable[[int], str]) -> cst.SimpleStatementLine:
    """`STEP = refusals.Refused("HYB408 net.py:7: ...")`, of the runtime's module by that name."""
    return _line(f"{name} = {module}.Refused({_literal(said(reason, place))})")


def _line(text: str) -> cst.SimpleStatementLine:
    return cst.ensure_type(cst.parse_statement(text), cst.SimpleStatementLine)


def _literal(text: str) -> str:
    """The text as a literal, in several pieces if it is long."""
    if len(text) <= _LONG:
        return _quoted(text)
    pieces = [""]
    for word in text.split(" "):
        if pieces[-1] and len(pieces[-1]) + len(word) > _WIDTH:
            pieces.append("")
        pieces[-1] += f"{word} "
    pieces[-1] = pieces[-1][:-1]
    return "\n" + "\n".join(f"    {_quoted(piece)}" for piece in pieces) + "\n"


def _quoted(text: str) -> str:
    literal = repr(text)
    return literal if '"' in text else f'"{literal[1:-1]}"'


def function_that_raises(node: cst.FunctionDef, why: cst.SimpleStatementLine) -> cst.FunctionDef:
    """The function with its documentation, which raises when it is called; its text stays below."""
    body = _lines(node.body)
    documented = body[:1] if node.get_docstring() is not None else []
    return node.with_changes(body=_block(node.body, [*documented, why], body[len(documented) :]))


def branch_that_raises(node: cst.If, why: cst.SimpleStatementLine) -> cst.If:
    return node.with_changes(body=_block(node.body, [why], _lines(node.body)))


def _lines(suite: cst.BaseSuite) -> list[Statement]:
    if isinstance(suite, cst.IndentedBlock):
        return [s for s in suite.body if isinstance(s, Statement)]
    assert isinstance(suite, cst.SimpleStatementSuite)
    return [cst.SimpleStatementLine(suite.body, trailing_whitespace=suite.trailing_whitespace)]


def _block(suite: cst.BaseSuite, kept: Sequence[Statement], gone: Sequence[Statement]) -> cst.IndentedBlock:
    header = suite.header if isinstance(suite, cst.IndentedBlock) else cst.TrailingWhitespace()
    footer = [*suite.footer] if isinstance(suite, cst.IndentedBlock) else []
    ends = len(footer)
    while ends and footer[ends - 1].comment is None:
        ends -= 1
    below = [line.comment.value for line in footer[:ends] if line.comment is not None]
    lines = [*commented(cst.Module(gone).code.strip("\n").split("\n")), *commented(below)]
    new = [cst.EmptyLine(comment=cst.Comment(line)) for line in lines]
    return cst.IndentedBlock(kept, header=header, footer=[*new, *footer[ends:]])


def commented(lines: Iterable[str]) -> list[str]:
    return [f"# {line}".rstrip() for line in lines]


def left_out(text: str, code: str = "") -> list[str]:
    """A statement as a comment, with the code of what is said of it."""
    first, *rest = text.strip("\n").split("\n")
    return [f"{_LEFT_OUT}{f' ({code})' if code else ''}: {first.strip()}", *commented(rest)]


def count_left_out(code: str) -> int:
    """How many statements are such comments in generated code."""
    return sum(line.lstrip().startswith(_LEFT_OUT) for line in code.split("\n"))


def without(
    nodes: Sequence[cst.Decorator], trees: Sequence[ast.expr], refused: Collection[ast.AST]
) -> tuple[list[cst.Decorator], list[ast.expr], list[cst.EmptyLine]]:
    """The decorators of which nothing is refused, with their trees, and the others as comments."""
    gone = {*refused}
    kept = [(n, t) for n, t in zip(nodes, trees, strict=True) if gone.isdisjoint(ast.walk(t))]
    others = [n for n in nodes if n not in [k for k, _ in kept]]
    lines = [line for n in others for line in commented(cst.Module([]).code_for_node(n).strip().split("\n"))]
    comments = [cst.EmptyLine(comment=cst.Comment(line)) for line in lines]
    return [n for n, _ in kept], [t for _, t in kept], comments


def without_defaults(node: cst.Parameters, tree: ast.arguments, refused: Collection[ast.AST]) -> cst.Parameters:
    """The parameters, of which `...` are those defaults that are refused: what has them raises."""
    given = with_defaults(tree) if refused else ()
    gone = {a.arg for a, d in given if not set(refused).isdisjoint(ast.walk(d))}
    if not gone:
        return node

    def new(parameter: cst.Param) -> cst.Param:
        return parameter.with_changes(default=cst.Ellipsis()) if parameter.name.value in gone else parameter

    kinds = ("posonly_params", "params", "kwonly_params")
    return node.with_changes(**{kind: [new(p) for p in getattr(node, kind)] for kind in kinds})
