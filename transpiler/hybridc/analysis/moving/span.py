"""What expressions are where slices are whole axes: trees, and bounds that say what counts of them."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from hybridc.analysis.moving.bounds import Bound, Masks
from hybridc.domain.atoms import Dtype
from hybridc.domain.values import Form, Value
from hybridc.program.plans import FunctionPlan

Bounds = tuple[Bound | None, ...]


class Unfit(Exception):
    """There is no such form of what reads a slice."""

    def __init__(self, node: ast.AST) -> None:
        super().__init__()
        self.node = node


@dataclass(frozen=True, eq=False)
class Span:
    """What an expression is: `tree`, of which the bounds, one for each of its first axes, say what counts."""

    tree: ast.expr
    bounds: Bounds = ()
    arrays: tuple[tuple[ast.expr, int | None], ...] = ()  # that it is computed of, with their ranks where known
    is_moved: bool = False  # slices of several places were brought to one

    @property
    def key(self) -> tuple[tuple[str, str] | None, ...]:
        return tuple(None if b is None else b.key for b in self.bounds)

    @property
    def only(self) -> Bound | None:
        """The bound along the first axis, where no other has one."""
        return self.bounds[0] if len(self.bounds) == 1 else None


class Rewriter(Protocol):
    """What rewrites the parts of an expression (`spans.py`)."""

    plan: FunctionPlan
    masks: Masks
    dtypes: dict[str, Dtype]
    preferred: Mapping[tuple[str, str], Bound]

    def reads(self, node: ast.AST) -> bool: ...

    def value(self, node: ast.expr, is_chosen: bool = False) -> Span: ...

    def mask_named(self, bound: Bound) -> ast.expr: ...

    def over(self, span: Span, *others: tuple[ast.expr, int | None]) -> ast.expr: ...

    def replaced(self, node: ast.expr, **fields: object) -> ast.expr: ...

    def made(self, tree: ast.expr, like: ast.AST) -> ast.expr: ...


@dataclass(eq=False)
class Parts:
    """What an index says, which means whole axes where a loop moves slices. `bounds`, of the axes that it keeps: of
    such slices; `windows`, by their number: starts and lengths of those that are as long and within the array in all
    turns; `lasts`, of those that tracing finds to be within: the starts of the last turns.
    """

    index: list[ast.expr] = field(default_factory=list)
    bounds: list[Bound | None] = field(default_factory=list)
    windows: dict[int, tuple[ast.expr, ast.expr]] = field(default_factory=dict)
    lasts: dict[int, ast.expr] = field(default_factory=dict)

    @property
    def dropped(self) -> int:
        """How many axes it has numbers for."""
        return len(self.index) - len(self.bounds)


def trimmed(bounds: Bounds) -> Bounds:
    while bounds and bounds[-1] is None:
        bounds = bounds[:-1]
    return bounds


def best(one: Bounds, other: Bounds) -> Bounds:
    """Of bounds that are the same, those whose lengths have names."""
    named = sum(isinstance(b.length, ast.Name) for b in one if b is not None)
    return one if one and named >= sum(isinstance(b.length, ast.Name) for b in other if b is not None) else other


def is_number(value: Value | None) -> bool:
    """It surely is one number."""
    if value is None:
        return False
    return value.is_scalar or (value.is_static and value.form in (Form.NUMBER, Form.UNKNOWN))
