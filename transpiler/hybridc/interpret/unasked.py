"""Parts of expressions that Python may not come to, while tracing does, and checks that compiled code goes without:
what changes there, changes for what comes after."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from hybridc import rules
from hybridc.domain.lists import LIST_CHANGES
from hybridc.domain.values import Form
from hybridc.interpret.evaluation import Run
from hybridc.syntax.messages import text_of
from hybridc.syntax.walking import walk


def must_change_nothing(run: Run, parts: Sequence[ast.expr]) -> None:
    """Lists and dicts stay what they are, and nothing is taken from iterators."""
    for node in (n for part in parts for n in walk(part)):
        match node:
            case ast.Call(func=ast.Attribute(value=changed, attr=method)) if method in LIST_CHANGES:
                value = run.state.plan.values.get(changed)
                if value is not None and value.form in (Form.LIST, Form.DICT):
                    run.report(rules.ListInLoop(name=text_of(changed)), node)
            case ast.Name(id=name) if (held := run.state.environment.get(name)) is not None and held.is_iterator:
                what = f"an iterator from outside, `{name}`, where Python may not come to take from it,"
                run.report(rules.UnsupportedStatement(what=what), node)
