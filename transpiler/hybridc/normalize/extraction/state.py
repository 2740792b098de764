"""What functions find changed from call to call: the attributes of an object, and globals that are rebound."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field

from hybridc.syntax.walking import walk


@dataclass(frozen=True)
class Variable:
    """An attribute of the objects of a class, or a global."""

    name: str
    holder: str | None = None  # the class; None of a global


@dataclass(frozen=True)
class State:
    """What is known of the variables of a file or of a class."""

    known: frozenset[Variable] = frozenset()  # that have a value whenever a function is called
    initial: Mapping[Variable, ast.expr] = field(default_factory=dict)  # what they are set to at first
    hints: Mapping[Variable, str] = field(default_factory=dict)  # for those that hold numbers, truth values or text
    numbers: frozenset[Variable] = frozenset()  # that hold a number at first, and later what nobody knows

    def __or__(self, other: State) -> State:
        return State(
            self.known | other.known, {**self.initial, **other.initial}, {**self.hints, **other.hints}, self.numbers
        )


@dataclass
class Use:
    """A function's or method's use of state, in order of appearance."""

    function: ast.FunctionDef
    name: str  # with its class
    own: str | None  # what a method calls its object
    variables: dict[ast.expr, Variable] = field(default_factory=dict)
    written: dict[Variable, None] = field(default_factory=dict)
    calls: dict[ast.Call, str] = field(default_factory=dict)  # of others that may use state
    declarations: list[ast.Global] = field(default_factory=list)

    @property
    def holder(self) -> str | None:
        return self.name.rpartition(".")[0] or None

    @property
    def arguments(self) -> list[ast.arg]:
        """Those in order, without a method's object."""
        every = [*self.function.args.posonlyargs, *self.function.args.args]
        return every if self.own is None else every[1:]

    @property
    def augmented(self) -> frozenset[Variable]:
        targets = {n.target for n in walk(self.function) if isinstance(n, ast.AugAssign)}
        return frozenset(v for n, v in self.variables.items() if n in targets)

    def shown(self, variable: Variable) -> str:
        """The variable as the file has it."""
        return variable.name if variable.holder is None else f"{self.own}.{variable.name}"


def nested_nodes(function: ast.FunctionDef) -> set[ast.AST]:
    """What belongs to functions and lambdas in the function."""
    inner = (f for f in walk(function) if isinstance(f, ast.FunctionDef | ast.Lambda) and f is not function)
    return {n for f in inner for n in walk(f)}


def names_in(node: ast.AST) -> set[str]:
    return {n.id for n in walk(node) if isinstance(n, ast.Name)}


def constant_type(value: ast.expr | None) -> str | None:
    """The type of a literal number, truth value or text."""
    if isinstance(value, ast.UnaryOp) and not isinstance(value.op, ast.Not):
        value = value.operand
    if isinstance(value, ast.Constant) and type(value.value) in (int, float, complex, bool, str):
        return type(value.value).__name__
    return None
