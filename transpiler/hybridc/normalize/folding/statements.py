"""The statements that the evaluator runs."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Protocol

from hybridc.normalize.folding.builtin_calls import check_constant, drained, iterated
from hybridc.normalize.folding.limits import MAX_LENGTH, MAX_NESTING, Budget, Declined
from hybridc.normalize.folding.operators import binary
from hybridc.normalize.folding.pure_functions import Frame


class Evaluator(Protocol):
    """What gives the values of expressions."""

    budget: Budget
    nesting: int

    def evaluate(self, node: ast.expr, frame: Frame) -> object: ...


class Jump(Enum):
    BREAK = auto()
    CONTINUE = auto()


@dataclass(frozen=True, slots=True)
class Returned:
    value: object


Outcome = Jump | Returned | None


def run_block(evaluator: Evaluator, body: Sequence[ast.stmt], frame: Frame) -> Outcome:
    """Runs statements in order. How they were left: None where the end was reached."""
    evaluator.nesting += 1
    if evaluator.nesting > MAX_NESTING:
        raise Declined("nesting")
    outcome: Outcome = None
    for statement in body:
        evaluator.budget.spend()
        outcome = _run(evaluator, statement, frame)
        if outcome is not None:
            break
    evaluator.nesting -= 1
    return outcome


def _run(evaluator: Evaluator, statement: ast.stmt, frame: Frame) -> Outcome:
    match statement:
        case ast.Return(value=value):
            return Returned(None if value is None else evaluator.evaluate(value, frame))
        case ast.If(test=test, body=body, orelse=orelse):
            return run_block(evaluator, body if evaluator.evaluate(test, frame) else orelse, frame)
        case ast.While():
            return _while(evaluator, statement, frame)
        case ast.For():
            return _for(evaluator, statement, frame)
        case ast.Break():
            return Jump.BREAK
        case ast.Continue():
            return Jump.CONTINUE
        case ast.Pass():
            return None
    _simple(evaluator, statement, frame)
    return None


def _simple(evaluator: Evaluator, statement: ast.stmt, frame: Frame) -> None:
    match statement:
        case ast.Expr(value=value):
            evaluator.evaluate(value, frame)
        case ast.Assign(targets=targets, value=value):
            assigned = evaluator.evaluate(value, frame)
            for target in targets:
                _assign(evaluator, target, assigned, frame)
        case ast.AnnAssign(target=ast.Name() as target, value=ast.expr() as value):
            _assign(evaluator, target, evaluator.evaluate(value, frame), frame)
        case ast.AnnAssign(target=ast.Name(), value=None):
            return
        case ast.AugAssign():
            _augmented(evaluator, statement, frame)
        case ast.Assert(test=test):
            if not evaluator.evaluate(test, frame):
                raise Declined("assertion")
        case _:
            raise Declined("statement")


def _while(evaluator: Evaluator, statement: ast.While, frame: Frame) -> Outcome:
    while evaluator.evaluate(statement.test, frame):
        outcome = run_block(evaluator, statement.body, frame)
        if outcome is Jump.BREAK:
            return None
        if isinstance(outcome, Returned):
            return outcome
    return run_block(evaluator, statement.orelse, frame)


def _for(evaluator: Evaluator, statement: ast.For, frame: Frame) -> Outcome:
    for item in iterated(evaluator.evaluate(statement.iter, frame), evaluator.budget):
        _assign(evaluator, statement.target, item, frame)
        outcome = run_block(evaluator, statement.body, frame)
        if outcome is Jump.BREAK:
            return None
        if isinstance(outcome, Returned):
            return outcome
    return run_block(evaluator, statement.orelse, frame)


def _assign(evaluator: Evaluator, target: ast.expr, value: object, frame: Frame) -> None:
    match target:
        case ast.Name(id=name):
            frame.values[name] = value
        case ast.Tuple(elts=elements) | ast.List(elts=elements):
            items = drained(value, evaluator.budget)
            if len(items) != len(elements):
                raise Declined("unpacking")
            for element, item in zip(elements, items, strict=True):
                _assign(evaluator, element, item, frame)
        case ast.Subscript(value=base, slice=index) if not isinstance(index, ast.Slice):
            container = evaluator.evaluate(base, frame)
            _set_item(evaluator, container, evaluator.evaluate(index, frame), value)
        case _:
            raise Declined("target")


def _set_item(evaluator: Evaluator, container: object, key: object, value: object) -> None:
    check_constant(key, evaluator.budget)
    check_constant(value, evaluator.budget)
    match container:
        case list() if isinstance(key, int):
            container[key] = value
        case dict() if len(container) < MAX_LENGTH:
            container[key] = value
        case _:
            raise Declined("item assignment")


def _get_item(evaluator: Evaluator, container: object, key: object) -> object:
    check_constant(key, evaluator.budget)
    if isinstance(container, list) and isinstance(key, int):
        return container[key]
    if isinstance(container, dict):
        return container[key]
    raise Declined("item assignment")


def _augmented(evaluator: Evaluator, statement: ast.AugAssign, frame: Frame) -> None:
    target, operator = statement.target, type(statement.op)
    if isinstance(target, ast.Name):
        old = evaluator.evaluate(ast.copy_location(ast.Name(target.id, ast.Load()), target), frame)
        if isinstance(old, list | dict):
            raise Declined("in place")
        frame.values[target.id] = binary(operator, old, evaluator.evaluate(statement.value, frame), evaluator.budget)
    elif isinstance(target, ast.Subscript) and not isinstance(target.slice, ast.Slice):
        container = evaluator.evaluate(target.value, frame)
        key = evaluator.evaluate(target.slice, frame)
        old = _get_item(evaluator, container, key)
        if isinstance(old, list | dict):
            raise Declined("in place")
        new = binary(operator, old, evaluator.evaluate(statement.value, frame), evaluator.budget)
        _set_item(evaluator, container, key, new)
    else:
        raise Declined("target")
