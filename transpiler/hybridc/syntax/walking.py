"""Walking Python's tree: as `ast.walk`, several times as fast, and without the nodes that say how a name is used."""

from __future__ import annotations

import ast
from collections.abc import Set
from functools import cached_property
from typing import TypeVar

from hybridc.syntax.marks import hand_on, mark

Node = TypeVar("Node", bound=ast.AST)

_OF_STATEMENTS = ("body", "orelse", "finalbody")
_LEAVES = frozenset(
    {
        "ctx", "id", "attr", "kind", "type_comment", "name", "conversion", "arg", "module", "level", "rest", "simple",
        "is_async", "asname", "tag", "lineno", "str",
    }
)  # fmt: skip
# Those with lists that hold something else than nodes as well: None, or names.
_MIXED = frozenset((ast.Dict, ast.arguments, ast.Global, ast.Nonlocal, ast.MatchMapping, ast.MatchClass))


class _Fields(dict[type[ast.AST], tuple[str, ...]]):
    """The fields of every kind of node that may hold nodes."""

    def __missing__(self, kind: type[ast.AST]) -> tuple[str, ...]:
        holds_none = kind is ast.Constant or kind is ast.MatchSingleton
        self[kind] = fields = () if holds_none else tuple(f for f in kind._fields if f not in _LEAVES)
        return fields


_FIELDS = _Fields()


class _Blocks(dict[type[ast.AST], tuple[str, ...]]):
    """The fields of every kind of node that hold statements, or what does."""

    def __missing__(self, kind: type[ast.AST]) -> tuple[str, ...]:
        names = (*_OF_STATEMENTS, "handlers", "cases") if not issubclass(kind, ast.expr) else ()
        self[kind] = fields = tuple(name for name in names if name in kind._fields)
        return fields


BLOCKS = _Blocks()


def children(node: ast.AST) -> list[ast.AST]:
    """The nodes right below, without contexts (`Load`, `Store`)."""
    found: list[ast.AST] = []
    kind = node.__class__
    for field in _FIELDS[kind]:
        value = getattr(node, field, None)
        if value.__class__ is list:
            found += [v for v in value if isinstance(v, ast.AST)] if kind in _MIXED else value
        elif value is not None:
            found.append(value)
    return found


def walk(node: ast.AST) -> list[ast.AST]:
    """The node and all below it, outer ones first."""
    found = [node]
    for each in found:  # as `children`, without a call for every node
        kind = each.__class__
        for field in _FIELDS[kind]:
            value = getattr(each, field, None)
            if value.__class__ is list:
                found += [v for v in value if isinstance(v, ast.AST)] if kind in _MIXED else value
            elif value is not None:
                found.append(value)
    return found


def copied(tree: Node, copies: dict[int, ast.AST]) -> Node:
    """As `copy.deepcopy`, several times as fast; `copies` learns the new nodes by what `id` gives for the old ones."""
    known = copies.get(id(tree))
    if known is None:
        known = copies[id(tree)] = tree.__class__.__new__(tree.__class__)
        for name, value in tree.__dict__.items():
            if isinstance(value, ast.AST):
                value = copied(value, copies)
            elif value.__class__ is list:
                value = [copied(v, copies) if isinstance(v, ast.AST) else v for v in value]
            known.__dict__[name] = value
        handed = hand_on(tree, known)
        if handed is not None and handed.viewed is not None:
            mark(known, viewed=copied(handed.viewed, copies))
    return known  # type: ignore[return-value]


def holds_loops(loop: ast.stmt) -> bool:
    """There are loops in the loop."""
    return any(isinstance(s, ast.For | ast.While) for s in statements(loop))


def is_same(one: object, other: object) -> bool:
    """Both trees are of one text, as `ast.dump` would show it; what they share is not looked at."""
    todo = [(one, other)]
    while todo:
        left, right = todo.pop()
        if left is right:
            continue
        if left.__class__ is not right.__class__:
            return False
        if isinstance(left, ast.AST):
            todo += [(getattr(left, field, None), getattr(right, field, None)) for field in left._fields]
        elif isinstance(left, list) and isinstance(right, list):
            if len(left) != len(right):
                return False
            todo += zip(left, right, strict=True)
        elif repr(left) != repr(right):
            return False
    return True


def all_given(call: ast.Call) -> list[ast.expr]:
    """What a call gives, by places and by names."""
    return [*call.args, *(k.value for k in call.keywords)]


def pairs(target: ast.expr, value: ast.expr) -> list[tuple[ast.expr, ast.expr]]:
    """What each target is given, where an assignment shows that one by one."""
    match target, value:
        case ast.Tuple(elts=targets) | ast.List(elts=targets), ast.Tuple(elts=values) | ast.List(elts=values):
            if len(targets) == len(values) and not any(isinstance(e, ast.Starred) for e in (*targets, *values)):
                return [pair for t, v in zip(targets, values, strict=True) for pair in pairs(t, v)]
    return [(target, value)]


def with_defaults(arguments: ast.arguments) -> list[tuple[ast.arg, ast.expr]]:
    """The parameters that have a default, each with it."""
    places = [*arguments.posonlyargs, *arguments.args]
    found = [*zip(places[len(places) - len(arguments.defaults) :], arguments.defaults, strict=True)]
    named = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    return found + [(argument, default) for argument, default in named if default is not None]


def default_values(arguments: ast.arguments) -> list[ast.expr]:
    """In the order in which a definition evaluates them."""
    return [*arguments.defaults, *(d for d in arguments.kw_defaults if d is not None)]


class Parts:
    """All nodes of a tree that does not change, which is walked once."""

    @property
    def root(self) -> ast.AST:
        raise NotImplementedError

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """Every node, outer ones first."""
        return walk(self.root)

    @cached_property
    def _by_kind(self) -> dict[type[ast.AST], list[ast.AST]]:
        found: dict[type[ast.AST], list[ast.AST]] = {}
        for node in self.nodes:
            found.setdefault(type(node), []).append(node)
        return found

    def of(self, kind: type[Node]) -> list[Node]:
        """The nodes of one kind, outer ones first."""
        return self._by_kind.get(kind, [])  # type: ignore[return-value]

    def of_any(self, *kinds: type[ast.AST]) -> list[ast.AST]:
        """The nodes of several kinds, one kind after the other."""
        return [node for kind in kinds for node in self.of(kind)]


def values_bound(scope: Parts, but: Set[ast.AST] = frozenset()) -> dict[str, list[ast.expr | None]]:
    """By names, what they are bound to, `but` by these targets; None where that is no expression."""
    values = dict(pair for n in scope.of(ast.Assign) for t in n.targets for pair in pairs(t, n.value))
    found: dict[str, list[ast.expr | None]] = {}
    for name in scope.of(ast.Name):
        if isinstance(name.ctx, ast.Store) and name not in but:
            found.setdefault(name.id, []).append(values.get(name))
    return found


def statements(node: ast.AST) -> list[ast.stmt]:
    """The statements below a statement or a module, those of nested functions and classes as well."""
    found: list[ast.stmt] = []
    todo = [node]
    while todo:
        each = todo.pop()
        for name in BLOCKS[each.__class__]:
            inside = getattr(each, name, ())
            todo += inside
            found += inside if name in _OF_STATEMENTS else ()
    return found
