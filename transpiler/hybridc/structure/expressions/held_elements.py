"""An element that a loop within a loop reads and sets, always the same one, is a variable while the loop runs.

    for k in range(n):                            C_ij = C[i, j]
        C[i, j] += A[i, k] * B[k, j]      ->      for k in range(n):
                                                      C_ij = C_ij + A[i, k] * B[k, j]
                                                  C[i, j] = C_ij

The loop carries a number then, not the array, and turns of the loops around it may be taken at once.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from hybridc.domain.sites import Memory
from hybridc.structure.expressions.chosen_stores import is_element
from hybridc.structure.trees import assign, read
from hybridc.structure.views import Blocks
from hybridc.structure.work import Structured, Structuring
from hybridc.syntax.dataflow import base_name, names_read, names_written
from hybridc.syntax.walking import walk

_LONGEST = 2  # letters of an index that is part of a name
_SEEING = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_LEAVING = (ast.Return, ast.Try, ast.With, ast.Delete, ast.Yield, ast.YieldFrom)
_OF_SHAPE = frozenset({"shape", "size", "ndim", "dtype"})


class _Held(NamedTuple):
    """Elements by their arrays, and the names that they get."""

    elements: Mapping[str, ast.Subscript]
    names: Mapping[str, str]


def with_held_elements(before: Structured, numeric: Collection[str], memory: Mapping[str, Memory]) -> Structured | None:
    """The function with such variables; None where there are none to make. `numeric`: names of arrays; `memory`: what
    names have anywhere."""
    blocks = _InLoops(Structuring(before, (), (), {}, {}, (), {}), before.node, numeric, memory)
    body = blocks.block(before.node.body)
    if not blocks.has_changed:
        return None
    return Structured(before.origins.changed(before.node, body=body), before.origins, before.unset, before.assumed)


class _InLoops(Blocks):
    """Changes the outermost loop that has such an element, if it is in another one."""

    def __init__(
        self, work: Structuring, function: ast.FunctionDef, numeric: Collection[str], memory: Mapping[str, Memory]
    ) -> None:
        super().__init__(work.origins)
        self.work, self.memory = work, memory
        seen = {n.id for s in walk(function) if isinstance(s, _SEEING) and s is not function for n in walk(s)
                if isinstance(n, ast.Name)}  # fmt: skip
        self.arrays = {*numeric} - seen
        self.is_in_loop = False
        self.has_changed = False

    def block(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        result: list[ast.stmt] = []
        for statement in statements:
            is_loop, is_around = isinstance(statement, ast.For | ast.While), self.is_in_loop
            held = self._held(statement) if is_loop and is_around else None
            if held is not None:
                self.has_changed = True
                result += self._with_variables(statement, held)
                continue
            self.is_in_loop = (is_loop or is_around) and not isinstance(statement, ast.FunctionDef)
            result.append(self._inside(statement))
            self.is_in_loop = is_around
        return result

    def _held(self, loop: ast.stmt) -> _Held | None:
        nodes = walk(loop)
        if any(isinstance(n, _LEAVING) for n in nodes) or getattr(loop, "orelse", None):
            return None
        stored = [n for n in nodes if isinstance(n, ast.Subscript) and isinstance(n.ctx, ast.Store)]
        written = names_written([loop]) | {name for n in stored if (name := base_name(n)) is not None}
        bound = {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        elements: dict[str, ast.Subscript] = {}
        for name in {name for n in stored if (name := base_name(n)) is not None} & self.arrays - bound:
            mine = [n for n in stored if base_name(n) == name]
            if is_element(mine[0]) and self._is_held(name, mine[0], nodes) and not _index_names(mine[0]) & written:
                elements[name] = mine[0]
        if not elements:
            return None
        ordered = sorted(elements, key=lambda name: (elements[name].lineno, elements[name].col_offset))
        return _Held(
            {name: elements[name] for name in ordered},
            {name: self.work.fresh(*_names(elements[name])) for name in ordered},
        )

    def _is_held(self, name: str, element: ast.Subscript, nodes: list[ast.AST]) -> bool:
        """All that the loop has of the array is the element, and no other name there shows it."""
        text, count = ast.unparse(element), 0
        for node in nodes:
            match node:
                case ast.Subscript() if base_name(node) == name and ast.unparse(node) == text:
                    count += 1
                case ast.Attribute(value=ast.Name(id=held), attr=attr) if held == name:
                    count += attr in _OF_SHAPE
                case ast.Call(func=ast.Name(id="len"), args=[ast.Name(id=held)]) if held == name:
                    count += 1
                case ast.Assign(targets=targets) if len(targets) > 1 or isinstance(targets[0], ast.Tuple | ast.List):
                    if any(base_name(n) == name for t in targets for n in walk(t) if isinstance(n, ast.Subscript)):
                        return False
        mentions = [n for n in nodes if isinstance(n, ast.Name)]
        if count != sum(n.id == name for n in mentions):
            return False
        shown = self.memory[name]
        return all(n.id == name or self.memory[n.id].isdisjoint(shown) for n in mentions)

    def _with_variables(self, loop: ast.stmt, held: _Held) -> Iterator[ast.stmt]:
        for name, element in held.elements.items():
            value = self._again(element, ast.Load())
            yield self.work.make(assign(held.names[name], value), loop)
        yield _Replacing(self, held).of_loop(loop)
        for name, element in held.elements.items():
            store = self.work.make(ast.Assign([self._again(element, ast.Store())], read(held.names[name])), loop)
            self.origins.made.discard(store)
            yield store

    def _again(self, element: ast.Subscript, context: ast.expr_context) -> ast.expr:
        target = self.origins.copied([element])[0]
        return self.origins.make(ast.Subscript(target.value, target.slice, context), element)


class _Replacing(Blocks):
    """Puts the variables in the place of the elements."""

    def __init__(self, around: _InLoops, held: _Held) -> None:
        super().__init__(around.origins)
        self.texts = {ast.unparse(element): held.names[name] for name, element in held.elements.items()}
        self.arrays = {held.names[name]: name for name in held.elements}

    def of_loop(self, loop: ast.stmt) -> ast.stmt:
        (new,) = self.block([loop])
        return new

    def statement(self, statement: ast.stmt) -> list[ast.stmt]:
        match statement:
            case ast.AugAssign(target=ast.Subscript() as target, op=op, value=value) if self._name(target) is not None:
                name = self._name(target)
                assert name is not None
                both = self.origins.make(ast.BinOp(read(name), op, self._rewritten(value)), statement)
                new = ast.copy_location(ast.Assign([self._bound(name, target)], both), statement)
                self.origins.of[new] = self.origins.original(statement)
                self.origins.held[new] = frozenset({self.arrays[name]})
                return [new]
            case ast.Assign(targets=[ast.Subscript() as target], value=value) if self._name(target) is not None:
                name = self._name(target)
                assert name is not None
                new = self.origins.changed(statement, targets=[self._bound(name, target)], value=self._rewritten(value))
                self.origins.held[new] = frozenset({self.arrays[name]})
                return [new]
        changed: dict[str, object] = {}
        for field, value in ast.iter_fields(statement):
            if isinstance(value, ast.expr):
                new_value = self._rewritten(value)
                if new_value is not value:
                    changed[field] = new_value
            elif isinstance(value, list) and value and all(isinstance(v, ast.expr) for v in value):
                values = [self._rewritten(v) for v in value]
                if any(one is not other for one, other in zip(values, value, strict=True)):
                    changed[field] = values
        return [self.origins.changed(statement, **changed) if changed else statement]

    def _bound(self, name: str, like: ast.expr) -> ast.expr:
        return self.origins.make(ast.Name(name, ast.Store()), like)

    def _name(self, node: ast.AST) -> str | None:
        return self.texts.get(ast.unparse(node)) if isinstance(node, ast.Subscript) else None

    def _rewritten(self, tree: ast.expr) -> ast.expr:
        """The same object where nothing changes."""
        if not any(self._name(n) for n in walk(tree)):
            return tree
        return _Named(self).visit(self.origins.copied([tree])[0])  # type: ignore[no-any-return]


class _Named(ast.NodeTransformer):
    def __init__(self, replacing: _Replacing) -> None:
        self.replacing = replacing

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        name = self.replacing._name(node)
        if name is None:
            return self.generic_visit(node)
        return self.replacing.origins.make(ast.Name(name, ast.Load()), node)


def _index_names(element: ast.Subscript) -> frozenset[str]:
    found: set[str] = set()
    node: ast.expr = element
    while isinstance(node, ast.Subscript):
        found |= names_read(node.slice)
        node = node.value
    return frozenset(found)


def _names(element: ast.Subscript) -> Iterator[str]:
    """What a variable for it may be called: `C_ij`, or `C_element`."""
    indices: list[ast.expr] = []
    node: ast.expr = element
    while isinstance(node, ast.Subscript):
        indices = [*(node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]), *indices]
        node = node.value
    array = ast.unparse(node)
    if all(isinstance(i, ast.Name) and len(i.id) <= _LONGEST for i in indices):
        yield f"{array}_{''.join(ast.unparse(i) for i in indices)}"
    yield f"{array}_element"
