"""Where the arrays that names hold come from, as far as the text tells it.

The contents of which arrays (`sites`) they were computed from, and which arrays they may be (`memory`), copies among
them, since XLA copies only what has to be.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from hybridc.domain.values import Form
from hybridc.program.plans import FunctionPlan
from hybridc.syntax.dataflow import names_read
from hybridc.syntax.walking import children

_LIKE = ("zeros", "ones", "full", "empty")
_NEW = frozenset({*_LIKE, *(f"{name}_like" for name in _LIKE), "arange", "linspace", "eye"})
_COPIES = frozenset({"self", "self.copy()", "jnp.array", "jnp.asarray", "jnp.array(a)", "jnp.copy"})

_IDENTITIES = frozenset({(ast.Mult, 1), (ast.Div, 1), (ast.Pow, 1), (ast.Add, 0), (ast.Sub, 0)})


@dataclass(frozen=True, slots=True)
class Made:
    """Where an array was made that a reshape may lie behind: the assignment, None where it is no simple one."""

    name: str
    statement: ast.stmt | None = None
    is_value: bool = False  # the statement assigns it, and does not only mention it


@dataclass(frozen=True, slots=True)
class Held:
    """What a name holds. `place`: an array and the part of it that it was computed from, element by element."""

    sites: frozenset[object] = frozenset()
    memory: frozenset[object] = frozenset()
    reshaped: frozenset[Made] = frozenset()
    place: tuple[str, ...] = ()

    def __or__(self, other: Held) -> Held:
        one, another = self.place or other.place, other.place or self.place
        is_one = one == another and (self.place or not self.sites) and (other.place or not other.sites)
        place = one if is_one else ()
        return Held(self.sites | other.sites, self.memory | other.memory, self.reshaped | other.reshaped, place)


NOTHING = Held()
HERE = Made("")


@dataclass(eq=False)
class Sources:
    """What the names of a function hold at one place of it."""

    plan: FunctionPlan
    names: dict[str, Held] = field(default_factory=dict)

    def is_static(self, node: ast.expr) -> bool:
        value = self.plan.values.get(node)
        return value is not None and value.is_static

    def is_number(self, index: ast.expr) -> bool:
        if isinstance(index, ast.Slice):
            return False
        value = self.plan.values.get(index)
        if value is None:
            return isinstance(index, ast.Constant) and isinstance(index.value, int)
        return value.form is Form.NUMBER or value.is_scalar

    def place(self, node: ast.expr) -> tuple[str, ...]:
        """The name of an array and a part of it, whose numbers are left open: rows by number are one, or apart."""
        if not (isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name)):
            return ()
        parts = [node.value.id]
        for part in node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]:
            if self.is_number(part):
                parts.append("")
            elif names_read(part):
                return ()
            else:
                parts.append(ast.dump(part))
        return tuple(parts)

    def is_elementwise(self, node: ast.expr) -> bool:
        mapping = self.plan.lines.mappings.get(node)
        return mapping is not None and (mapping.entry.shape == "elementwise" or mapping.entry.target in _COPIES)

    def is_new(self, node: ast.Call) -> bool:
        """An array of the shape of the first argument, or of that shape."""
        mapping = self.plan.lines.mappings.get(node)
        return mapping is not None and str(mapping.entry.target).partition("(")[0].rpartition(".")[2] in _NEW

    def held(self, node: ast.expr) -> Held:
        if isinstance(node, ast.Constant) or self.is_static(node):
            return NOTHING
        match node:
            case ast.Name(id=name):
                return self.names.get(name, Held(frozenset({name}), frozenset({name}), frozenset({HERE})))
            case ast.Call():
                return self._called(node)
            case ast.IfExp(body=body, orelse=orelse):
                return self.held(body) | self.held(orelse)
            case ast.Subscript(value=value, slice=index):
                inner = self.held(index)
                held = self.held(value) | replace(inner, memory=frozenset(), reshaped=frozenset())
                held = replace(held, place=() if inner.sites else self.place(node))
                return held if _keeps_rank(index) else replace(held, reshaped=frozenset({HERE}))
            case ast.BinOp(left=left, op=op, right=ast.Constant(value=number)) if (type(op), number) in _IDENTITIES:
                return self.held(left)  # XLA sees through it
            case ast.BinOp() | ast.UnaryOp() | ast.Compare() | ast.BoolOp():
                return self._computed(self.held(c) for c in children(node) if isinstance(c, ast.expr))
            case ast.Slice() | ast.Tuple() | ast.List():
                parts = [self.held(c) for c in children(node) if isinstance(c, ast.expr)]
                return _union(parts)
        return self.all_in(node)

    def _called(self, node: ast.Call) -> Held:
        given = [self.held(a.value if isinstance(a, ast.Starred) else a) for a in node.args]
        given += [self.held(k.value) for k in node.keywords]
        mapping = self.plan.lines.mappings.get(node)
        if mapping is not None:
            if mapping.is_method and isinstance(node.func, ast.Attribute):
                given.insert(0, self.held(node.func.value))
            target = (mapping.entry.target or "").removesuffix("(...)")
            if self.is_new(node) and given:
                return Held(_union(given[1:]).sites)
            if target in _COPIES and given:
                return given[0]
            if self.is_elementwise(node):
                return self._computed(given)
            if not mapping.entry.is_view:
                return Held(_union(given).sites, reshaped=frozenset({HERE}))
        return replace(_union([*given, self.held(node.func)]), reshaped=frozenset({HERE}), place=())

    def _computed(self, parts: Iterable[Held]) -> Held:
        """A new array, of which a reshape is nowhere near if it is not near one of those that it is computed from."""
        held = list(parts)
        near = frozenset({HERE}) if all(h.reshaped for h in held if h.memory) else frozenset()
        return replace(_union(held), memory=frozenset(), reshaped=near)

    def all_in(self, node: ast.AST) -> Held:
        held = _union(self.names.get(name, NOTHING) for name in names_read(node))
        return replace(held, reshaped=frozenset({HERE}), place=())


def _union(parts: Iterable[Held]) -> Held:
    held = NOTHING
    for part in parts:
        held |= part
    return held


def joined(one: Mapping[str, Held], other: Mapping[str, Held]) -> dict[str, Held]:
    return {name: one.get(name, NOTHING) | other.get(name, NOTHING) for name in {**one, **other}}


def _keeps_rank(index: ast.expr) -> bool:
    parts = index.elts if isinstance(index, ast.Tuple) else [index]
    return all(isinstance(p, ast.Slice) or (isinstance(p, ast.Constant) and p.value is Ellipsis) for p in parts)
