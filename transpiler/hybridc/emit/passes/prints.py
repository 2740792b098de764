"""Prints of compiled code."""

from __future__ import annotations

import ast
from string import Formatter
from typing import ClassVar

import libcst as cst

from hybridc.core.options import Prints as Choice
from hybridc.domain.values import WHOLE, Form, is_wide
from hybridc.emit.passes.base import Pass, Statement
from hybridc.emit.templates import expression, unparenthesized
from hybridc.syntax.percent import Percent, percent


class Prints(Pass):
    """`print("loss", x)` becomes `jax.debug.print("loss {}", x)`, or goes."""

    name: ClassVar[str] = "prints"

    def leave_Expr(self, tree: ast.Expr, original: cst.Expr, updated: Statement) -> list[Statement]:
        if tree not in self.plan.control.prints:
            return [updated]
        if self.context.options.prints is Choice.DROP:
            return []
        assert isinstance(updated, cst.SimpleStatementLine) and isinstance(updated.body[0], cst.Expr)
        call = updated.body[0].value
        assert isinstance(call, cst.Call) and isinstance(tree.value, ast.Call)
        return [cst.SimpleStatementLine([cst.Expr(self._debug_print(tree.value, call))])]

    def _debug_print(self, tree: ast.Call, call: cst.Call) -> cst.Call:
        separator = " "
        for keyword in tree.keywords:
            if keyword.arg == "sep" and isinstance(keyword.value, ast.Constant):
                separator = str(keyword.value.value)
        texts: list[str] = []
        values: list[cst.BaseExpression] = []
        positional = [a.value for a in call.args if a.keyword is None]
        for argument, node in zip(tree.args, positional, strict=True):
            formatted = percent(argument)
            if formatted is None or not all(self.plan.values[v].form.is_numeric for v in formatted.values):
                text, shown = self._shown(argument, node)
            else:
                text, shown = self._filled(formatted, node)
            texts.append(text)
            values += shown
        text, start = _without_braces_first(_escaped(separator).join(texts))
        literals = [cst.SimpleString(_quoted(each)) for each in (text, start) if each is not None]
        arguments = [cst.Arg(v) for v in (*literals, *values)]
        if self._order_matters():
            ordered = cst.Arg(cst.Name("True"), keyword=cst.Name("ordered"), equal=_tight())
            arguments.append(ordered)
        return cst.Call(expression("jax.debug.print"), arguments)

    def _filled(self, formatted: Percent, node: cst.BaseExpression) -> tuple[str, list[cst.BaseExpression]]:
        """The pieces of the text with braces between them, and the values."""
        if isinstance(node, cst.Call):
            nodes: list[cst.BaseExpression] = [a.value for a in node.args]
        else:
            right = cst.ensure_type(node, cst.BinaryOperation).right
            nodes = [e.value for e in right.elements] if isinstance(right, cst.Tuple) else [unparenthesized(right)]
        text = _escaped(formatted.texts[0])
        values: list[cst.BaseExpression] = []
        parts = zip(formatted.formats, formatted.texts[1:], formatted.values, nodes, strict=True)
        for form, behind, tree, value in parts:
            text += (f"{{:{form}}}" if form else "{}") + _escaped(behind)
            held = self.plan.values.get(tree)
            is_whole = held is not None and bool(held.dtype) and held.dtype <= WHOLE
            if formatted.cuts and form.endswith("d") and not is_whole:  # a fraction loses what is behind the point
                value = expression("jnp.asarray({x}).astype(int)", x=value)
            values.append(value)
        return text, values

    def _shown(self, tree: ast.expr, node: cst.BaseExpression) -> tuple[str, list[cst.BaseExpression]]:
        """A piece of the format text, and the values that go into it."""
        if isinstance(tree, ast.Constant) and isinstance(tree.value, str):
            return _escaped(tree.value), []
        if not isinstance(tree, ast.JoinedStr):
            return "{!s}" if self._is_shown_otherwise(tree) else "{}", [self._as_pythons(tree, node)]
        text = ""
        values: list[cst.BaseExpression] = []
        expressions = iter(_formatted(node))
        for part in tree.values:
            if isinstance(part, ast.Constant):
                text += _escaped(str(part.value))
            else:
                assert isinstance(part, ast.FormattedValue)
                specification = part.format_spec.values[0].value if part.format_spec else ""  # type: ignore[attr-defined]
                text += f"{{:{specification}}}" if specification else "{}"
                values.append(self._as_pythons(part.value, next(expressions)))
        return text, values

    def _is_shown_otherwise(self, tree: ast.expr) -> bool:
        """A number that may have 32 bits, which `print` gives fewer digits than `format`."""
        value = self.plan.values.get(tree)
        return self.context.of_arrays and value is not None and value.form is Form.NUMBER and not is_wide(value.dtype)

    def _as_pythons(self, tree: ast.expr, node: cst.BaseExpression) -> cst.BaseExpression:
        """A container as Python shows it: JAX makes arrays of the numbers in it."""
        value = self.plan.values.get(tree)
        if not self.context.of_arrays or value is None or value.form in (Form.NUMBER, Form.ARRAY, Form.STRING):
            return node
        if value.is_static:
            return expression("str({x})", x=node)
        return expression("control.shown({x})", x=node) if value.form.is_container else node

    def _order_matters(self) -> bool:
        """Several prints, one in a loop, or that of a helper, must come out in the order in which Python would."""
        control = self.plan.control
        return len(control.prints) > 1 or bool(control.loops or control.effects) or self.plan.entry.is_called


def _tight() -> cst.AssignEqual:
    return cst.AssignEqual(cst.SimpleWhitespace(""), cst.SimpleWhitespace(""))


def _escaped(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


def _without_braces_first(text: str) -> tuple[str, str | None]:
    """The format text, and what its first placeholder stands for where braces of its own would come before that: JAX,
    which looks at the start alone, takes such a text for one without placeholders."""
    parts = [*Formatter().parse(text)]
    first = next((n for n, part in enumerate(parts) if part[1] is not None), len(parts) - 1)
    start = "".join(part[0] for part in parts[: first + 1])
    if not {"{", "}"} & set(start):
        return text, None
    rest = text[len(_escaped(start)) :]
    return f"{{}}{rest}", start


def _quoted(text: str) -> str:
    shown = repr(text)
    if shown.startswith("'") and '"' not in text:
        return f'"{shown[1:-1]}"'.replace("\\'", "'")
    return shown


def _formatted(node: cst.BaseExpression) -> list[cst.BaseExpression]:
    if isinstance(node, cst.ConcatenatedString):
        return [*_formatted(node.left), *_formatted(node.right)]
    if isinstance(node, cst.FormattedString):
        return [p.expression for p in node.parts if isinstance(p, cst.FormattedStringExpression)]
    return []
