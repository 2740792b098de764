"""Nested functions of which all that is done is to call them, and what moving one out of its function takes."""

from __future__ import annotations

import ast
import symtable
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from hybridc.normalize.extraction.unfit import immovable
from hybridc.normalize.moved import column
from hybridc.syntax.in_place import changed_in_place
from hybridc.syntax.module import Module
from hybridc.syntax.walking import default_values, statements, walk, with_defaults

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


@dataclass(eq=False)
class Nested:
    """A nested function, the names around it that it reads, and where it is called: in the function that it is in
    (None), or in another nested one."""

    node: ast.FunctionDef
    captured: set[str]
    calls: list[tuple[ast.Call, str | None]] = field(default_factory=list)
    constant: bool = True  # its defaults are

    @property
    def name(self) -> str:
        return self.node.name

    def called(self, others: Mapping[str, Nested]) -> set[str]:
        """The others that it calls."""
        return {name for name, other in others.items() for _, caller in other.calls if caller == self.name}


def writing(
    function: ast.FunctionDef, table: symtable.SymbolTable, module: Module, lines: Sequence[str]
) -> list[Nested]:
    """Nested functions that may write into what they are given or see, with those that they call and that call them,
    and that can be moved."""
    found = _movable(function, table, lines)
    chosen = {name for name, each in found.items() if _may_write(each.node, module)}
    for _ in found:
        chosen |= {called for name in chosen for called in found[name].called(found)}
        chosen |= {name for name, each in found.items() if each.called(found) & chosen}
    return [each for name, each in found.items() if name in chosen]


def _may_write(node: ast.FunctionDef, module: Module) -> bool:
    called = (n.func.id for n in walk(node) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name))
    return any(changed_in_place(s) for s in statements(node)) or any(name in module.functions for name in called)


def _movable(function: ast.FunctionDef, table: symtable.SymbolTable, lines: Sequence[str]) -> dict[str, Nested]:
    """Those that see nothing but values, and that are called where these have the same names."""
    parents = {child: node for node in walk(function) for child in ast.iter_child_nodes(node)}
    inner = {n: n for n in walk(function) if isinstance(n, ast.FunctionDef) and n is not function}
    found: dict[str, Nested] = {}
    for node in inner:
        if next(_around(node, function, parents, _SCOPES), None) is None and immovable(lines, node) is None:
            if (nested := _nested(node, function, table, lines)) is not None:
                found[node.name] = nested
    functions = {n.name for n in walk(function) if isinstance(n, _SCOPES) and not isinstance(n, ast.Lambda)}
    calls = {name: _calls(each, function, parents, lines) for name, each in found.items()}
    while True:
        for name, each in found.items():
            each.calls = calls[name] or []
        unfit = {
            n for n in found if calls[n] is None or any(c is not None and c not in found for _, c in found[n].calls)
        }
        unfit |= {n for n, each in found.items() if each.captured & functions - found.keys()}
        unfit |= {n for n in found if n in _reached(n, found)}
        if not unfit:
            break
        found = {name: each for name, each in found.items() if name not in unfit}
    for each in found.values():
        each.captured -= found.keys()
    captured = {n: each.captured.union(*(found[c].captured for c in _reached(n, found))) for n, each in found.items()}
    for name, each in found.items():
        each.captured = captured[name]
    rebound = {name for n in walk(function) if isinstance(n, ast.Nonlocal) for name in n.names}
    is_told = all(not each.captured & _own_names(each.node) and not _is_early(each, rebound) for each in found.values())
    return found if is_told else {}


def _is_early(nested: Nested, rebound: set[str]) -> bool:
    """What it sees may be another thing once the arguments of a call are computed, behind what is seen."""
    inside = [n for call, _ in nested.calls for each in ast.iter_child_nodes(call) for n in walk(each)]
    if any(isinstance(n, ast.NamedExpr) for n in inside):
        return True
    return bool(nested.captured & rebound) and any(isinstance(n, ast.Call) for n in inside)


def _reached(name: str, found: Mapping[str, Nested]) -> set[str]:
    """The nested functions that it calls, by itself or through others."""
    reached: set[str] = set()
    waiting = [name]
    while waiting:
        new = found[waiting.pop()].called(found) - reached
        reached |= new
        waiting += new
    return reached


def _nested(
    node: ast.FunctionDef, function: ast.FunctionDef, table: symtable.SymbolTable, lines: Sequence[str]
) -> Nested | None:
    """None where it is not the only thing that goes by its name, or sees what is no value."""
    inside = (n for n in walk(function) if not isinstance(getattr(n, "ctx", None), ast.Load))
    bound = [getattr(n, kind, None) for n in inside for kind in ("id", "arg", "name", "asname", "rest")]
    own = next((t for t in table.get_children() if t.get_name() == node.name and t.get_lineno() == node.lineno), None)
    if bound.count(node.name) != 1 or not isinstance(own, symtable.Function) or own.get_nonlocals():
        return None
    captured = set(own.get_frees())
    seen = [table.lookup(name) for name in captured]
    if any(s.is_imported() or s.is_free() or (s.is_namespace() and s.is_assigned() and _is_class(s)) for s in seen):
        return None
    hints = [a.annotation for a in walk(node.args) if isinstance(a, ast.arg) and a.annotation] + [node.returns]
    local = {s.get_name() for s in table.get_symbols() if s.is_local()}
    if any(isinstance(n, ast.Name) and n.id in local for hint in hints if hint for n in walk(hint)):
        return None
    constant = all(map(_is_constant, default_values(node.args)))
    if not constant and node.args.posonlyargs:
        return None
    if not constant and not all(_stands_alone(lines, a, default) for a, default in with_defaults(node.args)):
        return None
    return Nested(node, captured, constant=constant)


def _stands_alone(lines: Sequence[str], argument: ast.arg, default: ast.expr) -> bool:
    """Nothing but `=` is between the parameter and its default, in one line."""
    if not argument.lineno == argument.end_lineno == default.lineno == default.end_lineno:
        return False
    row = default.lineno
    start, end = (column(lines, row, c) for c in (argument.end_col_offset or 0, default.col_offset))
    return lines[row - 1][start:end].strip() == "="


def _is_class(symbol: symtable.Symbol) -> bool:
    return any(isinstance(space, symtable.Class) for space in symbol.get_namespaces())


def _is_constant(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) or (isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant))


def _calls(
    nested: Nested, function: ast.FunctionDef, parents: Mapping[ast.AST, ast.AST], lines: Sequence[str]
) -> list[tuple[ast.Call, str | None]] | None:
    """None where something else is done with it, or where it is not told what a call means."""
    found: list[tuple[ast.Call, str | None]] = []
    for name in walk(function):
        if not isinstance(name, ast.Name) or name.id != nested.name:
            continue
        call = parents[name]
        if not isinstance(call, ast.Call) or call.func is not name:
            return None
        if not lines[name.lineno - 1][column(lines, name.lineno, name.end_col_offset or 0) :].startswith("("):
            return None
        if next(_around(call, function, parents, (*_COMPREHENSIONS, ast.JoinedStr, ast.arguments)), None) is not None:
            return None
        if not nested.constant and not _is_plain(call):
            return None
        scopes = [*_around(call, function, parents, _SCOPES)]
        if len(scopes) > 1 or not all(isinstance(s, ast.FunctionDef) for s in scopes):
            return None
        caller = scopes[0] if scopes else None
        found.append((call, caller.name if isinstance(caller, ast.FunctionDef) else None))
    return found


def _is_plain(call: ast.Call) -> bool:
    """It tells what each parameter is given."""
    given = [*call.args, *(k.value for k in call.keywords)]
    if any(isinstance(each, ast.Starred | ast.GeneratorExp) for each in given):
        return False
    return all(k.arg is not None for k in call.keywords)


def _around(
    node: ast.AST, function: ast.FunctionDef, parents: Mapping[ast.AST, ast.AST], kinds: tuple[type[ast.AST], ...]
) -> Iterator[ast.AST]:
    """The nodes of these kinds around it, from the inside, up to the function."""
    while (node := parents[node]) is not function:
        if isinstance(node, kinds):
            yield node


def _own_names(node: ast.FunctionDef) -> set[str]:
    names = {n.id for n in walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    return names | {n.arg for n in walk(node) if isinstance(n, ast.arg)}
