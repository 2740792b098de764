"""Exceptions that host code catches around calls of compiled functions, which raise none for what values are."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from hybridc import rules
from hybridc.program.host.code import HostScope, host_scopes
from hybridc.program.plans import Program
from hybridc.program.state import Finding
from hybridc.syntax.module import Function
from hybridc.syntax.reaching import reached
from hybridc.syntax.walking import walk

_DIVIDING = (ast.Div, ast.FloorDiv, ast.Mod)
_BY_DIVISION = frozenset({"ZeroDivisionError", "ArithmeticError", "FloatingPointError"})
_BY_NUMBERS = frozenset({"ValueError", "OverflowError", "ArithmeticError"})
_BY_PLACES = frozenset({"IndexError", "LookupError"})
_ALL = frozenset({"Exception", "BaseException"})
_ENDING = frozenset({"sys.exit", "os._exit", "builtins.exit", "builtins.quit"})
_CAUGHT = _BY_DIVISION | _BY_NUMBERS | _BY_PLACES | {"LinAlgError"}


def caught_calls(program: Program) -> list[Finding]:
    """Findings against compiled functions whose originals may raise what is caught around them."""
    found: list[Finding] = []
    for scope in host_scopes(program):
        for statement, body, names in _catching(scope, program):
            for name in sorted(_called(body, program)):
                if program.compiled_as(name) is not None and _may_raise(program.plans[name].function, names, program):
                    found.append(Finding(rules.TracedTry(), statement, name))
    return found


def _catching(scope: HostScope, program: Program) -> Iterator[tuple[ast.stmt, list[ast.stmt], frozenset[str]]]:
    for statement in scope.statements:
        match statement:
            case ast.Try(body=body, handlers=handlers):
                caught = [n for h in handlers if not _only_tells(h, program) for n in _named(h)]
            case ast.With(items=items, body=body):
                calls = [i.context_expr for i in items if isinstance(i.context_expr, ast.Call)]
                is_one = [program.module.qualified_name(c.func) == "contextlib.suppress" for c in calls]
                caught = [n for c, one in zip(calls, is_one, strict=True) if one for a in c.args for n in walk(a)]
            case _:
                continue
        names = frozenset(n.attr if isinstance(n, ast.Attribute) else getattr(n, "id", "") for n in caught)
        if names := _CAUGHT if names & _ALL else names & _CAUGHT:
            yield statement, body, names


def _named(handler: ast.ExceptHandler) -> Sequence[ast.AST]:
    return walk(handler.type) if handler.type is not None else [ast.Name("BaseException", ast.Load())]


def _only_tells(handler: ast.ExceptHandler, program: Program) -> bool:
    """Whatever is raised ends the program, or is raised again: only what is told before that is another thing."""
    *told, last = handler.body
    are_calls = all(isinstance(s, ast.Expr) and isinstance(s.value, ast.Call) for s in told)
    match last:
        case ast.Raise():
            return are_calls
        case ast.Expr(value=ast.Call(func=func)):
            return are_calls and program.module.qualified_name(func) in _ENDING
    return False


def _called(body: list[ast.stmt], program: Program) -> set[str]:
    """The functions of the file that run there."""
    functions = program.module.functions
    named = {n.id for s in body for n in walk(s) if isinstance(n, ast.Name)} & functions.keys()
    return set(reached(named, lambda name: functions[name].names_loaded() & functions.keys()))


def _may_raise(function: Function, names: frozenset[str], program: Program) -> bool:
    for node in walk(function.node):
        match node:
            case ast.BinOp(op=operator, right=right) | ast.AugAssign(op=operator, value=right) if names & _BY_DIVISION:
                if isinstance(operator, _DIVIDING) and not (isinstance(right, ast.Constant) and right.value):
                    return True
            case ast.Call(func=func):
                name = program.module.qualified_name(func, function.locals) or ""
                if names & _BY_NUMBERS and (name.startswith("math.") or name in ("builtins.int", "builtins.float")):
                    return True
                if names & _BY_DIVISION and name == "builtins.divmod":
                    return True
                if "LinAlgError" in names and ".linalg." in name:
                    return True
            case ast.Subscript(slice=index) if names & _BY_PLACES:
                if not isinstance(index, ast.Slice):
                    return True
    return False
