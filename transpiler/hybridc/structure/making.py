"""What an expression makes of tuples, lists and dicts whose elements are known, and what a loop over them takes."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from hybridc.domain import places
from hybridc.structure.trees import Origins, Tree, read
from hybridc.syntax.walking import walk

MOST = 8  # elements that get names, and turns that are written out
Kind = type[ast.Tuple] | type[ast.List] | type[ast.Dict]
Contents = dict[object, ast.expr]  # by keys, in order
_SCOPES = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


@dataclass(frozen=True)
class Known:
    """The keys of what a name holds."""

    kind: Kind
    keys: tuple[object, ...]


def key_of(index: ast.expr) -> object:
    """The number or text of a constant index."""
    match index:
        case ast.Constant(value=int() | str() as value) if not isinstance(value, bool):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as value)):
            return -value
    return None


def display(kind: Kind, contents: Contents) -> ast.expr:
    """The contents written out."""
    if kind is ast.Dict:
        return ast.Dict([ast.Constant(k) for k in contents], list(contents.values()))  # type: ignore[arg-type]
    return (ast.List if kind is ast.List else ast.Tuple)(list(contents.values()), ast.Load())


def item(name: str, key: object) -> ast.expr:
    """The element of what the name holds."""
    return ast.Subscript(read(name), ast.Constant(key), ast.Load())  # type: ignore[arg-type]


class Making:
    """Reads expressions, where the contents of some names are known."""

    def __init__(self, known: Mapping[str, Known], origins: Origins, is_builtin: Callable[[str], bool]) -> None:
        self.known = known
        self.origins = origins
        self.is_builtin = is_builtin

    def made(self, node: ast.expr) -> tuple[Kind, Contents] | None:
        """The kind and the elements of what the expression gives; None where they are not known one by one."""
        match node:
            case ast.Name(id=name) if (held := self.known.get(name)) is not None:
                return held.kind, {key: item(name, key) for key in held.keys}
            case ast.List(elts=elements) | ast.Tuple(elts=elements):
                values = self._spread(elements)
                return None if values is None else (type(node), dict(enumerate(values)))
            case ast.Dict(keys=keys, values=values):
                return self._dict(keys, values)
            case ast.Call(func=ast.Name(id="dict"), args=args, keywords=keywords) if self.is_builtin("dict"):
                given = [*args, *(k.value for k in keywords)]
                if len(args) > 1 or (args and not isinstance(args[0], ast.Name | ast.Dict)):
                    return None
                return self._dict(
                    [*(None for _ in args), *(ast.Constant(k.arg) if k.arg else None for k in keywords)], given
                )
            case ast.Call(func=ast.Name(id="list" | "tuple" as kind), args=[over], keywords=[]):
                taken = self.turns(over) if self.is_builtin(kind) else None
                return None if taken is None else (ast.List if kind == "list" else ast.Tuple, dict(enumerate(taken)))
            case ast.Call(func=ast.Attribute(value=ast.Name() as whole, attr="copy"), args=[], keywords=[]):
                return self.made(whole)
            case ast.Subscript(value=ast.Name() as whole, slice=ast.Slice() as part):
                return self._part(whole, part)
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                one, other = self.made(left), self.made(right)
                if one is None or other is None or one[0] is not other[0] or one[0] is ast.Dict:
                    return None
                return one[0], dict(enumerate([*one[1].values(), *other[1].values()]))
            case ast.BinOp(left=ast.List() | ast.Tuple() as part, op=ast.Mult(), right=ast.Constant(value=int() as n)):
                one = self.made(part)
                if one is None or n > MOST or any(not isinstance(v, ast.Name | ast.Constant) for v in one[1].values()):
                    return None
                return one[0], dict(enumerate(v for _ in range(n) for v in self.origins.copied([*one[1].values()])))
            case ast.ListComp(elt=element, generators=[loop]):
                each = self._each(loop, element)
                return None if each is None else (ast.List, dict(enumerate(t for (t,) in each)))
            case ast.DictComp(key=key, value=value, generators=[loop]):
                each = self._each(loop, key, value)
                return None if each is None else self._dict([k for k, _ in each], [v for _, v in each])
        return None

    def turns(self, over: ast.expr) -> list[ast.expr] | None:
        """What the turns of a loop get, as names, constants and elements of these."""
        match over:
            case ast.Constant(value=str() as text):
                return [ast.Constant(letter) for letter in text]
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method), args=[], keywords=[]):
                held = self.known.get(name)
                if held is None or held.kind is not ast.Dict:
                    return None
                match method:
                    case "items":
                        pairs = ([ast.Constant(k), item(name, k)] for k in held.keys)  # type: ignore[arg-type]
                        return [ast.Tuple(pair, ast.Load()) for pair in pairs]
                    case "values":
                        return [item(name, k) for k in held.keys]
                    case "keys":
                        return [ast.Constant(k) for k in held.keys]  # type: ignore[arg-type]
                return None
            case ast.Call(func=ast.Name(id=function), args=args, keywords=[]) if self.is_builtin(function):
                return self._of_builtin(function, args)
        found = self.made(over)
        if found is None or not all(map(_is_plain, found[1].values())):
            return None
        kind, contents = found
        return [ast.Constant(k) for k in contents] if kind is ast.Dict else list(contents.values())  # type: ignore[arg-type]

    def _of_builtin(self, function: str, args: list[ast.expr]) -> list[ast.expr] | None:
        if function == "range":
            numbers = [self._number(a) for a in args]
            if not 0 < len(numbers) < 4 or any(n is None for n in numbers) or 0 in numbers[2:]:
                return None
            counted = range(*(n for n in numbers if n is not None))
            return [ast.Constant(n) for n in counted] if len(counted) <= MOST else None
        taken = [self.turns(a) for a in args if not isinstance(a, ast.Starred)]
        known = [t for t in taken if t is not None]
        if len(known) < len(args) or not args:
            return None
        if function == "zip":
            return [ast.Tuple(list(each), ast.Load()) for each in zip(*known, strict=False)]
        if len(args) > 1:
            return None
        match function:
            case "enumerate":
                return [ast.Tuple([ast.Constant(i), each], ast.Load()) for i, each in enumerate(known[0])]
            case "reversed":
                return known[0][::-1]
            case "list" | "tuple":
                return known[0]
        return None

    def _number(self, node: ast.expr) -> int | None:
        match node:
            case ast.Call(func=ast.Name(id="len"), args=[ast.Name(id=name)]) if self.is_builtin("len"):
                held = self.known.get(name)
                return None if held is None else len(held.keys)
        key = key_of(node)
        return key if isinstance(key, int) else None

    def _spread(self, elements: list[ast.expr]) -> list[ast.expr] | None:
        values: list[ast.expr] = []
        for element in elements:
            if isinstance(element, ast.Starred):
                taken = self.turns(element.value)
                if taken is None:
                    return None
                values += taken
            else:
                values.append(element)
        return values

    def _dict(self, keys: list[ast.expr | None], values: list[ast.expr]) -> tuple[Kind, Contents] | None:
        contents: Contents = {}
        for key, value in zip(keys, values, strict=True):
            found = self.made(value) if key is None else None
            if key is None and (found is None or found[0] is not ast.Dict):
                return None
            new = found[1] if found is not None else {key_of(key): value} if key is not None else {}
            if None in new or (new.keys() & contents.keys() and not all(map(_is_plain, contents.values()))):
                return None  # what is taken back is computed all the same
            contents |= new
        return ast.Dict, contents

    def _part(self, held: ast.Name, part: ast.Slice) -> tuple[Kind, Contents] | None:
        found = self.made(held)
        given = [b for b in (part.lower, part.upper, part.step) if b is not None]
        if found is None or found[0] is ast.Dict or any(self._number(b) is None for b in given):
            return None
        lower, upper, step = (None if b is None else self._number(b) for b in (part.lower, part.upper, part.step))
        if step == 0:
            return None
        kept = list(found[1].values())[lower:upper:step]
        return found[0], dict(enumerate(kept))

    def _each(self, loop: ast.comprehension, *parts: ast.expr) -> list[tuple[ast.expr, ...]] | None:
        """The parts of a comprehension, for each of its turns."""
        taken = None if loop.ifs or loop.is_async else self.turns(loop.iter)
        if taken is None:
            return None
        result = []
        for given in taken:
            values = bindings(loop.target, given)
            if values is None or not all(can_be_filled_in(part, values) for part in parts):
                return None
            result.append(tuple(filled_in(part, values, self.origins) for part in parts))
        return result


def bindings(target: ast.expr, given: ast.expr) -> dict[str, ast.expr] | None:
    """What the names of a target get; None where that cannot be told."""
    match target, given:
        case ast.Name(id=name), _:
            return None if isinstance(given, ast.Tuple) else {name: given}
        case ((ast.Tuple(elts=targets) | ast.List(elts=targets)), ast.Tuple(elts=values)) if len(targets) == len(
            values
        ):
            found: dict[str, ast.expr] = {}
            for one, value in zip(targets, values, strict=True):
                inner = bindings(one, value)
                if inner is None or inner.keys() & found.keys():
                    return None
                found |= inner
            return found
    return None


def can_be_filled_in(part: ast.AST, names: Collection[str]) -> bool:
    """The names are only read in the part, and nothing in it runs later or has names of its own."""
    for node in walk(part):
        if isinstance(node, (*_SCOPES, ast.FunctionDef, ast.NamedExpr)) and any(
            isinstance(n, ast.Name) and n.id in names for n in walk(node)
        ):
            return False
        if isinstance(node, ast.Name) and node.id in names and not isinstance(node.ctx, ast.Load):
            return False
    return True


def filled_in(part: Tree, values: Mapping[str, ast.expr], origins: Origins) -> Tree:
    """A copy of the part with values for names."""
    return _Filling(values, origins).visit(origins.copied([part])[0])  # type: ignore[no-any-return]


class _Filling(ast.NodeTransformer):
    def __init__(self, values: Mapping[str, ast.expr], origins: Origins) -> None:
        self.values = values
        self.origins = origins

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id not in self.values:
            return node
        return self.origins.make(unplaced(self.values[node.id]), node)


def unplaced(node: ast.expr) -> ast.expr:
    """A copy of a plain expression, without a place in a file."""
    return places.filled_in(ast.unparse(node), {})


def _is_plain(node: ast.expr) -> bool:
    """Looking it up again gives the same, as long as nothing is bound between."""
    match node:
        case ast.Name() | ast.Constant():
            return True
        case ast.Subscript(value=ast.Name(), slice=index):
            return key_of(index) is not None
    return False
