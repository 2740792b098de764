"""Statements that compiled code has no form for, said in others."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from hybridc.structure.appending import appended_on_every_path, with_one_append
from hybridc.structure.counting import counted, over_indices
from hybridc.structure.filters import without_filters
from hybridc.structure.finishing import without_try
from hybridc.structure.grids import nested
from hybridc.structure.hoisting import behind_calls
from hybridc.structure.leaving import exits_of
from hybridc.structure.operands import without_operands
from hybridc.structure.steps import with_any_step
from hybridc.structure.trees import assign, negation, read
from hybridc.structure.walrus import without_walrus
from hybridc.structure.work import Structuring
from hybridc.syntax.dataflow import names_read, targets_bound
from hybridc.syntax.in_place import CHANGING_METHODS, WRITING_FUNCTIONS, WRITING_OPERATORS
from hybridc.syntax.walking import walk

_CHANGING = CHANGING_METHODS | WRITING_OPERATORS | WRITING_FUNCTIONS


def other_form(work: Structuring, statement: ast.stmt) -> list[ast.stmt]:
    """Statements that do the same; the statement itself where there are none."""
    if (unfiltered := without_filters(work, statement)) is not None:
        return [unfiltered]
    match statement:
        case ast.With(body=body):
            return body
        case ast.Try():
            return without_try(work, statement)
        case ast.Delete():
            return []
        case ast.Match():
            return [_chain(work, statement, statement.cases)]
        case ast.For(target=target) if target in work.reformed:
            return nested(work, statement)
        case ast.For(iter=ast.Call(args=arguments) as counted_over) if counted_over in work.reformed:
            numbers = work.origins.make(ast.Call(ast.Name("range", ast.Load()), arguments, []), counted_over)
            return [work.origins.changed(statement, iter=numbers)]
        case ast.For():
            return _counting(work, statement)
        case ast.AugAssign(target=ast.Name(id=name), value=ast.List(elts=elements)):
            return [_put_into(work, statement, name, elements)]
        case ast.Assign(targets=[ast.Tuple(elts=targets) | ast.List(elts=targets)], value=call) if (
            call in work.reformed
        ):
            assert isinstance(call, ast.Call)
            return _slices(work, statement, targets, *call.args)
        case ast.Assign(targets=[_, _, *_] as several) if has_elements(several):
            return _to_each(work, statement, several)
        case ast.Assign(targets=[ast.Subscript(value=ast.Subscript()) as target]) if target in work.reformed:
            return [work.origins.changed(statement, targets=[_joined_index(work, target)])]
        case ast.AugAssign(target=ast.Subscript(value=ast.Subscript()) as target) if target in work.reformed:
            return [work.origins.changed(statement, target=_joined_index(work, target))]
        case ast.Assign(targets=[ast.Tuple(elts=targets) | ast.List(elts=targets)]) if has_elements(targets):
            return _one_by_one(work, statement, targets)
    if isinstance(statement, ast.If) and (guarded := _with_guard(work, statement)) is not None:
        return guarded
    if isinstance(statement, ast.If) and (lists := appended_on_every_path(statement)):
        return with_one_append(work, statement, lists)
    if (behind := behind_calls(work, statement)) is not None:
        return behind
    if (valued := without_operands(work, statement)) is not None:
        return valued
    return without_walrus(work, statement)


def _slices(
    work: Structuring, statement: ast.Assign, targets: list[ast.expr], array: ast.expr, parts: ast.expr
) -> list[ast.stmt]:
    """`a = x[:half]; b = x[half:]` for `a, b = np.split(x, 2)`."""
    before: list[ast.stmt] = []
    if not isinstance(array, ast.Name) or array.id in frozenset().union(*(targets_bound(t) for t in targets)):
        name = work.fresh("whole")
        before.append(work.make(assign(name, array), statement))
    else:
        name = array.id
    bounds: list[ast.expr]
    if isinstance(parts, ast.List | ast.Tuple):
        bounds = []
        for bound in parts.elts:
            if not isinstance(bound, ast.Constant):  # which the parts keep, whatever becomes of it
                kept = work.fresh("bound")
                before.append(work.make(assign(kept, bound), statement))
                bound = read(kept)
            bounds.append(bound)
    else:
        size = work.fresh("half" if len(targets) == 2 else "size")
        rows = ast.Subscript(ast.Attribute(read(name), "shape", ast.Load()), ast.Constant(0), ast.Load())
        count = ast.Constant(len(targets))
        before.append(work.make(assign(size, ast.BinOp(rows, ast.FloorDiv(), count)), statement))
        bounds = [read(size)]
        bounds += [ast.BinOp(ast.Constant(n), ast.Mult(), read(size)) for n in range(2, len(targets))]
    made = []
    for target, lower, upper in zip(targets, [None, *bounds], [*bounds, None], strict=True):
        limits = [None if each is None else work.origins.remade(each) for each in (lower, upper)]
        part = ast.Subscript(read(name), ast.Slice(*limits), ast.Load())
        made.append(work.make(ast.Assign([target], part), statement))
    return [*before, *made]


def _to_each(work: Structuring, statement: ast.Assign, targets: list[ast.expr]) -> list[ast.stmt]:
    """`a = b[i] = value` target by target, from the left."""
    before: list[ast.stmt] = []
    value = statement.value
    if not isinstance(value, ast.Constant | ast.Name) or names_read(value) & frozenset().union(
        *(targets_bound(t) for t in targets)
    ):
        name = work.fresh("value", "held")
        before.append(work.make(assign(name, value), statement))
        value = read(name)
    values = (work.origins.copied([value])[0] for _ in targets)
    made = (ast.Assign([t], work.origins.make(v, statement)) for t, v in zip(targets, values, strict=True))
    return [*before, *(work.make(each, statement) for each in made)]


def _joined_index(work: Structuring, target: ast.Subscript) -> ast.expr:
    """`x[i, j]` for `x[i][j]`."""
    indices: list[ast.expr] = []
    view: ast.expr = target
    while isinstance(view, ast.Subscript):
        parts = view.slice.elts if isinstance(view.slice, ast.Tuple) else [view.slice]
        indices = [*parts, *indices]
        view = view.value
    return work.origins.make(ast.Subscript(view, ast.Tuple(indices, ast.Load()), ast.Store()), target)


def _put_into(work: Structuring, statement: ast.stmt, name: str, elements: list[ast.expr]) -> ast.stmt:
    """`name += [element]` as `name.append(element)`; several as `name.extend([...])`."""
    single = len(elements) == 1 and not isinstance(elements[0], ast.Starred)
    given = elements[0] if single else ast.List(elements, ast.Load())
    method = ast.Attribute(read(name), "append" if single else "extend", ast.Load())
    return work.make(ast.Expr(ast.Call(method, [given], [])), statement)


def only_raises(block: list[ast.stmt]) -> bool:
    return bool(block) and all(isinstance(s, ast.Raise) for s in block)


def _with_guard(work: Structuring, statement: ast.If) -> list[ast.stmt] | None:
    """`if test: raise`, and then the other side."""
    if only_raises(statement.body):
        return [work.origins.changed(statement, orelse=[]), *statement.orelse]
    if not only_raises(statement.orelse):
        return None
    test = work.origins.make(negation(statement.test), statement.test)
    return [work.origins.changed(statement, test=test, body=statement.orelse, orelse=[]), *statement.body]


def _counting(work: Structuring, loop: ast.For) -> list[ast.stmt]:
    """A range whose step is not 1 as a loop that counts; one over arrays that it writes as one over their indices."""
    if (indexed := over_indices(work, loop)) is not None:
        return indexed
    if (turning := with_any_step(work, loop)) is not None:
        return turning
    over = counted(work, loop)
    if over is None:
        return [loop]
    body = list(loop.body)
    if any(isinstance(n, ast.Continue) for s in body for n in ast.walk(s)):
        over.prologue += over.step  # the step comes first, so that no `continue` passes over it
        over.step = []
        if over.counter is not None:
            return [loop]
    ended = [*over.undone(work, loop), *loop.orelse]
    ends_early = any(isinstance(e, ast.Break) for e in exits_of(body))
    new = ast.While(over.test, [*over.prologue, *body, *over.step], ended if ends_early else [])
    work.origins.make(new, loop)
    work.origins.of[new] = work.origins.original(loop)
    return [*over.before, new, *([] if ends_early else ended)]


def has_elements(targets: list[ast.expr]) -> bool:
    """Some of several targets are elements of arrays."""
    return any(isinstance(t, ast.Subscript) for t in targets)


def _one_by_one(work: Structuring, statement: ast.Assign, targets: list[ast.expr]) -> list[ast.stmt]:
    """Several targets as assignments of their own; what an earlier one overwrites is kept in a name."""
    before: list[ast.stmt] = []
    values: list[ast.expr]
    if isinstance(statement.value, ast.Tuple) and len(statement.value.elts) == len(targets):
        values = list(statement.value.elts)
        kept = _overwritten(targets, values)
        for index, value in enumerate(values):
            if index in kept or (_may_have_effects(value) and any(k > index for k in kept)):
                name = work.fresh("held")
                before.append(work.make(assign(name, value), statement))
                values[index] = work.origins.make(read(name), statement)
    else:
        names = [work.fresh("part") for _ in targets]
        parts = ast.Tuple([ast.Name(n, ast.Store()) for n in names], ast.Store())
        before.append(work.make(ast.Assign([parts], statement.value), statement))
        values = [read(n) for n in names]
    made = [work.make(ast.Assign([t], v), statement) for t, v in zip(targets, values, strict=True)]
    return [*before, *made]


def _overwritten(targets: list[ast.expr], values: list[ast.expr]) -> set[int]:
    """The values that read what an earlier target sets: its name, or memory, which any other name may show."""
    found: set[int] = set()
    written: frozenset[str] = frozenset()
    writes = False
    for index, (target, value) in enumerate(zip(targets, values, strict=True)):
        read_then = names_read(value)
        reads_memory = bool(read_then) and not isinstance(value, ast.Name | ast.Lambda)
        if read_then & written or (writes and reads_memory):
            found.add(index)
        written |= targets_bound(target)
        writes = writes or any(isinstance(n, ast.Subscript) and isinstance(n.ctx, ast.Store) for n in walk(target))
    return found


def _may_have_effects(value: ast.expr) -> bool:
    """It may change what others read: a call of a function, or of a method that does."""
    for node in walk(value):
        if isinstance(node, ast.NamedExpr | ast.Yield | ast.YieldFrom | ast.Await):
            return True
        if isinstance(node, ast.Call):
            called = getattr(node.func, "attr", None)
            if called is None or called in _CHANGING or any(k.arg == "out" for k in node.keywords):
                return True
    return False


def _chain(work: Structuring, statement: ast.Match, cases: list[ast.match_case]) -> ast.stmt:
    """`match` on numbers as `if`s."""
    first, *rest = cases
    options = list(literals(first.pattern))
    subject = work.origins.copied([statement.subject])[0]
    tests: list[ast.expr] = [ast.Compare(subject, [ast.Eq()], [o]) for o in options]
    test = tests[0] if len(tests) == 1 else ast.BoolOp(ast.Or(), tests)
    if rest and is_wildcard(rest[0].pattern):
        orelse = rest[0].body
    else:
        orelse = [_chain(work, statement, rest)] if rest else []
    return work.make(ast.If(test, first.body, orelse), statement)


def literals(pattern: ast.pattern) -> Iterator[ast.expr]:
    """The numbers that a pattern is made of; nothing for other patterns."""
    match pattern:
        case ast.MatchValue(value=value):
            yield value
        case ast.MatchOr(patterns=patterns):
            found = [list(literals(p)) for p in patterns]
            if all(found):
                yield from (v for values in found for v in values)


def is_wildcard(pattern: ast.pattern) -> bool:
    return isinstance(pattern, ast.MatchAs) and pattern.pattern is None and pattern.name is None
