"""Which attributes of models hold lists, dicts and sets, as far as the file tells."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator

from hybridc.interpret.evaluation import once
from hybridc.interpret.models.layers import is_own
from hybridc.interpret.models.run import ModelRun
from hybridc.interpret.references.model_reads import is_named
from hybridc.syntax.walking import all_given, walk

STORING = frozenset({"append", "extend", "insert", "update", "setdefault", "add", "appendleft"})
_CONTAINERS = frozenset({
    "builtins.list", "builtins.dict", "builtins.set", "builtins.sorted", "collections.deque", "collections.defaultdict",
    "collections.OrderedDict", "collections.Counter",
})  # fmt: skip


def is_container(run: ModelRun, node: ast.expr) -> bool:
    """`self.found`, which the file sets to lists, dicts or sets alone, or a name that it is given."""
    return list_attribute(run, node) is not None


def list_attribute(run: ModelRun, node: ast.expr) -> str | None:
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
    return makes_list(made)


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


def makes_list(made: ast.expr) -> bool:
    match made:
        case ast.List() | ast.ListComp():
            return True
        case ast.BinOp(left=left, op=ast.Mult() | ast.Add(), right=right):
            return makes_list(left) or makes_list(right)
    return False
