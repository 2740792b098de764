"""Calls of a file's own pure functions with literal arguments become their value."""

from __future__ import annotations

import ast
from collections.abc import Callable

from hybridc.normalize.folding.evaluation import Evaluator
from hybridc.normalize.folding.host_statements import Site, needs_parentheses, replaced_calls, simple_statements, sites
from hybridc.normalize.folding.limits import Declined
from hybridc.normalize.folding.literals import is_literal, literal_text
from hybridc.normalize.folding.module_names import module_names
from hybridc.normalize.folding.source_text import SourceText, can_be_cut
from hybridc.syntax.walking import all_given

Replacement = Callable[[Evaluator, SourceText, Site], str | None]


def fold(source_text: str, tree: ast.Module) -> str | None:
    """The program with `add(1, 2)` replaced by `3`. None where nothing is to be done."""
    return replace_constant_calls(source_text, tree, _value_text)


def replace_constant_calls(source_text: str, tree: ast.Module, replacement: Replacement) -> str | None:
    """The program with the calls that `fold` knows replaced by what `replacement` says."""
    functions = {statement.name for statement in tree.body if isinstance(statement, ast.FunctionDef)}
    if not functions or not can_be_cut(source_text):
        return None
    # A quick look before anything is built: most files have no such call.
    if not any(_is_constant_call(site.call, functions) for site in sites(tree)):
        return None
    names = module_names(tree)
    if names.is_opaque or names.has_star_import:
        return None
    evaluator, source = Evaluator(names), SourceText(source_text)
    bare = {id(statement.value) for _, statement in simple_statements(tree) if isinstance(statement, ast.Expr)}

    def new_text(site: Site) -> str | None:
        # A bare call would leave a statement without a meaning, or a docstring.
        if id(site.call) in bare or not _is_constant_call(site.call, functions) or not _may_be_literal(site):
            return None
        return replacement(evaluator, source, site)

    edits = replaced_calls(tree, source, new_text)
    return source.replaced(edits) if edits else None


def _is_constant_call(call: ast.Call, functions: set[str]) -> bool:
    if not isinstance(call.func, ast.Name) or call.func.id not in functions:
        return False
    arguments = all_given(call)
    return all(
        is_literal(argument) or (isinstance(argument, ast.Call) and _is_constant_call(argument, functions))
        for argument in arguments
    )


def _may_be_literal(site: Site) -> bool:
    """Python warns of a literal that is called, subscripted or compared with `is`."""
    match site.parent:
        case ast.Call(func=func):
            return func is not site.call
        case ast.Subscript(value=value):
            return value is not site.call
        case ast.Compare(ops=ops):
            return not any(isinstance(op, ast.Is | ast.IsNot) for op in ops)
    return True


def literal_value(evaluator: Evaluator, site: Site) -> str | None:
    """The value of a call, as a literal; None where it has none that is known and reads well."""
    try:
        return literal_text(evaluator.value(site.call, site.position))
    except Declined:
        return None


def _value_text(evaluator: Evaluator, _: SourceText, site: Site) -> str | None:
    text = literal_value(evaluator, site)
    if text is None:
        return None
    value = ast.parse(text, mode="eval").body
    if isinstance(value, ast.Tuple):  # it has its own
        return text
    return f"({text})" if needs_parentheses(value, site.parent, site.call) else text
