"""What a pass is, and what passes know of the function at hand."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence, Set
from contextlib import contextmanager
from itertools import chain, count
from typing import ClassVar

import libcst as cst

from hybridc.core.options import Options
from hybridc.domain.values import is_bool
from hybridc.emit.line_origins import LineOrigins
from hybridc.emit.templates import expression, statement
from hybridc.program.plans import FunctionPlan

Statement = cst.SimpleStatementLine | cst.BaseCompoundStatement


class Names:
    """Names for generated functions and variables, distinct from the user's and from those of enclosing ones."""

    def __init__(self, taken: frozenset[str]) -> None:
        self._taken = taken
        self._active: list[str] = []

    def free(self, base: str, beside: Set[str] = frozenset()) -> str:
        """A name like this one, which none of these is either."""
        candidates = chain((base, f"inner_{base}"), (f"{base}_{n}" for n in count(2)))
        return next(c for c in candidates if c not in self._taken and c not in self._active and c not in beside)

    @contextmanager
    def scope(self, *bases: str) -> Iterator[tuple[str, ...]]:
        """Names in use while what they hold is written; siblings may use them again."""
        chosen: list[str] = []
        for base in bases:
            chosen.append(self.free(base))
            self._active.append(chosen[-1])
        try:
            yield tuple(chosen)
        finally:
            del self._active[len(self._active) - len(chosen) :]


class Context:
    """The function that is being rewritten."""

    def __init__(
        self, plan: FunctionPlan, options: Options, names: Names, place: Callable[[int], str], origins: LineOrigins
    ) -> None:
        self.plan = plan
        self.origins = origins
        self.place = place  # the file and line of the original that a line stands for
        self.options = options
        self.names = names
        self.numpys: frozenset[str] = frozenset()  # globals that are NumPy's arrays
        self.of_arrays = False  # NumPy's code, not that of models
        self.generated: set[cst.CSTNode] = set()  # assignments that a pass made
        self.initial: dict[ast.stmt, dict[str, cst.BaseExpression]] = {}  # constants that loops start from
        self.parts: dict[ast.Call, dict[str, cst.BaseExpression]] = {}  # what calls gave to their lines' parameters


class Pass:
    """One rewrite. `leave_X` gets a node of Python's tree, the concrete node as it was, and as other passes left it.

    An expression's method returns an expression; a statement's returns the statements that take its place. What a
    pass does not understand it returns unchanged.
    """

    name: ClassVar[str]
    takes_starts: ClassVar[bool] = False  # writes the constants that loops start from into these

    def __init__(self, context: Context) -> None:
        self.context = context
        self.plan = context.plan

    def _denied(self, tree: ast.expr, test: cst.BaseExpression) -> cst.BaseExpression | None:
        """What the test denies, where it is `not` and a truth value."""
        match tree, test:
            case ast.UnaryOp(op=ast.Not(), operand=operand), cst.Call(args=[only]):
                value = self.plan.values.get(operand)
                return only.value if value is not None and is_bool(value) else None
        return None

    def asked(self, tree: ast.expr, test: cst.BaseExpression) -> tuple[cst.BaseExpression, bool]:
        """The test as a truth value, and whether it is what the program denies: the two sides then change places."""
        denied = self._denied(tree, test)
        return as_truth(self.plan.control.tests, tree, test if denied is None else denied), denied is not None

    def enter(self, tree: ast.stmt) -> tuple[str, ...]:
        """Names of functions that the pass will write around the statement's blocks."""
        return ()


def lines_of(nodes: Sequence[cst.BaseSmallStatement], like: cst.SimpleStatementLine) -> list[Statement]:
    """Small statements as lines of their own; the first keeps the comments above, the last the one beside."""
    lines: list[Statement] = []
    for index, node in enumerate(nodes):
        line = cst.SimpleStatementLine([node])
        if index == 0:
            line = line.with_changes(leading_lines=like.leading_lines)
        if index == len(nodes) - 1:
            line = line.with_changes(trailing_whitespace=like.trailing_whitespace)
        lines.append(line)
    return lines


def as_truth(tests: dict[ast.expr, str], tree: ast.expr, node: cst.BaseExpression) -> cst.BaseExpression:
    """The test as a truth value: `n` becomes `n != 0`."""
    return expression(tests[tree], x=node) if tree in tests else node


def numbers_expected(names: Sequence[str], what: str = "numbers") -> cst.SimpleStatementLine:
    """The check that names hold numbers, or no arrays."""
    return statement(f"control.expect_{what}({', '.join(f'{name}={name}' for name in names)})")
