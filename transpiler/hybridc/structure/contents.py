"""Tuples, lists and dicts whose contents are known line by line, said as displays that are bound once.

`e = dict(d)` becomes `e = {"u": d["u"]}`, `d["v"] = x` and `last = out.pop()` make a list or dict of another name, and
short loops over what is known are written out. `displays.py` then gives the elements names.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence

from hybridc.domain.lists import item_name
from hybridc.structure.changing import changed
from hybridc.structure.entries import by_names, entries
from hybridc.structure.keys import fills, may_change, naming
from hybridc.structure.making import MOST, Known, Making, display, item, key_of
from hybridc.structure.trees import Origins, assign, read
from hybridc.structure.turns import turns_of
from hybridc.structure.work import Structured, Structuring
from hybridc.syntax.dataflow import mentions
from hybridc.syntax.walking import walk

_MOST_STEPS = 30
_BLOCKS = ("body", "orelse", "finalbody")
Step = list[ast.stmt] | None


def with_contents(before: Structured, is_builtin: Callable[[str], bool]) -> Structured:
    """The function in which contents are written out."""
    work = Structuring(before, (), (), {}, {}, (), {})
    for _ in range(_MOST_STEPS):
        step = _Contents(before, work, is_builtin)
        body = step.block(before.node.body, {})
        if body is None:
            break
        node = before.origins.changed(before.node, body=body)
        before = Structured(node, before.origins, before.unset, before.assumed)
    return before


class _Contents:
    """Makes one step."""

    def __init__(self, before: Structured, work: Structuring, is_builtin: Callable[[str], bool]) -> None:
        self.work = work
        self.origins = before.origins
        nodes = walk(before.node)
        self.mentions = mentions(before.node)
        self.lines: dict[str, list[tuple[int, ast.stmt]]] = {}
        self.own = {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        self.own |= {n.arg for n in nodes if isinstance(n, ast.arg)}
        self.is_builtin: Callable[[str], bool] = lambda name: name not in self.own and is_builtin(name)
        scopes = (ast.FunctionDef, ast.Lambda, ast.ClassDef)
        inside = [n for n in nodes if isinstance(n, scopes) and n is not before.node]
        self.captured = {m.id for n in inside for m in walk(n) if isinstance(m, ast.Name)}
        self.captured |= {n.arg for n in nodes if isinstance(n, ast.arg)}
        self.captured |= {name for n in nodes if isinstance(n, ast.Global | ast.Nonlocal) for name in n.names}

    def block(self, block: Sequence[ast.stmt], outer: Mapping[str, Known]) -> Step:
        """The block after the first step in it; None where there is none."""
        known = dict(outer)
        here: set[str] = set()
        lines = naming(block)
        filling: dict[ast.stmt, tuple[str, object]] = {}
        for index, statement in enumerate(block):
            making = Making(known, self.origins, self.is_builtin)
            self.lines = lines
            if statement not in filling:
                new = self._step(block, index, making, here)
                if new is not None:
                    return [*block[:index], *new]
            named = [n for n in mentions(statement) if n in known]
            lost = {n for n in named if may_change(statement, n, known[n], self._may_keep)}
            kept = {n: k for n, k in known.items() if n not in lost} if lost else known
            for field in _BLOCKS:
                inner = getattr(statement, field, None)
                if not isinstance(inner, list) or isinstance(statement, ast.FunctionDef | ast.ClassDef):
                    continue
                changed = self.block(inner, kept)
                if changed is not None:
                    new_statement = self.origins.changed(statement, **{field: changed})
                    return [*block[:index], new_statement, *block[index + 1 :]]
            self.lines = lines
            if statement in filling:
                name, key = filling[statement]
                known[name] = Known(known[name].kind, (*known[name].keys, key))
                continue
            known = kept
            here -= lost
            match statement:
                case ast.Assign(targets=[ast.Name(id=name)], value=value) if self._is_own(name, index):
                    if (made := making.made(value)) is not None and not isinstance(value, ast.Name):
                        known[name] = Known(made[0], tuple(made[1]))
                        here.add(name)
                        for fill, (key, _) in fills(name, value, [s for i, s in lines[name] if i > index]).items():
                            filling[fill] = name, key
        return None

    def _is_own(self, name: str, index: int) -> bool:
        """All that the function does with the name stands in the block from there on, bound in whole statements."""
        lines = self.lines[name]
        if name in self.captured or lines[0][0] < index:
            return False
        rest = [s for _, s in lines]
        nodes = [n for s in rest for n in walk(s) if isinstance(n, ast.Name) and n.id == name]
        bound = [s for s in rest if _binds(s, name) or _adds(s, name)]
        return len(nodes) == self.mentions[name] and len(bound) == sum(not isinstance(n.ctx, ast.Load) for n in nodes)

    def _may_keep(self, function: ast.expr) -> bool:
        """What is called may keep what it is given, or change it."""
        if isinstance(function, ast.Name):
            return not self.is_builtin(function.id)
        while isinstance(function, ast.Attribute):
            function = function.value
        return not isinstance(function, ast.Name) or function.id in self.own

    def _step(self, block: Sequence[ast.stmt], index: int, making: Making, here: set[str]) -> Step:
        """What stands in the place of the statement and all that follows it."""
        statement, rest = block[index], block[index + 1 :]
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Name(id=other)) if other in here and name != other:
                is_anew = any(_binds(s, other) for s in rest)
                if making.known[other].kind is ast.Tuple:
                    is_anew |= any(_adds(s, name) or _adds(s, other) for s in rest)
                if self._is_own(name, index) and not is_anew:
                    return self._renamed(rest, name, other)
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if not isinstance(value, ast.Name):
                made = making.made(value)
                if made is not None and len(made[1]) <= MOST and (name in here or not _is_display(value)):
                    new = self.origins.make(display(*made), value)
                    if name not in here:
                        return [self.origins.changed(statement, value=new), *rest]
                    again = self._again(name)
                    return [self.origins.make(assign(again, new), statement), *self._renamed(rest, name, again)]
                if (apart := self._apart(statement)) is not None:
                    return [*apart, *rest]
            case ast.If():
                return self._by_branches(statement, rest, making, here)
            case ast.For():
                turns = turns_of(statement, making, self._may_keep, self._is_read_beside)
                return None if turns is None else [*turns, *rest]
        found = changed(statement, making, here)
        if found is None:
            return self._asked(statement, making, rest)
        name, kind, contents, taken = found
        again = self._again(name)
        made_now = [*taken, assign(again, display(kind, contents))]
        return [*(self.origins.make(s, statement) for s in made_now), *self._renamed(rest, name, again)]

    def _by_branches(self, statement: ast.If, rest: Sequence[ast.stmt], making: Making, here: set[str]) -> Step:
        """A dict that gets entries in the branch, the same ones on every path."""
        for name in sorted(here):
            keys = entries(statement, name, making.known[name])
            if keys is not None:
                branch, names = by_names(statement, name, keys, self.work, f"{name}_{{}}".format)
                again = self._again(name)
                contents = {key: item(name, key) for key in making.known[name].keys}
                contents |= {key: read(entry) for key, entry in names.items()}
                made = self.origins.make(assign(again, display(ast.Dict, contents)), statement)
                return [branch, made, *self._renamed(rest, name, again)]
        return self._asked(statement, making, rest)

    def _again(self, name: str) -> str:
        return self.work.fresh(name if name not in self.work.taken else f"{name}_then")

    def _is_read_beside(self, name: str, times: int) -> bool:
        """The name stands elsewhere as well."""
        return self.mentions[name] > times or name in self.captured

    def _apart(self, statement: ast.Assign) -> Step:
        """`[f(x)] * 2` with a name for the element."""
        match statement.value:
            case ast.BinOp(left=ast.List(elts=[ast.Call() | ast.BinOp() as element]), op=ast.Mult(), right=times):
                if key_of(times) not in range(1, MOST + 1):
                    return None
                assert isinstance(statement.targets[0], ast.Name)
                name = self.work.fresh(item_name(statement.targets[0].id))
                new = self.origins.make(ast.BinOp(ast.List([read(name)], ast.Load()), ast.Mult(), times), element)
                first = self.origins.make(assign(name, element), statement)
                return [first, self.origins.changed(statement, value=new)]
        return None

    def _asked(self, statement: ast.stmt, making: Making, rest: Sequence[ast.stmt]) -> Step:
        """`d.get("u")` of a key that is there."""
        fields = {f: v for f, v in ast.iter_fields(statement) if f in ("value", "test", "iter") and v is not None}
        found = [f for f, v in fields.items() if any(_asked_of(n, making) for n in walk(v))]
        if not found:
            return None
        asked: dict[str, object] = {
            f: _Asking(making, self.origins).visit(self.origins.copied([fields[f]])[0]) for f in found
        }
        return [self.origins.changed(statement, **asked), *rest]

    def _renamed(self, rest: Sequence[ast.stmt], old: str, new: str) -> list[ast.stmt]:
        """The lines with another name for what `old` holds, until it is bound again."""
        result: list[ast.stmt] = []
        rename = _Renamed(old, new, self.origins)
        for index, statement in enumerate(rest):
            is_mentioned = old in mentions(statement)
            if _binds(statement, old):
                assert isinstance(statement, ast.Assign)
                value = rename.visit(self.origins.copied([statement.value])[0])
                return [*result, self.origins.changed(statement, value=value), *rest[index + 1 :]]
            result.append(rename.visit(self.origins.copied([statement])[0]) if is_mentioned else statement)
        return result


class _Renamed(ast.NodeTransformer):
    def __init__(self, old: str, new: str, origins: Origins) -> None:
        self.old = old
        self.new = new
        self.origins = origins

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.origins.make(ast.Name(self.new, node.ctx), node) if node.id == self.old else node


class _Asking(ast.NodeTransformer):
    def __init__(self, making: Making, origins: Origins) -> None:
        self.making = making
        self.origins = origins

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        name = _asked_of(node, self.making)
        if name is None:
            return node
        return self.origins.make(ast.Subscript(ast.Name(name, ast.Load()), node.args[0], ast.Load()), node)


def _asked_of(node: ast.AST, making: Making) -> str | None:
    """The dict that has the key which is asked for."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="get"), args=[index], keywords=[]):
            held = making.known.get(name)
            return name if held is not None and held.kind is ast.Dict and key_of(index) in held.keys else None
    return None


def _binds(statement: ast.stmt, name: str) -> bool:
    """The statement does nothing but bind the name."""
    match statement:
        case ast.Assign(targets=[ast.Name(id=bound)]):
            return bound == name
    return False


def _adds(statement: ast.stmt, name: str) -> bool:
    """`name += more`: a list gets longer, a tuple is another one."""
    match statement:
        case ast.AugAssign(target=ast.Name(id=bound)):
            return bound == name
    return False


def _is_display(node: ast.expr) -> bool:
    match node:
        case ast.List(elts=elements) | ast.Tuple(elts=elements):
            return not any(isinstance(e, ast.Starred) for e in elements)
        case ast.Dict(keys=keys):
            return None not in keys
    return False
