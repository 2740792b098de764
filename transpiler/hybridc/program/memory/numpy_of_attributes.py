"""NumPy's views of arrays that attributes hold, `a = net.mean.numpy()`, which code around models keeps: what another
function writes into the attribute they show in the original, and arrays of JAX's do not."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator

from hybridc import rules
from hybridc.program.memory.array_handing import Handing
from hybridc.program.state import Finding
from hybridc.syntax.messages import text_of
from hybridc.syntax.module import MODULE, Function
from hybridc.syntax.walking import all_given

_LOOPS = (ast.For, ast.While)
_NEVER = 10**9  # the line of what is read after all others
_STORING = frozenset({"append", "extend", "insert", "setdefault", "add", "appendleft", "update"})


def writes_that_views_show(
    functions: Iterable[Function], top: Function, handing: Handing, compiled: Collection[str]
) -> Iterator[Finding]:
    """Writes into attributes of which other functions keep NumPy's views."""
    every = [*functions, top]
    if not any(handing.hands_over(call) for call in handing.module.of(ast.Call)):
        return
    kept: dict[str, dict[str, str]] = {}  # by attributes and functions, what keeps the view
    for function in (f for f in every if f.qualified_name not in compiled):
        for name, keeper in _Kept(function, handing).found():
            kept.setdefault(name, {}).setdefault(function.qualified_name, keeper)
    making = _making(every) if kept else frozenset()
    for function in (f for f in every if kept and f.name not in making):
        for written, place in _written(function, handing):
            for owner, keeper in kept.get(written.attr, {}).items():
                if owner != function.qualified_name:
                    rule = rules.SharedMemory(name=text_of(written), other=keeper, place=f" of `{owner}`")
                    yield Finding(rule, place, function.qualified_name)
                    break


def _making(functions: Iterable[Function]) -> frozenset[str]:
    """Constructors, and methods that they call: there are no views yet."""
    made = [f for f in functions if f.name in ("__init__", "__new__", "build")]
    called = {c.func.attr for f in made for c in f.of(ast.Call) if isinstance(c.func, ast.Attribute)}
    return frozenset(called | {f.name for f in made})


def _shown(node: ast.expr, handing: Handing) -> ast.Attribute | None:
    """The attribute whose array this is, or a view of it."""
    match node:
        case ast.Subscript(value=inner):
            return _shown(inner, handing)
        case ast.Call(func=ast.Attribute(value=inner, attr=name)):
            return _shown(inner, handing) if handing.is_view(name) else None
        case ast.Attribute(value=inner, attr=name):
            return _shown(inner, handing) if handing.is_view(name) else node
    return None


def _written(function: Function, handing: Handing) -> Iterator[tuple[ast.Attribute, ast.expr | ast.stmt]]:
    """Attributes whose arrays a function writes in place, unless it set them to others before."""
    targets: list[tuple[ast.expr, ast.expr | ast.stmt]] = [
        (s.target, s) for s in function.of(ast.AugAssign) if not handing.notation.rebinds
    ]
    targets += [(t, s) for s in function.of(ast.Assign) for t in s.targets if isinstance(t, ast.Subscript)]
    targets += [
        (c.func.value, c)
        for c in function.of(ast.Call)
        if isinstance(c.func, ast.Attribute) and any(e.writes for e in handing.methods(c.func.attr))
    ]
    body = function.node.body
    exchanged = [(t, s) for s in body if isinstance(s, ast.Assign) for t in s.targets if isinstance(t, ast.Attribute)]
    for target, place in targets:
        written = _shown(target, handing)
        if written is not None and not any(
            ast.dump(t.value) == ast.dump(written.value) and t.attr == written.attr and position(s) < position(place)
            for t, s in exchanged
        ):
            yield written, place


def _reads(function: Function, name: str) -> bool:
    return any(n.id == name for n in function.of(ast.Name)) and name not in function.locals


class _Kept:
    """NumPy's views of attributes in one function that stays Python."""

    def __init__(self, function: Function, handing: Handing) -> None:
        self.function = function
        self.handing = handing

    def found(self) -> Iterator[tuple[str, str]]:
        """The attributes, and what keeps the views."""
        function = self.function
        for statement in function.of(ast.Assign):
            for name in self._views(statement.value):
                for target in statement.targets:
                    if not isinstance(target, ast.Name) or self._is_read_after_calls(target.id, statement):
                        yield name, text_of(target)
        for returned in function.of(ast.Return):
            yield from ((name, f"{function.name}()") for name in self._views(returned.value))
        for call in function.of(ast.Call):
            if isinstance(call.func, ast.Attribute) and call.func.attr in _STORING:
                held = text_of(call.func.value)
                yield from ((name, held) for given in all_given(call) for name in self._views(given))

    def _views(self, value: ast.expr | None) -> Iterator[str]:
        """The attributes whose views the value is, or holds."""
        match value:
            case ast.Call(func=ast.Attribute(value=array, attr=name)):
                leaving, shown = self.handing.leaves(name), _shown(array, self.handing)
                if leaving is not None and leaving.shares and shown is not None:
                    yield shown.attr
            case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Dict(values=parts):
                for part in parts:
                    yield from self._views(part)
            case ast.DictComp(value=part) | ast.ListComp(elt=part):
                yield from self._views(part)

    def _is_read_after_calls(self, name: str, statement: ast.Assign) -> bool:
        """The name is read behind a call that may write, or lasts."""
        function = self.function
        reads = [position(n) for n in function.of(ast.Name) if n.id == name and isinstance(n.ctx, ast.Load)]
        if function.qualified_name == MODULE and any(_reads(f, name) for f in self.handing.module.functions.values()):
            reads.append((_NEVER, 0))
        around = [s for kind in _LOOPS for s in function.of(kind) if _is_within(statement, s)]
        calls = [c for c in function.of(ast.Call) if self._may_write(c)]
        if any(_is_within(c, loop) for loop in around for c in calls):
            return bool(reads)
        start = position(statement)
        return any(start < position(c) < read for c in calls for read in reads if not _is_within(c, statement))

    def _may_write(self, call: ast.Call) -> bool:
        """It runs code of a file, or a model."""
        if self.handing.module.qualified_name(call.func, self.function.locals) is not None:
            return False
        if not isinstance(call.func, ast.Attribute):
            return True
        return call.func.attr not in _STORING and not self.handing.methods(call.func.attr)


def position(node: ast.expr | ast.stmt) -> tuple[int, int]:
    return node.lineno, node.col_offset


def _is_within(node: ast.expr | ast.stmt, around: ast.stmt) -> bool:
    end = (around.end_lineno or around.lineno, around.end_col_offset or 0)
    return position(around) <= position(node) < end
