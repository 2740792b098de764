"""What a call gives the parameters of a function of the file."""

from __future__ import annotations

import ast

from hybridc.syntax.module import Function


def arguments_given(function: Function, call: ast.Call) -> dict[str, ast.expr]:
    """The expressions that the parameters are given; none where a sequence is spread over them."""
    if any(isinstance(a, ast.Starred) for a in call.args):
        return {}
    return dict(zip(function.positional, call.args, strict=False)) | {k.arg: k.value for k in call.keywords if k.arg}
