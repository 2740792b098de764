"""Names that the top of a file gives functions of arrays: functions of it, as any other.

step = np.vectorize(turn)        ->        def step(v, w=2.0): return np.vectorize(turn)(v, w)

@np.vectorize                    ->        def step(v): return np.vectorize(_step)(v)
def step(v): ...                           def _step(v): ...
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence, Set

from hybridc.dialects.table import Dialect
from hybridc.normalize.moved import Edit, column, place
from hybridc.program.static_demand import lookup
from hybridc.syntax.module import Module
from hybridc.syntax.walking import walk


def may_name_vectorized(tree: ast.Module) -> bool:
    """Something of that form is there, whatever it calls."""
    return any(_assigned(s) is not None or _decorated(s) is not None for s in tree.body)


def edits_for_vectorized(
    lines: Sequence[str], module: Module, dialects: tuple[Dialect, ...], left: Set[str]
) -> Iterator[Edit]:
    """Those for names that are called alone, and mean one thing in the whole file."""
    for statement in module.tree.body:
        call: ast.expr
        if (assigned := _assigned(statement)) is not None:
            name, call = assigned
            function = _function(assigned[1].args[0], module)
            known = module.globals.get(name)
            if known is None or known.is_rebound or function is None:
                continue
        elif (decorated := _decorated(statement)) is not None:
            function, call = decorated
            name = function.name
            if f"_{name}" in module.used_names or any(
                n.id == name for n in walk_of(function) if isinstance(n, ast.Name)
            ):
                continue
        else:
            continue
        maker = call.func if isinstance(call, ast.Call) else call
        given = _given(function)
        makes = any(e.gives_function for e in lookup(dialects, module.qualified_name(maker)))
        if not makes or given is None or name in left or not _is_called_alone(name, module, statement):
            continue
        yield from _written(lines, statement, name, call, given)


def walk_of(function: ast.FunctionDef) -> Iterator[ast.AST]:
    for statement in function.body:
        yield from walk(statement)


def _assigned(statement: ast.stmt) -> tuple[str, ast.Call] | None:
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(args=[ast.Name()]) as call):
            return name, call
    return None


def _decorated(statement: ast.stmt) -> tuple[ast.FunctionDef, ast.expr] | None:
    match statement:
        case ast.FunctionDef(decorator_list=[ast.Name() | ast.Attribute() as maker]):
            return statement, maker
    return None


def _function(node: ast.expr, module: Module) -> ast.FunctionDef | None:
    found = module.functions.get(node.id) if isinstance(node, ast.Name) else None
    return found.node if found is not None and isinstance(found.node, ast.FunctionDef) else None


def _given(function: ast.FunctionDef) -> tuple[str, str] | None:
    """The parameters as they are defined, and as they are handed on."""
    args = function.args
    if args.vararg or args.kwarg or args.kwonlyargs or args.posonlyargs:
        return None
    plain = ast.arguments([], [ast.arg(a.arg) for a in args.args], None, [], [], None, args.defaults)
    return ast.unparse(plain), ", ".join(a.arg for a in args.args)


def _is_called_alone(name: str, module: Module, own: ast.stmt) -> bool:
    """Every read of it is a call by places, without keywords."""
    calls = {id(n.func) for n in module.of(ast.Call) if not n.keywords}
    reads = [n for n in module.of(ast.Name) if n.id == name and isinstance(n.ctx, ast.Load)]
    return all(id(n) in calls for n in reads) and isinstance(own, ast.Assign | ast.FunctionDef)


def _written(
    lines: Sequence[str], statement: ast.stmt, name: str, call: ast.expr, given: tuple[str, str]
) -> Iterator[Edit]:
    parameters, arguments = given
    if isinstance(statement, ast.Assign):
        if statement.lineno == statement.end_lineno:
            row, start = place(lines, statement)
            end = column(lines, row, statement.end_col_offset or 0)
            made = lines[row - 1][start:end].partition("=")[2].strip()
            yield Edit(row, start, end, f"def {name}({parameters}): return {made}({arguments})")
        return
    assert isinstance(statement, ast.FunctionDef)
    maker = statement.decorator_list[0]
    row, start = place(lines, maker)
    line = lines[statement.lineno - 1]
    at = line.find(name, line.find("def") + 3)
    if line.lstrip().startswith("def") and at >= 0 and maker.lineno < statement.lineno:
        made = ast.unparse(maker)
        at_sign = lines[row - 1].rfind("@", 0, start)
        text = f"def {name}({parameters}): return {made}(_{name})({arguments})"
        yield Edit(row, at_sign, len(lines[row - 1]), text)
        yield Edit(statement.lineno, at, at + len(name), f"_{name}")
