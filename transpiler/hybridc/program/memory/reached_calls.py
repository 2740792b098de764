"""Calls of a file, by what they make, write, and hand on, for the points-to analysis."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from hybridc import rules
from hybridc.dialects.entry import Entry
from hybridc.domain.points_to import Key
from hybridc.program.callees_writing import PASSING
from hybridc.program.memory.reached_scopes import ANY, ANY_ATTRIBUTE, Definition, ReachedScopes, Scope, place_of
from hybridc.program.static_demand import fitting, lookup, lookup_method
from hybridc.syntax.dataflow import parameters
from hybridc.syntax.in_place import asks_to_write, first_given, given_to_write
from hybridc.syntax.reached_classes import Method, is_of_class_or_object

Named = list[tuple[str | None, Key | None]]  # what a call gives by keywords
_OF_CONTAINERS = frozenset(
    [
        "append", "extend", "insert", "update", "setdefault", "add", "appendleft", "pop", "popleft", "popitem", "get",
        "values", "items", "_replace", "_asdict",
    ]
)  # fmt: skip


class ReachedCalls(ReachedScopes):
    """Reads calls."""

    def _call(self, node: ast.Call) -> Key | None:
        keys = [self._value(a) for a in node.args]
        named = [(k.arg, self._value(k.value)) for k in node.keywords]
        every = [*keys, *(key for _, key in named)]
        for array in given_to_write(node):
            self.classes.write(self._value(array), self._when(node))
        match node.func:
            case ast.Name(id=name) if (function := self._function(name)) is not None:
                return self._handed(node, function, keys, named)
            case ast.Name(id=name) | ast.Attribute(attr=name) if name in self.of_file.known:
                if isinstance(node.func, ast.Attribute) or self.scope.key(name)[1] is not None:
                    return self._object(node, name, keys, named)
            case ast.Lambda() as function:
                self._value(function)
                return self._handed(node, function, keys, named)
        path = self.module.qualified_name(node.func)
        if path is not None:
            return self._known(node, path, keys, named)
        if isinstance(node.func, ast.Attribute) and node.func.attr != "__class__":
            return self._method(node, node.func, keys, named)
        called = self._value(node.func)
        if _is_class_of_object(node.func):
            plain = (name for name in self.of_file.known if name not in self.models.classes)
            return self._one_of(node, [m for name in plain for m in self.of_file.making(name)], keys, named)
        if (fields := self._fields(node.func)) is not None:
            return self._record(node, fields, keys, named)
        if called is not None and every and every[0] is not None:
            self.runs.append((called, every[0], self._when(node)))
        for key in (called, *every):
            self.classes.join(ANY, key)
        return ANY if any(every) else called

    def _handed(
        self, node: ast.Call, function: Definition, keys: list[Key | None], named: Named,
        skipped: int = 0,
    ) -> Key:  # fmt: skip
        """What the function returns; it is given these."""
        inner = self._inner(function)
        places = [a.arg for a in (*function.args.posonlyargs, *function.args.args)][skipped:]
        is_spread = any(isinstance(a, ast.Starred) for a in node.args) or any(n is None for n, _ in named)
        for place, key in enumerate(keys):
            rest = function.args.vararg
            name = places[place] if place < len(places) else (rest.arg if rest is not None else None)
            self._give(inner, name, key, place < len(node.args) and node.args[place])
        for (given, key), each in zip(named, node.keywords, strict=True):
            others = function.args.kwarg
            name = given if given in parameters(function) or others is None else others.arg
            self._give(inner, name, key, each.value)
            if given is not None and given not in parameters(function):
                self.set.add(given)
                self.classes.join(("attr", given), key)  # `self.__dict__.update(kwargs)`
        if is_spread:
            for name in parameters(function):
                for key in (*keys, *(k for _, k in named)):
                    self.classes.join((inner.number, name), key)
        self.classes.reach(self._returned(function))
        self.classes.givers[place_of(node)] = self._returned(function)
        return self._returned(function)

    def _give(self, inner: Scope, name: str | None, key: Key | None, argument: ast.expr | bool) -> None:
        if name is not None and key is not None:
            if not isinstance(argument, ast.Call):
                self.classes.give(key)
            self.classes.join((inner.number, name), key)

    def _object(self, node: ast.Call, name: str, keys: list[Key | None], named: Named) -> Key | None:
        """An object of a class of the file: what it is made of its constructor takes, or its fields hold."""
        making = self.of_file.making(name)
        if making:
            made = self._one_of(node, making, keys, named)
        else:
            every = [s for each in reversed(self.of_file.family(name)) for s in each.body]
            fields = [s.target.id for s in every if isinstance(s, ast.AnnAssign) and isinstance(s.target, ast.Name)]
            made = self._record(node, fields, keys, named)
        if name in self.models.classes:
            return None if making else made
        for method in self.of_file.called_by_python(name):
            self.classes.contain(made)
            self.classes.join(made, self._returned(method))
            for parameter in parameters(method)[1:]:
                self.classes.join(made, (self._inner(method).number, parameter))
        return made

    def _one_of(self, node: ast.Call, making: Sequence[Definition], keys: list[Key | None], named: Named) -> Key:
        """An object, which may give what it is made of in any way: `held[0]`, `held()`, `for w in held`."""
        for each in making:
            self._handed(node, each, keys, named, skipped=1)
        return self._all(node, (), [key for key in (*keys, *(k for _, k in named)) if key is not None])

    def _fields(self, called: ast.expr) -> list[str] | None:
        """Those of `Pair = namedtuple("Pair", "w b")`."""
        known = self.module.globals.get(called.id) if isinstance(called, ast.Name) else None
        match None if known is None else known.value:
            case ast.Call(args=[_, fields]) as made if _ends_in(made.func, "namedtuple"):
                every = [n.value for n in ast.walk(fields) if isinstance(n, ast.Constant) and isinstance(n.value, str)]
                return " ".join(every).replace(",", " ").split()
        return None

    def _record(
        self,
        node: ast.Call,
        fields: list[str],
        keys: list[Key | None],
        named: Named,
    ) -> Key:
        """What has these fields, and may be unpacked."""
        for field_name, key in (*zip(fields, keys, strict=False), *named):
            if field_name is not None:
                self.classes.join(("attr", field_name), key)
        return self._all(node, (), [k for k in (*keys, *(k for _, k in named)) if k is not None])

    def _known(self, node: ast.Call, path: str, keys: list[Key | None], named: Named) -> Key | None:
        entries = lookup(self.dialects, path)
        every = [key for key in (*keys, *(key for _, key in named)) if key is not None]
        if path.startswith("builtins."):
            if path == "builtins.setattr" and len(node.args) == 3:
                self.classes.join(self._attribute_named(node.args[1], self.set), keys[2])
                return None
            if path == "builtins.getattr" and len(node.args) > 1:
                attribute = self._attribute_named(node.args[1], self.read)
                return attribute if attribute != ANY_ATTRIBUTE else self._all(node, (), [attribute, *every])
            if path == "builtins.sum":
                return self._computed_of(node, every)
            if not path.endswith((*PASSING, ".dict", ".set", ".filter", ".min", ".max", ".vars")):
                return None
            for function in node.args[:1] if path.endswith((".map", ".filter")) else ():
                if isinstance(function, ast.Name | ast.Lambda):
                    every.append(ANY)
            made = self._all(node, (), every)
            self.classes.contain(made)
            return made
        if not entries:
            return self._foreign(node, path, every, named)
        found = fitting(entries, node)
        entry = entries[0] if found is None else found[0]
        if (written := first_given(node, entry)) is not None and asks_to_write(node, entry) is not False:
            self.classes.write(self._value(written), self._when(node))
            return self._value(written)
        if entry.fills and node.args:
            self.classes.write(keys[0], self._when(node))
            return keys[0]
        if self._holds_cell(node):
            return self._held(node.args[0] if node.args else None, keys)
        return self._made(node, entry, keys)

    def _attribute_named(self, name: ast.expr, names: set[str | None]) -> Key:
        """The attribute of whatever object that a text names."""
        text = str(name.value) if isinstance(name, ast.Constant) else None
        names.add(text)
        return ("attr", text)

    def _foreign(self, node: ast.Call, path: str, every: list[Key], named: Named) -> Key | None:
        """Of a library that no table knows, which may hand on what it is given: `itertools.chain`, `OrderedDict`."""
        if any(self.module.functions.get(a.id) for a in node.args if isinstance(a, ast.Name)):
            every = [*every, ANY]
        if any(isinstance(a, ast.Lambda) for a in node.args):
            every = [*every, ANY]
        for name, key in named:
            if name is not None:
                self.classes.join(("attr", name), key)
        if not every:
            return None
        made = self._all(node, (), every)
        self.classes.contain(made)
        return made

    def _holds_cell(self, node: ast.expr) -> bool:
        """`nn.Parameter(b)`."""
        if not isinstance(node, ast.Call):
            return False
        entries = lookup(self.dialects, self.module.qualified_name(node.func))
        return any(_is_cell(e) for e in entries[:1])

    def _held(self, given: ast.expr | None, keys: list[Key | None]) -> Key | None:
        """A parameter made of an array that others have as well: a view of a name is that of the name."""
        if isinstance(given, ast.Call) and self.classes.of(keys[0] or ANY) in self._fresh and not _is_named(keys[0]):
            return None
        if keys and keys[0] is not None:
            self.classes.hold(keys[0], self._when(given))
            return keys[0]
        return None

    def _made(self, node: ast.Call, entry: Entry, keys: Sequence[Key | None]) -> Key | None:
        first = keys[0] if keys else None
        if entry.is_view or entry.back is not None or entry.gives_list or entry.is_held:
            if entry.gives_list:
                self.classes.contain(first)
            for other in keys if entry.parameters and entry.parameters[0].variadic else ():
                self.classes.join(first, other)  # views of several arrays
            if first is not None and (entry.narrows or entry.shorter):  # a copy of what has other bits
                self.classes.makers[place_of(node)] = first
            return first
        if entry.is_part and any(k.arg == "inplace" and not is_false(k.value) for k in node.keywords):
            part = ("part", *place_of(node))
            self.parts.append(part)
            return part
        if entry.is_part or entry.is_host or entry.is_static or entry.is_gone or entry.is_outside:
            return None
        made = ("made", *place_of(node))
        if self.classes.counts:
            self.classes.makers[place_of(node)] = made
        return made

    def _method(
        self,
        node: ast.Call,
        function: ast.Attribute,
        keys: list[Key | None],
        named: Named,
    ) -> Key | None:
        name, receiver = function.attr, self._value(function.value)
        every = [key for key in (*keys, *(key for _, key in named)) if key is not None]
        if name in self.models.notation.registering and len(node.args) > 1:
            self._attribute_named(node.args[0], self.set)
            held = self._held(node.args[1], keys[1:])
            if held is not None and isinstance(node.args[0], ast.Constant):
                self.classes.join(("attr", node.args[0].value), held, is_plain=True)
            return None
        of_file = self.of_file.methods.get(name, [])
        is_of_class = isinstance(function.value, ast.Name) and function.value.id in self.of_file.known
        results = [self._handed(node, m, keys, named, _skipped(m, is_of_class)) for m in of_file]
        if name in _OF_CONTAINERS:
            made = receiver or ("held", *place_of(node))
            for key in (*every, *results):
                self.classes.join(made, key)
            if every and name not in ("get", "pop"):
                self.classes.contain(made)
            if named:
                self.classes.contain(made)
            return made
        if receiver is not None and name == "copy" and self.classes.is_contained(receiver):
            return receiver
        entries = lookup_method(self.dialects, name)
        if any(e.writes for e in entries):
            self.classes.write(receiver, self._when(node))
            return receiver
        if entries and not of_file:
            is_read = any(e.refusal == rules.HostSync.code for e in entries)  # `x.item()`, a number of Python's
            return None if is_read else self._made(node, entries[0], [receiver])
        for key in every if not of_file else ():
            self.classes.join(ANY, key)
            if "__call__" in self.of_file.methods:  # what the attribute holds may be an object that is called
                self.classes.join(("attr", name), key)
        if not (of_file or every):
            return receiver if name in ("copy", "get") else None
        return self._all(node, (), results or [ANY])

    @property
    def _fresh(self) -> set[Key]:
        return {self.classes.of(key) for key in self.classes.makers.values()}


def _skipped(method: Method, is_of_class: bool) -> int:
    """How many parameters a call does not give, by way of an object or of the class."""
    kind = is_of_class_or_object(method)
    return 0 if kind == "static" or (kind == "object" and is_of_class) else 1


def _is_class_of_object(called: ast.expr) -> bool:
    """`cls`, `type(self)` or `self.__class__`."""
    match called:
        case ast.Name(id="cls") | ast.Attribute(attr="__class__") | ast.Call(func=ast.Name(id="type")):
            return True
    return False


def _is_named(key: Key | None) -> bool:
    """A name of a scope, or an attribute."""
    return key is not None and (isinstance(key[0], int) or key[0] == "attr")


def _is_cell(entry: Entry) -> bool:
    target = entry.target or ""
    is_plain = entry.parameters is None and not (entry.is_part or entry.is_host or entry.is_gone)
    return target.startswith("nn.") and (is_plain or target.endswith(".Parameter"))


def is_false(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and not value.value


def _ends_in(called: ast.expr, name: str) -> bool:
    return getattr(called, "attr", getattr(called, "id", "")) == name
