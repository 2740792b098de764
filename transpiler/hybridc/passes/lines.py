"""The expressions of a table's lines, filled with the arguments of a call."""

from __future__ import annotations

import ast
from collections.abc import Mapping as Arguments
from functools import lru_cache

import libcst as cst

from hybridc.analysis.plans import Mapping
from hybridc.dialects.table import Entry
from hybridc.templates import expression


def arguments_of(mapping: Mapping, call: cst.Call) -> dict[str, cst.BaseExpression]:
    """What a mapped call gives to the parameters of its line."""
    parts: dict[str, cst.BaseExpression] = {}
    if mapping.is_method:
        assert isinstance(call.func, cst.Attribute) and mapping.entry.parameters is not None
        parts[mapping.entry.parameters[0].name] = call.func.value
    positional = [a for a in call.args if a.keyword is None]
    for index, (argument, place) in enumerate(zip(positional, mapping.places, strict=True)):
        parts[place] = array_of(argument.value) if index in mapping.wraps else argument.value
    for argument in call.args:
        if argument.keyword is not None:
            parts[argument.keyword.value] = argument.value
    return parts


def filled(target: str, entry: Entry, parts: Arguments[str, cst.BaseExpression]) -> cst.BaseExpression:
    """An expression of a line, filled with arguments; one that is not given is left out."""
    given = frozenset(parts)
    missing = frozenset(p.name for p in entry.parameters or ()) - given
    return expression(_template(target, given, missing), **parts)


def array_of(node: cst.BaseExpression) -> cst.BaseExpression:
    if isinstance(node, cst.GeneratorExp):
        node = cst.ListComp(node.elt, node.for_in)
    return expression("jnp.array({x})", x=node)


@lru_cache(maxsize=512)
def _template(target: str, given: frozenset[str], missing: frozenset[str]) -> str:
    """The line's right side as a template, without the parameters that are missing."""
    tree = ast.parse(target, mode="eval").body
    for call in [n for n in ast.walk(tree) if isinstance(n, ast.Call)]:
        call.args = [a for a in call.args if not _is_among(missing, a)]
        call.keywords = [k for k in call.keywords if not _is_among(missing, k.value)]
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in given:
            node.id = f"HYB_{node.id}"
    return ast.unparse(tree)


def _is_among(names: frozenset[str], node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id in names
