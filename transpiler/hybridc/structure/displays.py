"""Tuples, lists and dicts that are written out, as a name for each of their elements.

After `box = [x, y]`, `box[0][1] = 5` becomes `box_0[1] = 5`, and `box` wherever it is used as a whole `[box_0, box_1]`.
So it does after `box = []; box.append(x); box.append(y)`, and of lists in lists. `box[k % 2]` becomes
`box_0 if k % 2 == 0 else box_1`, by a name of its own.
"""

from __future__ import annotations

import ast
import copy
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from hybridc.domain.lists import item_name
from hybridc.structure.contents import with_contents
from hybridc.structure.keys import fills, naming
from hybridc.structure.making import MOST, key_of
from hybridc.structure.trees import Origins, assign, read
from hybridc.structure.turning import can_choose, is_turning
from hybridc.structure.views import Blocks
from hybridc.structure.work import Structured, Structuring
from hybridc.structure.written_out import is_written_out, loop_over, written_out
from hybridc.syntax.dataflow import remembered
from hybridc.syntax.in_place import CHANGING_CONTAINERS
from hybridc.syntax.walking import statements, walk

Display = ast.Tuple | ast.List | ast.Dict
_SCOPES = (ast.Lambda, ast.FunctionDef, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_MOST_NESTED = 3  # lists in lists that get names


@dataclass(frozen=True)
class _Named:
    """A display and the names of its elements, by key."""

    value: Display
    names: dict[object, str]
    fills: dict[ast.stmt, object]  # what puts an element into it once it is made, by key


def with_names(before: Structured, is_builtin: Callable[[str], bool]) -> Structured | None:
    """The function with names for elements, and short loops over them written out; None where there is none."""
    result = None
    for _ in range(_MOST_NESTED):
        found = _with_names(with_contents(before, is_builtin))
        if found is None:
            break
        result = before = found
    return result


def _with_names(before: Structured) -> Structured | None:
    work = Structuring(before, (), (), {}, {}, (), {})
    parents = {child: node for node in walk(before.node) for child in ast.iter_child_nodes(node)}
    uses: defaultdict[str, list[ast.Name]] = defaultdict(list)
    for node in walk(before.node):
        if isinstance(node, ast.Name):
            uses[node.id].append(node)
    arguments = {n.arg for n in walk(before.node) if isinstance(n, ast.arg)}
    found = {}
    for statement, name, value, filling in _displays(before.node):
        is_local = name not in arguments
        if is_local and _is_fixed(uses[name], value, filling, _scope(statement, parents), before.node, parents):
            found[name] = _Named(value, {key: work.fresh(f"{name}_{key}") for key in _keys(value)}, filling)
    arrays = {n: [*named.names.values()] for n, named in found.items() if not isinstance(named.value, ast.Dict)}
    loops = [s for s in statements(before.node) if isinstance(s, ast.For) and is_written_out(s, arrays)]
    if not found and not loops:
        return None
    node = work.origins.changed(before.node, body=_WithNames(work, found).block(before.node.body))
    return written_out(Structured(node, work.origins, work.unset, work.assumed))


def _displays(function: ast.FunctionDef) -> Iterator[tuple[ast.stmt, str, Display, dict[ast.stmt, object]]]:
    """The displays that are bound to names, with what statements after that put into them, as if they were written."""
    for owner in [function, *statements(function)]:
        for field in ("body", "orelse", "finalbody"):
            block = getattr(owner, field, ())
            lines = naming(block) if isinstance(block, list) else {}
            for index, statement in enumerate(block if isinstance(block, list) else ()):
                match statement:
                    case ast.Assign(targets=[ast.Name(id=name)], value=ast.Tuple() | ast.List() | ast.Dict() as value):
                        filled = fills(name, value, [s for i, s in lines[name] if i > index])
                        whole = _with_elements(value, list(filled.values()))
                        yield statement, name, whole, {s: key for s, (key, _) in filled.items()}


def _with_elements(value: Display, more: Sequence[tuple[object, ast.expr]]) -> Display:
    if isinstance(value, ast.Dict):
        keys = [ast.Constant(key) for key, _ in more]  # type: ignore[arg-type]
        return ast.Dict([*value.keys, *keys], [*value.values, *(v for _, v in more)])
    return type(value)([*value.elts, *(v for _, v in more)], ast.Load())


def _scope(statement: ast.stmt, parents: Mapping[ast.AST, ast.AST]) -> ast.AST:
    """The function that the statement belongs to."""
    node: ast.AST = statement
    while not isinstance(node := parents[node], ast.FunctionDef):
        pass
    return node


def _keys(value: Display) -> list[object]:
    if isinstance(value, ast.Dict):
        return [k.value for k in value.keys if isinstance(k, ast.Constant)]
    return list(range(len(value.elts)))


def _elements(value: Display) -> list[ast.expr]:
    return value.values if isinstance(value, ast.Dict) else value.elts


def _is_fixed(
    uses: Sequence[ast.Name],
    value: Display,
    filling: Collection[ast.stmt],
    scope: ast.AST,
    function: ast.FunctionDef,
    parents: Mapping[ast.AST, ast.AST],
) -> bool:
    """The display is bound to its name once, keeps its length, and its elements are taken by constants."""
    keys = _keys(value)
    if not 0 < len(keys) == len(_elements(value)) <= MOST or any(isinstance(e, ast.Starred) for e in _elements(value)):
        return False
    if len({*keys}) < len(keys) or any(isinstance(key, bool) for key in keys):
        return False
    if not all(str(key).isidentifier() or (isinstance(key, int) and key >= 0) for key in keys):
        return False
    if sum(isinstance(n.ctx, ast.Store) for n in uses) != 1:
        return False
    parts = {n for s in filling for n in (walk(s.targets[0]) if isinstance(s, ast.Assign) else [*_lists_of(s)])}
    slots = False
    wholes = False
    for use in uses:
        if isinstance(use.ctx, ast.Store) or use in parts:
            continue
        node: ast.AST = use
        while (node := parents[node]) is not scope:
            if isinstance(node, _SCOPES) or node is function:
                return False
        match parents[use]:
            case ast.Subscript(value=taken, slice=index, ctx=context) if taken is use:
                key = key_of(index)
                if is_turning(index, getattr(value, "elts", ()), function) and isinstance(context, ast.Load):
                    if not can_choose(use, index, parents):
                        return False
                elif key is None or (key not in keys and not (isinstance(key, int) and -len(keys) <= key < 0)):
                    return False
                if isinstance(context, ast.Store | ast.Del):
                    slots = True
                    if isinstance(value, ast.Tuple) or isinstance(context, ast.Del):
                        return False
            case ast.Return() | ast.For() | ast.Call() | ast.Tuple() | ast.List() | ast.Dict() | ast.Assign() as owner:
                if _is_held(owner, value, parents):
                    return False
                if isinstance(owner, ast.Call) and not isinstance(value, ast.Tuple):
                    if _may_change_result(owner, function, parents):
                        return False
                wholes |= not (_is_returned(use, parents) or _is_run_over(use, owner, parents))
            case _:
                return False
    return not (slots and wholes)


def _is_held(owner: ast.AST, value: Display, parents: Mapping[ast.AST, ast.AST]) -> bool:
    """Another name or container holds the list or dict itself, by which its elements may be bound anew."""
    if isinstance(value, ast.Tuple) or _is_returned(owner, parents) or isinstance(owner, ast.Return):
        return False
    if isinstance(owner, ast.Assign):
        return not all(isinstance(t, ast.Tuple | ast.List) for t in owner.targets)
    return isinstance(owner, ast.Tuple | ast.List | ast.Dict)


def _may_change_result(call: ast.Call, function: ast.FunctionDef, parents: Mapping[ast.AST, ast.AST]) -> bool:
    """The function puts something into what the call gives, which may be the list or dict that it is given."""
    statement = parents[call]
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    results = {n.id for target in targets for n in walk(target) if isinstance(n, ast.Name)}
    changed, of_others = _changed(function)
    return of_others or not changed.isdisjoint(results)


@remembered
def _changed(function: ast.FunctionDef) -> tuple[frozenset[str], bool]:
    """Names of what elements are put into, or taken out of, and whether one of these is surely a list or dict, and
    another name than that of a display."""
    elements, containers = set[str](), set[str]()
    for node in walk(function):
        match node:
            case ast.Subscript(value=ast.Name(id=name), slice=index, ctx=ast.Store() | ast.Del()):
                is_key = isinstance(index, ast.Constant) and isinstance(index.value, str)
                (containers if is_key else elements).add(name)
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method)) if method in CHANGING_CONTAINERS:
                containers.add(name)
    return frozenset(elements | containers), bool(containers - {name for _, name, _, _ in _displays(function)})


def _is_returned(use: ast.AST, parents: Mapping[ast.AST, ast.AST]) -> bool:
    """Nothing is done with the display but return it."""
    while isinstance(owner := parents[use], ast.Tuple | ast.List | ast.Dict):
        use = owner
    return isinstance(owner, ast.Return)


def _is_run_over(use: ast.Name, owner: ast.AST, parents: Mapping[ast.AST, ast.AST]) -> bool:
    """A loop takes its elements, each as it is then, and is written out."""
    loop = owner if isinstance(owner, ast.For) else parents[owner]
    return isinstance(loop, ast.For) and loop_over(loop) is use and is_written_out(loop, {use.id: [use.id]})


def _lists_of(statement: ast.stmt) -> Iterator[ast.Name]:
    """The list that the statement appends to."""
    match statement:
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name() as held))):
            yield held


class _WithNames(Blocks):
    def __init__(self, work: Structuring, found: dict[str, _Named]) -> None:
        super().__init__(work.origins)
        self.work = work
        self.found = found
        self.filling = {statement: named for named in found.values() for statement in named.fills}
        self.items: dict[str, str] = {}  # by the text of an element of this statement, the name that it gets

    def statement(self, statement: ast.stmt) -> list[ast.stmt]:
        if not any(isinstance(n, ast.Name) and n.id in self.found for n in walk(statement)):
            return [statement]
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)]) if name in self.found:
                named = self.found[name]
                later = {*named.fills.values()}
                return [
                    self.origins.make(assign(target, self._renamed(element)), statement)
                    for (key, target), element in zip(named.names.items(), _elements(named.value), strict=True)
                    if key not in later
                ]
        if statement in self.filling:
            named = self.filling[statement]
            key = named.fills[statement]
            element = _elements(named.value)[[*named.names].index(key)]
            return [self.origins.make(assign(named.names[key], self._renamed(element)), statement)]
        own = [(f, v) for f, v in ast.iter_fields(statement) if f in ("value", "target", "test", "iter", "targets")]
        self.items.clear()
        chosen = [s for _, value in own for s in self._choices(value, statement)]
        fields: dict[str, object] = {}
        for field, value in own:
            if isinstance(value, ast.expr):
                fields[field] = self._renamed(value)
            elif field == "targets":
                fields[field] = [self._renamed(t) for t in value]
        return [*chosen, self.origins.changed(statement, **fields)]

    def _choices(self, value: object, statement: ast.stmt) -> Iterator[ast.stmt]:
        """Names for the elements that numbers choose."""
        parts = value if isinstance(value, list) else [value]
        for node in (n for part in parts if isinstance(part, ast.expr) for n in walk(part)):
            match node:
                case ast.Subscript(value=ast.Name(id=name), slice=index) if name in self.found:
                    text = ast.unparse(node)
                    if key_of(index) is None and text not in self.items:
                        self.items[text] = item = self.work.fresh(item_name(name))
                        names = list(self.found[name].names.values())
                        yield from (self.work.make(s, statement) for s in _choice(item, index, names))

    def _renamed(self, node: ast.expr) -> ast.expr:
        if not any(isinstance(n, ast.Name) and n.id in self.found for n in walk(node)):
            return node
        new = self.origins.copied([node])[0]
        return _Renamed(self.origins, self.found, self.items).visit(new)  # type: ignore[no-any-return]


def _choice(item: str, index: ast.expr, names: Sequence[str]) -> list[ast.stmt]:
    """`item = a if index == 0 else b`; of more than two, an `if` with a side for each."""
    tests = [ast.Compare(copy.deepcopy(index), [ast.Eq()], [ast.Constant(n)]) for n in range(len(names) - 1)]
    if len(names) == 2:
        return [assign(item, ast.IfExp(tests[0], read(names[0]), read(names[1])))]
    chosen: list[ast.stmt] = [assign(item, read(names[-1]))]
    for test, name in zip(reversed(tests), reversed(names[:-1]), strict=True):
        chosen = [ast.If(test, [assign(item, read(name))], chosen)]
    return chosen


class _Renamed(ast.NodeTransformer):
    def __init__(self, origins: Origins, found: dict[str, _Named], items: Mapping[str, str]) -> None:
        self.origins = origins
        self.found = found
        self.items = items

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        if isinstance(node.value, ast.Name) and (named := self.found.get(node.value.id)) is not None:
            key = key_of(node.slice)
            if key is None:
                return self.origins.make(read(self.items[ast.unparse(node)]), node)
            if key not in named.names and isinstance(key, int):
                key += len(named.names)
            return self.origins.make(ast.Name(named.names[key], node.ctx), node)
        self.generic_visit(node)
        return node

    def visit_Name(self, node: ast.Name) -> ast.expr:
        named = self.found.get(node.id)
        if named is None:
            return node
        elements: list[ast.expr] = [read(n) for n in named.names.values()]
        if isinstance(named.value, ast.Dict):
            keys: list[ast.expr | None] = [ast.Constant(k) for k in named.names]  # type: ignore[arg-type]
            return self.origins.make(ast.Dict(keys, elements), node)
        kind = ast.List if isinstance(named.value, ast.List) else ast.Tuple
        return self.origins.make(kind(elements, ast.Load()), node)
