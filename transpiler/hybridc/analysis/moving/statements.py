"""Statements that read and write slices whose bounds loops move."""

from __future__ import annotations

import ast
from collections.abc import Callable

from hybridc.analysis.moving.bounds import Bound, Lengths, Masks
from hybridc.analysis.moving.places import as_long, placed
from hybridc.analysis.moving.sizes import Sizes
from hybridc.analysis.moving.span import Bounds, Parts, Span, Unfit, best, trimmed
from hybridc.analysis.moving.spans import Spans, is_of_one_length
from hybridc.domain.atoms import AtomKind
from hybridc.domain.values import BOOL, INT, WEAK_INT, Value
from hybridc.program.plans import FunctionPlan
from hybridc.structure.trees import assign, fresh, read
from hybridc.structure.work import Structured
from hybridc.syntax.dataflow import names_read, names_stored, names_written
from hybridc.syntax.walking import children, walk

_FIELDS = ("value", "test", "iter")


class Rewriting:
    """Rewrites one function.

    Raises Unfit where something that reads such a slice has no other form.
    """

    def __init__(
        self,
        plan: FunctionPlan,
        numpy: str,
        named: Callable[[ast.expr], str | None],
        moves: Callable[[ast.expr], bool],
        or_asks: bool,
    ) -> None:
        self.plan = plan
        self.origins = plan.structured.origins
        self.sizes = Sizes(plan.function, named, lambda loop: isinstance(self.origins.original(loop), ast.While))
        self.lengths = Lengths(self.sizes)
        self.masks = Masks(self.origins, self.sizes, numpy, named)
        self.spans = Spans(plan, self.masks, self.lengths, moves, self._mask_named, or_asks)
        self.taken = {n.id for n in walk(plan.function.node) if isinstance(n, ast.Name)} | {*plan.function.parameters}
        # Masks, with the names of numbers that they are made of, and of arrays whose lengths they have
        self.known: dict[tuple[str, ...], tuple[str, frozenset[str], frozenset[str]]] = {}
        self.known_here: dict[tuple[str, ...], str] = {}  # of what else may have changed at the next statement
        self.before: list[ast.stmt] = []  # the statement that is looked at
        self.current: ast.stmt = plan.function.node
        self.is_test = False  # of a `while`
        self.own: frozenset[str] = frozenset()  # names whose slices are arrays of their own, and no views
        self.loops: list[tuple[ast.stmt, list[ast.stmt]]] = []  # around it, with the masks that are made before them

    def rewritten(self) -> Structured:
        before = self.plan.structured
        node = self.origins.changed(before.node, body=self.block(before.node.body, is_first=True))
        return Structured(node, self.origins, before.unset, before.assumed)

    def block(self, statements: list[ast.stmt], is_first: bool = False) -> list[ast.stmt]:
        known, held = dict(self.known), dict(self.spans.held)
        result = []
        for place, statement in enumerate(statements):
            result += self.statement(statement, statements[place + 1 :])
            if is_first:
                self.lengths.note(statement)
        self.known, self.spans.held = known, held
        return result

    def statement(self, statement: ast.stmt, rest: list[ast.stmt]) -> list[ast.stmt]:
        if not self.spans.reads(statement):
            self._forget(statement)
            return [statement]
        if isinstance(statement, ast.FunctionDef | ast.ClassDef | ast.While | ast.Try | ast.With | ast.Match):
            return self._compound(statement)
        self._begin(statement)
        match statement:
            case ast.Assign(targets=[ast.Subscript() as target]) if self.spans.indices.is_read(target):
                new = self._put(statement, target, self.spans.value(statement.value))
            case ast.AugAssign(target=ast.Subscript() as target, op=operator) if self.spans.indices.is_read(target):
                found = self.spans.value(statement.value)
                new = self._put(statement, target, found, operator)
            case ast.Assign(targets=[ast.Subscript() as target]) | ast.AugAssign(target=ast.Subscript() as target) if (
                self.spans.place(target) is not None
            ):
                new = self._put_one(statement, target)
            case ast.AugAssign(target=ast.Name(id=name)) if name in self.spans.held:
                new = self._changed(statement, name)
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                found = self.spans.value(value)
                self.spans.held = {n: span for n, span in self.spans.held.items() if n != name}
                new = self.origins.changed(statement, value=found.tree)
                if found.bounds:
                    made = self.before
                    self._forget(statement)
                    self._hold(name, found, rest)
                    self.own = self.own | {name} if self._is_own(value) else self.own - {name}
                    return [*made, new]
            case _:
                new = self._with_exact(statement)
        made = self.before
        if not isinstance(new, ast.If):
            self._forget(statement)
        return [*made, *self._compound(new)] if isinstance(new, ast.For | ast.If) else [*made, new]

    def _begin(self, statement: ast.stmt) -> None:
        self.current, self.before, self.known_here = statement, [], {}
        parts = [c for c in children(statement) if not isinstance(c, ast.stmt)]
        if any(isinstance(n, ast.NamedExpr) for part in parts for n in walk(part)):
            raise Unfit(statement)  # masks are made before it

    def _may_write(self, statement: ast.stmt) -> bool:
        """Something that it calls may write arrays, before bounds of slices are read from them."""
        parts = [c for c in children(statement) if not isinstance(c, ast.stmt)]
        calls = [n for part in parts for n in walk(part) if isinstance(n, ast.Call)]
        return not all(map(self.spans.indices.is_pure, calls))

    def _with_exact(self, statement: ast.stmt) -> ast.stmt:
        new: dict[str, object] = {}
        for name, part in ast.iter_fields(statement):
            if isinstance(part, ast.expr):
                if name not in _FIELDS and self.spans.reads(part):
                    raise Unfit(part)
                new[name] = self.spans.exact(part)
            elif isinstance(part, list) and any(isinstance(p, ast.expr) and self.spans.reads(p) for p in part):
                raise Unfit(statement)
        return self.origins.changed(statement, **new)

    def _compound(self, statement: ast.stmt) -> list[ast.stmt]:
        """With other blocks, behind the masks that are the same in all turns."""
        if isinstance(statement, ast.FunctionDef | ast.ClassDef | ast.Try | ast.With | ast.Match):
            raise Unfit(statement)
        changed: dict[str, object] = {}
        if isinstance(statement, ast.While) and self.spans.reads(statement.test):
            self._begin(statement)
            self.is_test = True
            changed["test"] = self.spans.exact(statement.test)
            self.is_test = False
        made: list[ast.stmt] = []
        if isinstance(statement, ast.For | ast.While):
            self._forget(statement)
            self.loops.append((statement, made))
        changed |= {name: self.block(getattr(statement, name)) for name in ("body", "orelse")}
        if isinstance(statement, ast.For | ast.While):
            self.loops.pop()
        self._forget(statement)
        return [*made, self.origins.changed(statement, **changed)]

    def _forget(self, statement: ast.stmt) -> None:
        """What is known of names that the statement writes holds no more."""
        written, stored = names_written([statement]), names_stored(statement)
        if written:
            self.known = {
                key: (name, numbers, arrays)
                for key, (name, numbers, arrays) in self.known.items()
                if numbers.isdisjoint(written) and arrays.isdisjoint(stored) and name not in stored
            }
            self.spans.held = {
                name: span if span is not None and _numbers(span.bounds).isdisjoint(written) else None
                for name, span in self.spans.held.items()
            }

    def _hold(self, name: str, span: Span, rest: list[ast.stmt]) -> None:
        """The name holds such from now on, which only what follows in the block reads, where it is rewritten."""
        every = [n for n in self.plan.function.of(ast.Name) if n.id == name]
        read_behind = sum(isinstance(n, ast.Name) and n.id == name for s in rest for n in walk(s))
        if len(every) != read_behind + 1 or not all(b is None or _is_of_numbers(b) for b in span.bounds):
            raise Unfit(span.tree)
        self.spans.held = {**self.spans.held, name: span}

    def _put_one(self, statement: ast.Assign | ast.AugAssign, target: ast.Subscript) -> ast.stmt:
        """`v[0] += x`, where `v` holds a slice."""
        assert isinstance(target.value, ast.Name)
        place = self.spans.place(target)
        if place is None or target.value.id not in self.own:
            raise Unfit(statement)
        value = self.spans.exact(statement.value)
        store = self.origins.make(ast.Subscript(target.value, place, ast.Store()), target)
        if isinstance(statement, ast.AugAssign):
            return self.origins.changed(statement, target=store, value=value)
        return self.origins.changed(statement, targets=[store], value=value)

    def _changed(self, statement: ast.AugAssign, name: str) -> ast.stmt:
        """`v /= x`, where `v` holds a slice: what it leaves out is changed as well, and read by nobody."""
        held = self.spans.held[name]
        operand = self.origins.make(read(name), statement)
        self.plan.values[operand] = self.plan.values[statement.target]
        whole = self.origins.make(ast.BinOp(operand, statement.op, statement.value), statement)
        found = self.spans.value(whole)
        if (
            held is None
            or name not in self.own
            or found.key != held.key
            or found.is_moved
            or not isinstance(found.tree, ast.BinOp)
        ):
            raise Unfit(statement)
        return self.origins.changed(statement, value=found.tree.right)

    def _is_own(self, value: ast.expr) -> bool:
        match value:
            case ast.BinOp() | ast.UnaryOp() | ast.Call(func=ast.Attribute(attr="copy"), args=[], keywords=[]):
                return True
        return isinstance(value, ast.Call) and self.spans.is_elementwise(value)

    def _keeps_integers(self, held: Value, node: ast.expr) -> bool:
        """Beside the value, what is not written stays as it is: integers of 64 bits beside floating point numbers would
        not."""
        if not any(a.kind is not AtomKind.DTYPE or a.name in ("int64", "uint64") for a in held.dtype):
            return True
        value = self.plan.values.get(node)
        return value is not None and all(
            a in held.dtype or a in WEAK_INT or a in BOOL or (a in INT and held.dtype == INT) for a in value.dtype
        )

    def _put(
        self,
        statement: ast.Assign | ast.AugAssign,
        target: ast.Subscript,
        of: Span,
        operator: ast.operator | None = None,
    ) -> ast.stmt:
        """`A[i] = np.where(mask, new, A[i])`"""
        held = self.plan.values.get(target.value)
        if held is None or not held.form.is_numeric or self.spans.reads(target.value):
            raise Unfit(target)
        parts = self.spans.indices.parts(target)
        if parts.lasts:
            raise Unfit(target)
        if parts.windows:
            return self._with_windows(statement, target, parts, of)
        bounds = trimmed(tuple(parts.bounds))
        of = placed(self.spans, of, bounds, target)
        if of.bounds:
            _, of = as_long(self.spans, [Span(target, bounds), of], target)
            bounds = best(bounds, of.bounds)
        if is_of_one_length(bounds) and not of.bounds:
            self.spans.check_number(statement.value)
        rank = self.spans.indices.rank(target.value, parts)

        def old() -> ast.expr:
            return self.masks.again(self.spans.indices.whole(target.value, parts.index, target))

        new = of.tree
        if operator is not None:
            new = self.origins.make(ast.BinOp(old(), operator, new), statement)
        elif not self._keeps_integers(held, statement.value):
            new = self.masks.call("full_like", old(), new)
        others = [a for a in of.arrays if _base(a[0]) != _base(target)] if of.bounds else []
        mask = self.spans.over(Span(target, bounds, tuple(others)), (old(), rank))
        value = self.origins.make(self.masks.call("where", mask, new, old()), statement)
        found = self.spans.indices.whole(target.value, parts.index, target)
        place = found.slice if isinstance(found, ast.Subscript) and found.value is target.value else parts.index[0]
        whole = self.origins.make(ast.Subscript(target.value, place, ast.Store()), target)
        made = self.origins.make(ast.Assign([whole], value), statement)
        self.origins.of[made] = self.origins.original(statement)
        return made

    def _with_windows(
        self, statement: ast.Assign | ast.AugAssign, target: ast.Subscript, parts: Parts, of: Span
    ) -> ast.stmt:
        """`x[i + np.arange(w)] = ...`: indices beside each other go together, those of rows stand along a column."""
        index = [*parts.index]
        kept = [n for n, part in enumerate(index) if isinstance(part, ast.Slice)]
        windows = [kept[axis] for axis in parts.windows]
        places = [n for n, part in enumerate(index) if not isinstance(part, ast.Slice) or n in windows]
        has_list = any(isinstance(part, ast.List) for part in index)
        if (
            has_list
            or of.bounds
            or any(parts.bounds)
            or len(windows) > 2
            or places != [*range(places[0], places[-1] + 1)]
        ):
            raise Unfit(target)
        for n, (start, length) in zip(windows, parts.windows.values(), strict=True):
            index[n] = ast.BinOp(start, ast.Add(), self.masks.call("arange", self.masks.length(length, target)))
        if len(windows) == 2:
            column = ast.Tuple([ast.Slice(None, None, None), ast.Constant(None)], ast.Load())
            index[windows[0]] = ast.Subscript(index[windows[0]], column, ast.Load())
        place = index[0] if len(index) == 1 else ast.Tuple(index, ast.Load())
        store = self.origins.make(ast.Subscript(target.value, place, ast.Store()), target)
        if isinstance(statement, ast.AugAssign):
            return self.origins.changed(statement, target=store, value=of.tree)
        return self.origins.changed(statement, targets=[store], value=of.tree)

    def _mask_named(self, bound: Bound) -> ast.expr:
        if self.is_test:  # which is asked at every turn
            return self.masks.mask(bound, self.current)
        key = (*bound.key, ast.dump(bound.length))
        if not _is_of_numbers(bound):
            if self._may_write(self.current):
                raise Unfit(self.current)
            if key not in self.known_here:
                self.known_here[key] = self._name_mask(bound, self.before, self.current)
            return read(self.known_here[key])
        if key not in self.known:
            numbers, arrays = _numbers((bound,)), names_read(bound.length)
            before, like = self.before, self.current
            for loop, hoisted in reversed(self.loops):
                if numbers & names_written([loop]) or arrays & names_stored(loop):
                    break
                before, like = hoisted, loop
            self.known[key] = self._name_mask(bound, before, like), numbers, arrays
        return read(self.known[key][0])

    def _name_mask(self, bound: Bound, before: list[ast.stmt], like: ast.stmt) -> str:
        name = fresh(self.taken, bound.name)
        before.append(self.origins.make(assign(name, self.masks.mask(bound, like)), like))
        return name


def _numbers(bounds: Bounds) -> frozenset[str]:
    """The names of the numbers that bounds are."""
    found = [e for b in bounds if b is not None for e in (b.lower, b.upper) if e is not None]
    return frozenset().union(*map(names_read, found))


def _is_of_numbers(bound: Bound) -> bool:
    """Its ends are counted with names, and with no elements of arrays and the like, which may change with them."""
    parts = [n for e in (bound.lower, bound.upper) if e is not None for n in walk(e)]
    return all(
        getattr(n.value if isinstance(n, ast.Subscript) else n, "attr", None) == "shape"
        for n in parts
        if isinstance(n, ast.Subscript | ast.Attribute)
    )


def _base(node: ast.expr) -> str:
    """The array that an element is read of."""
    while isinstance(node, ast.Subscript):
        node = node.value
    return ast.dump(node)
