"""What the interpretation does otherwise for arrays, for models, and for Python that stays: a table for each.

Handlers are functions of a run and a node, in modules by topic. What another table may have otherwise is called through
the table, all else by its name.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from hybridc import rules
from hybridc.dialects.entry import Entry
from hybridc.domain.sources import Source
from hybridc.domain.values import Binding, Form, Value
from hybridc.program.plans import FunctionPlan
from hybridc.program.state import Nested
from hybridc.syntax.module import Function

R = TypeVar("R")


@dataclass(frozen=True)
class ValuePolicy(Generic[R]):
    """What expressions give, and tests ask."""

    truth: Callable[[R, ast.expr], Value]
    boolean: Callable[[R, ast.BoolOp, bool], Value]
    negated: Callable[[R, ast.UnaryOp, Value], Value]
    leaves_out: Callable[[R, ast.stmt, ast.expr, str], bool]
    chosen: Callable[[R, ast.Subscript], Value]
    qualified: Callable[[R, ast.expr, str], Value]
    lambda_parameter: Callable[[R], Value]
    comprehension: Callable[[R, ast.ListComp | ast.GeneratorExp | ast.DictComp, ast.expr, Form], Value]
    value_source: Callable[[R, ast.expr, Value], Source | None]
    is_demanded: Callable[[R, ast.AST], bool]
    unroll_index: Callable[[R, ast.expr], None]
    can_unroll: Callable[[R, ast.stmt], bool]


@dataclass(frozen=True)
class CallPolicy(Generic[R]):
    """What calls give, and do to what they are given."""

    call: Callable[[R, ast.Call], Value]
    unmapped: Callable[[R, ast.AST, str], None]
    refuse: Callable[[R, ast.AST, Entry, str], None]
    result_of: Callable[[R, ast.expr, Entry, list[Value], dict[str, Value]], Value]
    cast: Callable[[R, ast.Call, str, list[Value]], Value]
    method_lines: Callable[[R, str], tuple[Entry, ...]]
    made_text: Callable[[R, ast.Call, list[Value], dict[str, Value]], None]
    check_nested: Callable[[R, ast.Call, Nested, dict[str, Value]], None]
    binding_given: Callable[[R, Value], Binding]
    function_returned: Callable[[R, ast.Return, Value], Value]
    changes_arguments: Callable[[R, ast.FunctionDef, frozenset[str]], None]
    change_arguments: Callable[[R, ast.Call, Function, FunctionPlan, dict[str, Value]], None]
    is_seen: Callable[[R, str, ast.Call, FunctionPlan, dict[str, Value], dict[str, ast.expr]], bool]
    takes_back: Callable[[R, ast.expr], bool]
    asked_to_write: Callable[[R, ast.Call, Entry], Entry]
    writes_in_place: Callable[[R, ast.Call, ast.expr, Entry], bool]


@dataclass(frozen=True)
class WritePolicy(Generic[R]):
    """What writes change, and who would see it."""

    write_element: Callable[[R, ast.Subscript, Value, ast.stmt], None]
    may_write: Callable[[R, str, ast.stmt, bool], bool]
    is_seen_when_it_runs: Callable[[R, str, ast.stmt], bool]
    attribute_write: Callable[[R, ast.Attribute, ast.stmt], None]
    augmented_element: Callable[[R, ast.AugAssign, ast.Subscript, Value], None]
    augmented_name: Callable[[R, ast.AugAssign, ast.Name, Value], None]
    static_augmented: Callable[[R, ast.AugAssign, str, Value, Value], None]
    update_array: Callable[[R, ast.AugAssign, str, Value, Value], None]
    gets_a_new_one: Callable[[R, str, Value, ast.AugAssign], bool]
    is_set_by_python: Callable[[R, ast.expr], bool]
    element_to_change: Callable[[R, Value, ast.Subscript, ast.stmt, bool], Value]
    is_taken_for_number: Callable[[R, Value, ast.stmt | ast.expr, str], bool]
    rests_on_numbers: Callable[[R, Iterable[str], ast.stmt | ast.expr], None]


@dataclass(frozen=True)
class FlowPolicy(Generic[R]):
    """How statements run."""

    block: Callable[[R, list[ast.stmt]], None]
    statement: Callable[[R, ast.stmt], None]
    prints: Callable[[R, str | None], bool]
    print_statement: Callable[[R, ast.Expr, ast.Call], None]


@dataclass(frozen=True)
class Policy(Generic[R]):
    """All that one kind of code has of its own."""

    expressions: Mapping[type[ast.expr], Callable[[R, Any], Value]]
    statements: Mapping[type[ast.stmt], Callable[[R, Any], None]]
    reports: Callable[[R, rules.Rule, ast.AST], bool]  # what is told, of all that is found
    values: ValuePolicy[R]
    calls: CallPolicy[R]
    writes: WritePolicy[R]
    flow: FlowPolicy[R]
