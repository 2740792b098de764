"""Places of what is true, `idx = np.where(x > 0)[0]`, as the mask itself: XLA knows no arrays of so many elements.

x[idx], y[idx] = v                 ->        x[idx], y[idx] = v        where `idx = control.one_axis(x > 0)`
len(idx), idx[0], idx[-1]          ->        control.count(idx), control.first(idx), control.last(idx)
for i in idx: ...                  ->        for i in range(len(idx)): if idx[i]: ...
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass

from hybridc.structure.places.sets import TRUTH, Given, Kinds, Places, is_fresh, mask_for, places_of
from hybridc.structure.places.uses import Named, Use, Uses
from hybridc.structure.trees import assign, fresh, may_stand_again, read
from hybridc.structure.views import Blocks
from hybridc.structure.work import Structured
from hybridc.syntax.dataflow import names_written
from hybridc.syntax.module import Function
from hybridc.syntax.walking import children, walk

_SCOPES = (ast.Lambda, ast.FunctionDef, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def with_masks_for_places(
    before: Structured, function: Function, numpy: str, kinds: Kinds, named: Named, or_wholes: bool = False
) -> Structured | None:
    """The function with masks for places; None where it has none that are used so alone.

    `numpy`: the file's name for it; `kinds`: what calls give of places; `named`: the qualified name of a function.
    `or_wholes`: what else is computed of places is, of all places, what the mask chooses.
    """
    found = _Found(before, function, kinds, named, or_wholes)
    if not found.held:
        return None
    node = before.origins.changed(before.node, body=_Masks(before, found, numpy).block(before.node.body))
    return Structured(node, before.origins, before.unset, before.assumed)


@dataclass(frozen=True, slots=True)
class _Held:
    """Places under a name. `is_index`: some use of them needs a mask of one axis. `wholes`: the names of all places,
    along each axis, where these are read."""

    name: str
    places: Places
    is_index: bool
    wholes: tuple[str, ...] = ()


class _Found:
    """The places in a function that masks stand for."""

    def __init__(self, before: Structured, function: Function, kinds: Kinds, named: Named, or_wholes: bool) -> None:
        self.function, self.kinds = function, kinds
        self.nodes = walk(before.node)
        self.parents = {child: node for node in self.nodes for child in children(node)}
        self.uses = Uses(before.node, self.parents, named, or_wholes)
        self.taken = {n.id for n in self.nodes if isinstance(n, ast.Name)} | {*function.parameters}
        # By assignments, and by expressions that get a name before their statement
        self.held: dict[ast.AST, _Held] = {}
        # By what is replaced, the use and the name of the mask, or itself
        self.made: dict[ast.AST, tuple[Use, str | ast.expr]] = {}
        self.wholes: dict[str, str] = {}  # by names of places, those of all places
        places = {n: each for n in self.nodes if (each := places_of(n, kinds)) is not None}
        if places:
            self._find_named(places)
            self._find_others(places)

    def _find_named(self, places: Mapping[ast.AST, Places]) -> None:
        sets: dict[tuple[str, ...], dict[ast.Assign, Places]] = {}
        for statement in self.function.of(ast.Assign):
            match statement:
                case ast.Assign(targets=[ast.Name(id=name)], value=value) if value in places:
                    sets.setdefault((name,), {})[statement] = places[value]
                case ast.Assign(targets=[ast.Tuple(elts=elements)], value=value) if value in places:
                    names = tuple(e.id for e in elements if isinstance(e, ast.Name))
                    if places[value].given is Given.AXES and len(names) == len(elements) == len({*names}):
                        sets.setdefault(names, {})[statement] = Places(Given.FIRST, places[value].mask)
        for names, made in sets.items():
            uses = self._uses_of(names, made)
            if uses is not None:
                is_index = any(use.is_index for use in uses)
                name = names[0] if len(names) == 1 else fresh(self.taken, "mask")
                wholes: tuple[str, ...] = ()
                if any(use.what == "whole" for use in uses):
                    wholes = names if len(names) > 1 else (fresh(self.taken, "places"),)
                    self.wholes |= dict(zip(names, wholes, strict=True))
                self.held |= {s: _Held(name, each, is_index, wholes) for s, each in made.items()}
                self.made |= {use.node: (use, name) for use in uses}

    def _uses_of(self, names: tuple[str, ...], sets: Mapping[ast.Assign, Places]) -> list[Use] | None:
        """All that the names are read for; None where they are, or are read for, something else."""
        mentions = [n for n in self.nodes if isinstance(n, ast.Name) and n.id in names]
        reads = [n for n in mentions if isinstance(n.ctx, ast.Load)]
        kinds = {places.given for places in sets.values()}
        is_set = len(mentions) - len(reads) == len(names) * len(sets) and len(kinds) == 1
        if not is_set or {*names} & ({*self.function.parameters} | self.function.globals_declared):
            return None
        if len(names) == 1:
            uses = [self.uses.of(n, *kinds) if self._is_own(n) else None for n in reads]
        else:
            uses = [self.uses.of_names(n, names) if self._is_own(n) else None for n in reads]
        known = [use for use in uses if use is not None]
        return known if known and len(known) == len(uses) else None

    def is_shifted(self, mask: ast.expr) -> bool:
        """It may be shorter than what its places are an index of: `np.diff(x) > 0`, `x[1:] > x[:-1]`."""
        names = {n.id for n in walk(mask) if isinstance(n, ast.Name)}
        made = [s.value for s in self.function.of(ast.Assign) if names & names_written([s])]
        return any(self._shifts(n) for each in (mask, *made) for n in walk(each))

    def _shifts(self, node: ast.AST) -> bool:
        match node:
            case ast.Slice(lower=lower, upper=upper):
                return lower is not None or upper is not None
            case ast.Call(func=function):
                return self.uses.named(function) == "numpy.diff"
        return False

    def _find_others(self, places: Mapping[ast.AST, Places]) -> None:
        for node, each in places.items():
            is_set = isinstance(self.parents[node], ast.Assign)
            use = self.uses.of(node, each.given) if self._is_own(node) and not is_set else None
            if use is None or use.node in self.made:
                continue
            is_plain = may_stand_again(each.mask, lambda n: isinstance(n, ast.Call) and self.kinds(n) == TRUTH)
            if self.uses.may_stand_before(node if isinstance(use.node, ast.For) else use.node, is_plain):
                name = fresh(self.taken, "mask")
                self.held[node] = _Held(name, each, use.is_index)
                self.made[use.node] = use, name
            elif use.what in ("mask", "count") and not use.is_index and is_fresh(each.mask, self.kinds):
                self.made[use.node] = use, each.mask

    def _is_own(self, node: ast.AST) -> bool:
        """It stands in the function's own code, and not in that of a function in it."""
        while (node := self.parents[node]) in self.parents:
            if isinstance(node, _SCOPES):
                return False
        return True


class _Masks(Blocks):
    """Rewrites the statements."""

    def __init__(self, before: Structured, found: _Found, numpy: str) -> None:
        super().__init__(before.origins)
        self.found, self.numpy = found, numpy
        self.loops = {
            loop.iter: (loop, mask)
            for loop, (_, mask) in found.made.items()
            if isinstance(loop, ast.For) and isinstance(mask, str)
        }
        self.shifted = {held.name for held in found.held.values() if found.is_shifted(held.places.mask)}

    def statement(self, statement: ast.stmt) -> list[ast.stmt]:
        held = self.found.held.get(statement)
        if held is not None:
            return self._bound(held, statement)
        own = [part for part in children(statement) if not isinstance(part, ast.stmt | ast.ExceptHandler)]
        inside = [n for part in own for n in walk(part)]
        before = [s for n in inside if n in self.found.held for s in self._bound(self.found.held[n], statement)]
        if isinstance(statement, ast.For) and statement.iter in self.loops:
            return [*before, *self._loop(statement, *self.loops[statement.iter])]
        if not any(n in self.found.made for n in inside):
            return [*before, statement]
        changed: dict[str, object] = {}
        for name, value in ast.iter_fields(statement):
            if isinstance(value, ast.expr):
                changed[name] = self._rewritten(value)
            elif isinstance(value, list) and value and isinstance(value[0], ast.expr):
                changed[name] = [self._rewritten(each) for each in value]
        return [*before, self.origins.changed(statement, **changed)]

    def _bound(self, held: _Held, like: ast.stmt) -> list[ast.stmt]:
        mask = mask_for(held.places, self.numpy, self.origins, self.found.kinds, held.is_index)
        if isinstance(like, ast.Assign) and like in self.found.held:
            target = ast.copy_location(ast.Name(held.name, ast.Store()), like)
            made: list[ast.stmt] = [self.origins.changed(like, targets=[target], value=mask)]
        else:
            made = [self.origins.make(assign(held.name, mask), like)]
        match held.wholes:
            case ():
                return made
            case (name,):
                return [*made, self.origins.make(assign(name, self._all_places(held.name)), like)]
        targets = ast.Tuple([ast.Name(name, ast.Store()) for name in held.wholes], ast.Store())
        shape = ast.Attribute(read(held.name), "shape", ast.Load())
        indices = ast.Call(ast.Attribute(read(self.numpy), "indices", ast.Load()), [shape], [])
        return [*made, self.origins.make(ast.Assign([targets], indices), like)]

    def _rewritten(self, tree: ast.expr) -> ast.expr:
        new = self.origins.copied([tree])[0]
        olds = dict(zip(ast.walk(new), ast.walk(tree), strict=True))
        rewritten = _Rewriting(self, olds).visit(new)
        assert isinstance(rewritten, ast.expr)
        return rewritten

    def part(self, node: ast.Subscript, use: Use, name: str) -> ast.expr:
        """`x[mask]` of `x[idx]`, as a node that was copied from that, `x[:, 1][mask]` of `x[idx, 1]`, and `x[k][mask]`
        of `x[k[idx]]`."""
        index: ast.expr | None = None
        if use.what == "column":
            assert isinstance(node.slice, ast.Tuple)
            others: list[ast.expr] = [
                e if isinstance(e, ast.Constant | ast.UnaryOp | ast.Slice) else ast.Slice() for e in node.slice.elts
            ]
            index = ast.Tuple(others, ast.Load())
        elif use.what == "taken":
            assert isinstance(node.slice, ast.Subscript)
            index = node.slice.value
        elif name in self.shifted:
            index = ast.Slice(upper=ast.Call(read("len"), [read(name)], []))
        array = node.value if index is None else self.origins.make(ast.Subscript(node.value, index, ast.Load()), node)
        node.value, node.slice = array, self.origins.make(read(name), node)
        return node

    def replaced(self, use: Use, name: str | ast.expr) -> ast.expr:
        assert isinstance(use.node, ast.expr)
        mask = self.origins.make(read(name), use.node) if isinstance(name, str) else self.origins.copied([name])[0]
        if use.what == "mask":
            return mask
        if use.what == "whole":
            assert isinstance(use.node, ast.Name)
            return self.origins.make(ast.Subscript(read(self.found.wholes[use.node.id]), mask, ast.Load()), use.node)
        if use.what == "ends":
            ends = [self._helped(end, self.origins.copied([mask])[0], use.node) for end in ("first", "last")]
            array = ast.Attribute(read(self.numpy), "array", ast.Load())
            return self.origins.make(ast.Call(array, [ast.List([*ends], ast.Load())], []), use.node)
        if use.what in ("count", "first", "last"):
            return self._helped(use.what, mask, use.node)
        assert isinstance(name, str)
        method = ast.Attribute(self._all_places(name), use.what, ast.Load())
        return self.origins.make(ast.Call(method, [], [ast.keyword("where", read(name))]), use.node)

    def _helped(self, name: str, mask: ast.expr, node: ast.expr) -> ast.expr:
        call = self.origins.of_runtime(name, [mask], node)
        self.origins.of[call] = self.origins.original(node)
        return call

    def _all_places(self, name: str) -> ast.expr:
        length = ast.Call(read("len"), [read(name)], [])
        return ast.Call(ast.Attribute(read(self.numpy), "arange", ast.Load()), [length], [])

    def _loop(self, loop: ast.For, original: ast.For, name: str) -> list[ast.stmt]:
        make = self.origins.make
        before: list[ast.stmt] = []
        body = list(loop.body)
        if name in names_written(body):  # the loop runs over what it began with
            held, name = name, fresh(self.found.taken, "mask")
            before.append(make(assign(name, read(held)), loop))
        place: ast.expr = loop.target
        if isinstance(place, ast.Tuple) and not self._is_counted(loop.iter):
            index = ast.Tuple([read(e.id) for e in place.elts if isinstance(e, ast.Name)], ast.Load())
            body = [make(ast.If(ast.Subscript(read(name), index, ast.Load()), body, []), loop)]
            for axis, each in reversed([*enumerate(place.elts)]):
                shape = ast.Attribute(read(name), "shape", ast.Load())
                length = ast.Subscript(shape, ast.Constant(axis), ast.Load())
                body = [make(ast.For(each, ast.Call(read("range"), [length], []), body, []), loop)]
            return [*before, *body]
        if isinstance(place, ast.Tuple):
            counter, place = place.elts
            count = fresh(self.found.taken, "count")
            before.append(make(assign(count, ast.Constant(0)), loop))
            body[:0] = [
                make(ast.Assign([counter], read(count)), loop),
                make(ast.AugAssign(ast.Name(count, ast.Store()), ast.Add(), ast.Constant(1)), loop),
            ]
        assert isinstance(place, ast.Name)
        if not self.found.uses.is_index_alone(original, {place.id}):
            places, turn = fresh(self.found.taken, "places"), fresh(self.found.taken, "turn")
            before.append(make(assign(places, self._all_places(name)), loop))
            body.insert(0, make(ast.Assign([place], ast.Subscript(read(places), read(turn), ast.Load())), loop))
            place = make(ast.Name(turn, ast.Store()), loop)
        assert isinstance(place, ast.Name)
        body = [make(ast.If(ast.Subscript(read(name), read(place.id), ast.Load()), body, []), loop)]
        iterable = ast.Call(read("range"), [ast.Call(read("len"), [read(name)], [])], [])
        return [*before, make(ast.For(place, iterable, body, loop.orelse), loop)]

    @staticmethod
    def _is_counted(source: ast.expr) -> bool:
        return isinstance(source, ast.Call) and isinstance(source.func, ast.Name) and source.func.id == "enumerate"


class _Rewriting(ast.NodeTransformer):
    """Rewrites a copy, whose nodes stand for those that something becomes of."""

    def __init__(self, masks: _Masks, olds: Mapping[ast.AST, ast.AST]) -> None:
        self.masks = masks
        self.olds = olds

    def visit(self, node: ast.AST) -> ast.AST:
        made = self.masks.found.made.get(self.olds[node])
        if made is not None and made[0].what in ("part", "column", "taken"):
            assert isinstance(node, ast.Subscript) and isinstance(made[1], str)
            node.value = self.visit(node.value)  # type: ignore[assignment]
            return self.masks.part(node, made[0], made[1])
        return self.masks.replaced(*made) if made is not None else self.generic_visit(node)
