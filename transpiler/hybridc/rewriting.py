"""The rewriting half of the pipeline: from an analysed program to generated source."""

from __future__ import annotations

import ast
from collections.abc import Sequence

import libcst as cst

from hybridc.analysis.plans import FunctionPlan, Program
from hybridc.analysis.walking import walk
from hybridc.dialects import ALL
from hybridc.options import Options
from hybridc.passes.base import Pass
from hybridc.passes.entry import Entry
from hybridc.passes.imports import Imports
from hybridc.passes.lowering import Lowering
from hybridc.templates import expression

# Modules whose imports go where compiled code was their only reader.
TIDIED = frozenset(root for dialect in ALL for root in dialect.roots) | {"math"}


def all_names(tree: ast.AST) -> frozenset[str]:
    """Every identifier of a file."""
    found: set[str] = set()
    for node in walk(tree):
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
            found.add(node.name)
    return frozenset(found)


def rewrite(
    text: str,
    program: Program,
    skipped: dict[str, str],
    passes: Sequence[type[Pass]],
    with_entry: bool,
    with_imports: bool,
    options: Options,
    name: str,
) -> str:
    """The generated source. `skipped` holds functions that stay as they are, with the comment to put above them."""
    module = cst.parse_module(text)
    taken = all_names(program.module.tree)
    body: list[cst.BaseStatement] = []
    for node, tree in _paired(module, program.module.tree):
        body.append(_statement(node, tree, program, skipped, passes, with_entry, options, taken))
    module = module.with_changes(body=body)
    if not with_imports:
        return module.code
    return Imports().text(module.code, TIDIED, not options.x32, name)


def _paired(module: cst.Module, tree: ast.Module) -> list[tuple[cst.BaseStatement, list[ast.stmt]]]:
    """The top-level statements with their trees; a line of several small statements has several."""
    trees = iter(tree.body)
    pairs: list[tuple[cst.BaseStatement, list[ast.stmt]]] = []
    for node in module.body:
        count = len(node.body) if isinstance(node, cst.SimpleStatementLine) else 1
        pairs.append((node, [next(trees) for _ in range(count)]))
    return pairs


def _statement(
    node: cst.BaseStatement,
    trees: list[ast.stmt],
    program: Program,
    skipped: dict[str, str],
    passes: Sequence[type[Pass]],
    with_entry: bool,
    options: Options,
    taken: frozenset[str],
) -> cst.BaseStatement:
    tree = trees[0]
    if isinstance(node, cst.FunctionDef) and isinstance(tree, ast.FunctionDef):
        if tree.name in skipped:
            comment = cst.EmptyLine(comment=cst.Comment(skipped[tree.name]))
            return node.with_changes(leading_lines=[*node.leading_lines, comment])
        plan = program.plans.get(tree.name)
        if plan is None or program.module.functions[tree.name].node is not tree:
            return node
        new = Lowering(plan, passes, options, taken).function(node, tree)
        return Entry().function(new, plan) if with_entry else new
    if isinstance(node, cst.SimpleStatementLine) and len(trees) == 1:
        return _captured_array(node, tree, program, passes, options, taken)
    return node


def _captured_array(
    node: cst.SimpleStatementLine,
    tree: ast.stmt,
    program: Program,
    passes: Sequence[type[Pass]],
    options: Options,
    taken: frozenset[str],
) -> cst.SimpleStatementLine:
    """The assignment of a global array that compiled code reads: JAX makes it."""
    name = next((n for n in program.array_globals if program.module.globals[n].statement is tree), None)
    small = node.body[0]
    if name is None or not isinstance(small, cst.Assign | cst.AnnAssign) or small.value is None:
        return node
    plan: FunctionPlan | None = program.global_plans.get(name)
    value = program.module.globals[name].value
    if plan is not None and value is not None:
        new = Lowering(plan, passes, options, taken).value(small.value, value)
    else:
        new = expression("jnp.asarray({x})", x=small.value)
    return node.with_changes(body=[small.with_changes(value=new)])
