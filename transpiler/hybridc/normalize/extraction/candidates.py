"""Which functions and methods others are made of."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from hybridc.normalize.extraction.global_uses import Globals
from hybridc.normalize.extraction.members import PlainClass, is_special, members, plain_class
from hybridc.normalize.extraction.module_globals import changing_globals
from hybridc.normalize.extraction.shared_attributes import SharedAttributes
from hybridc.normalize.extraction.state import State, Use, Variable, names_in
from hybridc.normalize.extraction.unfit import Unfit, immovable
from hybridc.program.languages import active_dialects
from hybridc.syntax.directives import read_directives
from hybridc.syntax.module import Module
from hybridc.syntax.walking import all_given, walk

_OF_ARRAYS = ("shape", "ndim", "dtype", "T")


@dataclass(frozen=True)
class Methods:
    """What is known of methods beyond the text of their file, by qualified name."""

    asked: AbstractSet[str] = frozenset()  # functions are made of them even if they use no framework's names
    left: AbstractSet[str] = frozenset()  # they stay as they are


@dataclass(frozen=True)
class Candidates:
    """By qualified name: their use of state, the statement of the file that they stand in, and why others are none."""

    uses: Mapping[str, Use]
    nodes: Mapping[str, ast.stmt]
    unfit: dict[str, Unfit]
    state: State
    changed_in_place: frozenset[Variable]  # somewhere in the file


def candidates(
    text: str,
    module: Module,
    frameworks: frozenset[str],
    only: Collection[str] | None,
    unhinted: frozenset[Variable],
    known: Methods,
    whole: bool,
) -> Candidates:
    """Those that use the frameworks or are asked for, those that they call, and those that call them."""
    tree, lines = module.tree, text.split("\n")
    functions: dict[str, ast.FunctionDef] = {}
    globals_ = Globals()
    if whole:
        functions = {n: f.node for n, f in module.functions.items() if f.node in tree.body and n in module.unsteady}
        functions = {n: f for n, f in functions.items() if n not in module.globals and (only is None or n in only)}
        functions = {n: f for n, f in functions.items() if immovable(lines, f) is None}
        globals_ = changing_globals(text, tree, module, functions.keys(), unhinted)
    found: dict[str, Use | Unfit] = {}
    nodes: dict[str, ast.stmt] = {}
    for name, function in functions.items():
        is_wanted = not is_delegate(function, module.unsteady) or any(
            name in names_in(other) for n, other in functions.items() if n != name
        )
        if is_wanted:
            use = Use(function, name, None)
            found[name], nodes[name] = globals_.add_to(use) or use, function
    state = globals_.state
    classes = _classes(module)
    unfit = {node.name: cls for node, cls in classes.items() if isinstance(cls, Unfit)}
    shared: dict[str, Unfit] = {}
    for node, cls in classes.items():
        if isinstance(cls, Unfit):
            continue
        state |= cls.state
        hints = {v.name: hint for v, hint in cls.state.hints.items() if v not in unhinted}
        shared |= SharedAttributes(node, hints, module, active_dialects(module)).unfit()
        for name, member in _methods(lines, cls, globals_, frameworks, known):
            if only is None or name in only:
                found[name], nodes[name] = member, node
    unfit |= {name: use for name, use in found.items() if isinstance(use, Unfit)}
    uses = {name: use for name, use in found.items() if isinstance(use, Use)}
    state = replace(state, hints={v: h for v, h in state.hints.items() if v not in unhinted})
    marked = read_directives(text).graph if uses else frozenset()
    asked = {name for name, use in uses.items() if name in known.asked or use.function.lineno in marked}
    chosen = _numeric(uses, state, frameworks, asked)
    unfit |= {name: shared[name] for name in chosen if name in shared}
    kept = {name: use for name, use in chosen.items() if name not in shared}
    return Candidates(kept, nodes, unfit, state, globals_.changed_in_place)


def _classes(module: Module) -> dict[ast.ClassDef, PlainClass | Unfit]:
    nodes = [s for s in module.tree.body if isinstance(s, ast.ClassDef)]
    if not nodes:
        return {}
    inherited = frozenset(b.id for c in module.of(ast.ClassDef) for b in c.bases if isinstance(b, ast.Name))
    stored = frozenset(n.attr for n in module.of(ast.Attribute) if isinstance(n.ctx, ast.Store))
    return {node: plain_class(node, inherited, stored) for node in nodes}


def _methods(
    lines: list[str], cls: PlainClass, globals_: Globals, frameworks: frozenset[str], known: Methods
) -> Iterator[tuple[str, Use | Unfit]]:
    """By qualified names, their use of state, or why they cannot move although they use a framework or are asked."""
    for method in (s for s in cls.node.body if isinstance(s, ast.FunctionDef)):
        name = f"{cls.node.name}.{method.name}"
        if name in known.left:
            continue
        if method.name not in cls.methods:
            if name in known.asked:
                yield name, Unfit(method, "it has parameters before a `/`, or none")
            continue
        use = immovable(lines, method, method.args.args[0].arg) or members(cls, method)
        if isinstance(use, Use):
            use = globals_.add_to(use) or use
        is_meant = name in known.asked or (not is_special(method.name) and names_in(method) & frameworks)
        if isinstance(use, Use) or is_meant:
            yield name, use


def _numeric(
    found: Mapping[str, Use], state: State, frameworks: frozenset[str], asked: AbstractSet[str]
) -> dict[str, Use]:
    """Those that are asked for, use frameworks or what those made; those that they call, and those that call them."""
    arrays = {v for v, value in state.initial.items() if names_in(value) & frameworks}
    chosen = {
        n
        for n, use in found.items()
        if names_in(use.function) & frameworks
        or arrays & set(use.variables.values())
        or n in asked
        or (use.own is None and any(map(_is_of_arrays, walk(use.function))))
    }
    for _ in found:
        chosen |= {called for name in chosen for called in found[name].calls.values() if called in found}
        chosen |= {name for name, use in found.items() if chosen.intersection(use.calls.values())}
    return {name: use for name, use in found.items() if name in chosen}


def _is_of_arrays(node: ast.AST) -> bool:
    return isinstance(node, ast.MatMult) or (isinstance(node, ast.Attribute) and node.attr in _OF_ARRAYS)


def callees_first(found: Mapping[str, Use]) -> Iterator[Use]:
    """In an order in which those that call each other never come, but those that call themselves do."""
    done: set[str] = set()
    for name in found:
        yield from _with_callees(name, found, done)


def _with_callees(name: str, found: Mapping[str, Use], done: set[str]) -> Iterator[Use]:
    if name in found and name not in done:
        done.add(name)
        for called in found[name].calls.values():
            yield from _with_callees(called, found, done)
        yield found[name]


def is_delegate(function: ast.FunctionDef, users: Collection[str]) -> bool:
    """It does no more than to call a function of what it is given and of globals, and to set some."""
    body = [s for s in function.body if not isinstance(s, ast.Global)]
    if ast.get_docstring(function, clean=False) is not None:
        body = body[1:]
    match body:
        case [ast.Return(value=ast.Call() as call)] | [ast.Assign(value=ast.Call() as call)]:
            pass
        case [ast.Assign(value=ast.Call() as call), ast.Return(value=ast.Name())]:
            pass
        case _:
            return False
    if not isinstance(call.func, ast.Name) or call.func.id in users:
        return False
    given = all_given(call)
    return all(isinstance(a.value if isinstance(a, ast.Starred) else a, ast.Name | ast.Constant) for a in given)
