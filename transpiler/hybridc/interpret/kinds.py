"""Whether something is a list, a tuple, a dict or a text: Python tells while it traces, of all but what is an array in
compiled code alone."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from hybridc import rules
from hybridc.domain.values import BOOL, Form, Value, static
from hybridc.interpret.evaluation import Run
from hybridc.syntax.dataflow import names_read, names_stored
from hybridc.syntax.messages import text_of
from hybridc.syntax.module import Function

_CONTAINERS = frozenset(f"builtins.{n}" for n in ("list", "tuple", "dict", "str", "bytes"))
_WHY = "a list that a compiled loop fills, or that is looked up in, is an array there"


def asked(run: Run, node: ast.Call) -> Value | None:
    """`isinstance(x, (list, tuple))`; None of other classes."""
    if len(node.args) != 2 or not _are_containers(run, node.args[1]):
        return None
    if _is_array_here(run, run.evaluate(node.args[0])):
        run.report(rules.StaticNeeded(expression=text_of(node), why=_WHY), node)
    loops = [loop for loop, is_compiled in run.state.flow.loops if is_compiled and _may_give(loop, node.args[0])]
    run.state.unroll(*loops)
    return static(Form.NUMBER, dtype=BOOL)


def check_given(run: Run, node: ast.Call, function: Function, values: Iterable[Value]) -> None:
    """No such list goes to a function that asks, or hands what it is given to one that does."""
    if any(_is_array_here(run, value) for value in values) and _asks(run, function, set()):
        run.report(rules.StaticNeeded(expression=text_of(node), why=_WHY), node)


def asks_of(function: Function, name: str) -> bool:
    """The function asks what its parameter is."""
    return any(isinstance(c.args[0], ast.Name) and c.args[0].id == name for c in _questions(function))


def _may_give(loop: ast.stmt, asked_of: ast.expr) -> bool:
    """What is asked of is an element that the loop runs over, or made of one: the elements of a list, for Python."""
    if not isinstance(loop, ast.For) or (isinstance(loop.iter, ast.Call) and text_of(loop.iter.func) == "range"):
        return False
    return bool(names_read(asked_of) & names_stored(loop))


def _are_containers(run: Run, kinds: ast.expr) -> bool:
    """Classes of Python's containers and texts, which whoever calls compiled code gives as they are."""
    every = kinds.elts if isinstance(kinds, ast.Tuple) else [kinds]
    return all(run.state.module.qualified_name(k, run.state.function.locals) in _CONTAINERS for k in every)


def _is_array_here(run: Run, value: Value) -> bool:
    is_array = value.form is Form.STACKED or run.state.is_table(value)
    return is_array or any(_is_array_here(run, item) for item in value.items or ())


def _asks(run: Run, function: Function, seen: set[str]) -> bool:
    if _questions(function):
        return True
    called = {c.func.id for c in function.of(ast.Call) if isinstance(c.func, ast.Name)} - seen
    functions = run.state.module.functions
    return any(_asks(run, functions[name], seen | called) for name in called & functions.keys())


def _questions(function: Function) -> list[ast.Call]:
    calls = (c for c in function.of(ast.Call) if len(c.args) == 2)
    return [c for c in calls if isinstance(c.func, ast.Name) and c.func.id == "isinstance"]
