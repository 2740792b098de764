"""Elements that branches in loops set are set once, to what is chosen: an array that `lax.cond` hands on is copied.

`if a[i] == b[j]: D[i, j] = x` with `else: D[i, j] = y` becomes `D[i, j] = x if a[i] == b[j] else y`. Where a branch
does not set the element it gets what it is: `D[i, j] = x if c else D[i, j]`. Several elements are chosen at once, so
that all that is read is read before anything is set: `D[i, j], P[i, j] = (x, k) if c else (D[i, j], P[i, j])`.

Numbers beside them (`best = h[i]`, `n += 1`) are chosen as well, where XLA would copy: it does where a branch reads the
array that it sets, and where the `else` of two sets one.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from hybridc.structure.trees import Kept, read
from hybridc.structure.views import Blocks
from hybridc.structure.work import Structured, Structuring
from hybridc.syntax.dataflow import definitions, names_read, own_statements, parameters, targets_bound
from hybridc.syntax.walking import pairs, walk

_MOST = 6  # elements that one statement sets
_INDICES = (ast.Name, ast.Constant, ast.BinOp, ast.UnaryOp, ast.Subscript, ast.operator, ast.unaryop, ast.expr_context)
_MAKING = frozenset(
    {
        "array", "arange", "copy", "empty", "empty_like", "full", "full_like", "linspace", "ones", "ones_like", "zeros",
        "zeros_like", "len", "range", "int", "float",
    }
)  # fmt: skip


class _Store(NamedTuple):
    target: ast.Subscript | ast.Name
    value: ast.expr
    statement: ast.stmt


class _Choice(NamedTuple):
    """What is chosen by a branch."""

    branch: ast.If
    body: _Chosen
    orelse: _Chosen


_Chosen = Mapping[str, _Store] | _Choice  # what is set, by the texts of elements


def with_chosen_stores(
    before: Structured, branches: Collection[ast.AST], others: Collection[str], numbers: Collection[str]
) -> Structured | None:
    """The function with such assignments; None where there are none to make. `branches`: those that are compiled, so
    that what they set is an array's, which has the element whatever the test says; `others`: names of lists; `numbers`:
    those of nothing else."""
    work = Structuring(before, (), (), {}, {}, (), {})
    blocks = _InLoops(work, before.node, branches, others, numbers)
    body = blocks.block(before.node.body)
    if not blocks.has_changed:
        return None
    return Structured(before.origins.changed(before.node, body=body), before.origins, before.unset, before.assumed)


class _InLoops(Blocks):
    """Changes the branches that are in loops."""

    def __init__(
        self,
        work: Structuring,
        function: ast.FunctionDef,
        branches: Collection[ast.AST],
        others: Collection[str],
        numbers: Collection[str],
    ) -> None:
        super().__init__(work.origins)
        self.work, self.function, self.branches, self.others = work, function, branches, others
        self.numbers = numbers
        self.bound = {*parameters(function)}  # where the statement is come to
        self.loops = 0
        self.has_changed = False

    def block(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        result: list[ast.stmt] = []
        for statement in statements:
            is_loop, is_scope = isinstance(statement, ast.For | ast.While), isinstance(statement, ast.FunctionDef)
            made = self._chosen(statement) if isinstance(statement, ast.If) and self.loops else None
            if made is not None:
                self.has_changed = True
                result += made
                continue
            loops, bound = self.loops, self.bound.copy()
            self.loops = 0 if is_scope else loops + is_loop
            if isinstance(statement, ast.FunctionDef):  # names that it sets are its own
                self.bound = {*parameters(statement)}
            self.bound |= targets_bound(statement.target) if isinstance(statement, ast.For) else set()
            result.append(self._inside(statement))
            self.loops, self.bound = loops, bound
            if isinstance(statement, ast.Assign):
                self.bound |= definitions(statement)
        return result

    def _chosen(self, branch: ast.If) -> list[ast.stmt] | None:
        choice = self._stores([branch]) if self.origins.original(branch) in self.branches else None
        if not isinstance(choice, _Choice):
            return None
        leaves = [leaf for leaf in _leaves(choice) if leaf]
        first = _all_set(leaves)
        if not first or len(first) > _MOST or any(_array(store.target) in self.others for store in first.values()):
            return None
        if any(leaf.keys() != first.keys() for leaf in leaves) or len(_elements(first)) < len(first):
            if not _are_copied(choice, leaves):
                return None
        if len(first) == 1:
            ((_, store),) = first.items()
            return [self._set(store, self._value(choice, first))]
        if not self._can_wait(leaves):
            return None
        names = [self.work.fresh(f"new_{_array(store.target)}") for store in first.values()]
        parts = ast.Tuple([ast.Name(name, ast.Store()) for name in names], ast.Store())
        together = self.work.make(ast.Assign([parts], self._value(choice, first)), branch)
        return [together, *(self._set(s, read(n)) for s, n in zip(first.values(), names, strict=True))]

    def _set(self, store: _Store, value: ast.expr) -> ast.stmt:
        new = self.work.make(ast.Assign([store.target], value), store.statement)
        self.origins.made.discard(new)  # what the user wrote, in other words
        return new

    def _stores(self, statements: Sequence[ast.stmt]) -> _Chosen | None:
        """What the statements set, where they do nothing else."""
        match statements:
            case [ast.If() as branch]:
                body, orelse = self._stores(branch.body), self._stores(branch.orelse)
                return None if body is None or orelse is None else _Choice(branch, body, orelse)
        found: dict[str, _Store] = {}
        for statement in statements:
            if isinstance(statement, ast.Pass):
                continue
            targets = _targets(statement)
            if not targets or not all(is_element(t) or self._is_number(t, statement) for t, _ in targets):
                return None
            arrays = {_array(store.target) for store in found.values()}
            arrays_read = frozenset().union(*(names_read(value) for _, value in targets))
            arrays_read |= {name for target, _ in targets for name in _index_names(target)}
            if arrays & (
                arrays_read | ({*map(_array, dict(targets))} if isinstance(statement, ast.AugAssign) else set())
            ):
                return None  # what was set is read again
            written = {_array(target) for target, _ in targets} if len(targets) > 1 else set[str]()
            if any(written & _index_names(target) for target, _ in targets):
                return None
            for target, value in targets:
                assert isinstance(target, ast.Subscript | ast.Name)
                if ast.unparse(target) in found:
                    return None  # set twice
                found[ast.unparse(target)] = _Store(target, value, statement)
        return found

    def _is_number(self, target: ast.expr, statement: ast.stmt) -> bool:
        """It is a name that has a value before, and may be chosen: in place, a number alone is."""
        if not isinstance(target, ast.Name) or target.id not in self.bound:
            return False
        return isinstance(statement, ast.Assign) or target.id in self.numbers

    def _can_wait(self, leaves: Sequence[Mapping[str, _Store]]) -> bool:
        """What is set first changes nothing that is read for the others: no name shows the memory of another; nor does
        the order in which several branches set the elements."""
        names = {name for leaf in leaves for store in leaf.values() for name in names_read(store.value)}
        arrays = {array for leaf in leaves for array in _elements(leaf).values()}
        if not (names | arrays) <= self._own(names | arrays):
            return False
        orders = [[k for k, s in leaf.items() if _array(s.target) == array] for leaf in leaves for array in arrays]
        return all(order == [k for k in _all_set(leaves) if k in order] for order in orders)

    def _own(self, names: set[str]) -> set[str]:
        """Of the names, parameters and those that are bound to new arrays and numbers alone."""
        named = (n for n in walk(self.function) if isinstance(n, ast.NamedExpr))
        bound: list[tuple[ast.expr, ast.expr]] = [(n.target, n.value) for n in named]
        for statement in own_statements(self.function.body):
            match statement:
                case ast.Assign(targets=targets, value=value):
                    bound += [pair for target in targets for pair in pairs(target, value)]
                case ast.For(target=target, iter=iterable):
                    bound.append((target, iterable))
        shown = (target for target, value in bound if not _is_new(value))
        stored = (n for target in shown for n in walk(target) if isinstance(n, ast.Name))
        return names - {n.id for n in stored if isinstance(n.ctx, ast.Store)}

    def _value(self, chosen: _Chosen, first: Mapping[str, _Store]) -> ast.expr:
        """The expression of what is chosen for the elements, in their order."""
        if not isinstance(chosen, _Choice):
            values = [self._of(chosen, key, store) for key, store in first.items()]
            return values[0] if len(values) == 1 else ast.Tuple(values, ast.Load())
        body, orelse = self._value(chosen.body, first), self._value(chosen.orelse, first)
        test = self.origins.copied([chosen.branch.test])[0]
        made = self.origins.make(ast.IfExp(test, body, orelse), chosen.branch)
        self.origins.made.discard(made)
        self.origins.kept[made] = Kept(_kept(chosen.body, first), _kept(chosen.orelse, first))
        return made

    def _of(self, leaf: Mapping[str, _Store], key: str, store: _Store) -> ast.expr:
        """What the leaf sets the element to; the element as it is where it does not set any."""
        target = self.origins.copied([store.target])[0]
        element: ast.expr = (
            read(target.id) if isinstance(target, ast.Name) else ast.Subscript(target.value, target.slice, ast.Load())
        )
        self.origins.make(element, store.target)
        if key not in leaf:
            return element
        value, statement = self.origins.copied([leaf[key].value])[0], leaf[key].statement
        if not isinstance(statement, ast.AugAssign):
            return value
        return self.origins.make(ast.BinOp(element, statement.op, value), statement)


def _leaves(chosen: _Chosen) -> Iterator[Mapping[str, _Store]]:
    if isinstance(chosen, _Choice):
        yield from (*_leaves(chosen.body), *_leaves(chosen.orelse))
    else:
        yield chosen


def _are_copied(choice: _Choice, leaves: Sequence[Mapping[str, _Store]]) -> bool:
    """XLA copies an array that they set, and none of them sets one of the elements that others set of it, as these
    may be the same."""
    known: dict[str, set[str]] = {}
    for leaf in leaves:
        arrays = _elements(leaf)
        for array in {*arrays.values()}:
            keys = {key for key, each in arrays.items() if each == array}
            if known.setdefault(array, keys) != keys:
                return False
    read = {n for leaf in leaves for s in leaf.values() for n in names_read(s.value)}
    return bool(known.keys() & read.union(*(_elements(leaf).values() for leaf in _leaves(choice.orelse))))


def _elements(leaf: Mapping[str, _Store]) -> dict[str, str]:
    """The elements that the leaf sets, with the arrays that they are of."""
    return {key: _array(s.target) for key, s in leaf.items() if isinstance(s.target, ast.Subscript)}


def _all_set(leaves: Sequence[Mapping[str, _Store]]) -> dict[str, _Store]:
    """What any of them sets, elements first: no index of theirs is changed before."""
    found: dict[str, _Store] = {}
    for leaf in leaves:
        for key, store in leaf.items():
            found.setdefault(key, store)
    return dict(sorted(found.items(), key=lambda each: isinstance(each[1].target, ast.Name)))


def _kept(chosen: _Chosen, first: Mapping[str, _Store]) -> tuple[str | None, ...]:
    """By what is set: the array whose element stays what it is in some case."""
    arrays, leaves = _elements(first), [*_leaves(chosen)]
    return tuple(arrays.get(key) if any(key not in leaf for leaf in leaves) else None for key in first)


def _targets(statement: ast.stmt) -> list[tuple[ast.expr, ast.expr]]:
    match statement:
        case ast.AugAssign(target=target, value=value):
            return [(target, value)]
        case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)) if len(targets) == len(values):
            return [*zip(targets, values, strict=True)]
        case ast.Assign(targets=[target], value=value):
            return [(target, value)]
    return []


def _array(target: ast.expr) -> str:
    while isinstance(target, ast.Subscript):
        target = target.value
    return ast.unparse(target)


def is_element(target: ast.expr) -> bool:
    """`x[i]`, `x[i + 1, j]`, `x[k[i]][j]`."""
    if not isinstance(target, ast.Subscript):
        return False
    while isinstance(target, ast.Subscript):
        indices = target.slice.elts if isinstance(target.slice, ast.Tuple) else [target.slice]
        plain = all(isinstance(n, _INDICES) for index in indices for n in walk(index))
        if not plain or any(isinstance(n, ast.Constant) and not isinstance(n.value, int) for n in indices):
            return False
        target = target.value
    return isinstance(target, ast.Name)


def _index_names(target: ast.expr) -> set[str]:
    found: set[str] = set()
    while isinstance(target, ast.Subscript):
        found |= names_read(target.slice)
        target = target.value
    return found


def _is_new(value: ast.expr) -> bool:
    match value:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name in _MAKING
        case ast.Attribute(attr="shape") | ast.Subscript(value=ast.Attribute(attr="shape")):
            return True
    return isinstance(value, ast.BinOp | ast.UnaryOp | ast.Compare | ast.Constant)
