"""Expressions of a function as nodes: calls of layers and of the file's own functions have nodes of their own."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from hybridc.picture.drawing import Drawing
from hybridc.picture.facts import Facts
from hybridc.picture.graph import Box, Flow, Kind
from hybridc.picture.labels import shortened, shown
from hybridc.picture.sources import Closure, Sources, always_bound, in_order, short_call
from hybridc.picture.state import BEFORE, NONE, Nodes, State
from hybridc.program.models import METHODS_OF_CONTAINERS, own_name
from hybridc.syntax.dataflow import base_name, names_bound_in, names_read
from hybridc.syntax.module import Function
from hybridc.syntax.walking import all_given, children

_PUTTING = frozenset({"insert", "add", "appendleft"})


class Expressions:
    """Draws the expressions of one function, `function`, or of the top level of the file."""

    def __init__(self, facts: Facts, drawing: Drawing, function: Function | None, frame: Box) -> None:
        self.facts = facts
        self.drawing = drawing
        self.function = function
        self.own = None if function is None else own_name(function)
        self.local = NONE if function is None else function.locals
        self.frame = frame
        self.state: State | None = State()
        self._leaving: list[tuple[list[State], list[State]]] = []  # of the loops around: at `break`, at `continue`
        self._growing: set[str] = set()  # names of chains of layers, to which more are added
        self.several: set[str] = set()  # nodes that give several names their values
        self.tried: list[list[State]] = []  # of the `try` around: the states after each of its statements
        self.closures: dict[str, Closure] = {}
        self.containers: set[str] = set()  # names of lists and dicts
        self.turning: list[list[tuple[str, str, Nodes]]] = []  # of the loops around: names that were read, by which
        # nodes, and where from
        self._reads: dict[str, str] = {}  # globals and attributes that were read, with their nodes

    @property
    def here(self) -> State:
        """The state at a place that is reached."""
        assert self.state is not None
        return self.state

    def sources(self, *expressions: ast.AST | None) -> Sources:
        """What they are computed from; draws the calls in them."""
        found = Sources()
        for each in expressions:
            if each is not None:
                self._gather(each, found)
        return found

    def _gather(self, node: ast.AST, found: Sources) -> None:
        match node:
            case ast.Name(id=name, ctx=ast.Load()):
                found.names[name] = None
            case ast.Attribute(value=ast.Name(id=base), attr=name) if base == self.own:
                found.names[f"{base}.{name}"] = None
            case ast.Call() if self.is_drawn(node):
                last = self.call(node, shown(node))
                found.nodes.append(last)
                found.instead[node] = short_call(node.func)
            case ast.Lambda() | ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                found.names |= dict.fromkeys(sorted(names_read(node) - {self.own}))
                found.names |= dict.fromkeys(self._attributes_in(node))
            case _:
                for child in children(node):
                    self._gather(child, found)

    def _attributes_in(self, node: ast.AST) -> list[str]:
        every = (n for n in ast.walk(node) if isinstance(n, ast.Attribute) and isinstance(n.value, ast.Name))
        return [f"{self.own}.{n.attr}" for n in every if isinstance(n.value, ast.Name) and n.value.id == self.own]

    def is_drawn(self, call: ast.Call) -> bool:
        """The call has a node of its own: of a layer, or of a function of the file."""
        return self.facts.function(call, self.function) is not None or self._layer(call) is not None

    def _layer(self, call: ast.Call) -> tuple[ast.expr, ...] | None:
        """What makes the layer that is called; None where the call is of none."""
        func = call.func
        while isinstance(func, ast.Subscript):
            func = func.value
        match func:
            case ast.Attribute(value=ast.Name(id=base), attr=name) if base == self.own:
                return self.facts.makers(self.function, name) or None
        return None

    def call(self, call: ast.Call, title: str, kind: Kind | None = None) -> str:
        """Draws a call that has a node of its own, or, of layers that follow one another, a box of them."""
        layer = self._layer(call)
        given = self.sources(*all_given(call))
        if isinstance(call.func, ast.Subscript):
            self._gather(call.func.slice, given)
        text = title
        if given.instead:
            text = title.replace(shown(call), shown(call, given.instead))
        if layer is None:
            return self._called(call, given, text, kind)
        detail = " or ".join(dict.fromkeys(shown(m) for m in layer))
        chain = None
        if len(layer) == 1 and isinstance(call.func, ast.Attribute):
            chain = self.facts.chain(layer[0]) or self.facts.grown(layer[0], self.function, call.func.attr)
        if chain is None:
            return self.made(Kind.LAYER, text, call.lineno, given, shortened(detail))
        with self.drawing.box(Kind.MODEL, text, call.lineno):
            return self.chained(chain, given)

    def _called(self, call: ast.Call, given: Sources, text: str, kind: Kind | None) -> str:
        """Draws a call of a function of the file, which may read globals and attributes that were set, and set them."""
        reads, sets, binds = self.effect_of(call)
        given.names |= dict.fromkeys(n for n in reads if n in self.here.made)
        node = self.made(Kind.CALL if kind is None else kind, text, call.lineno, given)
        for name in sets:
            self.here.write_at_times(name, node)
        self.here.made |= dict.fromkeys(binds, frozenset({node}))
        return node

    def effect_of(self, call: ast.Call) -> tuple[list[str], list[str], list[str]]:
        """The globals, and the attributes of its own, that a function of the file reads, those that it sets, and of
        these those that it always binds."""
        function = self.facts.function(call, self.function)
        if function is None:
            return [], [], []
        effect = self.facts.effect(function)
        own = self.own or ""
        reads, sets, binds = (
            [f"{own}{n}" if n[0] == "." else n for n in sorted(names)]
            for names in (effect.reads, effect.sets, effect.binds)
        )
        return reads, sets, binds

    def chained(self, parts: Sequence[ast.expr], given: Sources, before: str = "") -> str:
        """Layers one after the other, by their places; the last one's node."""
        last = ""
        for place, part in enumerate(parts):
            inner = self.facts.chain(part, self.local)
            if inner is not None:
                with self.drawing.box(Kind.MODEL, f"{before}{place}", part.lineno, self._class(part)):
                    last = self.chained(inner, given, f"{before}{place}.")
            else:
                last = self.made(Kind.LAYER, f"{before}{place}", part.lineno, given, shown(part))
            given = Sources(nodes=[last])
        return last

    def _class(self, part: ast.expr) -> str:
        return shown(part.func) if isinstance(part, ast.Call) else shown(part)

    def made(self, kind: Kind, title: str, line: int, given: Sources, detail: str = "") -> str:
        """A node with edges from what it is computed from."""
        sources = [(n, Flow.DATA, "") for n in given.nodes]
        called = [self.closures[name] for name in given.names if name in self.closures]
        names = dict.fromkeys([*given.names, *(name for each in called for name in sorted(each.reads))])
        for name in names:
            sources += self.read(name, line)
        node = self.drawing.node(kind, shortened(title), line, detail)
        for source, flow, name in sources:
            self.drawing.edge(source, node, flow, name)
        for reads in self.turning:
            reads += [(name, node, self.here.made.get(name, BEFORE)) for name in names]
        for name in sorted(name for each in called for name in each.writes):
            self.here.write_at_times(name, node)
        return node

    def read(self, name: str, line: int) -> list[tuple[str, Flow, str]]:
        """The edges that bring the value of a name."""
        state = self.here
        nodes = state.made.get(name, BEFORE)
        if nodes >= BEFORE and (nodes == BEFORE or self.function is not None):
            origin = self._origin(name, line)
            if origin is not None:
                state.made.setdefault(name, BEFORE)
                nodes |= {origin}
        found = [(n, Flow.DATA, self._named(n, name)) for n in in_order(nodes - BEFORE)]
        made = {n for n, _, _ in found}
        return found + [(n, Flow.MAY, name) for n in in_order(state.touched.get(name, NONE)) if n not in made]

    def _named(self, node: str, name: str) -> str:
        return name if node in self.several else ""

    def bind(self, target: ast.expr, node: str, same: tuple[str, ...]) -> None:
        """The target gets the node's value, which may share memory with `same`."""
        match target:
            case ast.Tuple(elts=elements) | ast.List(elts=elements):
                self.several.add(node)
                for element in elements:
                    self.bind(element, node, same)
            case ast.Starred(value=inner):
                self.bind(inner, node, same)
            case ast.Name(id=name):
                known = [self.closures[each] for each in same if each in self.closures]
                if known:
                    self.closures[name] = Closure.any_of(known)
                self.here.bind(name, frozenset({node}), same)
            case ast.Attribute(attr=name) if self.is_own(target):
                self.here.bind(f"{self.own}.{name}", frozenset({node}), same)
            case _:
                if (written := self.key(target)) is not None:
                    self.here.write(written, node)
                    if written in self.containers:
                        self.here.link(written, same)

    def same(self, value: ast.expr) -> tuple[str, ...]:
        """The names whose arrays the value may share memory with."""
        found = dict.fromkeys(self.facts.same_memory(value, self.function))
        todo: list[ast.AST] = [value] if self.closures else []
        while todo:
            match todo.pop():
                case ast.Call(func=ast.Name(id=name), args=args) if name in self.closures:
                    given = [n for a in args for n in self.facts.same_memory(a, self.function)]
                    found |= dict.fromkeys([*given, *sorted(self.closures[name].reads)])
                case ast.BinOp() | ast.UnaryOp() | ast.Compare() | ast.Lambda():
                    pass
                case node:
                    todo += children(node)
        return tuple(found)

    def put_in(self, value: ast.expr) -> None:
        """What is put into a list or a dict, by a method of its own, is a part of it from then on."""
        match value:
            case ast.Call(func=ast.Attribute(value=base, attr=attr), args=args) if (
                attr in METHODS_OF_CONTAINERS | _PUTTING
            ):
                name = self.key(base)
                if name is not None and args:
                    self.here.link(name, [n for each in args for n in self.same(each)])

    def is_own(self, target: ast.expr) -> bool:
        """An attribute of the object itself: `self.x`."""
        match target:
            case ast.Attribute(value=ast.Name(id=base)):
                return base == self.own
        return False

    def bound_in(self, expression: ast.expr, node: str) -> None:
        """Names that the expression binds with `:=` have the node's value, some of them at times."""
        always = always_bound(expression)
        for name in sorted(names_bound_in(expression)):
            before = NONE if name in always else self.here.made.get(name, BEFORE)
            self.here.bind(name, before | {node})

    def key(self, target: ast.expr) -> str | None:
        """What an assignment to the target changes or binds: `x` of `x[i]`, `self.seen` of `self.seen[i]`."""
        while isinstance(target, ast.Subscript | ast.Starred):
            target = target.value
        match target:
            case ast.Attribute(value=ast.Name(id=base), attr=name) if base == self.own:
                return f"{base}.{name}"
            case ast.Attribute(value=inner):
                return self.key(inner)
        return base_name(target)

    def makers_of(self, iterable: ast.expr) -> str:
        """What an attribute that a loop goes through was made by."""
        match iterable:
            case ast.Attribute(value=ast.Name(id=base), attr=name) if base == self.own:
                return shortened(" or ".join(shown(m) for m in self.facts.makers(self.function, name)))
            case ast.Call(args=args) if args:
                return next((text for a in args if (text := self.makers_of(a))), "")
        return ""

    def _origin(self, name: str, line: int) -> str | None:
        """The node of what the function reads and did not make: a global, or an attribute that is an array."""
        if name not in self._reads:
            base, _, attribute = name.partition(".")
            known = self.facts.module.globals.get(name)
            if attribute and base == self.own:
                if not self.facts.is_array(self.function, attribute) or self._is_method(attribute):
                    return None
                makers = self.facts.makers(self.function, attribute)
                detail = shown(makers[0]) if makers else ""
                self._reads[name] = self.drawing.node(Kind.STATE, name, line, detail, self.frame)
            elif known is not None and name not in self.local and name not in self.facts.module.imports:
                value = "" if known.value is None else shown(known.value)
                where = line if known.statement is None else known.statement.lineno
                self._reads[name] = self.drawing.node(Kind.STATE, name, where, value, self.frame)
            else:
                return None
        return self._reads[name]

    def _is_method(self, name: str) -> bool:
        owner = None if self.function is None else self.function.owner
        return f"{owner}.{name}" in self.facts.module.functions
