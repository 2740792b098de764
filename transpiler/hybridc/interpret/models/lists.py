"""Lists, dicts and sets that models keep. Their elements are set, `self.found[i] = v`, as Python does, or, where only
running tells the place, the attribute gets another list."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator

from hybridc.domain.values import Value
from hybridc.interpret.elements import index_value
from hybridc.interpret.evaluation import once
from hybridc.interpret.models.kept import STORING, keep
from hybridc.interpret.models.layers import is_own
from hybridc.interpret.models.run import ModelRun
from hybridc.interpret.references.model_reads import is_named
from hybridc.program.plans import Update
from hybridc.syntax.walking import all_given, walk

_CONTAINERS = frozenset({
    "builtins.list", "builtins.dict", "builtins.set", "builtins.sorted", "collections.deque", "collections.defaultdict",
    "collections.OrderedDict", "collections.Counter",
})  # fmt: skip


def is_container(run: ModelRun, node: ast.expr) -> bool:
    """`self.found`, which the file sets to lists, dicts or sets alone, or a name that it is given."""
    return _attribute(run, node) is not None


def _attribute(run: ModelRun, node: ast.expr) -> str | None:
    """The attribute that holds the list, dict or set."""
    if isinstance(node, ast.Name):
        node = _given(run).get(node.id, node)
    if not isinstance(node, ast.Attribute) or not is_own(run, node.value):
        return None
    makers = run.models.makers(run.owner, node.attr)
    return node.attr if makers and all(_makes_container(run, m, node.attr) for m in makers) else None


@once
def _given(run: ModelRun) -> dict[str, ast.expr]:
    """Names that are bound once, and to what."""
    stored = Counter(n.id for n in run.state.function.of(ast.Name) if isinstance(n.ctx, ast.Store))
    bound = (s for s in run.state.function.of(ast.Assign) if len(s.targets) == 1)
    given = {s.targets[0].id: s.value for s in bound if isinstance(s.targets[0], ast.Name)}
    return {name: value for name, value in given.items() if stored[name] == 1}


def _makes_container(run: ModelRun, made: ast.expr, name: str) -> bool:
    match made:
        case ast.Subscript(value=ast.Attribute(value=ast.Name() as owner, attr=attr), slice=ast.Slice()):
            return attr == name and is_named(owner, "self")  # a part of what it was
        case ast.IfExp(body=body, orelse=orelse):
            return all(_makes_container(run, each, name) for each in (body, orelse))
        case ast.Dict() | ast.Set() | ast.DictComp() | ast.SetComp():
            return True
        case ast.Call(func=called):
            return run.state.module.qualified_name(called) in _CONTAINERS
    return _makes_list(made)


@once
def keeping(run: ModelRun) -> frozenset[str]:
    """Attributes with lists and dicts into which computing methods may put arrays: an element may be one that a name
    has, or had in an earlier call."""
    found: set[str] = set()
    for function in (run.state.module.functions[name] for name in run.models.computing):
        for node in function.of_any(ast.Call, ast.Assign, ast.AugAssign, ast.NamedExpr):
            found |= set(_kept_by(node))
    return frozenset(found)


def _kept_by(node: ast.AST) -> Iterator[str]:
    """The attributes into whose lists and dicts the call or statement puts what is no constant, or that it names."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Attribute(attr=name), attr=method)) if method in STORING:
            if not all(isinstance(each, ast.Constant) for each in all_given(node)):
                yield name
        case ast.Assign(value=ast.Attribute(attr=name)) | ast.NamedExpr(value=ast.Attribute(attr=name)):
            yield name
        case ast.AugAssign(target=ast.Attribute(attr=name)):
            yield name
    for target in node.targets if isinstance(node, ast.Assign) and not isinstance(node.value, ast.Constant) else ():
        for each in walk(target):
            if isinstance(each, ast.Subscript) and isinstance(each.value, ast.Attribute):
                yield each.value.attr


def stores(run: ModelRun, target: ast.Subscript, value: Value) -> bool:
    """The write is of an element of a list or dict that the own object keeps, at a place that is known."""
    attribute = _attribute(run, target.value)
    if attribute is None or run.state.is_compiled_here or not index_value(run, target.slice).is_static:
        return False
    if not value.is_static:
        keep(run, attribute, value)
    return True


def counts(run: ModelRun, target: ast.Subscript, value: Value) -> bool:
    """`self.seen["calls"] += 1`, of a list or dict of numbers: an array would be written in place."""
    attribute = _attribute(run, target.value)
    if attribute is None or run.state.is_compiled_here or not value.is_static:
        return False
    return index_value(run, target.slice).is_static and _holds_numbers(run, attribute)


def _holds_numbers(run: ModelRun, name: str) -> bool:
    """The class makes it of numbers, and the file does nothing with it but count, and look up elements."""
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
    named = [n for n in walk(run.state.module.tree) if isinstance(n, ast.Attribute) and n.attr == name]
    is_only_counted = all(n in elements or isinstance(n.ctx, ast.Store) for n in named)
    return is_only_counted and all(map(_makes_numbers, run.models.makers(run.owner, name)))


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
        keep(run, held.attr, value)
    run.state.plan.mutation.updates[statement] = Update.ITEM
    return True


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
    if not makers or not all(map(_makes_list, makers)) or is_of_class:
        return False
    tree = run.state.module.tree
    looked_up = {id(n.value) for n in walk(tree) if isinstance(n, ast.Subscript)}
    looked_up |= {id(a) for n in walk(tree) if isinstance(n, ast.Call) and _counts(n.func) for a in n.args}
    named = (n for n in walk(tree) if isinstance(n, ast.Attribute) and n.attr == name)
    return all(isinstance(n.ctx, ast.Store) or id(n) in looked_up for n in named)


def _makes_list(made: ast.expr) -> bool:
    match made:
        case ast.List() | ast.ListComp():
            return True
        case ast.BinOp(left=left, op=ast.Mult() | ast.Add(), right=right):
            return _makes_list(left) or _makes_list(right)
    return False


def _counts(called: ast.expr) -> bool:
    return isinstance(called, ast.Name) and called.id == "len"
