"""Nested functions and lambdas of which all that is done is to call them, and what each is to be given."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Set
from dataclasses import dataclass

from hybridc.structure.hoisting import can_stand_before
from hybridc.syntax.dataflow import (
    bound_in,
    calls_in,
    expressions,
    free_names,
    names_read,
    names_written,
    own_statements,
    parameters,
    targets_bound,
    union,
)
from hybridc.syntax.in_place import changed_in_place
from hybridc.syntax.late_binding import bound_as, read_late, set_after_named
from hybridc.syntax.walking import all_given, walk

Definition = ast.FunctionDef | ast.Lambda
SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


@dataclass(frozen=True)
class Nested:
    """A nested function: the names that it is to be given, and of those the ones that it gives back."""

    node: Definition
    name: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...] = ()
    gives_value: bool = True
    arrays: frozenset[str] = frozenset()  # outputs that it changes in place


def called_only(function: ast.FunctionDef) -> list[Nested]:
    nested = _definitions(function)
    own = frozenset(parameters(function)) | names_written(function.body)
    declared, changed = (
        {n: _declared(node) for n, node in nested.items()},
        {n: _changed_arrays(nested[n]) for n in nested},
    )
    calls = _Calls(function, {n: node for n, node in nested.items() if _can_be_given(n, node)})
    reached = {n: calls.reached(n) for n in nested}
    declared = {n: declared[n].union(*(declared[c] for c in reached[n])) for n in nested}
    changed = {n: changed[n].union(*(changed[c] for c in reached[n])) for n in nested}
    arrays = {n: changed[n] & own - declared[n] for n in nested}
    outputs = {n: declared[n] | arrays[n] for n in nested}
    set_by_nested = frozenset().union(*outputs.values())
    candidates = {n for n in calls.reads if outputs[n] <= own and not (outputs[n] and n in reached[n])}
    while refused := {n for n in candidates if not calls.are_plain(n, candidates, outputs[n])}:
        candidates -= refused
    inputs = {
        n: (_free(nested[n]) | outputs[n])
        & own
        & (_changed_later(function, nested[n], n) | set_by_nested | outputs[n]) - nested.keys()
        for n in sorted(candidates)
    }
    for _ in inputs:  # what one calls, it must be given too
        for n in inputs:
            inputs[n] = inputs[n].union(*(inputs[c] for c in calls.within(n) if c in inputs))
    if any(calls.are_hidden(n, inputs[n]) for n in inputs):
        return []
    return [
        Nested(nested[n], n, tuple(sorted(names)), tuple(sorted(outputs[n])), _gives_value(nested[n]), arrays[n])
        for n, names in inputs.items() if names
    ]  # fmt: skip


def _definitions(function: ast.FunctionDef) -> dict[str, Definition]:
    """Nested functions and lambdas that are the only thing their name stands for."""
    found: list[tuple[str, Definition]] = [
        (n.name, n) for n in walk(function) if isinstance(n, ast.FunctionDef) and n is not function
    ]
    for statement in own_statements(function.body):
        if (name := bound_as(statement)) is not None:
            found.append((name, statement.value))  # type: ignore[attr-defined]
    bound = [name for name, node in found if isinstance(node, ast.FunctionDef)]
    bound += [n.id for n in walk(function) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
    bound += parameters(function)
    return {name: node for name, node in found if bound.count(name) == 1}


def _declared(node: Definition) -> frozenset[str]:
    inside = of_itself(node) if isinstance(node, ast.FunctionDef) else []
    return frozenset(name for s in inside if isinstance(s, ast.Nonlocal) for name in s.names)


def _free(node: Definition) -> frozenset[str]:
    return free_names(node) if isinstance(node, ast.FunctionDef) else read_late(node)


def _gives_value(node: Definition) -> bool:
    if isinstance(node, ast.Lambda):
        return True
    return any(isinstance(s, ast.Return) and s.value is not None for s in of_itself(node))


def _can_be_given(name: str, node: Definition) -> bool:
    """It takes further arguments, and does not call itself."""
    calls_itself = any(isinstance(n, ast.Name) and n.id == name for n in walk(node))
    if isinstance(node, ast.Lambda) and _changed_arrays(node):
        return False
    return not (calls_itself or node.args.posonlyargs or getattr(node, "decorator_list", None))


def _changed_later(function: ast.FunctionDef, node: Definition, name: str) -> frozenset[str]:
    """Names that are set, or whose arrays are changed in place, below, or given to functions, which may do so."""
    place = (node.lineno, node.col_offset)
    below = [s for s in own_statements(function.body) if (s.lineno, s.col_offset) > place]
    given = union(names_read(a) for s in below for e in expressions(s) for c in calls_in(e) for a in all_given(c))
    return given.union(set_after_named(function, node, name), *(changed_in_place(s) for s in below))


class _Calls:
    """Where nested functions are called."""

    def __init__(self, function: ast.FunctionDef, nested: Mapping[str, Definition]) -> None:
        self.function = function
        self.names: dict[ast.AST, str] = {node: name for name, node in nested.items()}
        self.parents = {child: node for node in walk(function) for child in ast.iter_child_nodes(node)}
        self.reads: dict[str, list[ast.Name]] = {name: [] for name in nested}
        for node in walk(function):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in nested:
                self.reads[node.id].append(node)

    def are_plain(self, name: str, candidates: Set[str], outputs: Collection[str]) -> bool:
        """It is called where it was made or in others of them, and if it changes something, where a statement can do so
        before."""
        return all(self._is_plain(read, candidates, outputs) for read in self.reads[name])

    def _is_plain(self, name: ast.Name, candidates: Set[str], outputs: Collection[str]) -> bool:
        call = self.parents[name]
        if not isinstance(call, ast.Call) or call.func is not name:
            return False
        for node, below in self._around(call):
            if isinstance(node, SCOPES) and (
                self.names.get(node, "") not in candidates
                or isinstance(below, ast.arguments)
                or (outputs and not isinstance(node, ast.FunctionDef))
            ):
                return False
            if outputs and isinstance(node, _COMPREHENSIONS):
                return False
        if not outputs:
            return True
        return can_stand_before(call, self.parents, outputs)

    def _around(self, node: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
        """The nodes around it, from the inside, up to the function, each with the one that it lies in."""
        while (outer := self.parents[node]) is not self.function:
            yield outer, node
            node = outer

    def within(self, name: str) -> set[str]:
        """The functions that it calls."""
        return {
            called
            for called, reads in self.reads.items()
            if any(self.names.get(node) == name for read in reads for node, _ in self._around(read))
        }

    def reached(self, name: str) -> set[str]:
        """The functions that it calls, by itself or through others."""
        found: set[str] = set()
        waiting = [name]
        while waiting:
            new = self.within(waiting.pop()) - found
            found |= new
            waiting += new
        return found

    def are_hidden(self, name: str, inputs: Collection[str]) -> bool:
        """A call stands where one of the names means another thing."""
        return any(
            not _bound_by(node).isdisjoint(inputs) for read in self.reads[name] for node, _ in self._around(read)
        )


def _bound_by(node: ast.AST) -> frozenset[str]:
    """Names that a scope within the function makes its own."""
    if isinstance(node, ast.FunctionDef):
        return frozenset(parameters(node)) | (bound_in(node) - _declared(node))
    if isinstance(node, ast.Lambda):
        return frozenset(parameters(node))
    if isinstance(node, _COMPREHENSIONS):
        return union(targets_bound(g.target) for g in node.generators)
    return frozenset()


def _changed_arrays(function: Definition) -> frozenset[str]:
    """Names from outside whose arrays the function may change: those that it writes into, and those that names of its
    own may stand for which it writes into."""
    if isinstance(function, ast.Lambda):
        return changed_in_place(ast.Expr(function.body)) - frozenset(parameters(function))
    own = frozenset(parameters(function)) | bound_in(function)
    of_its_own = [s for s in of_itself(function) if isinstance(s, ast.stmt)]
    changed = frozenset().union(*(changed_in_place(s) for s in of_its_own))
    views = [s for s in of_its_own if isinstance(s, ast.Assign | ast.For)]
    for _ in views:
        for each in views:
            bound = frozenset().union(*(targets_bound(t) for t in getattr(each, "targets", None) or [each.target]))  # type: ignore[union-attr]
            if bound & changed & own:
                changed |= _looked_at(each.value if isinstance(each, ast.Assign) else each.iter)
    return changed - own


def _looked_at(value: ast.expr) -> frozenset[str]:
    """Names whose arrays the value may be, or be a part of: indices are not."""
    if isinstance(value, ast.Subscript):
        return _looked_at(value.value)
    if isinstance(value, ast.Name):
        return frozenset({value.id})
    inner = (child for child in ast.iter_child_nodes(value) if isinstance(child, ast.expr | ast.keyword))
    return frozenset().union(*(_looked_at(c.value if isinstance(c, ast.keyword) else c) for c in inner))


def of_itself(function: ast.FunctionDef) -> list[ast.AST]:
    """The nodes of the function, without those of functions in it."""
    found: list[ast.AST] = []
    todo: list[ast.AST] = [*function.body]
    while todo:
        node = todo.pop()
        found.append(node)
        if not isinstance(node, SCOPES):
            todo += ast.iter_child_nodes(node)
    return found
