"""Comprehensions that NumPy makes arrays of are loops that fill a list, which are compiled; unrolled, they would be as
long as what they run over.

    return np.array([np.sum(x * v) for v in xs])        ->        made = []
                                                                  for v in xs:
                                                                      made.append(np.sum(x * v))
                                                                  return np.array(made)

`sum(x * v for v in xs)` is a loop that adds, and `a, b = map(np.array, (x, y))` two calls.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence, Set

from hybridc.structure.hoisting import can_stand_before, evaluated
from hybridc.structure.trees import Origins, assign, read
from hybridc.structure.views import Blocks
from hybridc.structure.work import Structured, Structuring
from hybridc.syntax.dataflow import base_name, names_read, targets_bound
from hybridc.syntax.walking import children, walk

_MAKING = frozenset(
    f"numpy.{name}"
    for name in ("array", "asarray", "stack", "vstack", "sum", "mean", "max", "min", "std", "var", "prod", "median")
)
_HARMLESS = frozenset(
    f"builtins.{n}"
    for n in ("abs", "bool", "complex", "float", "int", "len", "max", "min", "pow", "range", "round", "sum")
)
_OF_DICTS = frozenset({"items", "keys", "values"})
_FEW = 16  # elements that are written out
Comprehension = ast.ListComp | ast.GeneratorExp
_LATER = (ast.Lambda, ast.NamedExpr, ast.Await, ast.Yield)


def with_filled_lists(
    before: Structured, numpy: str, named: Callable[[ast.expr], str | None], dicts: Set[str]
) -> Structured | None:
    """The function with such loops; None where it has no such comprehension. `numpy`: the file's name for it; `named`:
    the qualified name of a function; `dicts`: parameters that are or may be such."""
    filling = _Filling(Structuring(before, (), (), {}, {}, (), {}), numpy, named, dicts)
    body = filling.block(before.node.body)
    if not filling.has_changed:
        return None
    return Structured(before.origins.changed(before.node, body=body), before.origins, before.unset, before.assumed)


class _Filling(Blocks):
    def __init__(self, work: Structuring, numpy: str, named: Callable[[ast.expr], str | None], dicts: Set[str]) -> None:
        super().__init__(work.origins)
        self.work, self.numpy, self.named, self.dicts = work, numpy, named, dicts
        self.has_changed = False

    def statement(self, statement: ast.stmt) -> list[ast.stmt]:
        if (calls := self._calls_of(statement)) is not None:
            self.has_changed = True
            return [self.origins.changed(statement, value=self.origins.make(ast.Tuple(calls, ast.Load()), statement))]
        found = self._comprehension(statement)
        if found is None:
            return [statement]
        self.has_changed = True
        call, filling = found
        is_sum = self.named(call.func) == "builtins.sum"
        name = self.work.fresh("total") if is_sum else self.work.fresh("made", "filled")
        begin: ast.expr = ast.Constant(0) if is_sum else ast.List([], ast.Load())
        loop = self._loop(filling, name, is_sum)
        left = self._without(statement, call if is_sum else filling, name)
        return [self.work.make(assign(name, begin), filling), *self.block([loop]), *self.statement(left)]

    def _calls_of(self, statement: ast.stmt) -> list[ast.expr] | None:
        """Those that `map` makes, of what is written out, for as many names."""
        match statement:
            case ast.Assign(
                targets=[ast.Tuple(elts=targets)],
                value=ast.Call(
                    func=ast.Name(id="map") as mapping,
                    args=[ast.Attribute() as function, ast.Tuple(elts=given) | ast.List(elts=given)],
                ),
            ) if self.named(mapping) == "builtins.map" and len(targets) == len(given):
                is_plain = not any(isinstance(e, ast.Starred) for e in [*targets, *given])
                is_numpys = (self.named(function) or "").startswith("numpy.")
                if is_plain and is_numpys:
                    copies = [self.origins.copied([function])[0] for _ in given]
                    return [self.origins.make(ast.Call(f, [e], []), e) for f, e in zip(copies, given, strict=True)]
        return None

    def _comprehension(self, statement: ast.stmt) -> tuple[ast.Call, Comprehension] | None:
        """The first of a statement, that Python comes to whatever it computes before, and the call that is given it."""
        if evaluated(statement) is None or isinstance(statement, ast.If):
            return None
        parents = {child: node for node in walk(statement) for child in children(node)}
        calls = sorted((n for n in walk(statement) if isinstance(n, ast.Call)), key=_start)  # as Python comes to them
        for call in calls:
            match call:
                case ast.Call(args=[ast.ListComp() | ast.GeneratorExp() as filling, *others]):
                    if not self._is_taken(call, statement, isinstance(filling, ast.ListComp), len(others)):
                        continue
                    if (
                        self._fits(filling)
                        and can_stand_before(call, parents, ())
                        and self._waits(call, calls, parents)
                    ):
                        return call, filling
        return None

    def _waits(self, call: ast.Call, calls: Sequence[ast.Call], parents: Mapping[ast.AST, ast.AST]) -> bool:
        """What Python computes before it changes nothing, draws nothing and prints nothing: it may come afterwards."""
        around: set[ast.AST] = set()
        node: ast.AST | None = call
        while node is not None:
            around.add(node)
            node = parents.get(node)
        before = (each for each in calls if _start(each) < _start(call) and each not in around)
        return all(self._is_harmless(each) for each in before)

    def _is_harmless(self, call: ast.Call) -> bool:
        name = self.named(call.func) or ""
        if name.startswith("numpy.") and not any(k.arg == "out" for k in call.keywords):
            return not name.startswith("numpy.random.")
        return name.startswith("math.") or name in _HARMLESS

    def _is_taken(self, call: ast.Call, statement: ast.stmt, is_list: bool, others: int) -> bool:
        name = self.named(call.func)
        if name == "builtins.sum":
            return not (others or call.keywords)
        return is_list and (name in _MAKING or self._is_made(call, statement))

    def _is_made(self, call: ast.Call, statement: ast.stmt) -> bool:
        """A row of a list that is filled here."""
        is_append = isinstance(call.func, ast.Attribute) and call.func.attr == "append"
        return is_append and statement in self.origins.made

    def _fits(self, filling: Comprehension) -> bool:
        if len(filling.generators) != 1:
            return False
        (over,) = filling.generators
        inside = [*walk(filling.elt), *walk(over.target)]
        inner = (targets_bound(n.target) for n in inside if isinstance(n, ast.comprehension))
        is_plain = not (over.ifs or over.is_async or _is_short(over.iter)) and targets_bound(over.target).isdisjoint(
            frozenset().union(*inner)
        )
        if not is_plain or any(isinstance(n, _LATER) for n in [*inside, *walk(over.iter)]):
            return False
        return not _may_give_keys(over.iter, inside, targets_bound(over.target), self.dicts)

    def _loop(self, filling: Comprehension, name: str, is_sum: bool) -> ast.stmt:
        (over,) = filling.generators
        bound = targets_bound(over.target)
        others = [n.id for n in walk(self.work.function) if isinstance(n, ast.Name)]
        own = [n.id for n in walk(filling) if isinstance(n, ast.Name)]
        renamed = {n: self.work.fresh(f"{n}_each") for n in bound if others.count(n) > own.count(n)}
        target, element = over.target, filling.elt
        if renamed:
            target, element = map(_Renamed(self.origins, renamed).visit, self.origins.copied([target, element]))
        if is_sum:
            both = self.origins.make(ast.BinOp(read(name), ast.Add(), element), filling)
            added = self.work.make(assign(name, both), filling)
            return self.work.make(ast.For(target, over.iter, [added], []), filling)
        if isinstance(element, ast.Tuple | ast.List):
            row = ast.Call(ast.Attribute(read(self.numpy), "array", ast.Load()), [element], [])
            element = self.origins.make(row, element)
        call = ast.Call(ast.Attribute(read(name), "append", ast.Load()), [element], [])
        append = self.work.make(ast.Expr(call), filling)
        return self.work.make(ast.For(target, over.iter, [append], []), filling)

    def _without(self, statement: ast.stmt, part: ast.expr, name: str) -> ast.stmt:
        """The statement with the name in the place of this part."""
        field = evaluated(statement) or ""
        whole = getattr(statement, field)
        put = self.origins.make(read(name), part)
        value = put if whole is part else _Put(self.origins, part, put).visit(self.origins.copied([whole])[0])
        return self.origins.changed(statement, **{field: value})


class _Put(ast.NodeTransformer):
    """Puts a node in the place of the copy of another."""

    def __init__(self, origins: Origins, old: ast.expr, new: ast.expr) -> None:
        self.origins, self.old, self.new = origins, origins.original(old), new

    def visit(self, node: ast.AST) -> ast.AST:
        is_it = type(node) is type(self.old) and self.origins.original(node) is self.old
        return self.new if is_it else self.generic_visit(node)


class _Renamed(ast.NodeTransformer):
    def __init__(self, origins: Origins, names: Mapping[str, str]) -> None:
        self.origins, self.names = origins, names

    def visit_Name(self, node: ast.Name) -> ast.AST:
        name = self.names.get(node.id)
        return node if name is None else self.origins.make(ast.Name(name, node.ctx), node)


def _start(node: ast.expr) -> tuple[int, int]:
    return node.lineno, node.col_offset


def _may_give_keys(over: ast.expr, inside: list[ast.AST], bound: Set[str], dicts: Set[str]) -> bool:
    """It may be a dict: a method of dicts gives it, or what it gives indexes it."""
    if isinstance(over, ast.Call):
        return isinstance(over.func, ast.Attribute) and over.func.attr in _OF_DICTS
    run = base_name(over)
    keyed = (n.value for n in inside if isinstance(n, ast.Subscript) and names_read(n.slice) & bound)
    return run is not None and (run in dicts or any(base_name(value) == run for value in keyed))


def _is_short(over: ast.expr) -> bool:
    """Written out, so that it is no longer than the text."""
    match over:
        case ast.List() | ast.Tuple():
            return True
        case ast.Call(func=ast.Name(id="range"), args=args):
            return all(isinstance(a, ast.Constant) and isinstance(a.value, int) and abs(a.value) <= _FEW for a in args)
    return False
