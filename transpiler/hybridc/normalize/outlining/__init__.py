"""Loops that code which stays Python has among its plots and prints, made functions, which can be compiled.

A rewrite of a whole file, text to text. What a turn computes with arrays becomes `def _step(u, dt): ...; return u`,
and `u = _step(u, dt)` stands in its place. Turns after which nothing else is done are run by one call, and a loop that
only computes becomes a function whole. What draws, prints, reads and keeps stays where it was, so that it runs at the
same turns with the same values.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from hybridc.dialects.table import Dialect
from hybridc.normalize.moved import Line, Moved, edited, free_name, is_alone, with_comments
from hybridc.normalize.outlining.chunks import Chooser, Chunk, Place, with_names
from hybridc.normalize.outlining.computing import Computing
from hybridc.normalize.outlining.dimensions import dimensioned
from hybridc.normalize.outlining.kinds import Kind, Kinds, Result
from hybridc.normalize.outlining.learning import learn
from hybridc.normalize.outlining.magnitudes import Numbers, of_callers
from hybridc.normalize.outlining.writing import counted, function_lines, spans
from hybridc.program.unnamed_arrays import has_arrays
from hybridc.structure.assigned import surely_set
from hybridc.syntax.dataflow import blocks, names_written
from hybridc.syntax.liveness import Liveness
from hybridc.syntax.module import Function, Module
from hybridc.syntax.walking import walk, with_defaults

Results = Mapping[str, Result]
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)


@dataclass(frozen=True)
class Outlined(Moved):
    """The file with such functions. `chunks`: by their names, what they are made of."""

    chunks: Mapping[str, Chunk]

    @property
    def drawn(self) -> Collection[str]:
        return {name for chunk in self.chunks.values() for name in chunk.drawn} | {*super().drawn}


def outlined(
    text: str,
    module: Module,
    dialects: tuple[Dialect, ...],
    results: Results,
    host: Set[str],
    refused: Set[Place],
    light: Set[str],
) -> Outlined | None:
    """The file in which functions are made of the loops of its top level, and of those of the functions in `host`;
    None where there is none to make. `refused`: places of what cannot be compiled; `light`: functions that compute with
    a few numbers."""
    if not has_arrays(module, dialects) or not _has_loops(module, host) or _is_seen_by_name(module):
        return None
    lines = text.split("\n")
    numpy = next((alias for alias, path in module.imports.items() if path == "numpy"), "np")
    taken = {*module.names}
    found: dict[ast.stmt, list[tuple[str, Chunk]]] = {}  # by the statement of the top level that holds it
    for statement, name, chunk in _chunks(module, dialects, results, host, refused, light):
        if all(is_alone(lines, s) for s in (*chunk.statements, *chunk.later)):
            wanted = f"_{name}_{chunk.form.value}" if name else f"_{chunk.form.value}"
            found.setdefault(statement, []).append((free_name(taken, wanted), with_names(chunk, taken)))
    if not found:
        return None
    result: list[Line] = []
    done = 0
    for statement, made in found.items():
        first = min([statement.lineno, *(d.lineno for d in getattr(statement, "decorator_list", []))])
        first = with_comments(lines, first, 0)
        result += edited(lines, done + 1, first - 1, (), 0)
        for name, chunk in made:
            result += [*function_lines(lines, name, chunk, numpy), Line("", first, ()), Line("", first, ())]
        done = first - 1
        counters = {name: free_name(taken, f"next_{counted(c)}") if counted(c) else "" for name, c in made}
        for start, end, instead in sorted(s for name, c in made for s in spans(lines, name, c, counters[name], numpy)):
            result += [*edited(lines, done + 1, start - 1, (), 0), *instead]
            done = end
    result += edited(lines, done + 1, len(lines), (), 0)
    made_of = {name: chunk for every in found.values() for name, chunk in every}
    return Outlined("\n".join(line.text for line in result), {}, tuple(result), made_of)


def _chunks(
    module: Module,
    dialects: tuple[Dialect, ...],
    results: Results,
    host: Set[str],
    refused: Set[Place],
    light: Set[str],
) -> Iterator[tuple[ast.stmt, str, Chunk]]:
    """What is to be a function, with the statement of the top level that it is in and the function around it."""
    body = module.tree.body
    top = Kinds(module, dialects, {**results, **dict(_helpers(module, dialects, results, host))})
    learn(top, body)
    declared = {name for s in module.of_any(ast.Global, ast.Nonlocal, ast.Delete) for name in _declared(s)}
    top.known |= dict.fromkeys(declared & top.known.keys(), Kind.UNKNOWN)
    top.settled, top.given = {}, {}
    captured = frozenset({*module.imports, *module.functions, *module.classes, *_steady_numbers(module)})
    functions = {f.node for f in module.functions.values()}
    seen = {n.id for f in module.functions.values() for n in f.of(ast.Name) if n.id not in f.locals}
    later = (n for s in module.of_any(*_SCOPES) for n in walk(s) if s not in functions)
    always = frozenset(seen | {n.id for n in later if isinstance(n, ast.Name)})  # to what is called at any time
    liveness = Liveness()
    liveness.block(body, always | {*_bound_outside_loops(body)})  # what other files may import
    shaped = dimensioned(body, module)
    chooser = Chooser(body, top, shaped, captured, liveness, always, frozenset(seen), refused, {}, light)
    bound: set[str] = set()
    for statement in body:
        function = module.functions.get(getattr(statement, "name", ""))
        if function is not None and function.node is statement and function.name in host:
            for chunk in _of_function(function, chooser):
                yield statement, function.name.strip("_"), chunk
        elif not isinstance(statement, _SCOPES):
            for chunk in chooser.chunks([statement], bound):
                yield statement, "", chunk
        bound |= surely_set([statement]) or frozenset()


def _bound_outside_loops(body: Sequence[ast.stmt]) -> Iterator[str]:
    for statement in body:
        if isinstance(statement, ast.For | ast.While):
            continue
        inner = [*blocks(statement)] if not isinstance(statement, _SCOPES) else []
        for block in inner:
            yield from _bound_outside_loops(block)
        if not inner:
            yield from names_written([statement])


def _of_function(function: Function, around: Chooser) -> Iterator[Chunk]:
    """`around`: what is chosen of the top level."""
    top, captured = around.kinds, around.captured
    body = function.node.body
    own = {*function.parameters, *function.locals}
    inside = {
        n.id for s in function.of_any(*_SCOPES) if s is not function.node for n in walk(s) if isinstance(n, ast.Name)
    }
    if own & (top.module.imports.keys() | top.module.functions.keys()) or function.of_any(ast.Global, ast.Delete):
        return
    others = {name: kind for name, kind in top.known.items() if name not in own}
    kinds = Kinds(top.module, top.dialects, top.results, dict(others))
    numbers = {name: number for name, number in around.numbers.known.items() if name not in own}
    for argument, default in with_defaults(function.node.args):
        kinds.known[argument.arg] = kinds.of(default) if _is_number(default) else Kind.UNKNOWN
        numbers[argument.arg] = of_callers(default)
    kinds.assumed |= {*function.parameters}
    kinds.known |= {name: Kind.UNKNOWN for name in function.parameters if name not in kinds.known}
    kinds.shared |= {*others, *function.parameters}
    kinds.generators |= top.generators - own
    kinds.numbers |= {name: number for name, number in top.numbers.items() if name not in own}
    learn(kinds, body)
    kinds.of_names = {name: given for name, given in kinds.of_names.items() if name not in function.parameters}
    liveness = Liveness()
    liveness.block(body, frozenset(inside))
    bound = {*function.parameters, *(surely_set(top.module.tree.body) or ())}
    shaped = dimensioned(body, top.module, around.dimensioned - own)
    elsewhere = frozenset({*function.parameters, *inside, *others})
    chooser = Chooser(
        body, kinds, shaped, captured - own, liveness, frozenset(), elsewhere, around.refused, numbers, around.light
    )
    yield from chooser.chunks(body, bound)


def _helpers(
    module: Module, dialects: tuple[Dialect, ...], results: Results, host: Set[str]
) -> Iterator[tuple[str, Result]]:
    """Functions that stay Python, as nothing in them says that they are given arrays, and that compute with what they
    are given as arrays do: `def momentum(rho, v): return rho * v`."""
    for name in host:
        function = module.functions[name]
        *body, last = function.node.body
        kinds = Kinds(module, dialects, results, dict.fromkeys(function.parameters, Kind.ARRAY))
        learn(kinds, body)
        computing = Computing(kinds, Numbers(body, kinds))
        written = {n.id for n in function.of(ast.Name) if isinstance(n.ctx, ast.Store)} & {*function.parameters}
        if written or not isinstance(last, ast.Return) or last.value is None or function.node.decorator_list:
            continue
        values = last.value.elts if isinstance(last.value, ast.Tuple) else [last.value]
        found = tuple(map(kinds.of, values))
        if (
            all(isinstance(s, ast.Assign) and computing.is_clean(s) for s in body)
            and max(found, default=Kind.UNKNOWN) < Kind.UNKNOWN
        ):
            own = kinds.known.keys() - {*function.parameters} - kinds.shared
            is_new = all(isinstance(v, ast.BinOp) or (isinstance(v, ast.Name) and v.id in own) for v in values)
            one = found if isinstance(last.value, ast.Tuple) else found[0]
            yield name, Result(one, is_new, is_pythons=True)


def _has_loops(module: Module, host: Set[str]) -> bool:
    top = [s for s in module.tree.body if not isinstance(s, _SCOPES)]
    kept = [module.functions[name].node for name in host]
    return any(isinstance(n, ast.For | ast.While) for s in (*top, *kept) for n in walk(s))


def _is_seen_by_name(module: Module) -> bool:
    """Code that looks for names by their texts, or asks NumPy to raise what compiled code does not."""
    called = {n.id for n in module.of(ast.Name)} | {n.attr for n in module.of(ast.Attribute)}
    bound = {*module.imports, *module.globals, *module.functions}
    if not bound.isdisjoint(("jax", "jnp", "lax", "control", "partial", "checks")):
        return True  # names that generated code gives something else
    return not called.isdisjoint(("locals", "globals", "vars", "eval", "exec", "seterr", "seterrcall"))


def _declared(statement: ast.AST) -> Iterator[str]:
    if isinstance(statement, ast.Global | ast.Nonlocal):
        yield from statement.names
    else:
        yield from (n.id for n in walk(statement) if isinstance(n, ast.Name))


def _steady_numbers(module: Module) -> Iterator[str]:
    """Names of the top level that are bound once, to a number that is written out."""
    for name, given in module.globals.items():
        if not given.is_rebound and given.value is not None and _is_number(given.value):
            yield name


def _is_number(node: ast.expr) -> bool:
    match node:
        case ast.UnaryOp(operand=operand):
            return _is_number(operand)
        case ast.BinOp(left=left, right=right):
            return _is_number(left) and _is_number(right)
    return isinstance(node, ast.Constant) and isinstance(node.value, int | float | complex)
