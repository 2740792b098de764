"""`for` loops written as `while` loops that count."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from hybridc.structure.trees import assign, read
from hybridc.structure.work import Structuring
from hybridc.syntax.dataflow import names_read, names_written, parameters
from hybridc.syntax.liveness import Liveness


@dataclass
class Counted:
    """A loop as `before; while test: prologue; ...; step`."""

    test: ast.expr
    before: list[ast.stmt] = field(default_factory=list)
    prologue: list[ast.stmt] = field(default_factory=list)  # binds the loop's targets
    step: list[ast.stmt] = field(default_factory=list)
    elements: dict[str, ast.expr] = field(default_factory=dict)  # what the targets stand for
    counter: ast.Name | None = None  # a target that counts itself
    by: ast.expr | None = None

    @classmethod
    def of_while(cls, loop: ast.While) -> Counted:
        return cls(loop.test)

    def with_elements(self, work: Structuring, test: ast.expr) -> ast.expr:
        """A test in terms of the counter alone."""
        if not names_read(test) & self.elements.keys():
            return test
        new = work.origins.copied([test])[0]
        return _Elements(self, work).visit(new)  # type: ignore[no-any-return]

    def undone(self, work: Structuring, loop: ast.stmt) -> list[ast.stmt]:
        """Python's loop variable keeps the last value that it had."""
        live = Liveness().block(getattr(loop, "orelse", []), work.live_after(loop), work.live_around(loop))
        if self.counter is None or self.counter.id not in live or self.by is None:
            return []
        work.assume(self.counter.id, loop)
        by = work.origins.copied([self.by])[0]
        return [work.make(ast.AugAssign(ast.Name(self.counter.id, ast.Store()), ast.Sub(), by), self.step[0])]


class _Elements(ast.NodeTransformer):
    def __init__(self, over: Counted, work: Structuring) -> None:
        self.over = over
        self.work = work

    def visit_Name(self, node: ast.Name) -> ast.expr:
        element = self.over.elements.get(node.id)
        if element is None:
            return node
        return self.work.origins.make(self.work.origins.copied([element])[0], node)


def counted(work: Structuring, loop: ast.For) -> Counted | None:
    """The loop over a range, arrays, `enumerate` or `zip` as one that counts; None for others."""
    arguments = _range(loop.iter)
    if arguments is not None:
        return _counted_range(work, loop, arguments) if isinstance(loop.target, ast.Name) else None
    return _Elementwise(work, loop).counted()


def over_indices(work: Structuring, loop: ast.For) -> list[ast.stmt] | None:
    """The loop over arrays, `enumerate` or `zip` as one over a range, which sees what its body writes into them."""
    return None if _range(loop.iter) is not None else _Elementwise(work, loop).indexed()


def _range(node: ast.expr) -> list[ast.expr] | None:
    match node:
        case ast.Call(func=ast.Name(id="range"), args=arguments, keywords=[]) if arguments:
            return arguments
        case ast.Call(
            func=ast.Name(id="reversed"), args=[ast.Call(func=ast.Name(id="range"), args=arguments, keywords=[])]
        ) if 0 < len(arguments) < 3:
            start = arguments[0] if len(arguments) == 2 else ast.Constant(0)
            stop = arguments[-1]
            return [_less_one(stop), _less_one(start), ast.UnaryOp(ast.USub(), ast.Constant(1))]
    return None


def _less_one(node: ast.expr) -> ast.expr:
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        less = node.value - 1
        return ast.Constant(less) if less >= 0 else ast.UnaryOp(ast.USub(), ast.Constant(-less))
    return ast.BinOp(node, ast.Sub(), ast.Constant(1))


def step_of(arguments: list[ast.expr]) -> int | None:
    """The step of a range, if it is written out."""
    if len(arguments) < 3:
        return 1
    try:
        value = ast.literal_eval(arguments[2])
    except ValueError:
        return None
    return value if isinstance(value, int) and value else None


def _counted_range(work: Structuring, loop: ast.For, arguments: list[ast.expr]) -> Counted | None:
    assert isinstance(loop.target, ast.Name)
    step = step_of(arguments)
    if step is None:
        return None
    start = arguments[0] if len(arguments) > 1 else ast.Constant(0)
    stop = arguments[1] if len(arguments) > 1 else arguments[0]
    before: list[ast.stmt] = []
    written = names_written(loop.body) | {loop.target.id}
    if not is_stable(stop, written):
        name = work.fresh("stop")
        before.append(work.make(assign(name, stop), loop))
        stop = read(name)
    target = loop.target.id
    live = target in work.live_after(loop)
    own = target in names_written(loop.body) or (live and target in work.bound_before(loop)) or target == "_"
    counter = work.fresh("index", "counter") if own else target
    before.append(work.make(assign(counter, start), loop))
    test = ast.Compare(read(counter), [ast.Lt() if step > 0 else ast.Gt()], [stop])
    work.origins.make(test, loop)
    operator = ast.Add() if step > 0 else ast.Sub()
    forward = work.make(ast.AugAssign(ast.Name(counter, ast.Store()), operator, ast.Constant(abs(step))), loop)
    prologue = [work.make(assign(target, read(counter)), loop)] if own and target != "_" else []
    elements: dict[str, ast.expr] = {target: read(counter)} if own else {}
    by = ast.Constant(step) if step > 0 else ast.UnaryOp(ast.USub(), ast.Constant(-step))
    return Counted(
        test, before, prologue, [forward], elements, None if own else ast.Name(counter, ast.Load()), by
    )  # fmt: skip


_CHEAP = (
    ast.Name, ast.Constant, ast.Attribute, ast.BinOp, ast.UnaryOp, ast.expr_context, ast.operator, ast.unaryop,
)  # fmt: skip


def is_stable(node: ast.expr, written: frozenset[str] | set[str]) -> bool:
    """Cheap, and the same at every turn of a loop that writes these names."""
    return all(_is_cheap(n) for n in ast.walk(node)) and not names_read(node) & written


def _is_cheap(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="len")) | ast.Subscript(value=ast.Attribute(attr="shape")):
            return True
    return isinstance(node, _CHEAP)


class _Elementwise:
    """A loop over the elements of arrays."""

    def __init__(self, work: Structuring, loop: ast.For) -> None:
        self.work = work
        self.loop = loop
        self.written = names_written(loop.body)
        self.before: list[ast.stmt] = []
        self.lengths: list[ast.expr] = []

    def indexed(self) -> list[ast.stmt] | None:
        over = self.counted()
        if over is None:
            return None
        assert isinstance(over.test, ast.Compare) and isinstance(over.test.left, ast.Name)
        target = self.work.origins.make(ast.Name(over.test.left.id, ast.Store()), self.loop)
        turns = self.work.origins.make(ast.Call(read("range"), over.test.comparators, []), self.loop)
        new = self.work.origins.changed(self.loop, target=target, iter=turns, body=[*over.prologue, *self.loop.body])
        return [*self.before, new]

    def counted(self) -> Counted | None:
        work, loop = self.work, self.loop
        target = self._own_counter()
        counter = target or work.fresh("index", "position")
        element = self._element(loop.iter, counter)
        if element is None or not self.lengths:
            return None
        length = self.lengths[0]
        if len(self.lengths) > 1:
            length = ast.Call(read("min"), self.lengths, [])
        test = work.origins.make(ast.Compare(read(counter), [ast.Lt()], [length]), loop)
        pairs = list(_paired(loop.target, element))
        prologue = [
            work.make(ast.Assign([place], value), loop)
            for place, value in pairs
            if not (isinstance(place, ast.Name) and place.id == target)
        ]
        elements = {p.id: v for p, v in pairs if isinstance(p, ast.Name) and p.id != target}
        complex_targets = [p for p, _ in pairs if not isinstance(p, ast.Name)]
        elements |= {n.id: read(n.id) for p in complex_targets for n in ast.walk(p) if isinstance(n, ast.Name)}
        before = [*self.before, work.make(assign(counter, ast.Constant(0)), loop)]
        step = work.make(ast.AugAssign(ast.Name(counter, ast.Store()), ast.Add(), ast.Constant(1)), loop)
        counting = ast.Name(counter, ast.Load()) if target else None
        return Counted(test, before, prologue, [step], elements, counting, ast.Constant(1))

    def _own_counter(self) -> str | None:
        """The index of `enumerate`, where it can count itself."""
        match self.loop:
            case ast.For(
                target=ast.Tuple(elts=[ast.Name(id=name), _]),
                iter=ast.Call(func=ast.Name(id="enumerate"), args=[_], keywords=[]),
            ):
                live = name in self.work.live_after(self.loop)
                if (
                    name not in self.written
                    and name != "_"
                    and not (live and name in self.work.bound_before(self.loop))
                ):
                    return name
        return None

    def _element(self, node: ast.expr, counter: str) -> ast.expr | None:
        match node:
            case ast.Call(func=ast.Name(id="enumerate"), args=[inner, *start], keywords=keywords) if (
                len(start) + len(keywords) < 2
            ):
                element = self._element(inner, counter)
                first: ast.expr = read(counter)
                for offset in (*start, *(k.value for k in keywords)):
                    first = ast.BinOp(first, ast.Add(), offset)
                return None if element is None else ast.Tuple([first, element], ast.Load())
            case ast.Call(func=ast.Name(id="zip"), args=inner, keywords=[]) if inner:
                elements = [self._element(i, counter) for i in inner]
                found = [e for e in elements if e is not None]
                return ast.Tuple(found, ast.Load()) if len(found) == len(elements) else None
            case ast.Call(func=ast.Name(id="reversed"), args=[inner]):
                rows = self._rows(inner)
                last = ast.BinOp(ast.Call(read("len"), [self._again(rows)], []), ast.Sub(), ast.Constant(1))
                return ast.Subscript(rows, ast.BinOp(last, ast.Sub(), read(counter)), ast.Load())
            case ast.Call(func=ast.Name(id="range"), args=[stop], keywords=[]):
                self.lengths.append(stop)
                return read(counter)
            case ast.Call(func=ast.Name(id="range"), args=[first, stop], keywords=[]):
                self.lengths.append(ast.BinOp(stop, ast.Sub(), first))
                return ast.BinOp(self._again(first), ast.Add(), read(counter))
            case ast.Call(func=ast.Name(id="range" | "map" | "filter")):
                return None
        return ast.Subscript(self._rows(node), read(counter), ast.Load())

    def _rows(self, node: ast.expr) -> ast.expr:
        """The array, by a name that stays, or that only its elements are written through; its length is noted."""
        if not (isinstance(node, ast.Name) and node.id not in self.written) and not self._is_written_into(node):
            name = self.work.fresh("rows", "items")
            self.before.append(self.work.make(assign(name, node), self.loop))
            node = read(name)
        self.lengths.append(ast.Call(read("len"), [self._again(node)], []))
        return self._again(node)

    def _is_written_into(self, node: ast.expr) -> bool:
        """An array, or a view of one by constants, that the loop writes into and that keeps its name.

        Seen anew in every turn: XLA need not carry the array twice.
        """
        array = node
        while not isinstance(array, ast.Name):
            match array:
                case ast.Subscript(value=inner, slice=index) if _is_constant_slice(index):
                    array = inner
                case ast.Attribute(value=inner):
                    array = inner
                case ast.Call(func=ast.Attribute(value=inner), args=given, keywords=[]) if all(map(_is_number, given)):
                    array = inner
                case _:
                    return False
        nodes = [n for statement in self.loop.body for n in ast.walk(statement) if isinstance(n, ast.Name)]
        is_local = array.id in names_written(self.work.function.body) | set(parameters(self.work.function))
        is_seen = array is not node or array.id in self.written
        return is_local and is_seen and not any(n.id == array.id and isinstance(n.ctx, ast.Store) for n in nodes)

    def _again(self, node: ast.expr) -> ast.expr:
        return self.work.origins.copied([node])[0]


def _is_number(node: ast.expr) -> bool:
    inner = node.operand if isinstance(node, ast.UnaryOp) else node
    return isinstance(inner, ast.Constant) and isinstance(inner.value, int)


def _is_constant_slice(index: ast.expr) -> bool:
    return isinstance(index, ast.Slice) and not any(isinstance(n, ast.Name | ast.Call) for n in ast.walk(index))


def _paired(target: ast.expr, element: ast.expr) -> list[tuple[ast.expr, ast.expr]]:
    """Targets and what they are bound to, tuples taken apart."""
    if (
        isinstance(target, ast.Tuple | ast.List)
        and isinstance(element, ast.Tuple)
        and len(target.elts) == len(element.elts)
        and not any(isinstance(e, ast.Starred) for e in target.elts)
    ):
        return [p for t, e in zip(target.elts, element.elts, strict=True) for p in _paired(t, e)]
    return [(target, element)]
