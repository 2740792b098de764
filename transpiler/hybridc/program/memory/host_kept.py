"""Arrays that code around models makes and keeps where others find them, to write into them: in lists and dicts, in
objects, and handed to functions that write what they are given."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from hybridc.dialects.table import Dialect
from hybridc.domain.points_to import Key
from hybridc.program.callees_writing import WritingCallees
from hybridc.program.memory.reached_arrays import ReachedArrays
from hybridc.program.models import FileModels
from hybridc.program.static_demand import lookup_method
from hybridc.syntax.module import Module
from hybridc.syntax.walking import walk

_STORING = frozenset({"append", "extend", "insert", "update", "setdefault", "add", "appendleft"})
_DISPLAYS = (ast.List, ast.Tuple, ast.Set, ast.Dict, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


@dataclass
class Writers:
    """What a file writes in place through something that others have as well."""

    module: Module
    dialects: tuple[Dialect, ...]
    callees: WritingCallees
    models: FileModels
    arrays: ReachedArrays
    copied: frozenset[tuple[int, int]] = frozenset()  # calls that leave the framework, of what is written afterwards
    _methods: dict[str, bool] = field(default_factory=dict)

    def is_writing(self, call: ast.AST) -> bool:
        """`x.add_(y)`."""
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
            return False
        name = call.func.attr
        if name not in self._methods:
            self._methods[name] = any(e.writes for e in lookup_method(self.dialects, name))
        return self._methods[name]

    def written(self, node: ast.AST) -> Iterator[ast.expr]:
        """What a statement or a call writes into."""
        match node:
            case ast.Call(func=ast.Attribute(value=value)) if self.is_writing(node):
                yield value
            case ast.AugAssign(target=target):
                yield target
            case ast.Assign(targets=targets):
                yield from (t.value for t in targets if isinstance(t, ast.Subscript))

    @property
    def reached(self) -> frozenset[Key]:
        """Where the calls stand whose arrays are written by one way, and reached by others."""
        return self.arrays.kept

    @property
    def writing(self) -> frozenset[ast.AST]:
        """The functions that write such arrays."""
        return self.arrays.writing

    @cached_property
    def through_containers(self) -> bool:
        """Something in a list or dict is written, or what a loop runs over."""
        loops = {n.id for loop in self.module.of(ast.For) for n in walk(loop.target) if isinstance(n, ast.Name)}
        for node in (*self.module.of(ast.Call), *self.module.of(ast.AugAssign), *self.module.of(ast.Assign)):
            for held in self.written(node):
                is_method = isinstance(node, ast.Call)
                if isinstance(held, ast.Subscript) and (is_method or isinstance(node, ast.Assign)):
                    return True
                if isinstance(held, ast.Name) and held.id in loops:
                    return True
        return False

    @cached_property
    def attributes(self) -> frozenset[str]:
        """Attributes whose arrays the file writes."""
        calls = (*self.module.of(ast.Call), *self.module.of(ast.AugAssign), *self.module.of(ast.Assign))
        roots = (root_of(held) for node in calls for held in self.written(node))
        return frozenset(root.attr for root in roots if isinstance(root, ast.Attribute))

    def parameters_of(self, function: ast.FunctionDef | ast.Lambda) -> list[str | None]:
        """Its parameters in their order, those that it does not write as None."""
        names = [a.arg for a in (*function.args.posonlyargs, *function.args.args)]
        found = self.callees.written_by(function)
        return [name if name in found else None for name in names]


def kept_arrays(function: ast.AST, writers: Writers, is_plain_object: bool) -> frozenset[ast.Call]:
    """The calls in a function whose arrays are kept so."""
    nodes = list(walk(function))
    nested: dict[str, list[str | None]] = {}
    for node in nodes:
        match node:
            case ast.FunctionDef(name=name) if node is not function:
                nested[name] = writers.parameters_of(node)
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Lambda() as made):
                nested[name] = writers.parameters_of(made)
    found = [e for node in nodes for e in _kept_by(node, writers, nested, is_plain_object)]
    todo = [root.id for e in found if isinstance(root := root_of(e), ast.Name)]
    names: set[str] = set()
    while todo:
        names.add(kept := todo.pop())
        for node in nodes:
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=value) if name == kept:
                    found.append(value)
                    root = root_of(value)
                    todo += [root.id] if isinstance(root, ast.Name) and root.id not in names else []
    return frozenset(e for e in found if isinstance(e, ast.Call))


def _kept_by(
    node: ast.AST, writers: Writers, nested: Mapping[str, list[str | None]], is_plain_object: bool
) -> Iterator[ast.expr]:
    match node:
        case ast.Assign(targets=[target], value=value):
            is_attribute = isinstance(target, ast.Attribute) and is_plain_object and target.attr in writers.attributes
            if is_attribute or (isinstance(target, ast.Subscript) and writers.through_containers):
                yield value
            if isinstance(value, _DISPLAYS) and not isinstance(target, ast.Tuple) and writers.through_containers:
                yield from _held_by(value)
        case ast.Call(func=ast.Attribute(attr=name), args=args) if name in _STORING and writers.through_containers:
            for given in args:
                yield given
                yield from _held_by(given)
        case ast.Call(func=ast.Name(id=name), args=args):
            function = writers.callees.named(name)
            written = nested.get(name) or ([] if function is None else writers.parameters_of(function))
            yield from (given for given, is_written in zip(args, written, strict=False) if is_written)
        case ast.Return(value=ast.List() | ast.Dict() | ast.ListComp() | ast.DictComp() as value):
            if writers.through_containers:
                yield from _held_by(value)


def _held_by(display: ast.expr) -> Iterator[ast.expr]:
    match display:
        case ast.List(elts=held) | ast.Tuple(elts=held) | ast.Set(elts=held) | ast.Dict(values=held):
            parts = held
        case ast.ListComp(elt=each) | ast.SetComp(elt=each) | ast.GeneratorExp(elt=each) | ast.DictComp(value=each):
            parts = [each]
        case _:
            return
    for part in parts:
        yield part
        yield from _held_by(part)


def root_of(node: ast.expr) -> ast.expr:
    """What is written in the end: `x` of `x[0].view(-1)`, `self.x` of `self.x[0]`."""
    while True:
        match node:
            case ast.Subscript(value=inner) | ast.Call(func=ast.Attribute(value=inner)):
                node = inner
            case ast.Attribute(attr="data", value=inner):
                node = inner
            case _:
                return node
