"""Parameters that are dicts: JAX takes such, but sorts their keys, and gives others back."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Set

from hybridc.syntax.module import Function
from hybridc.syntax.walking import children, pairs, walk

_DICTS = re.compile(r"(\w+\.)*(dict|Dict|OrderedDict|Mapping|MutableMapping|DefaultDict|defaultdict)\b")
_OF_DICTS = frozenset({"items", "keys", "values", "setdefault"})
_GIVING_KEYS = frozenset({"list", "tuple", "iter", "next", "reversed", "sorted", "zip", "map", "enumerate"})


def dict_parameters(function: Function) -> frozenset[str]:
    """Parameters that a hint, a key of text or a method of dicts shows to be such, and what has the keys of one."""
    names = frozenset(function.parameters)
    found = {n for n in names if _DICTS.match(function.annotation_of(n))}
    for subscript in function.of(ast.Subscript):
        if isinstance(subscript.value, ast.Name) and _is_text(subscript.slice):
            found.add(subscript.value.id)
    for attribute in function.of(ast.Attribute):
        if isinstance(attribute.value, ast.Name) and attribute.attr in _OF_DICTS:
            found.add(attribute.value.id)
    for run, indexed in _runs(function):
        if run in found or run in indexed:
            found |= {run} | indexed
    return names & found


def _runs(function: Function) -> Iterator[tuple[str, set[str]]]:
    """What is run over by a name, and what is indexed by that inside: `for k in params: grads[k]`."""
    for loop in function.of(ast.For):
        yield from _run(loop.target, loop.iter, loop)
    for node in function.of_any(ast.ListComp, ast.GeneratorExp, ast.DictComp, ast.SetComp):
        for part in children(node):
            if isinstance(part, ast.comprehension):
                yield from _run(part.target, part.iter, node)


def _run(target: ast.expr, run: ast.expr, inside: ast.AST) -> Iterator[tuple[str, set[str]]]:
    if isinstance(target, ast.Name) and isinstance(run, ast.Name):
        read = (n for n in walk(inside) if isinstance(n, ast.Subscript) and isinstance(n.value, ast.Name))
        yield run.id, {n.value.id for n in read if isinstance(n.slice, ast.Name) and n.slice.id == target.id}  # type: ignore[attr-defined]


def perhaps_dicts(function: Function) -> frozenset[str]:
    """Parameters that may be such as well: it is asked, or what they give when run over indexes them."""
    asked = (c for c in function.of(ast.Call) if isinstance(c.func, ast.Name) and c.func.id == "isinstance")
    found = {c.args[0].id for c in asked if isinstance(c.args[0], ast.Name) and "dict" in ast.dump(c)}
    given = frozenset(function.parameters)
    indexed = [(s.value.id, s.slice) for s in function.of(ast.Subscript) if isinstance(s.value, ast.Name)]
    indexed = [(name, by) for name, by in indexed if name in given and not isinstance(by, ast.Constant | ast.Slice)]
    sources = _sources(function) if indexed else {}
    found |= {name for name, by in indexed if name in _run_over(by, sources)}
    return given & found


def _sources(function: Function) -> dict[str, set[str]]:
    """By names: what gives them when it is run over, `d` for `k` in `k = next(iter(d))`."""
    found: dict[str, set[str]] = {}
    bound = [*_bound(function)]
    for _ in range(2):  # `it = iter(d)`, and then `k = next(it)`
        for target, run in bound:
            for name in (n.id for n in walk(target) if isinstance(n, ast.Name)):
                found.setdefault(name, set()).update(_run_over(run, found))
    for target, run in bound:
        for name in (n.id for n in walk(target) if isinstance(n, ast.Name) and _is_range(run)):
            found.pop(name, None)  # a number: what it indexes elsewhere is an array
    return found


def _is_range(run: ast.expr) -> bool:
    return isinstance(run, ast.Call) and isinstance(run.func, ast.Name) and run.func.id == "range"


def _bound(function: Function) -> Iterator[tuple[ast.expr, ast.expr]]:
    for node in walk(function.node):
        match node:
            case ast.For(target=target, iter=run) | ast.comprehension(target=target, iter=run):
                yield from _one_by_one(target, run)
            case ast.Assign(targets=targets, value=value):
                given = (pair for target in targets for pair in pairs(target, value))
                yield from (p for p in given if not all(isinstance(e, ast.Name) for e in p))
            case ast.Call(func=ast.Name(id="map"), args=[ast.Lambda(args=parameters), *every]):
                yield from ((ast.Name(p.arg), run) for p, run in zip(parameters.args, every, strict=False))


def _one_by_one(target: ast.expr, run: ast.expr) -> Iterator[tuple[ast.expr, ast.expr]]:
    match target, run:
        case ast.Tuple(elts=[_, each]), ast.Call(func=ast.Name(id="enumerate"), args=[over, *_]):
            yield from _one_by_one(each, over)
        case ast.Tuple(elts=targets), ast.Call(func=ast.Name(id="zip"), args=every):
            for each, over in zip(targets, every, strict=False):
                yield from _one_by_one(each, over)
        case _:
            yield target, run


def _run_over(node: ast.expr, sources: Mapping[str, Set[str]]) -> Set[str]:
    match node:
        case ast.Name(id=name):
            return sources.get(name, frozenset()) | {name}
        case ast.Call(func=ast.Name(id=name), args=parts) if name in _GIVING_KEYS:
            pass
        case ast.Subscript(value=ast.Call() | ast.List() | ast.ListComp() as part) | ast.Starred(value=part):
            parts = [part]
        case ast.ListComp(elt=part) | ast.GeneratorExp(elt=part):
            parts = [part]
        case ast.List(elts=elements) | ast.Tuple(elts=elements):
            parts = [e for e in elements if isinstance(e, ast.Starred)]
        case _:
            return frozenset()
    return frozenset().union(*(_run_over(part, sources) for part in parts))


def _is_text(key: ast.expr) -> bool:
    if isinstance(key, ast.BinOp):
        return _is_text(key.left) or _is_text(key.right)
    return isinstance(key, ast.JoinedStr) or (isinstance(key, ast.Constant) and isinstance(key.value, str))


def changes_of_dicts(function: Function) -> list[ast.AST]:
    """Where elements of such parameters are written, for callers too."""
    names = dict_parameters(function)
    for copied in function.of(ast.Assign) if names else ():
        if isinstance(copied.value, ast.Name) and copied.value.id in names:
            names |= {t.id for t in copied.targets if isinstance(t, ast.Name)}
    written = [s for s in function.of(ast.Subscript) if not isinstance(s.ctx, ast.Load)] if names else []
    return [s for s in written if isinstance(s.value, ast.Name) and s.value.id in names]


def seen_whole(function: Function) -> frozenset[str]:
    """Of its names, those that do more than stand for a dict of which an element is read, or asked for, or whether
    there is one."""
    harmless: set[ast.expr] = set()
    for node in walk(function.node):
        match node:
            case ast.Subscript(value=read):
                harmless.add(read)
            case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[asked]):
                harmless.add(asked)
            case ast.Compare(left=asked, ops=[ast.Is() | ast.IsNot()]):
                harmless.add(asked)
            case ast.Call(func=ast.Name(id="len"), args=[measured]):
                harmless.add(measured)
            case ast.If(test=ast.BoolOp(values=asked)):
                harmless.update(asked)
            case ast.If(test=asked) | ast.IfExp(test=asked) | ast.UnaryOp(op=ast.Not(), operand=asked):
                harmless.add(asked)
    loads = (n for n in walk(function.node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load))
    return frozenset(n.id for n in loads if n not in harmless)
