"""A program held in a constant string and run with `exec` at the top level: written out where it runs."""

from __future__ import annotations

import ast

from hybridc.folding.edits import Edit, Spans
from hybridc.folding.evaluator import GivenUp
from hybridc.folding.program import Definitions

_DYNAMIC = frozenset({"exec", "eval", "compile"})


def unfold(text: str, tree: ast.Module) -> str | None:
    """The text with such programs in the place of their `exec`; None where there are none."""
    edits = _edits(text, tree)
    return Spans(text).applied(edits) if edits else None


def dynamic_code(tree: ast.Module) -> list[ast.Call]:
    """Calls of exec, eval and compile that are not written out."""
    calls = [
        n for n in ast.walk(tree) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id in _DYNAMIC
    ]
    if not calls:
        return []
    definitions = Definitions(tree)
    known: set[ast.AST] = set()
    for statement in tree.body:
        if _program(statement, definitions) is not None:
            known |= set(ast.walk(statement))
            compiled = _compile_statement(statement, definitions)
            known |= set(ast.walk(compiled)) if compiled is not None else set()
    return [c for c in calls if c not in known]


def _edits(text: str, tree: ast.Module) -> list[Edit]:
    if not any(isinstance(n, ast.Name) and n.id == "exec" for n in ast.walk(tree)):
        return []
    definitions = Definitions(tree)
    spans = Spans(text)
    edits: list[Edit] = []
    for index, statement in enumerate(tree.body):
        program = _program(statement, definitions)
        if program is None or not spans.is_alone(statement):
            continue
        before = list(tree.body[:index])
        compiled = _compile_statement(statement, definitions)
        if compiled is not None and spans.is_alone(compiled) and _is_read_once(tree, compiled):
            edits.append(spans.whole_lines(compiled, ""))
            before = [s for s in before if s is not compiled]
        edits.append(spans.whole_lines(statement, _laid_out(program, bool(before), index + 1 < len(tree.body))))
    return edits


def _program(statement: ast.stmt, definitions: Definitions) -> str | None:
    """The text that a top-level `exec` runs, if it is a constant."""
    match statement:
        case ast.Expr(value=ast.Call(func=ast.Name(id="exec"), args=[code], keywords=[])) if _is_builtin(
            "exec", definitions
        ):
            source = _compiled_source(code, definitions)
        case _:
            return None
    if source is None:
        return None
    try:
        value = definitions.evaluator(statement.lineno).value(source)
    except GivenUp:
        return None
    return value if isinstance(value, str) and _can_stand(value) else None


def _is_builtin(name: str, definitions: Definitions) -> bool:
    return name not in definitions._bound_names and not definitions.is_open


def _compiled_source(code: ast.expr, definitions: Definitions) -> ast.expr | None:
    """The expression of the program's text, behind `compile` and the name of its result."""
    if isinstance(code, ast.Name) and code.id in definitions.assignments:
        assigned = definitions.assignments[code.id].value
        if isinstance(assigned, ast.Call) and isinstance(assigned.func, ast.Name) and assigned.func.id == "compile":
            code = assigned
    match code:
        case ast.Call(func=ast.Name(id="compile"), args=[source, _, ast.Constant(value="exec")], keywords=[]):
            return source if _is_builtin("compile", definitions) else None
        case ast.Call(func=ast.Name(id="compile")):
            return None
    return code


def _can_stand(program: str) -> bool:
    try:
        tree = ast.parse(program)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    names = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)}
    future = any(isinstance(s, ast.ImportFrom) and s.module == "__future__" for s in tree.body)
    return bool(tree.body) and not future and "__file__" not in names and not names & {"globals", "locals"}


def _compile_statement(statement: ast.stmt, definitions: Definitions) -> ast.stmt | None:
    match statement:
        case ast.Expr(value=ast.Call(args=[ast.Name(id=name)])):
            return definitions.assignments.get(name) if _is_compile(definitions.assignments.get(name)) else None
    return None


def _is_compile(statement: ast.Assign | None) -> bool:
    match statement:
        case ast.Assign(value=ast.Call(func=ast.Name(id="compile"))):
            return True
    return False


def _is_read_once(tree: ast.Module, statement: ast.stmt) -> bool:
    assert isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name)
    name = statement.targets[0].id
    return sum(isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Load) for n in ast.walk(tree)) == 1


def _laid_out(program: str, has_before: bool, has_after: bool) -> str:
    """The program's statements with their comments, two blank lines around definitions."""
    lines = program.split("\n")
    body = ast.parse(program).body
    pieces: list[tuple[bool, str]] = []
    end = 0
    for statement in body:
        last = statement.end_lineno or statement.lineno
        text = "\n".join(lines[end:last]).strip("\n")
        pieces.append((isinstance(statement, ast.FunctionDef | ast.ClassDef), text))
        end = last
    rest = "\n".join(lines[end:]).strip("\n")
    if rest.strip():
        pieces.append((False, rest))
    result = "\n\n" if has_before and pieces[0][0] else ""
    for index, (is_definition, text) in enumerate(pieces):
        if index:
            result += "\n\n\n" if is_definition or pieces[index - 1][0] else "\n"
        result += text
    return result + "\n" + ("\n\n" if has_after and pieces[-1][0] else "")
