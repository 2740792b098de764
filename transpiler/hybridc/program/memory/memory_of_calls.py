"""What expressions see of the memory that NumPy and a framework share."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace

from hybridc.domain.sites import attribute_site
from hybridc.program.memory.held_memory import FRAMEWORKS, NOTHING, NUMPYS, Held, Holds, Sites, union
from hybridc.program.static_demand import fitting
from hybridc.syntax.in_place import given_to_write
from hybridc.syntax.messages import text_of
from hybridc.syntax.module import MODULE, Function
from hybridc.syntax.walking import all_given

_DISPLAYS = ast.List | ast.Tuple | ast.ListComp | ast.GeneratorExp | ast.Constant  # of which arrays are copies


def _is_of_array(index: ast.expr) -> bool:
    """`x[:, 0]`: no key of a dict, and no place in a list."""
    return isinstance(index, ast.Tuple) and any(isinstance(part, ast.Slice) for part in index.elts)


class Expressions(Sites):
    """The expressions of one function."""

    def _value(self, node: ast.expr) -> Holds:
        match node:
            case ast.Name(id=name):
                return self.names.get(name, NOTHING)
            case ast.BinOp(left=left, right=right):
                return self._computed(node, self._value(left), self._value(right))
            case ast.Constant() | ast.JoinedStr() | ast.Compare() | ast.UnaryOp():
                for child in ast.iter_child_nodes(node):
                    if isinstance(child, ast.expr):
                        self._value(child)
                return NOTHING
            case ast.Attribute(value=inner, attr=attribute):
                if (own := self._own_attribute(node)) is not None:
                    return self.names.setdefault(own, frozenset({Held(attribute_site(own.removeprefix("self.")))}))
                held = self._value(inner)
                return NOTHING if attribute in ("shape", "dtype", "ndim", "size", "device") else held
            case ast.Subscript(value=inner, slice=index):
                self._value(index)
                return self._value(inner)
            case ast.Call():
                return self._call(node)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                self._value(test)
                return self._value(body) | self._value(orelse)
            case ast.NamedExpr(target=target, value=value):
                held = self.names[target.id] = self._value(value)
                return held
            case ast.ListComp(elt=element) | ast.SetComp(elt=element) | ast.GeneratorExp(elt=element):
                return self._comprehension(node.generators, [element])
            case ast.DictComp(key=key, value=value):
                return self._comprehension(node.generators, [key, value])
            case ast.Lambda():
                return NOTHING
        return union(self._value(child) for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr))

    def _computed(self, node: ast.BinOp, left: Holds, right: Holds) -> Holds:
        """NumPy's of what is NumPy's; what a compiled function computes with it reads it once it is traced."""
        sides = {h.side for h in left | right}
        if NUMPYS not in sides:
            return NOTHING
        if sides != {NUMPYS}:
            self._read_late(left | right, node)
            return NOTHING
        return self._fresh(node, NUMPYS)

    def _read_late(self, held: Holds, node: ast.expr) -> None:
        if self.is_computing:
            for each in held:
                if each.side == NUMPYS:
                    self._keep(replace(each, side=FRAMEWORKS), text_of(node), is_late=True)

    def _comprehension(self, generators: Sequence[ast.comprehension], elements: Sequence[ast.expr]) -> Holds:
        for generator in generators:
            self._assign(generator.target, self._value(generator.iter), None)
            for test in generator.ifs:
                self._value(test)
        return union(self._value(each) for each in elements)

    def _call(self, node: ast.Call) -> Holds:
        given = all_given(node)
        held = [self._value(a.value if isinstance(a, ast.Starred) else a) for a in given]
        for each in given_to_write(node):
            self._write(each, self.current)
        if isinstance(node.func, ast.Name) and node.func.id in self.nested:
            return self._called_nested(node, *self.nested[node.func.id]) | union(held)
        if (called := self._of_file(node)) is not None:
            return self._called(node, *called)
        lines = self.handing.lines(node.func, self.own)
        if lines or self.handing.module.qualified_name(node.func, self.own) is not None:
            return self._named(node, held)
        is_part = isinstance(node.func, ast.Name) or self._own_attribute(node.func) is not None
        if is_part and any(h.site in self.passing for h in self._value(node.func)):
            return union(held)
        if isinstance(node.func, ast.Attribute):
            return self._method(node, node.func, held)
        return union(held) if self.handing.carries(node, self.own) else NOTHING

    def _named(self, node: ast.Call, held: list[Holds]) -> Holds:
        """A call of a function by its name."""
        first = held[0] if held else NOTHING
        lines = self.handing.lines(node.func, self.own)
        if lines and not self.handing.is_numpys(node.func, self.own):
            self._read_late(union(held), node)
        if self.handing.fills(node, self.own) and node.args:
            self._write(node.args[0], self.current)
            return first
        if (found := fitting(lines, node)) is not None:
            lines = (found[0],)  # `torch.Tensor(3, 4)` shares nothing, `torch.Tensor(data)` does
        if any(e.shares for e in lines) and not (node.args and isinstance(node.args[0], _DISPLAYS)):
            return self._handed(node, first, is_numpys=all(e.shares == "numpy" for e in lines if e.shares))
        is_numpys = self.handing.is_numpys(node.func, self.own)
        if lines and any(e.is_view or e.back for e in lines):
            if is_numpys and self.handing.is_of_frameworks(node):
                self._turn(first, FRAMEWORKS)
            return frozenset(replace(h, side=NUMPYS) if is_numpys else h for h in first)
        if any(e.is_part or (e.target or "").removeprefix("nn.")[:1].isupper() for e in lines):
            made = self._fresh(node, FRAMEWORKS)
            self.passing |= set() if any(e.is_fresh for e in lines) else {h.site for h in made}
            return union(held) | made
        if not lines and self.handing.carries(node, self.own):
            return union(held)
        return self._fresh(node, NUMPYS if is_numpys else FRAMEWORKS)

    def _handed(self, node: ast.Call, given: Holds, is_numpys: bool) -> Holds:
        """`torch.from_numpy(w)`: an array of the framework's with the memory of NumPy's."""
        if is_numpys:
            self._turn(given, NUMPYS)
        if self.function.qualified_name == MODULE:
            for each in given:
                self.handed.setdefault(each.site, set()).add(self.current)
        lines = self.handing.lines(node.func, self.own)
        if not given or any(self.handing.copies_bits(lines, self.bits.get(h.site, "")) for h in given):
            return self._fresh(node, FRAMEWORKS)
        return frozenset(replace(h, side=FRAMEWORKS, is_sure=h.is_sure and is_numpys) for h in given)

    def _method(self, node: ast.Call, func: ast.Attribute, held: list[Holds]) -> Holds:
        name, receiver = func.attr, self._value(func.value)
        if (line := self.handing.leaves(name)) is not None:
            return self._left(node, receiver, bool(line.shares))
        if self.handing.writes(name) and receiver:
            self._write(func.value, self.current)
            return receiver
        if name in ("append", "extend", "insert", "update", "setdefault", "add", "appendleft", "put", "push") or (
            name in self.handing.notation.registering
        ):
            self._store(func.value, union(held))
            for each in union(held):
                self._keep(each, text_of(func))
            if name in self.handing.notation.registering and isinstance(func.value, ast.Name):
                self._registered(func.value, node, union(held))
            return NOTHING
        if self.handing.is_view(name):
            if any(self.handing.copies_bits(self.handing.methods(name), self.bits.get(h.site, "")) for h in receiver):
                return self._fresh(node, FRAMEWORKS)
            is_sure = not self.handing.may_copy(name)
            return frozenset(replace(h, is_sure=h.is_sure and is_sure) for h in receiver)
        if self.handing.methods(name):
            return self._fresh(node)
        if self.handing.carries(node, self.own):
            return union(held)
        return NOTHING if held else receiver

    def _registered(self, owner: ast.Name, node: ast.Call, held: Holds) -> None:
        """`self.register_buffer("mask", m)`"""
        match node.args:
            case [ast.Constant(value=str(name)), *_] if owner.id == self.object:
                self.names[f"self.{name}"] = held

    def _left(self, node: ast.Call, receiver: Holds, is_shared: bool) -> Holds:
        """`x.numpy()`: an array of NumPy's, which may have the memory of the framework's."""
        position = (node.lineno, node.col_offset)
        copy = self._fresh(node, NUMPYS)
        for each in copy:
            self.left[each.site] = position
        if not is_shared:
            return copy
        self._turn(receiver, FRAMEWORKS)
        return copy | frozenset(replace(h, side=NUMPYS) for h in receiver)

    def _own_attribute(self, node: ast.expr) -> str | None:
        """`self.table`, by its name."""
        match node:
            case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name == self.object != "":
                return f"self.{attribute}"
        return None

    def _assign(self, target: ast.expr, held: Holds, value: ast.expr | None) -> None:
        match target:
            case ast.Name(id=name):
                self.names[name] = held
            case ast.Tuple(elts=targets) | ast.List(elts=targets):
                values = value.elts if isinstance(value, ast.Tuple | ast.List) else []
                parts = [self._value(v) for v in values] if len(values) == len(targets) else [held] * len(targets)
                for each, part in zip(targets, parts, strict=True):
                    self._assign(each, part, None)
            case ast.Starred(value=inner):
                self._assign(inner, held, None)
            case ast.Attribute(value=owner):
                if (own := self._own_attribute(target)) is not None:
                    self.names[own] = held
                else:
                    self._store(owner, held)
                for seen in held:
                    self._keep(seen, text_of(target))
            case ast.Subscript():
                is_container = not _is_of_array(target.slice) and self._is_container(target.value)
                self._store(target.value, held if is_container else NOTHING)
                self._write(target, self.current)

    def _store(self, owner: ast.expr, held: Holds) -> None:
        """Something that the owner holds sees the memory as well."""
        root = owner
        while isinstance(root, ast.Attribute | ast.Subscript | ast.Call) and self._own_attribute(root) is None:
            root = root.func if isinstance(root, ast.Call) else root.value
        name = root.id if isinstance(root, ast.Name) else self._own_attribute(root)
        if name is not None and name != self.object:
            self.names[name] = self.names.get(name, NOTHING) | held
        else:
            for each in held:
                self._keep(each, text_of(owner))

    def _is_container(self, owner: ast.expr) -> bool:
        """An array takes a copy of what its elements become."""
        return not any(h.side for h in self._value(owner))

    def _of_file(self, node: ast.Call) -> tuple[str, Function, int] | None:
        """The function of the file that is called, and how many of its parameters the call does not give."""
        functions = self.memory.functions
        match node.func:
            case ast.Name(id=name) if name not in self.own and f"{name}.__init__" in functions:
                return name, functions[f"{name}.__init__"], 1
            case ast.Name(id=name) if name not in self.own and name in functions:
                return name, functions[name], 0
            case ast.Attribute(value=ast.Name(id=owner), attr=name) if owner == self.object != "":
                method = f"{self.function.owner}.{name}"
                return (method, functions[method], 1) if method in functions else None
        return None

    def _called(self, node: ast.Call, name: str, function: Function, skipped: int) -> Holds:
        summary = self.memory.summary(function.qualified_name)
        places = dict(zip(function.positional[skipped:], node.args, strict=False))
        places |= {k.arg: k.value for k in node.keywords if k.arg}
        for parameter in summary.written & places.keys():
            self._write(places[parameter], self.current)
        result: set[Held] = set()
        for each in summary.given:
            parameter = each.site.parameter
            if parameter in places:
                held = self._value(places[parameter])
                if each.side == FRAMEWORKS:
                    self._turn(held, NUMPYS)
                elif each.side == NUMPYS:
                    self._turn(held, FRAMEWORKS)
                result |= {replace(h, side=each.side or h.side, is_sure=h.is_sure and each.is_sure) for h in held}
        return frozenset(result) | self._fresh(node)

    def _called_nested(self, node: ast.Call, function: ast.FunctionDef, written: frozenset[str]) -> Holds:
        places = dict(zip((a.arg for a in function.args.args), node.args, strict=False))
        for name in sorted(written):
            self._write(places.get(name, ast.Name(name, ast.Load())), self.current)
        return NOTHING

    def _write(self, target: ast.expr, statement: ast.stmt) -> None:
        """The statement writes into what this holds."""
        array = target
        while isinstance(array, ast.Subscript):
            array = array.value
        held = self._value(array)
        for each in sorted(held, key=lambda h: (h.site, h.side)):
            if each.site.is_parameter:
                self.summary.written |= {each.site.parameter}
            if each.side == NUMPYS and each.site in self.left:
                self.memory.copied.add(self.left[each.site])
            if (seen := self._seeing(each, statement)) is not None:
                self.memory.note(statement, self.function.qualified_name, text_of(array), seen)
                for handed in self.handed.get(each.site, ()):
                    self.memory.note(handed, self.function.qualified_name, text_of(array), seen)
                return
