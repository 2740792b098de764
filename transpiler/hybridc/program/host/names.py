"""What names mean in the host code of a file: whose they are, and the functions and classes that they stand for."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from functools import cached_property

from hybridc.domain.host_groups import At, Groups, Key
from hybridc.program.host.code import HostScope, host_scopes, own_statements
from hybridc.program.host.unshared import HostNames
from hybridc.program.host.writers import HostCallees, counting_attributes
from hybridc.program.plans import FunctionPlan, Program
from hybridc.syntax.dataflow import bound_in, names_captured, parameters
from hybridc.syntax.walking import children

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
_NO_OPERATORS = frozenset(
    f"__{name}__"
    for name in (
        "call", "del", "delattr", "delitem", "dir", "enter", "exit", "format", "getattr", "getitem", "hash", "init",
        "init_subclass", "iter", "len", "new", "next", "post_init", "repr", "setattr", "setitem", "str",
    )
)  # fmt: skip
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)


@dataclass(frozen=True)
class Scope:
    node: ast.AST
    own: frozenset[str]
    outer: Scope | None

    @cached_property
    def hidden(self) -> frozenset[str]:
        """Names that mean another thing than at the top level."""
        if self.outer is None:
            return frozenset()
        above = self.outer.outer if isinstance(self.outer.node, ast.ClassDef) else self.outer
        return self.own | (frozenset() if above is None else above.hidden)

    def owner(self, name: str) -> ast.AST | None:
        """The scope that the name belongs to, None for the top level."""
        scope: Scope | None = self
        while scope is not None and scope.outer is not None:
            if name in scope.own and (scope is self or not isinstance(scope.node, ast.ClassDef)):
                return scope.node
            scope = scope.outer
        return None


@dataclass(eq=False)
class NamesOfHost:
    """Names, by the scope that is read."""

    program: Program
    callees: HostCallees
    groups: Groups = field(default_factory=Groups)
    loops: tuple[ast.stmt, ...] = ()
    number: int = 0
    bound: dict[Key, list[tuple[At, Key | None, ast.expr | None]]] = field(default_factory=dict)
    returning: dict[ast.AST, set[int]] = field(default_factory=dict)  # functions that return tuples of so many
    attributes: set[str] = field(default_factory=set)
    whole: set[ast.AST] = field(default_factory=set)  # of which what they return is seen as one
    augmented: list[tuple[At, Key | None, Key | None, ast.expr]] = field(default_factory=list)

    def __post_init__(self) -> None:
        tree = self.program.module.tree
        self.scope = Scope(tree, frozenset(), None)
        self.at = At(tree, 0, (), tree.body[0])
        self._definitions: dict[tuple[ast.AST | None, str], list[Definition]] = {}
        self._implicit: dict[tuple[str, ...], Key | None] = {}
        self._values: set[Definition] = set()  # functions of which what they take and give is one group
        self.methods: dict[str, list[ast.FunctionDef]] = {}
        self.classes: dict[str, ast.ClassDef] = {}
        self._collect(tree, None)
        self.operators = [n for n in self.methods if n.startswith("__") and n.endswith("__") and n not in _NO_OPERATORS]

    def _collect(self, node: ast.AST, owner: ast.AST | None) -> None:
        for child in children(node):
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
                if self.program.is_compiled(child):
                    continue
                if isinstance(node, ast.ClassDef) and isinstance(child, ast.FunctionDef):
                    self.methods.setdefault(child.name, []).append(child)
                else:
                    self._definitions.setdefault((owner, child.name), []).append(child)
            if isinstance(child, ast.ClassDef):
                self.classes[child.name] = child
            if isinstance(child, (ast.stmt, ast.excepthandler, ast.match_case)):
                self._collect(child, child if isinstance(child, _SCOPES) else owner)

    def scope_of(self, node: ast.AST) -> Scope:
        own: frozenset[str] = frozenset()
        if isinstance(node, ast.Lambda):
            own = frozenset(parameters(node))
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            statements = list(own_statements(node.body))
            cases = (case for s in statements if isinstance(s, ast.Match) for case in s.cases)
            own = bound_in(node).union(*(names_captured(case.pattern) for case in cases))
            own -= {n for s in statements if isinstance(s, ast.Global | ast.Nonlocal) for n in s.names}
            own |= frozenset() if isinstance(node, ast.ClassDef) else frozenset(parameters(node))
        return Scope(node, own, self.scope)

    def name(self, name: str) -> Key:
        return ("name", self.scope.owner(name), name)

    def attribute(self, name: str) -> Key:
        self.attributes.add(name)
        return ("attribute", name)

    def parameter(self, function: Definition, name: str) -> Key:
        return ("name", function, name)

    def definitions_of(self, name: str) -> list[Definition]:
        return self._definitions.get((self.scope.owner(name), name), [])

    def definition(self, name: str) -> Definition | None:
        """The function that the name always stands for, as its text is."""
        owner = self.scope.owner(name)
        found = self._definitions.get((owner, name), [])
        is_decorated = any(getattr(f, "decorator_list", []) for f in found)
        if len(found) != 1 or is_decorated or ("name", owner, name) in self.bound:
            return None
        return found[0]

    def function_value(self, function: Definition) -> Key | None:
        """A function that may be called from anywhere."""
        if function not in self._values:
            self._values.add(function)
            self.whole.add(function)
            self.groups.join(("returns", function), *(self.parameter(function, n) for n in parameters(function)))
        return ("returns", function)

    def plan_of(self, function: ast.expr) -> FunctionPlan | None:
        """Of a compiled function."""
        name = function.id if isinstance(function, ast.Name) else ""
        is_meant = name in self.program.plans and name not in self.program.kept and name not in self.scope.hidden
        return self.program.plans[name] if is_meant else None

    def unshared(self, at: At) -> frozenset[str]:
        """Names of the scope whose arrays nothing else shows."""
        if at.scope not in self._unshared:
            scope = self._host_scopes.get(at.scope)
            self._unshared[at.scope] = frozenset() if scope is None else HostNames(scope, self.program).unshared
        return self._unshared[at.scope]

    @cached_property
    def _unshared(self) -> dict[ast.AST, frozenset[str]]:
        return {}

    @cached_property
    def _host_scopes(self) -> dict[ast.AST, HostScope]:
        return {scope.node: scope for scope in host_scopes(self.program)}

    @cached_property
    def counting(self) -> frozenset[str]:
        return counting_attributes(self.program.module)
