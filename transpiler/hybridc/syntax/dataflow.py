"""Def/use of local names, on the structured tree.

Writing an element (`x[i] = v`) or in place (`x += v`) defines `x` anew, and uses it.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import ParamSpec, TypeVar

from hybridc.syntax.marks import marks
from hybridc.syntax.walking import BLOCKS, children, default_values, walk

Names = frozenset[str]
NONE: Names = frozenset()
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)

PLACE = ""  # in the place of a name: what an assignment is to

_BINDING = frozenset((ast.Name, ast.Lambda, ast.FunctionDef, ast.AsyncFunctionDef, *_COMPREHENSIONS))
# Of which the parts alone define names, by `:=`.
_PLAIN = frozenset((ast.Expr, ast.Return, ast.If, ast.While, ast.Raise, ast.Assert, ast.Pass, ast.Break, ast.Continue))


P = ParamSpec("P")
T = TypeVar("T")
_forgetting: list[Callable[[], None]] = []


def remembered(function: Callable[P, T]) -> Callable[P, T]:
    """The function, which remembers facts of nodes until `forget`: a statement's or expression's parts never change."""
    remembering = cache(function)
    _forgetting.append(remembering.cache_clear)
    return remembering  # type: ignore[return-value]


def forget() -> None:
    """Lets go of the trees whose facts are remembered."""
    for each in _forgetting:
        each()


def base_name(target: ast.expr) -> str | None:
    """The name under a chain of subscripts, attributes and methods: `x` of `x[i].T[j]`, `x.reshape(-1)[0]`."""
    while not isinstance(target, ast.Name):
        match target:
            case ast.Attribute() | ast.Subscript() if marks(target).is_setting:
                return None  # of a module, or of an array that is mutable, which keeps its name
            case ast.Subscript(value=inner) | ast.Attribute(value=inner) | ast.Starred(value=inner):
                target = inner
            case ast.Call() if (viewed := marks(target).viewed) is not None:
                target = viewed
            case ast.Call(func=ast.Attribute(value=inner)):
                target = inner
            case _:
                return None
    return target.id


@remembered
def names_read(node: ast.AST | None) -> Names:
    """Names that an expression reads, comprehension and lambda variables of its own left out."""
    found: set[str] = set()
    todo = [] if node is None else [node]
    while todo:
        each = todo.pop()
        if each.__class__ not in _BINDING:
            todo += children(each)
        elif isinstance(each, ast.Name):
            if isinstance(each.ctx, ast.Load):
                found.add(each.id)
        elif isinstance(each, ast.Lambda):
            found |= names_read(each.body) - frozenset(parameters(each))
            todo += default_values(each.args)
        elif isinstance(each, _COMPREHENSIONS):
            found |= _comprehension_reads(each)
        elif isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef):
            found |= free_names(each)
    return frozenset(found)


def _comprehension_reads(node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp) -> Names:
    own = union(targets_bound(g.target) for g in node.generators)
    first, *rest = node.generators
    inner = union(names_read(child) for g in rest for child in (g.iter, *g.ifs))
    inner |= union(names_read(test) for test in first.ifs)
    elements = (node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,)
    inner |= union(names_read(e) for e in elements)
    return names_read(first.iter) | (inner - own)


def names_bound_in(node: ast.expr) -> Names:
    """Names that an expression binds with `:=`."""
    return _calls_and_names_bound(node)[1]


@remembered
def mentions(node: ast.AST) -> Mapping[str, int]:
    """How often each name stands in it."""
    return Counter(n.id for n in walk(node) if isinstance(n, ast.Name))


def calls_in(node: ast.AST) -> tuple[ast.Call, ...]:
    return _calls_and_names_bound(node)[0]


@remembered
def _calls_and_names_bound(node: ast.AST) -> tuple[tuple[ast.Call, ...], Names]:
    nodes = walk(node)
    return (
        tuple(n for n in nodes if isinstance(n, ast.Call)),
        frozenset(n.target.id for n in nodes if isinstance(n, ast.NamedExpr)),
    )


def row_of(statement: ast.stmt) -> str | None:
    """The name that is a row, or a number, for which an assignment that was made does nothing; `PLACE`: its target."""
    return marks(statement).row


def is_none(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def targets_bound(target: ast.expr) -> Names:
    """Names that an assignment to `target` defines, elements of arrays included."""
    if isinstance(target, ast.Tuple | ast.List):
        return union(targets_bound(element) for element in target.elts)
    name = base_name(target)
    return NONE if name is None else frozenset({name})


def target_reads(target: ast.expr) -> Names:
    """Names that assigning to `target` uses: an element's array and its index."""
    if isinstance(target, ast.Name):
        return NONE
    if isinstance(target, ast.Tuple | ast.List):
        return union(target_reads(element) for element in target.elts)
    return names_read(target) | targets_bound(target)


def _arguments(arguments: ast.arguments) -> Iterator[ast.arg]:
    yield from arguments.posonlyargs
    yield from arguments.args
    if arguments.vararg:
        yield arguments.vararg
    yield from arguments.kwonlyargs
    if arguments.kwarg:
        yield arguments.kwarg


def union(sets: Iterable[Names]) -> Names:
    return frozenset().union(*sets)


def parameters(function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> tuple[str, ...]:
    return tuple(a.arg for a in _arguments(function.args))


def names_written(statements: Iterable[ast.stmt]) -> Names:
    """Names that a block defines, nested blocks included, nested functions' own names left out."""
    return union(_written_by(s) for s in statements)


@remembered
def _written_by(statement: ast.stmt) -> Names:
    return definitions(statement).union(*(names_written(block) for block in blocks(statement)))


@remembered
def names_stored(statement: ast.stmt) -> Names:
    """Names that get another object, nested blocks included; not those of arrays whose elements are written."""
    own = (c for c in children(statement) if not isinstance(c, ast.stmt))
    names = (n for c in own for n in walk(c) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load))
    return frozenset(n.id for n in names).union(*(names_stored(s) for block in blocks(statement) for s in block))


@remembered
def names_touched(statement: ast.stmt) -> Names:
    """Names that a statement reads or defines, nested blocks included."""
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
        return names_read(statement) | definitions(statement)
    read = union(names_read(c) for c in children(statement) if not isinstance(c, ast.stmt))
    inside = union(names_touched(s) for block in blocks(statement) for s in block)
    return read | inside | definitions(statement)


@remembered
def definitions(statement: ast.stmt) -> Names:
    """Names that the statement itself defines, not counting the blocks in it."""
    match statement:
        case _ if statement.__class__ in _PLAIN:
            own = NONE
        case ast.Assign(targets=targets):
            own = union(targets_bound(t) for t in targets)
        case ast.AugAssign(target=target) | ast.For(target=target) | ast.AsyncFor(target=target):
            own = targets_bound(target)
        case ast.AnnAssign(target=target, value=value):
            own = targets_bound(target) if value is not None else NONE
        case ast.With(items=items) | ast.AsyncWith(items=items):
            own = union(targets_bound(i.optional_vars) for i in items if i.optional_vars is not None)
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return frozenset({name})
        case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
            return frozenset((a.asname or a.name).partition(".")[0] for a in aliases)
        case ast.Delete(targets=targets):
            own = union(targets_bound(t) for t in targets)
        case ast.Match(cases=cases):
            own = union(names_captured(case.pattern) for case in cases)
        case ast.Try(handlers=handlers):
            own = frozenset(h.name for h in handlers if h.name)
        case _:
            own = NONE
    return own | union(names_bound_in(e) for e in expressions(statement))


def names_captured(pattern: ast.pattern) -> Names:
    """Names that a pattern of `match` binds."""
    captured = [getattr(n, "name", None) or getattr(n, "rest", None) for n in walk(pattern)]
    return frozenset(c for c in captured if isinstance(c, str))


def blocks(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    """The blocks of a compound statement; a function's or class's body is not one."""
    held = BLOCKS[statement.__class__]
    if not held or isinstance(statement, _SCOPES):
        return
    for name in ("body", "orelse", "finalbody"):
        if name in held and (block := getattr(statement, name, None)) is not None:
            yield block
    for handler in getattr(statement, "handlers", ()):
        yield handler.body
    for case in getattr(statement, "cases", ()):
        yield case.body


def own_statements(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a function, without those of functions and classes in it."""
    waiting = [*reversed(body)]
    while waiting:
        statement = waiting.pop()
        if not isinstance(statement, _SCOPES):
            yield statement
            waiting += reversed([inner for block in blocks(statement) for inner in block])


def expressions(statement: ast.stmt) -> Iterator[ast.expr]:
    """The expressions evaluated by the statement itself, its blocks left out."""
    if isinstance(statement, _SCOPES):
        return
    for child in children(statement):
        if isinstance(child, ast.expr):
            yield child
        elif isinstance(child, ast.withitem):
            yield child.context_expr


def free_names(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Names:
    """Names that a nested function reads from outside itself."""
    own = frozenset(parameters(function)) | names_written(function.body)
    outside = union(names_read(d) for d in default_values(function.args))
    return outside | (_reads_in(function.body) - own)


def _reads_in(statements: Iterable[ast.stmt]) -> Names:
    reads: set[str] = set()
    for statement in statements:
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            reads |= free_names(statement)
            continue
        reads |= statement_reads(statement)
        for block in blocks(statement):
            reads |= _reads_in(block)
    return frozenset(reads)


@remembered
def statement_reads(statement: ast.stmt) -> Names:
    reads = union(names_read(e) for e in expressions(statement))
    match statement:
        case ast.Assign(targets=targets):
            reads |= union(target_reads(t) for t in targets)
            if (row := row_of(statement)) is not None:
                reads |= union(targets_bound(t) for t in targets) | {row} - {PLACE}
        case ast.AugAssign(target=target):
            reads |= targets_bound(target) | names_read(target)
        case ast.AnnAssign(target=target) | ast.For(target=target):
            reads |= target_reads(target)
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            reads |= free_names(statement)
        case ast.ClassDef():
            reads |= union(names_read(n) for n in walk(statement) if isinstance(n, ast.Name))
    return reads


def order_of_appearance(parameters: Iterable[str], names: Iterable[ast.Name]) -> Mapping[str, int]:
    """A rank for every name of a function, parameters first, in source order."""
    ranked = sorted(names, key=lambda n: (n.lineno, n.col_offset))
    return {name: rank for rank, name in enumerate(dict.fromkeys([*parameters, *(n.id for n in ranked)]))}


@remembered
def bound_in(function: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> frozenset[str]:
    """Names that assignments in the function make its own; writing an element does not, nor does a scope in it."""
    names: set[str] = set()
    todo: list[ast.AST] = [*function.body]
    while todo:
        match todo.pop():
            case ast.Name(id=name, ctx=ast.Store()) | ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                names.add(name)
            case ast.Lambda():
                pass
            case ast.comprehension(iter=iterated, ifs=tests):
                todo += [iterated, *tests]
            case node:
                todo += children(node)
    return frozenset(names)
