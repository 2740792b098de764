"""A program held in a constant string and run with `exec` becomes part of the module; `eval` of one, an expression."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from hybridc.normalize.folding.evaluation import Evaluator
from hybridc.normalize.folding.host_statements import Site, needs_parentheses, sites
from hybridc.normalize.folding.limits import Declined
from hybridc.normalize.folding.module_names import ModuleNames, module_names
from hybridc.normalize.folding.program_text import compiles, expression_in, is_faithful_program, spaced
from hybridc.normalize.folding.source_text import Edit, SourceText, can_be_cut, has_comment, is_parenthesized_tuple
from hybridc.normalize.folding.whole_lines import is_on_its_own_lines, with_program

_MAX_ROUNDS = 50


@dataclass(frozen=True, slots=True)
class _Execution:
    """A statement `exec(...)`, the expression for the program's text, and the statement that compiled it."""

    statement: ast.stmt
    text: ast.expr
    position: int  # where the text is evaluated
    compiled: ast.stmt | None = None
    name: str = ""  # of the compiled code


def unfold(source_text: str, tree: ast.Module) -> str | None:
    """The program with its constant `exec`s and `eval`s written out. None where there are none."""
    if ("exec" not in source_text and "eval" not in source_text) or not can_be_cut(source_text):
        return None
    text = source_text
    for _ in range(_MAX_ROUNDS):  # one at a time: what it held may change what the next one means
        new = _without_first_exec(text, tree) or _without_first_eval(text, tree)
        if new is None or not compiles(new):
            break
        text, tree = new, ast.parse(new)
    return text if text != source_text else None


def _without_first_exec(text: str, tree: ast.Module) -> str | None:
    for position, statement in enumerate(tree.body):
        if not isinstance(statement, ast.Expr) or not _is_call_of(statement.value, "exec"):
            continue
        names = _names_before(tree, position, statement.value)
        execution = _execution(tree, position, statement, names)
        program = None if execution is None else _constant_text(execution.text, execution.position, names)
        if execution is None or program is None or not is_faithful_program(program, text):
            continue
        if not is_on_its_own_lines(text, tree, statement):
            continue
        compiled = None if _is_used(tree, program, execution.name) else execution.compiled
        if compiled is not None and not is_on_its_own_lines(text, tree, compiled):
            compiled = None
        return with_program(text, statement, compiled, spaced(program))
    return None


def _names_before(tree: ast.Module, position: int, call: ast.expr) -> ModuleNames:
    """The names of the module as `call` sees them: only what has run before it can have changed them."""
    statement = tree.body[position]
    # A literal means the same whatever else its statement evaluates.
    is_literal = isinstance(call, ast.Call) and all(isinstance(argument, ast.Constant) for argument in call.args)
    unread = statement if is_literal and not isinstance(statement, ast.If) else call
    own = [node for node in ast.walk(unread) if isinstance(node, ast.Name) and node.id in ("exec", "eval", "globals")]
    return module_names(tree, until=position, excepting=own)


def _execution(tree: ast.Module, position: int, statement: ast.Expr, names: ModuleNames) -> _Execution | None:
    if names.is_opaque or not names.is_builtin("exec"):
        return None
    argument = _only_argument(statement.value, names)
    if isinstance(argument, ast.Name) and names.is_stable(argument.id) and argument.id in names.constants:
        where, value = names.constants[argument.id]
        if where < position and _is_call_of(value, "compile"):
            text = _compiled_text(value, names)
            return None if text is None else _Execution(statement, text, where, tree.body[where], argument.id)
    if argument is not None and _is_call_of(argument, "compile"):
        argument = _compiled_text(argument, names)
    return None if argument is None else _Execution(statement, argument, position)


def _only_argument(call: ast.expr, names: ModuleNames) -> ast.expr | None:
    """The program in `exec(program)` or `exec(program, globals())`: at module level they are the same."""
    match call:
        case ast.Call(args=[argument], keywords=[]):
            return argument
        case ast.Call(args=[argument, ast.Call(func=ast.Name(id="globals"), args=[], keywords=[])], keywords=[]):
            return argument if names.is_builtin("globals") else None
    return None


def _is_call_of(node: ast.expr, function: str) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == function


def _compiled_text(call: ast.expr, names: ModuleNames) -> ast.expr | None:
    match call:
        case ast.Call(args=[text, ast.Constant(value=str()), ast.Constant(value="exec")], keywords=[]):
            return text if names.is_builtin("compile") else None
    return None


def _constant_text(node: ast.expr, position: int, names: ModuleNames) -> str | None:
    try:
        value = Evaluator(names).value(node, position)
    except Declined:
        return None
    return value if isinstance(value, str) else None


def _is_used(tree: ast.Module, program: str, name: str) -> bool:
    """Whether anything but its assignment and one `exec` speaks of `name`; strings may stand for names."""
    return sum(word == name for word in _words(tree)) > 2 or any(word == name for word in _words(ast.parse(program)))


def _words(tree: ast.Module) -> Iterator[object]:
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=word) | ast.Constant(value=word) | ast.arg(arg=word) | ast.Attribute(attr=word):
                yield word
            case ast.Global(names=words) | ast.Nonlocal(names=words):
                yield from words


def _without_first_eval(text: str, tree: ast.Module) -> str | None:
    source = SourceText(text)
    for site in sites(tree):
        if not _is_call_of(site.call, "eval"):
            continue
        new = _evaluated_text(site, _names_before(tree, site.position, site.call), text)
        if new is not None and not has_comment(source.segment(site.call)):
            return source.replaced([Edit(*source.span(site.call), new)])
    return None


def _evaluated_text(site: Site, names: ModuleNames, text: str) -> str | None:
    if names.is_opaque or not names.is_builtin("eval"):
        return None
    argument = _only_argument(site.call, names)
    held = None if argument is None else _constant_text(argument, site.position, names)
    expression = None if held is None else expression_in(held, text)
    if held is None or expression is None:
        return None
    if isinstance(site.parent, ast.Expr) and isinstance(expression, ast.Constant):
        return None  # it could become a docstring
    held = held.strip(" \t")
    if isinstance(expression, ast.Tuple):
        return held if is_parenthesized_tuple(held) else f"({held})"
    return f"({held})" if needs_parentheses(expression, site.parent, site.call) else held
