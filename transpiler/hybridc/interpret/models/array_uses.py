"""What a function of a model does with a name, by which that is an array and no list of arrays."""

from __future__ import annotations

import ast

from hybridc.interpret.models.run import ModelRun
from hybridc.program.static_demand import lookup_method


def is_used_as_array(run: ModelRun, node: ast.expr) -> bool:
    """The name, which may be a list of arrays, stands where only arrays do."""
    if not isinstance(node, ast.Name):
        return False
    same = {n for n in run.state.function.of(ast.Name) if n.id == node.id}
    for each in run.state.function.of_any(ast.BinOp, ast.Compare, ast.Call, ast.Attribute):
        match each:
            case ast.BinOp(left=left, right=right) if {left, right} & same:
                return True
            case ast.Compare(left=left, ops=[op, *_], comparators=rights) if {left, *rights} & same:
                if not isinstance(op, ast.Is | ast.IsNot | ast.In | ast.NotIn):
                    return True
            case ast.Attribute(value=value) if value in same and lookup_method(run.state.dialects, each.attr):
                return True
            case ast.Call(func=called, args=given) if same.intersection(given):
                name = run.state.module.qualified_name(called, run.state.function.locals)
                if name is not None and _is_of_models(run, name):
                    return True
    return False


def is_indexed_or_asked(run: ModelRun, name: str) -> bool:
    """What goes by the name, and is the result of an operator, has elements or a method of arrays."""
    asked = (n.value for n in run.state.function.of(ast.Attribute) if lookup_method(run.state.dialects, n.attr))
    indexed = (n.value for n in run.state.function.of(ast.Subscript))
    return any(isinstance(n, ast.Name) and n.id == name for n in (*asked, *indexed))


def _is_of_models(run: ModelRun, name: str) -> bool:
    return any(d.is_of_models and name.partition(".")[0] in d.roots for d in run.state.dialects)
