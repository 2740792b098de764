"""The attributes whose arrays functions of a file may write, by the text alone: before any of them is looked at."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence

from hybridc.dialects.table import Dialect
from hybridc.program.static_demand import lookup_method
from hybridc.syntax.dataflow import remembered
from hybridc.syntax.in_place import WRITING_OPERATORS, given_to_write
from hybridc.syntax.module import Function
from hybridc.syntax.reaching import reached, turned
from hybridc.syntax.walking import Parts, walk


def names_written(functions: Mapping[str, Function], dialects: tuple[Dialect, ...]) -> frozenset[str]:
    """Those that a statement or call writes as they stand; and where a function writes what goes by a name, or calls
    one that does, all that it looks up. `functions`: what models run, by qualified names."""
    found: set[str] = set()
    by_name: set[str] = set()
    for name, function in functions.items():
        for written in written_in(function, dialects):
            looked_up = {a for a in _attributes_in(written) if not lookup_method(dialects, a)}
            found |= looked_up
            if not looked_up:
                by_name.add(name)
    callers = turned({name: f.names_loaded() & functions.keys() for name, f in functions.items()})
    for name in reached(by_name, lambda name: callers.get(name, ())):
        found |= {n.attr for n in functions[name].of(ast.Attribute)}
        found |= {c.value for c in functions[name].of(ast.Constant) if isinstance(c.value, str)}
    return frozenset(found)


def attributes_written(functions: Mapping[str, Function], dialects: tuple[Dialect, ...]) -> frozenset[str]:
    """Those that a statement or call of the functions names and writes as they stand."""
    return attributes_named((w for f in functions.values() for w in written_in(f, dialects)), dialects)


def attributes_named(written: Iterable[ast.expr], dialects: tuple[Dialect, ...]) -> frozenset[str]:
    return frozenset(a for w in written for a in _attributes_in(w) if not lookup_method(dialects, a))


def written_by_names(functions: Mapping[str, Function], dialects: tuple[Dialect, ...]) -> frozenset[str]:
    """Those that the functions write by a name for them alone."""
    found: set[str] = set()
    for function in functions.values():
        written = written_in(function, dialects)
        by_name = [w for w in written if all(lookup_method(dialects, a) for a in _attributes_in(w))]
        found |= {*named_by(by_name, function, dialects)}
    return frozenset(found)


def named_by(shown: Iterable[ast.expr], function: Parts, dialects: tuple[Dialect, ...]) -> Iterator[str]:
    """The attributes whose arrays, or views of them, expressions or names show: `b` behind `b = self.b`,
    `getattr(self, "b")`."""
    todo, names = [*shown], set[str]()
    while todo:
        match todo.pop():
            case ast.Name(id=name) if name not in names:
                names.add(name)
                todo += _given_to_names(function).get(name, ())
            case ast.Attribute(value=inner, attr=name) if lookup_method(dialects, name):
                todo.append(inner)
            case ast.Attribute(attr=name):
                yield name
            case ast.Call(func=ast.Name(id="getattr"), args=[_, ast.Constant(value=str(name)), *_]):
                yield name
            case ast.Call(func=ast.Attribute(value=inner, attr=name)):
                todo += [inner] if any(e.is_view or e.writes for e in lookup_method(dialects, name)) else []
            case ast.Subscript(value=inner):
                todo.append(inner)


@remembered
def _given_to_names(function: Parts) -> Mapping[str, Sequence[ast.expr]]:
    """What assignments and loops give names, which a tuple or a choice may hold, or what runs over one."""
    bound = [(t, s.value) for s in function.of(ast.Assign) for t in s.targets]
    bound += [(s.target, s.value) for s in function.of_any(ast.AnnAssign, ast.NamedExpr)]  # type: ignore[attr-defined]
    bound += [(loop.target, loop.iter) for loop in function.of_any(ast.For, ast.comprehension)]  # type: ignore[attr-defined]
    found: dict[str, list[ast.expr]] = {}
    for target, given in bound:
        values = [*_held_by(given)]
        for name in {n.id for n in walk(target) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}:
            found.setdefault(name, []).extend(values)
    return found


def _held_by(given: ast.expr | None) -> Iterator[ast.expr]:
    todo = [given]
    while todo:
        match value := todo.pop():
            case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.BoolOp(values=parts):
                todo += parts
            case ast.IfExp(body=one, orelse=other):
                todo += [one, other]
            case ast.Call(func=ast.Name(id="zip" | "enumerate" | "reversed"), args=parts):
                todo += parts
            case ast.expr():
                yield value


def _attributes_in(node: ast.expr) -> Iterator[str]:
    while isinstance(node, ast.Subscript | ast.Call | ast.Attribute):
        if isinstance(node, ast.Attribute):
            yield node.attr
        node = node.func if isinstance(node, ast.Call) else node.value


def written_in(function: Parts, dialects: tuple[Dialect, ...]) -> Iterator[ast.expr]:
    """What operators, methods, functions and assignments to elements write into."""
    for statement in function.of(ast.AugAssign):
        yield statement.target
    for element in function.of(ast.Subscript):
        if isinstance(element.ctx, ast.Store):
            yield element
    for call in function.of(ast.Call):
        yield from given_to_write(call)
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        is_writing = name in WRITING_OPERATORS or any(e.writes or e.writes_if for e in lookup_method(dialects, name))
        if is_writing and isinstance(call.func, ast.Attribute):
            yield call.func.value
        elif name.endswith("_") and call.args:  # `F.relu_(x)`
            yield call.args[0]
