"""How functions use the globals that change."""

from __future__ import annotations

import ast
import symtable
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from hybridc.normalize.extraction.state import State, Use, Variable, names_in
from hybridc.normalize.extraction.unfit import Unfit
from hybridc.syntax.dataflow import definitions
from hybridc.syntax.in_place import changed_in_place
from hybridc.syntax.walking import statements, walk


@dataclass(frozen=True)
class Globals:
    """The globals that change, those of them that can be handed over, and the functions that depend on them."""

    changing: frozenset[str] = frozenset()
    state: State = field(default_factory=State)
    handed: frozenset[str] = frozenset()
    changed_in_place: frozenset[Variable] = frozenset()
    users: frozenset[str] = frozenset()
    _scopes: Mapping[tuple[str, int], symtable.SymbolTable] = field(default_factory=dict)

    def add_to(self, use: Use) -> Unfit | None:
        """Adds what the function does with globals to its use of state. Why, where it can only stay as it is."""
        function = use.function
        if self.changing.isdisjoint(names_in(function)) and self.users.isdisjoint(names_in(function)):
            declared = next((n for n in walk(function) if isinstance(n, ast.Global)), None)
            return None if declared is None else Unfit(declared, "it has a `global`")
        scope = self._scopes.get((function.name, function.lineno))
        if scope is None:
            return Unfit(function, "Python does not compile it")
        free, inner = _names(scope)
        used, called = free & self.changing, free & self.users
        if unknown := used - self.handed:
            return Unfit(function, f"the global `{min(unknown)}` may be what compiled code does not take")
        if hidden := (used | called) & inner:
            return Unfit(function, f"`{min(hidden)}` is a global, and the name of something else in it")
        return self._add_calls(use, called) or self._add_variables(use, used)

    def _add_calls(self, use: Use, called: AbstractSet[str]) -> Unfit | None:
        functions = set()
        for node in walk(use.function):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in called:
                use.calls[node] = node.func.id
                functions.add(node.func)
        for node in (n for s in use.function.body for n in walk(s)):
            if isinstance(node, ast.Name) and node.id in called and node not in functions:
                return Unfit(node, f"it hands on `{node.id}`, which uses globals that change")
        return None

    def _add_variables(self, use: Use, used: AbstractSet[str]) -> Unfit | None:
        for node in (n for s in use.function.body for n in walk(s)):
            if isinstance(node, ast.Global):
                if node not in use.function.body:
                    return Unfit(node, "it has a `global` inside another statement")
                use.declarations.append(node)
            elif isinstance(node, ast.Name) and node.id in used:
                use.variables[node] = Variable(node.id)
                if isinstance(node.ctx, ast.Store):
                    use.written[use.variables[node]] = None
        bound = {n for s in statements(use.function) for n in definitions(s) - changed_in_place(s)}
        written = {v.name for v in use.written if v.holder is None}
        for declaration in use.declarations:
            if others := set(declaration.names) & bound - written:
                return Unfit(declaration, f"it binds the global `{min(others)}` otherwise than by an assignment")
        return None


def _names(table: symtable.SymbolTable) -> tuple[frozenset[str], frozenset[str]]:
    """Names that the function takes from the module, and those that it or a function in it binds."""
    free = {s.get_name() for s in table.get_symbols() if s.is_global()}
    bound = {s.get_name() for s in table.get_symbols() if s.is_local()}
    for child in table.get_children():
        more, inner = _names(child)
        free |= more
        bound |= inner
    return frozenset(free), frozenset(bound)
