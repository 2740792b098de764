"""The code of a file that stays Python: the top level, host functions, methods, and functions that are kept."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from hybridc.program.plans import Program
from hybridc.syntax.dataflow import blocks, bound_in, expressions, parameters, remembered
from hybridc.syntax.walking import children, default_values, walk

Scope = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


@dataclass(frozen=True, eq=False)
class HostScope:
    """The top level, a class or a function. `hidden`: names that mean another thing in it than at the top level."""

    node: Scope
    statements: tuple[ast.stmt, ...]  # all but those of scopes in it
    hidden: frozenset[str]

    @cached_property
    def parents(self) -> dict[ast.AST, ast.AST]:
        """What stands around each expression of its statements."""
        found: dict[ast.AST, ast.AST] = {}
        for statement in self.statements:
            for root in _parts(statement):
                found[root] = statement
                for node in walk(root):
                    found |= dict.fromkeys(children(node), node)
        return found

    @cached_property
    def names(self) -> frozenset[str]:
        """Those that its statements mention."""
        return frozenset(n.id for n in self.parents if isinstance(n, ast.Name))

    @cached_property
    def uses(self) -> tuple[Use, ...]:
        """The names that it reads, those in texts among them."""
        return tuple(self._uses())

    def _uses(self) -> Iterator[Use]:
        for statement in self.statements:
            for expression in evaluated(statement):
                nodes = walk(expression)
                calls = {n.func: n for n in nodes if isinstance(n, ast.Call)}
                named = (n for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load))
                yield from (Use(self, statement, n, calls.get(n)) for n in named if n.id not in self.hidden)
                yield from (Use(self, statement, n, None) for n in names_in_text(nodes))


def host_scopes(program: Program) -> Sequence[HostScope]:
    """Those of the file, which are found once for as long as the same functions are compiled."""
    functions = program.module.functions
    return scopes_without(program.module.tree, frozenset(functions[name].node for name in program.compiled))


@remembered
def scopes_without(tree: ast.Module, compiled: frozenset[ast.stmt]) -> tuple[HostScope, ...]:
    """The scopes of a file, those of compiled functions left out."""
    return tuple(scope for scope, around in _scopes_of(tree) if around.isdisjoint(compiled))


@remembered
def _scopes_of(tree: ast.Module) -> tuple[tuple[HostScope, frozenset[ast.stmt]], ...]:
    """All scopes of a file, each with itself and those around it."""
    return tuple(_scopes(tree, frozenset(), frozenset()))


def _scopes(
    node: Scope, hidden: frozenset[str], around: frozenset[ast.stmt]
) -> Iterator[tuple[HostScope, frozenset[ast.stmt]]]:
    own = frozenset() if isinstance(node, ast.Module) else _bound(node)
    statements = tuple(own_statements(node.body))
    yield HostScope(node, statements, hidden | own), around
    inner = hidden if isinstance(node, ast.Module | ast.ClassDef) else hidden | own
    for statement in statements:
        if isinstance(statement, SCOPES):
            yield from _scopes(statement, inner, around | {statement})


def _parts(statement: ast.stmt) -> Iterator[ast.AST]:
    """What the statement evaluates and what it binds."""
    if isinstance(statement, SCOPES):
        yield from evaluated(statement)
        return
    for child in children(statement):
        if not isinstance(child, ast.stmt | ast.excepthandler | ast.match_case):
            yield child


def _bound(node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> frozenset[str]:
    bound = bound_in(node)
    if not isinstance(node, ast.ClassDef):
        bound |= frozenset(parameters(node))
    return bound - {n for s in own_statements(node.body) if isinstance(s, ast.Global) for n in s.names}


def own_statements(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a scope, those of scopes in it left out."""
    waiting = [*body][::-1]
    while waiting:
        yield (statement := waiting.pop())
        waiting += [inner for block in blocks(statement) for inner in block][::-1]


def evaluated(statement: ast.stmt) -> Iterator[ast.expr]:
    """The expressions that the statement evaluates by itself: of a definition, decorators, defaults and bases."""
    if isinstance(statement, ast.ClassDef):
        yield from (*statement.decorator_list, *statement.bases, *(k.value for k in statement.keywords))
    elif isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
        yield from (*statement.decorator_list, *default_values(statement.args))
    else:
        yield from expressions(statement)


def host_statements(statements: Sequence[ast.stmt], program: Program) -> Iterator[ast.stmt]:
    """The statements of host code, those of scopes in it included, and definitions left out."""
    for statement in statements:
        if isinstance(statement, SCOPES):
            if not program.is_compiled(statement):
                yield from host_statements(statement.body, program)
        else:
            yield statement
            for block in blocks(statement):
                yield from host_statements(block, program)


@dataclass(frozen=True)
class Use:
    """A name of a function in host code, and the call that it stands in if it is called."""

    scope: HostScope
    statement: ast.stmt
    name: ast.Name
    call: ast.Call | None


def uses(program: Program, names: frozenset[str]) -> Iterator[Use]:
    """Where host code names these functions of the file."""
    return (use for scope in host_scopes(program) for use in scope.uses if use.name.id in names)


def names_in_text(nodes: Iterable[ast.AST]) -> Iterator[ast.Name]:
    """Names of the top level that are looked up by a text, or in a module: `globals()["f"]`, `getattr(module, "f")`,
    `sys.modules[__name__].f`, `operator.methodcaller("f", x)`, `eval("f(x)")`."""
    for node in nodes:
        match node:
            case ast.Subscript(
                value=ast.Call(func=ast.Name(id="globals" | "vars")) | ast.Attribute(attr="__dict__"),
                slice=ast.Constant(str(name)) as at,
            ):
                yield ast.copy_location(ast.Name(name, ast.Load()), at)
            case ast.Attribute(value=ast.Subscript(value=ast.Attribute(attr="modules")), attr=name):
                yield ast.copy_location(ast.Name(name, ast.Load()), node)
            case ast.Attribute(
                value=ast.Call(func=ast.Attribute(attr="import_module") | ast.Name(id="import_module" | "__import__")),
                attr=name,
            ):
                yield ast.copy_location(ast.Name(name, ast.Load()), node)
            case ast.Call(
                func=ast.Attribute(value=ast.Call(func=ast.Name(id="globals" | "vars")))
                | ast.Attribute(attr="methodcaller" | "attrgetter")
                | ast.Name(id="getattr" | "methodcaller" | "attrgetter" | "eval" | "exec")
            ):
                for text in (a for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)):
                    yield from (
                        ast.copy_location(ast.Name(n, ast.Load()), text) for n in _WORDS.findall(str(text.value))
                    )


_WORDS = re.compile(r"[^\W\d]\w*")
