"""Spaces between keywords and parentheses, `assert(x)` as `assert (x)`: what takes the place of `(x)` may have none."""

from __future__ import annotations

import re

import libcst as cst

from hybridc.emit.annotated_targets import module_of

_KEYWORDS = (
    "and", "assert", "await", "del", "elif", "else", "for", "from", "if", "in", "is", "lambda", "not", "or", "raise",
    "return", "while", "with", "yield",
)  # fmt: skip
_ANY = "|".join(_KEYWORDS)
_CLOSE = re.compile(rf"\b(?:{_ANY})[^\s\w:,)\]}}=.]|[^\s\w](?:{_ANY})\b")
_SPACE = cst.SimpleWhitespace(" ")
_BOTH = ("whitespace_before", "whitespace_after")
_FIELDS: dict[type[cst.CSTNode], tuple[str, ...]] = {
    **dict.fromkeys((cst.And, cst.Or, cst.In, cst.NotIn, cst.Is, cst.IsNot), _BOTH),
    cst.Not: ("whitespace_after",),
    cst.Await: ("whitespace_after_await",),
    cst.IfExp: ("whitespace_before_if", "whitespace_after_if", "whitespace_before_else", "whitespace_after_else"),
    cst.CompFor: ("whitespace_before", "whitespace_after_for", "whitespace_before_in", "whitespace_after_in"),
    cst.CompIf: ("whitespace_before", "whitespace_before_test"),
    cst.From: ("whitespace_before_from", "whitespace_after_from"),
    cst.For: ("whitespace_after_for", "whitespace_before_in", "whitespace_after_in"),
    cst.If: ("whitespace_before_test",),
    cst.While: ("whitespace_after_while",),
    cst.With: ("whitespace_after_with",),
    cst.Assert: ("whitespace_after_assert",),
    cst.Del: ("whitespace_after_del",),
}
# Keywords that may stand alone, with what they then lack.
_ALONE: dict[type[cst.CSTNode], tuple[str, str]] = {
    cst.Return: ("whitespace_after_return", "value"),
    cst.Raise: ("whitespace_after_raise", "exc"),
    cst.Yield: ("whitespace_after_yield", "value"),
}


def parsed(text: str) -> cst.Module:
    """The module of a text, with spaces around its keywords."""
    module = module_of(text)
    return module.visit(_Spaced()) if _CLOSE.search(text) else module


class _Spaced(cst.CSTTransformer):
    def on_leave(self, original_node: cst.CSTNode, updated_node: cst.CSTNode) -> cst.CSTNode:  # type: ignore[override]
        fields = _FIELDS.get(type(updated_node), ())
        if type(updated_node) in _ALONE:
            space, value = _ALONE[type(updated_node)]
            fields = (space,) if getattr(updated_node, value) is not None else ()
        closed = [f for f in fields if isinstance(s := getattr(updated_node, f), cst.SimpleWhitespace) and not s.value]
        return updated_node.with_changes(**dict.fromkeys(closed, _SPACE)) if closed else updated_node
