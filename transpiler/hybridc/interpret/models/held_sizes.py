"""Attributes that a model sets, while it runs, to what shapes tell, `self.length = x.shape[1]`, or counts with.

They are Python's numbers, by which Python decides: whether a table that was computed for another length is made anew.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Set
from dataclasses import dataclass, replace
from functools import lru_cache

from hybridc.interpret.evaluation import once
from hybridc.interpret.models.run import ModelRun
from hybridc.program.models import parts_set
from hybridc.syntax.arguments import arguments_given
from hybridc.syntax.dataflow import blocks, names_written
from hybridc.syntax.module import Function, Module
from hybridc.syntax.walking import walk

_TOLD = frozenset({"shape", "ndim"})
_TELLING = frozenset({"size", "dim", "numel", "ndimension", "nelement"})
_UNKNOWN = ast.Yield()  # what nothing is known of
_OF_NUMBERS = frozenset({"len", "int", "max", "min", "abs", "bool"})


def holds_size(run: ModelRun, name: str) -> bool:
    """Every method sets the attribute to such a number, to a constant, or to None, or adds constants to it."""
    return name in _sizes(run)


@once
def _sizes(run: ModelRun) -> frozenset[str]:
    family = run.models.families.get(run.owner or "", ())
    module = run.state.module
    methods = tuple(f for f in module.functions.values() if f.owner in family)
    mentioned, stored = counted(module)
    set_here = Counter(name for method in methods for _, name, _ in set_in(method))
    classes = [run.models.classes[cls] for cls in family]
    makers = (name for cls in classes for name in cls.makers if not any(name in c.registered for c in classes))
    found = frozenset(n for n in makers if stored[n] == set_here[n] and "setattr" not in module.calls)
    while True:
        sizes = _Sizes(methods, found, mentioned)
        pairs = ((name, sizes.tells(value, method)) for method in methods for _, name, value in set_in(method))
        others = frozenset(name for name, is_size in pairs if not is_size)
        if not found & others:
            made = (each for method in methods for each in set_in(method))
            told = {name for _, name, value in made if not isinstance(value, ast.Constant)}
            arrays = frozenset[str]().union(*(c.arrays | c.computed - found for c in classes))
            counts = {n for m in methods for n in _counted_by(m.node.body, arrays)}
            return found & (told | (counts - {n for m in methods for n in _set_perhaps(m, arrays)}))
        found -= others


@lru_cache(maxsize=2)
def counted(module: Module) -> tuple[Counter[str], Counter[str]]:
    """How often the file has an attribute of a name, and how often it sets one."""
    attributes = module.of(ast.Attribute)
    return Counter(n.attr for n in attributes), Counter(n.attr for n in attributes if isinstance(n.ctx, ast.Store))


def _counted_by(body: list[ast.stmt], arrays: Set[str]) -> Iterator[str]:
    """`self.steps += 1`, which no array decides about."""
    for statement in body:
        match statement:
            case ast.AugAssign(target=ast.Attribute(attr=name), value=ast.Constant()):
                yield name
            case ast.If(test=test) if _decides_itself(test, arrays):
                yield from _counted_by([*statement.body, *statement.orelse], arrays)


def _set_perhaps(method: Function, arrays: Set[str]) -> Iterator[str]:
    """What the method sets in branches and loops that arrays may decide about."""
    todo = [*method.node.body]
    while todo:
        statement = todo.pop()
        inner = [each for block in blocks(statement) for each in block]
        if isinstance(statement, ast.If) and _decides_itself(statement.test, arrays):
            todo += inner
        else:
            stored = (n for each in inner for n in walk(each) if isinstance(n, ast.Attribute))
            yield from (n.attr for n in stored if isinstance(n.ctx, ast.Store))


def _decides_itself(test: ast.expr, arrays: Set[str]) -> bool:
    """`self.training`, `self.steps > 3`"""
    names = {n.id for n in walk(test) if isinstance(n, ast.Name)}
    read = {n.attr for n in walk(test) if isinstance(n, ast.Attribute)}
    return names <= {"self"} and not read & arrays and not any(isinstance(n, ast.Call) for n in walk(test))


def set_in(method: Function) -> Iterator[tuple[ast.stmt, str, ast.expr]]:
    """The attributes that the method sets, each with the statement and what it is set to."""
    for statement in method.of_any(ast.Assign, ast.AugAssign, ast.AnnAssign):
        match statement:
            case ast.Assign(targets=targets, value=value):
                yield from ((statement, a.attr, made) for t in targets for a, made in parts_set(t, value))
            case ast.AugAssign(target=target, value=value):
                yield from ((statement, a.attr, made) for a, made in parts_set(target, value))
            case ast.AnnAssign(target=ast.Attribute(attr=name), value=ast.expr() as value):
                yield statement, name, value


@dataclass(frozen=True)
class _Sizes:
    """`known`: attributes that are taken for sizes; `methods`: those of the class and its kin."""

    methods: tuple[Function, ...]
    known: frozenset[str]
    mentioned: Counter[str]  # how often the file has an attribute of this name
    asked: frozenset[tuple[str, str]] = frozenset()  # parameters that are being looked at

    def tells(self, value: ast.expr, method: Function) -> bool:
        match value:
            case ast.Constant():
                return True
            case ast.Attribute(value=ast.Name(id="self"), attr=name):
                return name in self.known
            case ast.Subscript(value=ast.Attribute(value=ast.Name(id=held), attr="shape")):
                return held != "self"
            case ast.Attribute(value=ast.Name(), attr=name):
                return name in _TOLD
            case ast.Call(func=ast.Attribute(value=ast.Name(id=held), attr=name)):
                return held != "self" and name in _TELLING
            case ast.Call(func=ast.Name(id=name), args=parts):
                return name in _OF_NUMBERS and (name == "len" or all(self.tells(p, method) for p in parts))
            case ast.BinOp(left=one, right=other):
                return self.tells(one, method) and self.tells(other, method)
            case ast.Tuple(elts=parts):
                return all(self.tells(part, method) for part in parts)
            case ast.Name(id=name):
                is_parameter = name in method.parameters
                return self._is_given(name, method) if is_parameter else self._is_local(name, method)
        return False

    def _is_given(self, name: str, method: Function) -> bool:
        """All calls of the method, which the class itself makes, give a size for the parameter."""
        if (method.qualified_name, name) in self.asked or name in names_written(method.node.body):
            return False
        calls = [(c, m) for m in self.methods for c in m.of(ast.Call) if _is_of_self(c.func, method.name)]
        if self.mentioned[method.name] > len(calls):  # others call it, or it goes by another name
            return False
        inner = replace(self, asked=self.asked | {(method.qualified_name, name)})
        given = [(arguments_given(method, _with_self(c)).get(name), m) for c, m in calls]
        return bool(given) and all(value is not None and inner.tells(value, m) for value, m in given)

    def _is_local(self, name: str, method: Function) -> bool:
        """All that the method binds the name to is told by shapes: `b, length, _ = x.shape`."""
        if (method.qualified_name, name) in self.asked:  # `n = n // 2`: if it is one, it is one
            return True
        inner = replace(self, asked=self.asked | {(method.qualified_name, name)})
        bound = [n for n in method.of(ast.Name) if n.id == name and isinstance(n.ctx, ast.Store)]
        told = 0
        for statement in method.of_any(ast.Assign, ast.AugAssign):
            match statement:
                case ast.Assign(targets=[ast.Name(id=stored)], value=value) if stored == name:
                    told += inner.tells(value, method)
                case ast.AugAssign(target=ast.Name(id=stored), value=value) if stored == name:
                    told += inner.tells(value, method)
                case ast.Assign(targets=[ast.Tuple(elts=targets)], value=value) if _is_shape(value):
                    told += len([t for t in targets if isinstance(t, ast.Name) and t.id == name])
        return 0 < told == len(bound)


def _is_shape(value: ast.expr) -> bool:
    match value:
        case ast.Attribute(value=ast.Name(id=held), attr="shape"):
            return held != "self"
        case ast.Call(func=ast.Attribute(value=ast.Name(id=held), attr="size"), args=[]):
            return held != "self"
    return False


def _is_of_self(called: ast.expr, name: str) -> bool:
    match called:
        case ast.Attribute(value=ast.Name(id="self"), attr=attribute):
            return attribute == name
    return False


def _with_self(call: ast.Call) -> ast.Call:
    """The call with the object as its first argument, as the method's parameters have it."""
    return ast.copy_location(ast.Call(call.func, [ast.Name("self", ast.Load()), *call.args], call.keywords), call)
