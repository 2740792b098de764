"""Which expressions are a few numbers: a number, a short array that is written out, and what is computed of those."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence

from hybridc.normalize.outlining.dimensions import is_vector
from hybridc.normalize.outlining.kinds import Kind, Kinds
from hybridc.program.static_demand import lookup, lookup_method
from hybridc.syntax.dataflow import own_statements
from hybridc.syntax.walking import pairs, walk

_MOST = 16  # numbers that are written out
_WRITTEN_OUT = frozenset({"numpy.array", "numpy.asarray"})
_OF_FEW = frozenset({"numpy.cross", "numpy.dot", "numpy.linalg.norm", "numpy.copy", "numpy.vdot", "numpy.inner"})
_OF_SIZE = frozenset({"numpy.empty", "numpy.full", "numpy.ones", "numpy.zeros"})
_METHODS = frozenset({"copy", "dot", "sum", "mean", "max", "min", "astype", "item"})


class _InPlace(ast.BinOp):
    """What `x += y` gives `x`."""


class Few:
    """Tells of the expressions of a scope. `given`: names that are taken for such; `functions`: functions of the file
    that give such, if they are given such."""

    def __init__(
        self, body: Sequence[ast.stmt], kinds: Kinds, given: Collection[str] = (), functions: Collection[str] = ()
    ) -> None:
        self.kinds, self.functions, self.given = kinds, functions, frozenset(given)
        self.inner = dict(_inner(body))
        bound = [*_bound(body)]
        self.given |= {a.arg for arguments, _ in self.inner.values() for a in arguments.args}
        self.names = {n.id for target, _ in bound for n in walk(target) if isinstance(n, ast.Name)} | self.given
        self.vectors = self.kinds.vectors | {*self._vectors(bound)}
        self._known: dict[ast.expr, bool] = {}
        before = -1
        while before != len(self.names):
            before = len(self.names)
            for target, value in bound:
                if others := self.names.intersection(self._unknown(target, value)):
                    self.names -= others
                    self._known.clear()

    def is_of_vector(self, node: ast.expr) -> bool:
        """It is an element of an array that has one axis: a number, whatever becomes of the array."""
        return isinstance(node, ast.Subscript) and self._is_element(node.value, node.slice)

    def _vectors(self, bound: Sequence[tuple[ast.expr, ast.expr | None]]) -> Iterator[str]:
        """Names that hold an array of one dimension whenever they are bound: `np.zeros(n)`."""
        made: dict[str, bool] = {}
        for target, value in bound:
            if isinstance(target, ast.Subscript):
                continue
            for name in (n.id for n in walk(target) if isinstance(n, ast.Name)):
                made[name] = made.get(name, True) and self._is_vector(value)
        yield from (name for name, is_one in made.items() if is_one)

    def _is_vector(self, value: ast.expr | None) -> bool:
        match value:
            case _InPlace():  # an array keeps its shape
                return True
            case ast.Call(func=maker, args=[ast.List(elts=elements), *_]) if elements:
                is_made = self.kinds.module.qualified_name(maker) in _WRITTEN_OUT
                return is_made and all(self.kinds.of(e) is Kind.NUMBER for e in elements)
            case ast.Call(func=maker, args=[size, *_]) if self.kinds.module.qualified_name(maker) in _OF_SIZE:
                return self.kinds.of(size) is Kind.NUMBER
        return value is not None and is_vector(value, self.kinds.module)

    def _unknown(self, target: ast.expr, value: ast.expr | None) -> Iterator[str]:
        """Names that are bound to something else."""
        if isinstance(target, ast.Subscript):
            return  # of something that is as long as it was
        is_few = value is not None and self.holds(value)
        yield from (n.id for n in walk(target) if isinstance(n, ast.Name) and not is_few)

    def holds(self, node: ast.expr) -> bool:
        """Whether the expression is a few numbers."""
        if node not in self._known:
            self._known[node] = self._holds(node)
        return self._known[node]

    def _holds(self, node: ast.expr) -> bool:
        match node:
            case ast.Name(id=name):
                return name in self.names or self.kinds.of(node) is Kind.NUMBER
            case ast.BinOp(left=left, right=right):
                return self.holds(left) and self.holds(right)
            case ast.UnaryOp(operand=operand):
                return self.holds(operand)
            case ast.Compare(left=left, comparators=others):
                return self.holds(left) and all(map(self.holds, others))
            case ast.BoolOp(values=values):
                return all(map(self.holds, values))
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return self.holds(test) and self.holds(body) and self.holds(orelse)
            case ast.Tuple(elts=elements) | ast.List(elts=elements):
                return len(elements) <= _MOST and all(map(self.holds, elements))
            case ast.Subscript(value=held, slice=index):
                return self.holds(held) or self._is_element(held, index)
            case ast.Call():
                return self._is_call_of_few(node)
        return self.kinds.of(node) is Kind.NUMBER

    def _is_element(self, held: ast.expr, index: ast.expr) -> bool:
        """`x[i]` of a vector, `u[i, j]`."""
        indices = index.elts if isinstance(index, ast.Tuple) else [index]
        is_vector = isinstance(held, ast.Name) and held.id in self.vectors
        is_number = all(not isinstance(i, ast.Slice) and self.kinds.of(i) is Kind.NUMBER for i in indices)
        return is_number and (is_vector or len(indices) > 1) and self.kinds.of(held) is Kind.ARRAY

    def _is_call_of_few(self, call: ast.Call) -> bool:
        if any(isinstance(a, ast.Starred) for a in call.args):
            return False
        given = [*call.args, *(k.value for k in call.keywords if k.arg != "dtype")]
        name = self.kinds.module.qualified_name(call.func)
        if name in _WRITTEN_OUT:
            return bool(given) and self.holds(given[0])
        if name is None and isinstance(call.func, ast.Attribute):
            is_known = call.func.attr in _METHODS or _maps(lookup_method(self.kinds.dialects, call.func.attr))
            return is_known and self.holds(call.func.value)
        if not all(map(self.holds, given)):
            return False
        if name is None:
            inner = self.inner.get(getattr(call.func, "id", ""))
            is_known = isinstance(call.func, ast.Name) and call.func.id in self.functions
            return is_known if inner is None else self.holds(inner[1])
        is_number = name.startswith(("math.", "cmath.")) or self.kinds.of(call) is Kind.NUMBER
        return is_number or name in _OF_FEW or _maps(lookup(self.kinds.dialects, name))


def _inner(body: Sequence[ast.stmt]) -> Iterator[tuple[str, tuple[ast.arguments, ast.expr]]]:
    """Functions of one expression that statements define."""
    for statement in body:
        match statement:
            case ast.FunctionDef(name=name, args=arguments, body=[ast.Return(ast.expr() as value)], decorator_list=[]):
                yield name, (arguments, value)
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Lambda(args=arguments, body=value)):
                yield name, (arguments, value)


def _maps(lines: Sequence[object]) -> bool:
    """It gives a number for each that it is given, or for all of them."""
    return bool(lines) and all(getattr(line, "shape", "") in ("elementwise", "reduce", "scalar") for line in lines[:1])


def _bound(body: Sequence[ast.stmt]) -> Iterator[tuple[ast.expr, ast.expr | None]]:
    """What statements bind, and to what, if that is to be seen."""
    for statement in own_statements(body):
        match statement:
            case ast.Assign(targets=[ast.Attribute(value=ast.Name() as held)]):
                yield held, None  # `x.shape = 2, 3`
            case ast.Assign(targets=targets, value=value) if not isinstance(value, ast.Lambda):
                yield from ((t, v) for target in targets for t, v in _parts(target, value))
            case ast.AnnAssign(target=target, value=value):
                yield target, value
            case ast.AugAssign(target=ast.Name(id=name) as target, value=value):
                yield target, _InPlace(ast.Name(name, ast.Load()), statement.op, value)
            case ast.Expr(
                ast.Call(func=ast.Attribute(value=ast.Name() as held, attr="append" | "extend" | "insert" | "resize"))
            ):
                yield held, None  # what grows
            case ast.For(target=ast.Name() as target, iter=iterable):
                yield target, ast.Subscript(iterable, ast.Constant(0), ast.Load())
            case ast.For(target=target):
                yield target, None
            case ast.With(items=items):
                yield from ((i.optional_vars, None) for i in items if i.optional_vars is not None)


def _parts(target: ast.expr, value: ast.expr) -> Iterator[tuple[ast.expr, ast.expr]]:
    """The names of an unpacking with what each of them gets; of what is not written out, any part is like it."""
    is_written = isinstance(value, ast.Tuple | ast.List)
    yield from pairs(target, value) if is_written else [(target, value)]
