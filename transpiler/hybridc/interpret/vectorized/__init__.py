"""Functions of arrays that a framework makes of one of their elements, `np.vectorize(f)`."""

from __future__ import annotations

import ast
from dataclasses import replace

from hybridc import rules
from hybridc.dialects.entry import Entry
from hybridc.domain.sites import Site
from hybridc.domain.values import Form, Value, static
from hybridc.interpret.evaluation import Run
from hybridc.interpret.vectorized.outcomes import Uniform, uniform
from hybridc.syntax.in_place import first_given
from hybridc.syntax.messages import text_of

_FIRST_DECIDES = "what the first element gives decides the dtype of all: say which one, `otypes=[float]`"


# What is asked of the arguments while tracing.
_ASKED = {Uniform.NUMBERS: "of_numbers", Uniform.WIDE: "of_wide", Uniform.FLOATS: "of_floats"}


def made(run: Run, node: ast.Call, entry: Entry) -> Value:
    """A function of arrays, made of one of their elements, of which the first decides the dtype of all."""
    handed = first_given(node, entry)
    function = _function_of(run, handed)
    if function is None:
        run.report(rules.UnknownCall(name=text_of(node.args[0] if node.args else node)), node)
    elif "otypes" not in {k.arg for k in node.keywords} and len(node.args) == 1:
        proof = uniform(function, run.state.module)
        if proof is Uniform.UNKNOWN:
            run.report(rules.DifferentMeaning(name=text_of(node.func), advice=_FIRST_DECIDES), node)
        elif proof is not Uniform.ALWAYS:
            mapping = run.state.plan.lines.mappings[node]
            run.state.plan.lines.mappings[node] = replace(mapping, adds=(_ASKED[proof], "True"))
    held = frozenset[Site]() if handed is None else run.evaluate(handed).memory
    return static(Form.FUNCTION, memory=held)


def _function_of(run: Run, handed: ast.expr | None) -> ast.FunctionDef | ast.Lambda | None:
    if isinstance(handed, ast.Lambda):
        return handed
    name = None if handed is None else run.evaluate(handed).function
    nested = run.state.flow.nested.get(name or "")
    function = nested.function if nested is not None else run.state.module.functions.get(name or "")
    found = None if function is None else function.node
    return found if isinstance(found, ast.FunctionDef | ast.Lambda) else None
