"""What the interpretation of a method of a model carries along."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from hybridc.domain.sites import Memory, Site
from hybridc.domain.values import Value
from hybridc.interpret.evaluation import Run
from hybridc.interpret.policy import Policy
from hybridc.program.models import FileModels
from hybridc.program.state import State

R = TypeVar("R")


@dataclass(frozen=True)
class PartPolicy(Generic[R]):
    """What parts of models are to code that computes, and to Python that stays."""

    makes_tables: bool
    draws: Callable[[R, ast.Call], None]
    element: Callable[[R, ast.expr], Value | None]
    model_method: Callable[[R, ast.Call, ast.Attribute], Value]
    model_named: Callable[[R, ast.Call, str], Value]
    draws_unseen: Callable[[R, ast.Call], bool]
    leaves_unknown: Callable[[R], bool]
    tells: Callable[[R, ast.expr], bool]
    write_as_callee: Callable[[R, ast.Call], None]


class ModelRun(Run):
    """A run over a method of a model, or a function beside models."""

    def __init__(self, state: State, policy: Policy[Any], parts: PartPolicy[Any], models: FileModels) -> None:
        super().__init__(state, policy)
        self.parts = parts
        self.models = models
        self.own = models.own_name(state.function)
        self.owner = state.function.owner  # the class, in nested functions as well
        self.attributes: dict[str, Value] = {}  # of the own object, since they were set
        self.kept: dict[str, Memory] = {}  # by attributes, the memory that they may hold
        self.numpys: set[Site] = set()  # memory of arrays that NumPy's functions made of what is traced
        self.is_of_numpys = False  # lines are looked up for such an array
        self.of_comprehensions: frozenset[str] = frozenset()  # names that comprehensions around bind
        self.returned_by_parts: set[Site] = set()  # memory of what may be what a part was given
        self.kept_in_parts: dict[str, Memory] = {}  # by attributes, what methods and parts that were called keep there
        self.kept_lists: set[Site] = set()  # lists and dicts that attributes hold, and names as well
        self.kept_perhaps: set[Site] = set()  # of what parts that nobody knows may keep
        self.kept_elsewhere: set[Site] = set()  # of what parts of other files may keep
        self.from_parts: set[Site] = set()  # of what any part gave
        self.given_in_turn: frozenset[str] = frozenset()  # parameters of the lambdas around
        self.kept_whole: frozenset[ast.expr] = frozenset()  # attributes that take what a call gives back
        self.computes = False
