"""Lists, dicts and sets that models keep. Their elements are set, `self.found[i] = v`, as Python does, or, where only
running tells the place, the attribute gets another list."""

from __future__ import annotations

import ast

from hybridc.domain.sites import parameters_in
from hybridc.domain.values import Form, Value
from hybridc.interpret.elements import index_value
from hybridc.interpret.evaluation import once
from hybridc.interpret.models.array_uses import is_used_as_array
from hybridc.interpret.models.held_lists import list_attribute, makes_list
from hybridc.interpret.models.kept import is_authors, note_kept
from hybridc.interpret.models.layers import is_own
from hybridc.interpret.models.run import ModelRun
from hybridc.interpret.references.model_reads import is_named
from hybridc.program.plans import Update
from hybridc.syntax.messages import text_of
from hybridc.syntax.walking import walk

_OF_DICTS = frozenset({"items", "keys", "popitem", "setdefault"})


def stores(run: ModelRun, target: ast.Subscript, value: Value) -> bool:
    """The write is of an element of a list or dict that the own object keeps, at a place that is known."""
    attribute = list_attribute(run, target.value)
    if attribute is None or run.state.is_compiled_here or not index_value(run, target.slice).is_static:
        return False
    if not value.is_static:
        note_kept(run, attribute, value)
    return True


def counts(run: ModelRun, target: ast.Subscript, value: Value) -> bool:
    """`self.seen["calls"] += 1`, of a list or dict of numbers: an array would be written in place."""
    attribute = list_attribute(run, target.value)
    if attribute is None or run.state.is_compiled_here or not value.is_static:
        return False
    return index_value(run, target.slice).is_static and _holds_numbers(run, attribute)


def _holds_numbers(run: ModelRun, name: str) -> bool:
    """The class makes it of numbers, and the file does nothing with it but count, and look up elements."""
    return name not in _used_otherwise(run) and all(map(_makes_numbers, run.models.makers(run.owner, name)))


@once
def _used_otherwise(run: ModelRun) -> frozenset[str]:
    """Attributes of which the file reads more than elements, or sets elements to what is no constant."""
    elements: set[ast.AST] = set()
    for node in walk(run.state.module.tree):
        match node:
            case ast.AugAssign(target=ast.Subscript(value=ast.Attribute() as held)):
                elements.add(held)
            case ast.Subscript(value=ast.Attribute() as held, ctx=ast.Load()):
                elements.add(held)
            case ast.Assign(targets=[ast.Subscript(value=ast.Attribute() as held)], value=ast.Constant()):
                elements.add(held)
    family = run.models.families.get(run.owner or "", ())
    of_others = [c.node for c in run.models.classes.values() if c.node.name not in family]
    elements |= {n for c in of_others for n in walk(c) if isinstance(n, ast.Attribute) and is_named(n.value, "self")}
    named = (n for n in walk(run.state.module.tree) if isinstance(n, ast.Attribute) and n not in elements)
    return frozenset(n.attr for n in named if not isinstance(n.ctx, ast.Store))


def _makes_numbers(made: ast.expr) -> bool:
    match made:
        case ast.List(elts=held) | ast.Dict(values=held):
            return all(isinstance(each, ast.Constant) for each in held)
        case ast.BinOp(left=left, op=ast.Mult()):
            return _makes_numbers(left)
        case ast.Call(func=ast.Name(id="Counter") | ast.Attribute(attr="Counter"), args=[]):
            return True
        case ast.Call(args=[ast.Name(id="int" | "float")]):  # `defaultdict(int)`
            return True
    return False


def writes_item(run: ModelRun, target: ast.Subscript, value: Value, statement: ast.stmt) -> bool:
    """The write is into a list of the own object's, which nobody else has."""
    held = target.value
    if not isinstance(held, ast.Attribute) or not is_own(run, held.value) or run.state.is_compiled_here:
        return False
    if isinstance(target.slice, ast.Slice | ast.Tuple) or not _holds_own_list(run, held.attr):
        return False
    index_value(run, target.slice)
    if not value.is_static:
        note_kept(run, held.attr, value)
    run.state.plan.mutation.updates[statement] = Update.ITEM
    return True


def writes_given(run: ModelRun, target: ast.Subscript, statement: ast.stmt) -> bool:
    """Perhaps into a list that the method is given, or gets from a part: layers make its elements anew,
    `x[i] = self.m[i](x[i])`, or nothing tells that it is an array."""
    name = target.value.id if isinstance(target.value, ast.Name) else ""
    if run.state.is_compiled_here or not isinstance(statement, ast.Assign):
        return False
    is_given = name in _perhaps_lists(run) | _dicts(run)
    if not is_given and not (is_authors(run, statement) and _may_be_list(run, target)):
        return False
    index = index_value(run, target.slice)
    if not index.is_static or isinstance(target.slice, ast.Slice | ast.Tuple):
        return False
    run.state.plan.mutation.updates[statement] = Update.GIVEN
    run.state.plan.arguments.items_set |= parameters_in(run.evaluate(target.value).memory)
    return True


@once
def _perhaps_lists(run: ModelRun) -> frozenset[str]:
    """Parameters of which an element becomes what a call of a part gives for it."""
    names = set[str]()
    for statement in run.state.function.of(ast.Assign):
        match statement:
            case ast.Assign(
                targets=[ast.Subscript(value=ast.Name(id=name), slice=ast.Name() | ast.Constant()) as target],
                value=ast.Call(args=[ast.Subscript() as given]),
            ):
                is_key = isinstance(target.slice, ast.Constant) and isinstance(target.slice.value, str)
                if text_of(given) == text_of(target) and not is_key:
                    names.add(name)
    return frozenset(names.intersection(run.state.function.parameters))


@once
def _dicts(run: ModelRun) -> frozenset[str]:
    """Names of which the function asks what dicts alone have."""
    called = (c.func for c in run.state.function.of(ast.Call))
    asked = (f.value for f in called if isinstance(f, ast.Attribute) and f.attr in _OF_DICTS)
    return frozenset(n.id for n in asked if isinstance(n, ast.Name))


def _may_be_list(run: ModelRun, target: ast.Subscript) -> bool:
    """`found[-1] = y` of the file itself, of what nobody knows to be an array: another element, and no array is written
    that others may have as well."""
    value = run.state.plan.values.get(target.value)
    is_unknown = value is not None and value.form is Form.UNKNOWN and value.is_traced
    index = index_value(run, target.slice)
    return is_unknown and index.form is Form.NUMBER and not is_used_as_array(run, target.value)


def _holds_own_list(run: ModelRun, name: str) -> bool:
    """The class sets it to new lists alone, and the file only looks up elements of it and counts them."""
    owner = run.owner
    family = [run.models.classes[c] for c in run.models.families.get(owner or "", ())]
    makers = [m for cls in family for m in cls.makers.get(name, ())]
    is_of_class = any(
        isinstance(t, ast.Name) and t.id == name
        for cls in family
        for s in cls.node.body
        if isinstance(s, ast.Assign | ast.AnnAssign)
        for t in (s.targets if isinstance(s, ast.Assign) else [s.target])
    )
    if not makers or not all(map(makes_list, makers)) or is_of_class:
        return False
    tree = run.state.module.tree
    looked_up = {id(n.value) for n in walk(tree) if isinstance(n, ast.Subscript)}
    looked_up |= {id(a) for n in walk(tree) if isinstance(n, ast.Call) and _counts(n.func) for a in n.args}
    named = (n for n in walk(tree) if isinstance(n, ast.Attribute) and n.attr == name)
    return all(isinstance(n.ctx, ast.Store) or id(n) in looked_up for n in named)


def _counts(called: ast.expr) -> bool:
    return isinstance(called, ast.Name) and called.id == "len"
