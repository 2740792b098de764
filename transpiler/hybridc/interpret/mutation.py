"""The abstract interpretation of assignments: bindings, elements and in-place operators."""

from __future__ import annotations

import ast
from dataclasses import replace

from hybridc import rules
from hybridc.domain.atoms import unknown
from hybridc.domain.places import Place, Setting, hole
from hybridc.domain.sites import SiteKind
from hybridc.domain.values import (
    BOOL,
    COMPLEX,
    FLOAT,
    INT,
    WEAK_FLOAT,
    WEAK_INT,
    WHOLE,
    Form,
    Value,
    is_weak,
    opaque,
    promote,
    quotient,
    static,
)
from hybridc.interpret.aliases import note_maker
from hybridc.interpret.arithmetic import arithmetic, concatenated
from hybridc.interpret.bases import note_left, note_parted
from hybridc.interpret.calls import unroll_since_birth
from hybridc.interpret.containers import container_update
from hybridc.interpret.dtypes.growth import note_growth
from hybridc.interpret.dtypes.widening import stored_back
from hybridc.interpret.elements import element_of, index_value
from hybridc.interpret.evaluation import Run
from hybridc.interpret.masked_writes import asked, is_by_mask, masked, may_be_mask, written
from hybridc.interpret.table_writes import table_write
from hybridc.interpret.writes import (
    are_different,
    as_array,
    check_out_of_range,
    check_repeated,
    is_all,
    written_name,
)
from hybridc.program.assumptions import Kind
from hybridc.program.placing import around, place_of_name
from hybridc.program.plans import Update
from hybridc.program.proven_arrays import holds_no_made_array, may_be_number
from hybridc.program.static_demand import lookup_method
from hybridc.syntax.dataflow import names_read
from hybridc.syntax.messages import text_of

_ITERATORS = ("iter", "map", "zip", "enumerate", "reversed", "filter")
_ADDITIVE = (ast.Add, ast.Sub, ast.Mult)
OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
    ast.MatMult: "@", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>",
}  # fmt: skip


def rank(run: Run, name: str) -> int:
    """Names in the order in which the function mentions them."""
    return run.ranks.get(name, len(run.ranks))


def bind(run: Run, target: ast.expr, value: Value, statement: ast.stmt) -> None:
    match target:
        case ast.Name(id=name):
            if name in run.state.function.globals_declared:
                run.report(rules.GlobalMutation(name=name), statement)
            note_left(run.state, name, value, statement)
            run.state.environment[name] = value
            note_parted(run.state, name, statement)
        case ast.Tuple(elts=elements) | ast.List(elts=elements):
            _unpack(run, target, elements, value, statement)
        case ast.Subscript():
            run.policy.writes.write_element(run, target, value, statement)
        case ast.Attribute():
            run.policy.writes.attribute_write(run, target, statement)
        case _:
            run.report(rules.UnsupportedStatement(what=f"assignment to `{text_of(target)}`"), statement)
            for name in (n.id for n in ast.walk(target) if isinstance(n, ast.Name)):
                run.state.environment[name] = opaque()


def _unpack(run: Run, target: ast.expr, elements: list[ast.expr], value: Value, statement: ast.stmt) -> None:
    if any(
        isinstance(e, ast.Subscript | ast.Attribute) and not run.policy.writes.is_set_by_python(run, e)
        for e in elements
    ):
        if isinstance(statement, ast.Assign) and len(statement.targets) == 1 and target is statement.targets[0]:
            if not any(isinstance(e, ast.Attribute | ast.Starred | ast.Tuple | ast.List) for e in elements):
                run.state.plan.control.reformed.add(statement)
        run.report(rules.UnsupportedStatement(what="an element among several targets"), statement)
        return
    if any(isinstance(e, ast.Starred) for e in elements) and value.items is not None:
        if len(value.items) >= len(elements) - 1:
            _unpack_starred(run, elements, value, statement)
            return
    if any(isinstance(e, ast.Starred) for e in elements):
        _unpack_rows(run, elements, value, statement)
        return
    if not _gives_iterators(statement):
        value = value.but(memory=frozenset(m for m in value.memory if m.kind is not SiteKind.ITERATOR))
    if value.items is not None and len(value.items) == len(elements):
        parts = value.items
    elif value.form is Form.TUPLE and value.is_static:
        parts = (static(Form.NUMBER, dtype=WEAK_INT),) * len(elements)
    elif value.form.is_numeric and not value.is_static:
        names = {e.id for e in elements if isinstance(e, ast.Name)}
        is_element = (value.rank or 0) < 2 and not names & run.state.known.containers  # a number, or a row
        row = replace(opaque(), memory=value.memory, is_element=is_element)
        is_chain = isinstance(statement, ast.Assign) and len(statement.targets) > 1
        if not is_chain and _is_nameless(run, value):  # only these see it, each a part of its own
            parts = tuple(replace(row, memory=run.state.allocate(e)) for e in elements)
        else:
            parts = tuple(replace(row, place=_row(run, value, i)) for i in range(len(elements)))
    else:
        parts = (replace(opaque(value.binding), memory=value.memory),) * len(elements)
    for element, part in zip(elements, parts, strict=True):
        bind(run, element, part, statement)


def _gives_iterators(statement: ast.stmt) -> bool:
    """`a, b = map(iter, rows)`: what is unpacked can itself be run over once."""
    match getattr(statement, "value", None):
        case ast.Call(func=ast.Name(id="map"), args=[ast.Name(id=name), *_]):
            return name in _ITERATORS
        case ast.Call(func=ast.Name(id="map"), args=[ast.Lambda(body=element), *_]) | ast.GeneratorExp(elt=element):
            is_made = isinstance(element, ast.Call) and getattr(element.func, "id", "") in _ITERATORS
            return is_made or isinstance(element, ast.GeneratorExp)
    return False


def _unpack_rows(run: Run, elements: list[ast.expr], value: Value, statement: ast.stmt) -> None:
    """`a, *b = rows`, of which nobody knows how many there are."""
    held = replace(opaque(value.binding), memory=value.memory)
    star = next(i for i, e in enumerate(elements) if isinstance(e, ast.Starred))
    is_array = value.form.is_numeric and not value.is_static
    names = {e.id for e in elements if isinstance(e, ast.Name)}
    is_element = (value.rank or 0) < 2 and not names & run.state.known.containers
    for index, element in enumerate(elements):
        if isinstance(element, ast.Starred):
            rest = Value(value.binding, Form.LIST, memory=held.memory | run.state.box(element))
            bind(run, element.value, rest, statement)
            continue
        if not is_array:
            bind(run, element, held, statement)
            continue
        place = _row(run, value, index if index < star else index - len(elements))
        row = replace(opaque(), memory=value.memory, is_element=is_element, place=place)
        bind(run, element, row, statement)


def is_set_by_python(run: Run, target: ast.expr) -> bool:
    """Python sets the attribute while it traces."""
    return False


def _is_nameless(run: Run, value: Value) -> bool:
    """An array made here that no name holds."""
    is_made_here = bool(value.memory) and all(site.is_made for site in value.memory)
    return is_made_here and not any(held.memory & value.memory for held in run.state.environment.values())


def _row(run: Run, value: Value, index: int) -> Place | None:
    if value.place is None:
        return None
    step = ast.Subscript(hole(), ast.Constant(index), ast.Load())
    return value.place.seen_through(step, frozenset(), frozenset(), value.place.is_contiguous)


def _unpack_starred(run: Run, elements: list[ast.expr], value: Value, statement: ast.stmt) -> None:
    """`a, *b = values`, of which every element is known."""
    assert value.items is not None
    place = next(i for i, e in enumerate(elements) if isinstance(e, ast.Starred))
    behind = len(elements) - place - 1
    stop = len(value.items) - behind
    middle = value.items[place:stop]
    memory = frozenset().union(*(v.memory for v in middle)) | run.state.box(elements[place])
    rest = Value(run.state.binding_of(*middle), Form.LIST, items=middle, memory=memory)
    for element, part in zip(elements, (*value.items[:place], rest, *value.items[stop:]), strict=True):
        bind(run, element.value if isinstance(element, ast.Starred) else element, part, statement)


def augmented(run: Run, statement: ast.AugAssign) -> None:
    value = run.evaluate(statement.value)
    if isinstance(statement.target, ast.Subscript):
        run.policy.writes.augmented_element(run, statement, statement.target, value)
    elif isinstance(statement.target, ast.Name):
        run.policy.writes.augmented_name(run, statement, statement.target, value)
    else:
        run.policy.writes.attribute_write(run, statement.target, statement)


def attribute_write(run: Run, target: ast.Attribute, statement: ast.stmt) -> None:
    """`x.real = v` writes into a view of `x`; `x.shape = s` gives `x` another shape, which its views do not get."""
    held = run.evaluate(target.value)
    entry = next((e for e in lookup_method(run.state.dialects, target.attr) if e.parameters is None), None)
    is_only = len(statement.targets) == 1 if isinstance(statement, ast.Assign) else True
    if entry is not None and is_only and held.form.is_numeric and not held.is_static:
        if entry.back is not None:
            view = ast.copy_location(ast.Attribute(target.value, target.attr, ast.Load()), target)
            run.state.plan.mutation.attributes[statement] = Setting(ast.Subscript(view, ast.Constant(...), ast.Store()))
        elif entry.setter is not None and isinstance(statement, ast.Assign) and isinstance(target.value, ast.Name):
            if _may_set(run, target.value.id, statement):
                name = target.value.id
                has_views = any(True for _ in around(run.state, name))
                setting = Setting(ast.Name(name, ast.Store()), entry.setter, has_views)
                run.state.plan.mutation.attributes[statement] = setting
    run.report(rules.AttributeWrite(target=text_of(target)), statement)


def _may_set(run: Run, name: str, statement: ast.stmt) -> bool:
    """No other name is this very array: a view keeps its shape."""
    place = place_of_name(run.state, name)
    later = run.state.liveness.after.get(statement, frozenset())
    for other, _ in list(around(run.state, name)):
        held = place_of_name(run.state, other)
        if other in later and (place is None or held is None or held.steps == place.steps):
            run.report(rules.SharedMemory(name=name, other=other), statement)
            return False
    return not any(site.is_outer for site in run.state.environment[name].memory)


def augmented_name(run: Run, statement: ast.AugAssign, target: ast.Name, value: Value) -> None:
    name = target.id
    if name in run.state.function.globals_declared:
        run.report(rules.GlobalMutation(name=name), statement)
        return
    old = run.evaluate(ast.copy_location(ast.Name(name, ast.Load()), target))
    run.state.environment.setdefault(name, old)
    run.state.plan.values[target] = old
    if isinstance(statement.op, ast.Add) and old.form is value.form and old.form in (Form.LIST, Form.TUPLE):
        _extended(run, statement, name, old, value)
        return
    if old.is_static and value.is_static:
        run.policy.writes.static_augmented(run, statement, name, old, value)
        return
    if not old.form.is_numeric or not value.form.is_numeric:
        if old.form in (Form.LIST, Form.DICT):
            run.report(rules.ListInLoop(name=name), statement)
        else:
            run.report(rules.UnsupportedStatement(what=f"arithmetic on {old.form.value}"), statement)
        run.state.environment[name] = opaque()
        return
    read = ast.copy_location(ast.Name(name, ast.Load()), target)
    result = arithmetic(run, statement, statement.op, old, value, (read, statement.value))
    note_maker(run.state, name, statement)
    note_growth(run, statement)
    run.state.plan.assumed.forget(Kind.VALUE, statement)
    is_view = old.is_traced and bool(old.memory) and run.state.has_views_of_elements
    if (old.is_scalar and not is_view) or old.is_static:
        if old.is_traced and run.state.known.evident.is_seen(name):
            run.policy.writes.rests_on_numbers(run, [name], statement)
        run.state.environment[name] = result
        return
    if old.is_traced and not old.is_array and (given := run.state.known.evident.same_as(name)):
        run.policy.writes.rests_on_numbers(run, given, statement)
        if statement in run.state.plan.assumed.nodes(
            Kind.VALUE
        ):  # it may well be an array, of which no test says anything
            run.report(rules.TakenForNumber(name=name), statement)
    if run.policy.writes.gets_a_new_one(run, name, old, statement):
        run.state.plan.mutation.updates[statement] = Update.REBIND
        run.state.environment[name] = result
        return
    if not run.policy.writes.may_write(run, name, statement, True):
        run.policy.writes.update_array(run, statement, name, old, result)
        return
    if run.state.environment[name].is_scalar and not is_view:
        run.state.plan.mutation.updates[statement] = Update.REBIND
        run.state.environment[name] = arithmetic(run, statement, statement.op, run.state.environment[name], value)
        return
    check_stored(run, statement, old, result)
    run.report(rules.InPlaceOperator(name=name, operator=f"{OPERATORS[type(statement.op)]}="), statement)
    run.policy.writes.update_array(run, statement, name, old, result)


def check_stored(run: Run, statement: ast.AugAssign, old: Value, result: Value) -> None:
    """NumPy raises where an operator in place gives what the array's dtype does not hold."""
    if old.is_array and old.dtype in (INT, BOOL) and result.dtype & (FLOAT | WEAK_FLOAT | COMPLEX):
        what = f"`{text_of(statement)}`, whose result NumPy does not store in an array of {min(old.dtype)},"
        run.report(rules.UnsupportedStatement(what=what), statement)


def gets_a_new_one(run: Run, name: str, old: Value, statement: ast.AugAssign) -> bool:
    """An operator such as `+=` gives the name another array, and no one else sees it."""
    return False


def _extended(run: Run, statement: ast.AugAssign, name: str, old: Value, value: Value) -> None:
    """`out += [v]`: the list itself gets longer; a tuple is a new one."""
    result = concatenated(run, statement, old, value)
    if (other := run.state.perhaps_same(name, old, statement)) is not None and old.form is Form.LIST:
        run.report(rules.SharedMemory(name=name, other=other), statement)
    if old.form is Form.LIST:
        result = replace(result, memory=old.memory | result.memory)
        if run.state.flow.loops and isinstance(statement.value, ast.List):
            run.state.plan.control.reformed.add(statement)
        if not run.state.is_made_here(old):
            unroll_since_birth(run, old)
            run.report(rules.ListInLoop(name=name), statement)
        run.state.set_contents(name, old, result)
    run.state.environment[name] = result


def update_array(run: Run, statement: ast.AugAssign, name: str, old: Value, result: Value) -> None:
    keeps = result.dtype == old.dtype or old.dtype == FLOAT
    if keeps and not isinstance(statement.op, ast.MatMult):
        update = Update.REBIND
    else:
        place = place_of_name(run.state, name)
        may_be_given = may_be_number(run.state, place, [name], statement) and holds_no_made_array(run.state, name)
        is_array = old.is_array and not may_be_given
        update = Update.CAST if is_array else Update.KEEP
    run.state.plan.mutation.updates[statement] = update
    if old.is_array:
        run.state.environment[name] = replace(old.traced(), place=run.state.environment[name].place)
    else:
        dtype = old.dtype if keeps else unknown()
        shape = old.shape if result.shape == old.shape else unknown()
        place = run.state.environment[name].place
        run.state.environment[name] = replace(
            result, dtype=dtype, shape=shape, rank=old.rank, memory=old.memory, place=place,
            is_element=old.is_element, dims=old.dims,
        )  # fmt: skip


def static_augmented(run: Run, statement: ast.AugAssign, name: str, old: Value, value: Value) -> None:
    if old.form.is_numeric and value.form.is_numeric:
        dtype = promote(old.dtype, value.dtype)
        dtype = quotient(dtype) if isinstance(statement.op, ast.Div) else dtype
        result = static(Form.NUMBER, dtype=dtype, shape=old.shape | value.shape)
    else:
        result = static(old.form)
    note_growth(run, statement)
    run.state.environment[name] = result
    if run.state.is_compiled_here:
        run.state.environment[name] = result.traced()


def _is_one_place(run: Run, index: Value, node: ast.expr, value: Value) -> bool:
    """A number or a slice. What may be a number is taken for one."""
    run.state.plan.assumed.forget(Kind.VALUE, node)
    if index.form is Form.LIST:
        return are_different(index)
    if index.form in (Form.RANGE, Form.NONE) or (index.is_scalar and index.dtype <= INT | WEAK_INT):
        return True
    if index.form is Form.NUMBER and value.is_scalar:
        return False  # whatever it is, each place gets one value
    return run.policy.writes.is_taken_for_number(run, index, node, text_of(node))


def is_askable(run: Run, statement: ast.AugAssign) -> bool:
    """There is such an operator of arrays' elements."""
    return not isinstance(statement.op, ast.MatMult | ast.LShift | ast.RShift)


def augmented_element(run: Run, statement: ast.AugAssign, target: ast.Subscript, value: Value) -> None:
    name = written_name(run, target, statement)
    index = index_value(run, target.slice)
    if name is None:
        return
    array = run.evaluate(target.value)
    if array.form in (Form.LIST, Form.DICT):
        container_update(run, array, index, value, target, statement)
        return
    value = as_array(run, value, statement.value)
    if not run.policy.writes.may_write(run, name, statement, False):
        return
    operator = OPERATORS[type(statement.op)]
    if is_by_mask(run, target, index, value, statement):
        result = arithmetic(run, statement, statement.op, array, value)
        masked(run, statement, name, target, array, index, result, f"{operator}=")
        return
    element = element_of(run, target, array, index)
    check_out_of_range(run, target, index)
    if run.state.is_table(array):
        table_write(run, name, target, arithmetic(run, statement, statement.op, element, value), statement)
        return
    if is_all(target.slice, index):
        result = arithmetic(run, statement, statement.op, element, value)
        is_same = array.is_array and result.is_array and array.same_type(result)
        run.state.plan.mutation.updates[statement] = Update.WHOLE if is_same else Update.WHOLE_KEEP
        form = f"{name} = ..."
        run.report(rules.ItemAssignment(target=text_of(target), operator=f"{operator}=", form=form), statement)
        written(run, name)
        return
    if may_be_mask(index, target.slice) and is_askable(run, statement):
        check_repeated(run, target, index, value)
        asked(run, statement, name, target, f"{operator}=")
        return
    indices = index.items if index.form is Form.TUPLE and index.items is not None else (index,)
    unique = all(_is_one_place(run, i, part, value) for i, part in zip(indices, _parts(target.slice), strict=False))
    check_repeated(run, target, index, value)
    exact = (
        array.dtype == FLOAT
        or (array.dtype <= INT and value.dtype <= WHOLE)
        or array.dtype == value.dtype
        or (bool(array.dtype & (FLOAT | WEAK_FLOAT)) and is_weak(value.dtype))
    )
    cast = array.dtype <= INT | BOOL and not promote(element.dtype, value.dtype) <= INT | WEAK_INT
    cast |= stored_back(run.state, statement, element, value)
    if unique and exact and isinstance(statement.op, _ADDITIVE) and array.dtype != BOOL:
        update = Update.AT_OPERATOR
    else:
        update = Update.AT_CAST if cast else Update.AT_RECOMPUTE
    run.state.plan.mutation.updates[statement] = update
    method = {ast.Add: "add", ast.Sub: "subtract", ast.Mult: "multiply"}.get(type(statement.op), "set")
    method = method if update is Update.AT_OPERATOR else "set"
    run.report(
        rules.ItemAssignment(target=text_of(target), operator=f"{operator}=", form=f"{name}.at[...].{method}"),
        statement,
    )
    written(run, name)


def _parts(index: ast.expr) -> list[ast.expr]:
    return index.elts if isinstance(index, ast.Tuple) else [index]


__all__ = ["OPERATORS", "names_read"]
