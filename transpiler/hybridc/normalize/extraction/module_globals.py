"""A file as a holder of state: the globals that change, and what they hold."""

from __future__ import annotations

import ast
import symtable
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from hybridc.normalize.extraction.global_uses import Globals
from hybridc.normalize.extraction.state import State, Variable, constant_type, names_in
from hybridc.syntax.dataflow import base_name, blocks, definitions, parameters
from hybridc.syntax.in_place import changed_in_place
from hybridc.syntax.module import Module
from hybridc.syntax.walking import statements, walk

RESERVED = frozenset({"jax", "jnp", "lax", "control", "partial", "np", "math"})
_CONTAINERS = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp, ast.GeneratorExp, ast.Lambda)
_CONTAINER_TYPES = frozenset({"list", "dict", "set", "deque", "defaultdict", "Counter", "bytearray"})
_CONTAINER_METHODS = frozenset(
    {"append", "extend", "insert", "remove", "pop", "clear", "reverse", "update", "setdefault", "popitem", "add"}
)
_NUMBERS = frozenset({"int", "float", "complex"})
_TYPES = _NUMBERS | {"bool", "str"}
_PERHAPS = "perhaps a number"
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


@dataclass
class _Bindings:
    """How the file binds a global."""

    values: list[ast.expr] = field(default_factory=list)  # the whole of what is assigned
    added: list[tuple[str, ast.expr]] = field(default_factory=list)  # by in-place operators, and in which function
    declared: str | None = None  # its type, where a hint says it
    is_otherwise: bool = False  # as by `for`, or as one of several
    is_deleted: bool = False


def changing_globals(
    text: str, tree: ast.Module, module: Module, movable: AbstractSet[str], unhinted: AbstractSet[Variable]
) -> Globals:
    """The globals of the file that change. `movable` are functions whose in-place operators are those of numbers, if
    the global is a number at first; `unhinted` are variables that turned out to be none."""
    names = module.changing
    candidates = names - module.imports.keys() - module.functions.keys() - module.classes - RESERVED
    if not names:
        return Globals()
    bindings = _bindings(tree, candidates)
    handed = candidates & bindings.keys() - _not_handed(module, candidates)
    handed -= {n for n in handed if bindings[n].is_deleted or any(map(_is_container, bindings[n].values))}
    hints: dict[Variable, str] = {}
    numbers: set[Variable] = set()
    for name in sorted(handed):
        hint = _hint(bindings[name], movable)
        if hint is not None and Variable(name) not in unhinted:
            if hint == _PERHAPS:
                numbers.add(Variable(name))
            else:
                hints[Variable(name)] = hint
        elif any(isinstance(v, ast.Tuple) or constant_type(v) == "str" for v in bindings[name].values):
            handed -= {name}
    known = frozenset(Variable(n) for n in _bound_first(handed, tree, module))
    initial = {Variable(n): bindings[n].values[0] for n in handed if bindings[n].values}
    in_place = frozenset(Variable(n) for n in _changed(tree, handed - {v.name for v in (*hints, *numbers)}))
    try:
        tables = dict(_tables(symtable.symtable(text, "", "exec")))
    except SyntaxError:  # as `global` of a parameter: it parses, and does not compile
        tables = {}
    return Globals(
        names, State(known, initial, hints, frozenset(numbers)), handed, in_place, frozenset(module.unsteady), tables
    )


def _tables(table: symtable.SymbolTable) -> Iterator[tuple[tuple[str, int], symtable.SymbolTable]]:
    for child in table.get_children():
        yield (child.get_name(), child.get_lineno()), child
        if child.get_type() == "class":
            yield from _tables(child)


def _own_statements(block: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a scope, without those of functions and classes in it."""
    for statement in block:
        yield statement
        for inner in blocks(statement):
            yield from _own_statements(inner)


def _bindings(tree: ast.Module, names: AbstractSet[str]) -> dict[str, _Bindings]:
    found: dict[str, _Bindings] = {}
    for scope in (tree, *(s for s in statements(tree) if isinstance(s, _SCOPES))):
        own = list(_own_statements(scope.body))
        declared = {n for s in own if isinstance(s, ast.Global) for n in s.names}
        for statement in own:
            for name in definitions(statement) & (names if scope is tree else names & declared):
                _note(found.setdefault(name, _Bindings()), statement, name, getattr(scope, "name", ""))
    return found


def _note(known: _Bindings, statement: ast.stmt, name: str, function: str) -> None:
    match statement:
        case ast.Assign(targets=[ast.Name(id=target)], value=value) if target == name:
            known.values.append(value)
        case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)) if len(targets) == len(
            values
        ) and all(isinstance(t, ast.Name) for t in targets):
            known.values += [
                v for t, v in zip(targets, values, strict=True) if isinstance(t, ast.Name) and t.id == name
            ]
        case ast.AnnAssign(target=ast.Name(id=target), value=ast.expr() as value, annotation=hint) if target == name:
            known.values.append(value)
            known.declared = ast.unparse(hint)
        case ast.AugAssign(target=ast.Name(id=target), value=value) if target == name:
            known.added.append((function, value))
        case ast.Delete():
            known.is_deleted = True
        case _:
            known.is_otherwise = True


def _hint(known: _Bindings, movable: AbstractSet[str]) -> str | None:
    """The type of all that it is set to. A name, as that of a parameter, is taken for one of the same type."""
    types = {_type(v) for v in known.values if not isinstance(v, ast.Name)}
    if known.declared in _TYPES and types <= (_NUMBERS if known.declared in _NUMBERS else {known.declared}):
        return known.declared
    if known.is_otherwise or not types:
        return None
    if types in ({"bool"}, {"str"}, {"tuple"}):
        return None if known.added else types.pop()
    is_number = all(_type(v) in _NUMBERS or (f in movable and _type(v) is None) for f, v in known.added)
    if not is_number or not types <= _NUMBERS:
        return None
    is_certain = len(types) == 1 and not any(isinstance(v, ast.Name) for v in known.values)
    return types.pop() if is_certain else _PERHAPS


def _type(value: ast.expr) -> str | None:
    match value:
        case ast.Tuple():
            return "tuple"
        case ast.Call(func=ast.Name(id=name)) if name in _TYPES:
            return name
    return constant_type(value)


def _is_container(value: ast.expr) -> bool:
    if isinstance(value, ast.BinOp):
        return _is_container(value.left) or _is_container(value.right)
    if isinstance(value, ast.Call):
        return ast.unparse(value.func).rpartition(".")[2] in _CONTAINER_TYPES
    return isinstance(value, _CONTAINERS)


def _not_handed(module: Module, names: AbstractSet[str]) -> frozenset[str]:
    """Names that stand for what no compiled function takes: what is called, objects with attributes, containers."""
    found: set[str] = set()
    for node in module.of_any(ast.Call, ast.Attribute):
        match node:
            case ast.Call(func=ast.Name(id=name)):
                found.add(name)
            case ast.Attribute(value=ast.Name(id=name), ctx=ast.Store()):
                found.add(name)
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method)) if method in _CONTAINER_METHODS:
                found.add(name)
    return frozenset(found & names)


def _changed(tree: ast.Module, names: AbstractSet[str]) -> frozenset[str]:
    """Those that some statement changes in place."""
    found: set[str] = set()
    rebound: set[str] = set()
    for scope in (tree, *(s for s in statements(tree) if isinstance(s, _SCOPES))):
        own = list(_own_statements(scope.body))
        rebound |= {n for s in own if isinstance(s, ast.Global) for n in s.names}
        shadowed: set[str] = set()
        if isinstance(scope, ast.FunctionDef | ast.AsyncFunctionDef):
            nodes = (n for s in scope.body for n in walk(s))
            stored = {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
            shadowed = {*parameters(scope), *stored} - {n for s in own if isinstance(s, ast.Global) for n in s.names}
        found |= {n for s in own for n in changed_in_place(s) - shadowed}
    for statement in reversed(tree.body):  # `PART = BASE[1:]`
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Name() | ast.Subscript() as value) if name in found:
                found |= {base_name(value) or name} - rebound
    return frozenset(found & names)


def _bound_first(names: AbstractSet[str], tree: ast.Module, module: Module) -> set[str]:
    """Those that the top level binds, whatever happens, before it may call a function that reads globals."""
    own = {user.partition(".")[0] for user in module.unsteady}
    found: set[str] = set()
    bound: set[str] = set()
    for statement in tree.body:
        new = _surely_bound(statement) & names - bound
        bound |= new
        if new and own.isdisjoint(names_in(statement)):
            found |= new
        if not own.isdisjoint(_names_run(statement)):
            break
    return found


def _names_run(statement: ast.stmt) -> set[str]:
    """Names that the statement looks up when it runs."""
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
        return {n for part in (statement.args, *statement.decorator_list) for n in names_in(part)}
    if isinstance(statement, ast.ClassDef):
        parts = [*statement.decorator_list, *statement.bases, *statement.keywords]
        return {n for part in parts for n in names_in(part)}.union(*map(_names_run, statement.body))
    return names_in(statement)


def _surely_bound(statement: ast.stmt) -> frozenset[str]:
    """Names that the statement binds, whatever happens."""
    match statement:
        case ast.If(body=body, orelse=orelse):
            return _bound_in(body) & _bound_in(orelse)
        case ast.With(body=body):
            return definitions(statement) | _bound_in(body)
        case ast.Try(body=body, handlers=handlers, finalbody=finalbody):
            return _bound_in(body).intersection(*(_bound_in(h.body) for h in handlers)) | _bound_in(finalbody)
        case ast.Assign() | ast.AnnAssign():
            names = (n for n in walk(statement) if isinstance(n, ast.Name))
            return frozenset(n.id for n in names if isinstance(n.ctx, ast.Store))
    return frozenset()


def _bound_in(block: list[ast.stmt]) -> frozenset[str]:
    return frozenset().union(*map(_surely_bound, block))
