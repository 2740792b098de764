"""What a turn of a compiled loop reads of an array before it writes there: XLA is told that it is read first.

XLA writes in place where nothing may still read what was there, and copies the array otherwise, at every turn. It does
not see by itself that `u` and `v` of

    u = a[k]
    v = w[k] * a[k + m]
    a = a.at[k].set(u + v)
    a = a.at[k + m].set(u - v)

are read first: `u, v = control.read_first(u, v)` before the first write says so. The second of two writes into one
array gets the same around its value, if that reads the array as well: XLA computes such a value as it writes.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence

import libcst as cst

from hybridc.emit.concrete_tree import text_of, with_children
from hybridc.emit.passes.base import Names, Statement
from hybridc.emit.passes.writes_made import Write, function_of, write_of
from hybridc.emit.templates import expression, names, statement, unparenthesized
from hybridc.syntax.walking import children, pairs, walk

# What XLA computes as a whole, before it computes what needs it.
_WHOLE = frozenset({"cond", "switch", "fori_loop", "while_loop", "scan", "scan_rows"})
_OF_SHAPE = frozenset({"shape", "ndim", "dtype", "size"})
_REDUCING = frozenset(
    {"argmax", "argmin", "max", "min", "sum", "mean", "prod", "any", "all", "norm", "count_nonzero", "std", "var"}
)


def with_reads_first(block: cst.BaseSuite, results: Collection[str], given: Names) -> cst.BaseSuite:
    """The statements of a turn, of which these names are what it leaves to the next one, or gives."""
    statements: list[Statement] = [*block.body] if isinstance(block, cst.IndentedBlock) else []  # type: ignore[list-item]
    others = sum(not isinstance(s, cst.FunctionDef) for s in statements)
    if others < 2 or not any(write_of(s) or _is_of_whole(s) for s in statements):
        return block  # a single one reads before it writes, as XLA sees by itself
    turn = _Turn(statements, results, given)
    turn.reorder()
    return block.with_changes(body=turn.statements)


class _Turn:
    def __init__(self, statements: list[Statement], results: Collection[str], given: Names) -> None:
        self.statements = statements
        self.results = frozenset(results)
        self.given = given
        self.trees = [ast.parse(text_of(s).strip("\n")).body for s in statements]
        self.writes = [write_of(s) for s in statements]
        subscripts = (n for trees in self.trees for t in trees for n in ast.walk(t) if isinstance(n, ast.Subscript))
        indexed = {n.value.id for n in subscripts if isinstance(n.value, ast.Name)}
        self.rebound = [_rebound(trees) & indexed for trees in self.trees]
        self.arrays = frozenset(w.array for w in self.writes if w is not None).union(*self.rebound)
        self.taken = {n.id for trees in self.trees for t in trees for n in ast.walk(t) if isinstance(n, ast.Name)}
        self.reading: dict[str, frozenset[str]] = {}  # names, and the arrays that they are computed of as they were
        self.last = {
            name: place for place, trees in enumerate(self.trees) for name in _names_in(trees)
        }  # that reads it
        self.functions: dict[str, frozenset[str]] = {}  # of the block, and the names that they read
        self.written: set[str] = set()  # by the turn, up to here

    def reorder(self) -> None:
        new: list[Statement] = []
        defined = 0  # where the functions begin that the next statement may use
        for place, trees in enumerate(self.trees):
            write = self.writes[place]
            if self.written and isinstance(self.statements[place], cst.SimpleStatementLine):
                self._settle_rows(place)
            if write is not None:
                new += self._before_write(place, self._at(place))
                self._forget(write.array)
                self.written.add(write.array)
            else:
                if self.rebound[place]:
                    new[defined:defined] = self._before_whole(place)
                for tree in trees:
                    self._read(tree)
                for name in self.rebound[place]:
                    self._forget(name)
            new.append(self.statements[place])
            if not isinstance(self.statements[place], cst.FunctionDef):
                defined = len(new)
        self.statements = new

    def _forget(self, array: str) -> None:
        """What was read of it before is settled, or kept as it was by a copy of XLA's."""
        self.reading = {n: read - {array} for n, read in self.reading.items() if n != array}

    def _before_write(self, place: int, write: Write) -> list[Statement]:
        """What stands before a write. Its value, and those of others right behind it, may get names there."""
        kept = self._kept({write.array}, place)
        together = [place, *self._behind(place)]
        arrays = {self._at(each).array for each in together}
        if not any(self._reads_of_value(each) & (arrays - {self._at(each).array}) for each in together):
            together = [place]
            if not kept:
                if write.array in self.written and self._reads_by_name(place):
                    self._put(place, expression("control.read_first({v})", v=unparenthesized(write.value)))
                return []
        valued: list[tuple[str, cst.BaseExpression]] = []
        if len(together) > 1 or not {*kept} <= _names_in([self._value(place)]):
            for each in together:
                name, value = self._fresh(f"new_{self._at(each).array}"), self._at(each).value
                if not _names_in([self._value(each)]):  # a number of Python's waits for nothing
                    value = expression("jnp.asarray({v})", v=unparenthesized(value))
                valued.append((name, value))
                self._put(each, cst.Name(name))
        return [_said([*kept, *(name for name, _ in valued)], [*map(cst.Name, kept), *(value for _, value in valued)])]

    def _kept(self, arrays: Collection[str], place: int) -> list[str]:
        """Names that have something of these arrays as they are now, and are read later."""
        kept = [
            name
            for name, read in self.reading.items()
            if name not in self.arrays
            and not read.isdisjoint(arrays)
            and (name in self.results or self.last.get(name, -1) > place)
        ]
        for name in kept:
            self.reading[name] = frozenset()
        return kept

    def _before_whole(self, place: int) -> list[Statement]:
        """What stands before a loop or branch that changes arrays: it comes after what it needs, and after all that is
        computed together with that."""
        before = dict(self.reading)
        kept = self._kept(self.rebound[place], place)
        needed = _names_in(self.trees[place])
        needed = needed.union(*(self.functions[n] for n in needed & self.functions.keys()))
        if needed.isdisjoint(kept):
            self.reading = before
            return []
        return [_said(kept, [*map(cst.Name, kept)])]

    def _settle_rows(self, place: int) -> None:
        if self.writes[place] is None:
            self.statements[place] = cst.ensure_type(
                self._with_rows_read(self.statements[place]), cst.SimpleStatementLine
            )
            return
        old = self._at(place).value
        new = self._with_rows_read(old)
        if new is not old and isinstance(new, cst.BaseExpression):
            self._put(place, new)

    def _with_rows_read(self, node: cst.CSTNode, is_reduced: bool = False) -> cst.CSTNode:
        """Sums of rows that were written in the turn: XLA writes the rows again as it adds them."""
        if type(node) is cst.Call:
            is_reduced = is_reduced or function_of(node).rpartition(".")[2] in _REDUCING
        if is_reduced and type(node) is cst.Subscript and isinstance(node.value, cst.Name):
            tree = ast.parse(text_of(node).strip(), mode="eval").body
            if node.value.value in self.written and isinstance(tree, ast.Subscript) and _is_by_name(tree.slice):
                return expression("control.read_first({v})", v=node)
        return with_children(node, lambda child: self._with_rows_read(child, is_reduced))

    def _behind(self, place: int) -> Iterator[int]:
        """Writes that follow at once, into other arrays, and whose values could be computed before."""
        done = {self._at(place).array}
        for each in range(place + 1, len(self.writes)):
            write = self.writes[each]
            if write is None or write.array in done or _names_in([self._value(each)]) & done:
                return
            done.add(write.array)
            yield each

    def _at(self, place: int) -> Write:
        write = self.writes[place]
        assert write is not None
        return write

    def _value(self, place: int) -> ast.expr:
        return ast.parse(text_of(self._at(place).value).strip(), mode="eval").body

    def _reads_of_value(self, place: int) -> frozenset[str]:
        value = self._value(place)
        return frozenset() if isinstance(value, ast.Name) and value.id in self.arrays else self._reads_of(value)

    def _reads_by_name(self, place: int) -> bool:
        """The value has something of the array that stands where a name says: elements or rows that the turn is at."""
        array, value = self._at(place).array, self._value(place)
        own = (n for n in walk(value) if isinstance(n, ast.Subscript) and isinstance(n.value, ast.Name))
        return any(n.value.id == array and _is_by_name(n.slice) for n in own)  # type: ignore[attr-defined]

    def _read(self, tree: ast.stmt) -> None:
        """What the statement binds, and of which arrays that is."""
        match tree:
            case ast.FunctionDef(name=name):
                self.functions[name] = _names_in([tree])
            case ast.Assign(value=ast.Name()):
                pass  # another name of it, of which there is nothing to compute
            case ast.Assign(targets=targets, value=value):
                for bound, each in (pair for target in targets for pair in pairs(target, value)):
                    read = frozenset() if _is_whole(each) or _is_no_array(each) else self._reads_of(each)
                    for name in (n.id for n in ast.walk(bound) if isinstance(n, ast.Name)):
                        self.reading.pop(name, None)
                        self.reading[name] = read
            case _:
                read = self._reads_of(tree)
                for name in (n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)):
                    if name in self.reading:  # bound whatever way is taken
                        self.reading[name] |= read

    def _reads_of(self, tree: ast.AST) -> frozenset[str]:
        """The arrays of which it has an element, a row or a sum as it is now: what is as large as they are is none."""
        found: frozenset[str] = frozenset()
        waiting = [(tree, False)]
        while waiting:
            node, is_part = waiting.pop()
            match node:
                case ast.Name(id=name, ctx=ast.Load()):
                    found |= ({name} & self.arrays) if is_part else self.reading.get(name, frozenset())
                case ast.Subscript(value=value, slice=index):
                    is_element = not any(isinstance(n, ast.Slice) for n in walk(index))
                    waiting += [(value, is_part or is_element), (index, is_part)]
                case ast.Attribute(attr=attr) if attr in _OF_SHAPE:
                    pass
                case ast.Call(func=function, args=args, keywords=keywords) if _called(node) in _REDUCING:
                    under_mask = ast.unparse(function).startswith("control.")
                    is_number = len(args) < 2 + under_mask and not any(k.arg == "axis" for k in keywords)
                    waiting += [(each, is_part or is_number) for each in children(node)]
                case _:
                    waiting += [(each, is_part) for each in children(node)]
        return found

    def _fresh(self, base: str) -> str:
        name = self.given.free(base, self.taken)
        self.taken.add(name)
        return name

    def _put(self, place: int, value: cst.BaseExpression) -> None:
        """This is what is written."""
        new = self._at(place).of(value)
        self.statements[place], self.writes[place] = new.statement, new


def _said(targets: Sequence[str], values: Sequence[cst.BaseExpression]) -> Statement:
    call = expression("control.read_first()").with_changes(args=[cst.Arg(unparenthesized(v)) for v in values])
    return statement("{targets} = {call}", targets=names(tuple(targets)), call=call)


def _is_of_whole(node: Statement) -> bool:
    match node:
        case cst.SimpleStatementLine(body=[cst.Assign(value=cst.Call() as call)]):
            return function_of(call).rpartition(".")[2] in _WHOLE
    return False


def _rebound(trees: Sequence[ast.stmt]) -> frozenset[str]:
    """What a loop or branch gets and gives under the same name."""
    match trees:
        case [ast.Assign(targets=[target], value=ast.Call() as call)] if _is_whole(call):
            return frozenset(n.id for n in ast.walk(target) if isinstance(n, ast.Name)) & _names_in([call])
    return frozenset()


def _called(call: ast.Call) -> str:
    function = call.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _is_whole(value: ast.AST | None) -> bool:
    return isinstance(value, ast.Call) and _called(value) in _WHOLE


def _is_no_array(value: ast.AST) -> bool:
    return any(isinstance(n, ast.Lambda) for n in walk(value)) or (
        isinstance(value, ast.Call) and _called(value) == "len"
    )


def _is_by_name(index: ast.expr) -> bool:
    """An element or a row that depends on more than constants and lengths."""
    parts = index.elts if isinstance(index, ast.Tuple) else [index]
    waiting: list[ast.AST] = [part for part in parts if not isinstance(part, ast.Slice)]
    while waiting:
        match waiting.pop():
            case ast.Name():
                return True
            case ast.Attribute(attr=attr) if attr in _OF_SHAPE:
                pass
            case ast.Call(func=ast.Name(id="len")):
                pass
            case node:
                waiting += children(node)
    return False


def _names_in(trees: Sequence[ast.AST]) -> frozenset[str]:
    return frozenset(
        n.id for tree in trees for n in walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)
    )
