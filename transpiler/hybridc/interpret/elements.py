"""The abstract interpretation of containers as expressions: displays, elements and comprehensions."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace

from hybridc import rules
from hybridc.dialects.entry import Entry
from hybridc.domain.atoms import behind, unknown
from hybridc.domain.sites import OUTSIDE, Memory, Site, SiteKind
from hybridc.domain.values import (
    BOOL,
    INT,
    SCALAR,
    WEAK_INT,
    Binding,
    Dims,
    Form,
    Value,
    array,
    is_bool,
    is_whole,
    merge,
    number,
    opaque,
    place_in,
    promote,
    static,
)
from hybridc.interpret.checking import note_index
from hybridc.interpret.evaluation import Run
from hybridc.interpret.looping.iteration import indexes
from hybridc.interpret.masks import is_called_mask
from hybridc.program.assumptions import LISTS, Kind, assume
from hybridc.program.placing import place_of, placed
from hybridc.program.plans import Mapping
from hybridc.program.static_demand import fitting, lookup, lookup_method
from hybridc.syntax.dataflow import names_read, targets_bound
from hybridc.syntax.late_binding import bound_as, read_late, set_after_named, set_while_it_lives
from hybridc.syntax.messages import text_of
from hybridc.syntax.walking import walk


def tuple_value(run: Run, node: ast.Tuple) -> Value:
    return _sequence(run, node, Form.TUPLE)


def list_value(run: Run, node: ast.List) -> Value:
    return _sequence(run, node, Form.LIST)


def set_value(run: Run, node: ast.Set) -> Value:
    return _sequence(run, node, Form.LIST)


def _sequence(run: Run, node: ast.Tuple | ast.List | ast.Set, form: Form) -> Value:
    items = tuple(placed(run.state, e, run.evaluate(e)) for e in node.elts)
    memory = frozenset().union(*(v.memory for v in items))
    if form is Form.LIST:
        memory |= run.state.box(node) | run.state.same(node, _shared(items))
    if any(isinstance(e, ast.Starred) for e in node.elts):
        return Value(run.state.binding_of(*items), form, memory=memory)
    return Value(run.state.binding_of(*items), form, items=items, memory=memory)


def starred(run: Run, node: ast.Starred) -> Value:
    """An iterator's elements are no iterator, as a list's may be."""
    value = run.evaluate(node.value)
    kinds = {m.kind for m in value.memory}
    if SiteKind.LIST in kinds or SiteKind.ITERATOR not in kinds:
        return value
    return replace(value, memory=frozenset(m for m in value.memory if m.kind is not SiteKind.ITERATOR))


def dict_value(run: Run, node: ast.Dict) -> Value:
    values = [placed(run.state, v, run.evaluate(v)) for v in node.values]
    keys = [run.evaluate(k) for k in node.keys if k is not None]
    if not all(k.is_static for k in keys):
        run.report(rules.StaticNeeded(expression="a dict's key", why="keys are compared by Python"), node)
    memory = frozenset().union(*(v.memory for v in values)) | run.state.box(node)
    memory |= run.state.same(node, _shared(values))
    binding = run.state.binding_of(*values)
    if len(keys) != len(values) or not all(k.has_constant for k in keys):
        return Value(binding, Form.DICT, memory=memory)
    held = dict(zip((k.constant for k in keys), values, strict=True))  # of keys that are equal, the last one's value
    return Value(binding, Form.DICT, items=tuple(held.values()), keys=tuple(held), memory=memory)


def subscript(run: Run, node: ast.Subscript) -> Value:
    value = run.evaluate(node.value)
    mapping = run.state.plan.lines.mappings.get(node.value)
    if mapping is not None and mapping.entry.has_brackets:
        return _in_brackets(run, node, mapping.entry)
    index = index_value(run, node.slice)
    if value.form is Form.STACKED:
        element = element_of(run, node, replace(value, form=Form.ARRAY), index)
        if isinstance(node.slice, ast.Slice):
            return replace(element, form=Form.STACKED)
        return value.row(element) if value.levels > 1 else element
    if value.form in (Form.TUPLE, Form.LIST, Form.DICT, Form.STRING, Form.RANGE):
        return _container_element(run, node, value, index)
    if value.is_static and value.form is not Form.UNKNOWN and not value.form.is_numeric:
        if not index.is_static:
            return _container_element(run, node, value, index)
        return static(memory=value.memory - {OUTSIDE})
    if value.is_static and index.is_static:
        return static(dtype=unknown(), shape=unknown())
    if value.is_static and value.form is Form.UNKNOWN:
        return _container_element(run, node, value, index)
    _note_indexed(run, node, index)
    element = element_of(run, node, value, index)
    if value.memory and (place := place_of(run.state, node.value)) is not None and place.is_final:
        return replace(element, memory=run.state.allocate(node))
    if element.rank is None and value.rank and run.state.is_table(value):
        return replace(element, rank=value.rank - 1)  # a list takes one number as an index
    return element


def _in_brackets(run: Run, node: ast.Subscript, entry: Entry) -> Value:
    """`np.c_[x, y]`"""
    given = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    values = [index_value(run, each) for each in given]
    if any(v.form is Form.STRING for v in values):
        run.report(rules.DifferentMeaning(name=text_of(node.value), advice="directions in text are not read"), node)
    bounds = [b for each in given if isinstance(each, ast.Slice) for b in (each.lower, each.upper, each.step) if b]
    known = [run.state.plan.values[bound] for bound in bounds if bound in run.state.plan.values]
    are_whole = len(known) == len(bounds) and all(bound.dtype <= INT | WEAK_INT for bound in known)
    own = [INT if isinstance(each, ast.Slice) else v.dtype for each, v in zip(given, values, strict=True)]
    dtype = promote(*own) if are_whole else unknown()
    if entry.gives_list and len(given) > 1:  # of JAX's; NumPy's is a tuple
        run.state.plan.lines.casts[node] = "tuple({x})"
        items = tuple(replace(array(dtype, unknown()), memory=run.state.allocate(each)) for each in given)
        memory = frozenset[Site]().union(*(item.memory for item in items))
        return Value(Binding.TRACED, Form.TUPLE, items=items, memory=memory)
    return replace(array(dtype, unknown()), memory=run.state.allocate(node))


def _note_indexed(run: Run, node: ast.Subscript, index: Value) -> None:
    """What callers may give as a list has elements by traced indices only if it is an array."""
    whole = node.value
    while isinstance(whole, ast.Subscript) and isinstance(whole.slice, ast.Slice):
        whole = whole.value
    match whole:
        case ast.Name(id=name) if (
            name in run.state.known.indexed_lists and name in run.state.function.parameters and not index.is_static
        ):
            assume(run.state.plan.assumed, Kind.INDEXED, run.state.function.argument(name), [name], LISTS)


def chosen(run: Run, node: ast.Subscript) -> Value:
    """`x[mask]`, where a write by the mask, or a sum of what it chooses, computes with all of `x`."""
    if node in run.state.plan.structured.origins.filled:
        run.state.plan.mutation.guarded.add(node)
    value, index = run.evaluate(node.value), index_value(run, node.slice)
    if value.form is not Form.ARRAY or index.form is Form.TUPLE:
        return Value(Binding.TRACED, Form.ARRAY, value.dtype, unknown())
    return replace(value.traced(), memory=frozenset(), place=None)


def _container_element(run: Run, node: ast.Subscript, value: Value, index: Value) -> Value:
    if not index.is_static:
        run.policy.values.unroll_index(run, node.slice)
        run.report(
            rules.StaticNeeded(expression=text_of(node.slice), why=f"it indexes {value.form.value}, which is Python's"),
            node.slice,
        )
        return opaque()
    place = place_in(value, index)
    if place is not None and value.items is not None:
        return value.items[place]
    if value.items and not isinstance(node.slice, ast.Slice):
        result = value.items[0]
        for item in value.items[1:]:
            result = merge(result, item)
        return result
    if isinstance(node.slice, ast.Slice):
        return replace(value, items=None, memory=value.held | run.state.box(node))
    if value.form is Form.TUPLE and value.is_static:
        return static(Form.NUMBER, dtype=WEAK_INT)
    return opaque(value.binding) if value.is_static else replace(opaque(), memory=value.memory)


def index_value(run: Run, node: ast.expr) -> Value:
    """The value of what stands between brackets; slices' bounds must be known."""
    if isinstance(node, ast.Slice):
        for bound in (node.lower, node.upper, node.step):
            if bound is not None and not run.evaluate(bound).is_static:
                run.report(
                    rules.StaticNeeded(
                        expression=text_of(bound), why="it is the bound of a slice, and so gives a shape"
                    ),
                    bound,
                )
        return static(Form.RANGE)
    if isinstance(node, ast.Tuple):
        items = tuple(index_value(run, e) for e in node.elts)
        return Value(run.state.binding_of(*items), Form.TUPLE, items=items)
    value = run.evaluate(node)
    return _places(run, node) if value.form is Form.RANGE else value


def _places(run: Run, node: ast.expr) -> Value:
    """`range(n)` as an index, which only arrays take: an array of these numbers."""
    found = fitting(lookup(run.state.dialects, "Index.range"), node) if isinstance(node, ast.Call) else None
    if found is not None:
        run.state.plan.lines.mappings[node] = Mapping(*found)
    else:
        run.state.plan.lines.casts[node] = "jnp.arange({x}.start, {x}.stop, {x}.step)"
    return Value(Binding.TRACED, Form.ARRAY, INT, unknown(), 1, memory=run.state.allocate(node))


def slice_value(run: Run, node: ast.Slice) -> Value:
    return index_value(run, node)


def element_of(run: Run, node: ast.Subscript, value: Value, index: Value) -> Value:
    """`value[index]` of an array."""
    indices = indices_of(run, node, index, value.is_array)
    note_index(run.state, node, value, indices)
    if any(is_bool(i) and not i.is_scalar for i in indices):
        run.state.plan.mutation.by_mask.add(node)
        run.report(rules.DynamicShape(expression=text_of(node)), node)
    elif isinstance(node.ctx, ast.Load) and is_called_mask(node.slice) and index.is_traced:
        run.state.plan.mutation.by_mask.add(node)
    if isinstance(node.ctx, ast.Load) and any(i.is_traced for i in indices) and not is_in_range(run, node):
        run.report(rules.UncheckedIndex(expression=text_of(node)), node)
    scalars = [i for i in indices if i.form.is_numeric and i.is_scalar and i.dtype != BOOL]
    if len(scalars) == len(indices) and value.form.is_numeric:
        if value.rank is not None and value.rank <= len(scalars):
            found = number(value.dtype, SCALAR, rank=0)
            is_view = run.state.has_views_of_elements and found.is_traced
            return replace(found, memory=value.memory) if is_view else found
        shape = behind(value.shape, len(scalars))
        rank = None if value.rank is None else value.rank - len(scalars)
        form = Form.UNKNOWN if value.form is Form.UNKNOWN and index.is_static else Form.NUMBER  # perhaps of a tuple
        return Value(Binding.TRACED, form, value.dtype, shape, rank, is_element=rank is None, memory=value.memory)
    slices = [i for i in indices if i.form in (Form.RANGE, Form.NONE)]
    is_basic = len(scalars) + len(slices) == len(indices)
    if all(i.form is Form.RANGE for i in indices) and value.rank is not None:
        memory = value.memory
        return Value(Binding.TRACED, Form.ARRAY, value.dtype, unknown(), value.rank, memory=memory, dims=Dims.SOME)
    rank = None
    if is_basic and value.rank is not None and not any(i.form is Form.NONE for i in indices):
        rank = value.rank - len(scalars)
    is_copy = any(i.is_array and i.dims is Dims.SOME for i in indices)  # beside slices, too
    may_view = not is_copy and (is_basic or not all(i.is_array for i in indices) or _may_be_number(run, indices))
    memory = value.memory if may_view else run.state.allocate(node)
    is_view = any(i.has_constant and i.constant is ... for i in indices)  # of a number, too
    form = Form.ARRAY if slices or is_view else Form.NUMBER
    is_element = not is_view and all(i.form in (Form.NUMBER, Form.UNKNOWN) for i in indices)  # arrays as indices copy
    dims = Dims.SOME if slices else Dims.OBJECT if is_view else Dims.ANY
    return Value(Binding.TRACED, form, value.dtype, unknown(), rank, is_element=is_element, memory=memory, dims=dims)


def _may_be_number(run: Run, indices: tuple[Value, ...]) -> bool:
    """An array without axes, which some frameworks take for a number: what it gives is a view."""
    return run.state.has_views_of_elements and any(not i.rank and not is_bool(i) for i in indices if i.is_array)


def indices_of(run: Run, node: ast.Subscript, index: Value, of_array: bool) -> tuple[Value, ...]:
    """The indices one by one; a list is an array of them. Notes which may be no integers, where that matters."""
    if index.form is not Form.TUPLE or not isinstance(node.slice, ast.Tuple):
        places: list[ast.expr] = [node.slice]
        given = (index,) if index.form is not Form.TUPLE or index.items is None else index.items
    else:
        places, given = node.slice.elts, index.items or (index,)
    for place, value in zip(places, given, strict=False):
        if value.form is Form.LIST:
            run.state.plan.lines.index_lists.add(place)
        elif value.is_traced and (value.is_array or (of_array and value.form.is_numeric)) and not is_whole(value):
            line = next(iter(lookup_method(run.state.dialects, "__index__")), None)
            if line is not None:
                run.state.plan.lines.whole[place] = line
    return tuple(_as_indices(v) if v.form is Form.LIST else v for v in given)


def is_in_range(run: Run, node: ast.Subscript) -> bool:
    """The index is that of a loop over the array's own length."""
    if not (isinstance(node.value, ast.Name) and isinstance(node.slice, ast.Name)):
        return False
    for loop, _ in run.state.flow.loops:
        match loop:
            case ast.For(target=ast.Name(id=index), iter=ast.Call(func=ast.Name(id="range"), args=[*_, stop])):
                if index == node.slice.id and _is_length_of(stop, node.value.id):
                    return True
    return False


def listcomp(run: Run, node: ast.ListComp) -> Value:
    return run.policy.values.comprehension(run, node, node.elt, Form.LIST)


def check_late(run: Run, node: ast.Lambda | ast.GeneratorExp) -> None:
    """What it reads when it runs is then what it was when it was made."""
    state = run.state
    named = bound_as(run.current) if getattr(run.current, "value", None) is node else None
    if named is not None:
        late = set_after_named(state.function.node, node, named)
    else:
        late = set_while_it_lives(state.function, state.module, state.dialects, run.current, node)
    for name in sorted(read_late(node) & late):
        run.report(rules.ChangingClosure(function=named or text_of(node), name=name), node)


def generatorexp(run: Run, node: ast.GeneratorExp) -> Value:
    check_late(run, node)
    value = run.policy.values.comprehension(run, node, node.elt, Form.LIST)
    known = run.state.environment
    late = frozenset().union(*(known[n].memory for n in read_late(node) & known.keys()))
    return replace(value, memory=value.memory | late | run.state.iterator(node))


def dictcomp(run: Run, node: ast.DictComp) -> Value:
    value = run.policy.values.comprehension(run, node, ast.Tuple([node.key, node.value], ast.Load()), Form.DICT)
    if not run.state.plan.values[node.key].is_static:
        run.report(rules.StaticNeeded(expression="a dict's key", why="keys are compared by Python"), node.key)
    return value


def comprehension(
    run: Run, node: ast.ListComp | ast.GeneratorExp | ast.DictComp, element: ast.expr, form: Form
) -> Value:
    saved = dict(run.state.environment)
    for generator in node.generators:
        source = run.evaluate(generator.iter)
        is_known = source.is_static or source.form is Form.DICT  # whose keys JAX knows
        # What is run over and was computed is an array: it may be long.
        is_computed = source.form in (Form.ARRAY, Form.NUMBER) and not is_known
        if is_computed and all(d.models is None for d in run.state.dialects):
            run.report(rules.UnrolledLoop(name=f"`{text_of(generator.target)}`"), node)
        item = static(dtype=unknown(), shape=unknown()) if is_known else replace(opaque(), memory=source.held)
        if source.form is Form.RANGE and source.is_static:
            item = static(Form.NUMBER, dtype=WEAK_INT, shape=SCALAR)
        if isinstance(generator.target, ast.Name) and _gives_tuples(generator.iter) and not item.is_static:
            item = Value(Binding.TRACED, Form.TUPLE, memory=source.held)
        counted = indexes(run, generator.target, generator.iter)
        for name in walk(generator.target):
            if isinstance(name, ast.Name):
                is_index = name.id in counted and not is_known
                index = static(Form.NUMBER, dtype=WEAK_INT, shape=SCALAR)
                run.state.environment[name.id] = index if is_index else item
        for test in generator.ifs:
            if not run.policy.values.truth(run, test).is_static:
                run.report(rules.DynamicShape(expression=text_of(node)), test)
    value = run.evaluate(element)
    run.state.environment = saved
    targets = frozenset().union(*(targets_bound(g.target) for g in node.generators))
    kept = [v.memory for n, v in saved.items() if n in names_read(element) - targets]
    same = run.state.same(node, value.memory & frozenset().union(*kept))
    items = source.items if _gives_all(node) and form is Form.LIST and source.form is not Form.DICT else None
    return Value(value.binding, form, items=items, memory=value.memory | same | run.state.box(node))


def _gives_all(node: ast.ListComp | ast.GeneratorExp | ast.DictComp) -> bool:
    """`[v for v in values]`."""
    match node:
        case ast.ListComp(elt=ast.Name(id=name), generators=[ast.comprehension(target=ast.Name(id=other), ifs=[])]):
            return name == other
    return False


def _shared(values: Sequence[Value]) -> Memory:
    """Memory that two of the values share."""
    found: set[Site] = set()
    shared: set[Site] = set()
    for value in values:
        shared |= found & value.memory
        found |= value.memory
    return frozenset(shared)


def _gives_tuples(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("zip", "enumerate")


def _as_indices(listed: Value) -> Value:
    """The array that a list of indices stands for."""
    dtype = promote(*(i.dtype for i in listed.items)) if listed.items else unknown()
    return Value(listed.binding, Form.ARRAY, BOOL if dtype <= BOOL else dtype, unknown(), 1)


def _is_length_of(node: ast.expr, name: str) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="len"), args=[ast.Name(id=only)]):
            return only == name
        case ast.Subscript(value=ast.Attribute(value=ast.Name(id=only), attr="shape"), slice=ast.Constant(value=0)):
            return only == name
        case ast.Attribute(value=ast.Name(id=only), attr="size"):
            return only == name
    return False
