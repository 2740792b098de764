"""The models of a file: its classes that compute, their methods, and which of their attributes are arrays."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field, replace
from functools import cached_property

from hybridc.dialects.entry import Entry
from hybridc.dialects.notation import Models
from hybridc.dialects.table import Dialect
from hybridc.program.attributes_written import names_written
from hybridc.program.model_children import names_of_parts
from hybridc.program.parts import is_compiled
from hybridc.program.static_demand import lookup, lookup_method
from hybridc.program.values_kept import handed_on
from hybridc.syntax.module import Function, Module
from hybridc.syntax.registered_names import registered_by
from hybridc.syntax.walking import walk

# How many arguments such methods take of those that lists and dicts have.
_TAKEN = {"get": (1, 2), "pop": (0, 2), "append": (1, 1), "extend": (1, 1), "setdefault": (1, 2), "update": (0, 1)}
METHODS_OF_CONTAINERS = frozenset({"values", "items", "keys", "get", "pop", "append", "extend", "update", "setdefault"})


@dataclass(frozen=True)
class ModelClass:
    """A class of the file that is a model. `ancestors`: models of the file that it is derived from, nearest first."""

    node: ast.ClassDef
    ancestors: tuple[str, ...]
    arrays: frozenset[str]  # attributes that hold parameters, buffers or other arrays
    computed: frozenset[str]  # attributes that its computing methods set
    makers: Mapping[str, tuple[ast.expr, ...]]  # by attributes, what they are set to
    registered: Mapping[str, tuple[ast.expr, ...]] = field(default_factory=dict)  # by names of buffers and the like
    has_derivative: bool = False  # it is a function that says its own derivative

    @property
    def name(self) -> str:
        return self.node.name


@dataclass(frozen=True)
class FileModels:
    """The models of a file, how their framework writes them, and the methods that compute, by qualified name."""

    notation: Models
    roots: tuple[str, ...]
    classes: Mapping[str, ModelClass]
    families: Mapping[str, tuple[str, ...]]  # by classes, all that an object may be of whose class that is
    computing: frozenset[str]
    contexts: frozenset[str]
    """Methods whose first argument is the context of a function that says its own derivative."""
    written: frozenset[str] = frozenset()
    """The attributes whose arrays the file may write, as its text shows."""
    methods_named: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    properties: frozenset[str] = frozenset()
    """By the names of methods, those of all classes, and the names by which a class has a property."""
    children: frozenset[str] = frozenset()
    """The names that the file gives parts of models, in attributes, in tables of layers and by `add_module`."""
    handed_on: frozenset[str] = frozenset()
    """Functions and methods that write in place, and that models may run as what attributes, tables or parts hold."""

    def own_name(self, function: Function) -> str | None:
        """What a method calls its object, or the context that takes its place."""
        if function.qualified_name in self.contexts and function.positional:
            return function.positional[0]
        return own_name(function)

    def with_derivatives(self, function: Function, module: Module) -> set[str]:
        """The methods of functions with their own derivative that a function may run, as `F.apply(x)` does."""
        if not self.contexts:
            return set()
        chosen = {n for n in self.classes_used(function, module) if self.classes[n].has_derivative}
        family = {each for name in chosen for each in (name, *self.classes[name].ancestors)}
        return {name for name in self.computing if name.rpartition(".")[0] in family}

    def classes_used(self, function: Function, module: Module) -> set[str]:
        """The classes of the file that a function names, by itself or through what the file names."""
        seen: set[str] = set()
        todo = {n.id for n in function.of(ast.Name)} - function.locals
        own = own_name(function)
        for node in function.of(ast.Attribute):
            if isinstance(node.value, ast.Name) and node.value.id == own:
                todo |= {
                    n.id for m in self.makers(function.owner, node.attr) for n in walk(m) if isinstance(n, ast.Name)
                }
        while todo:
            seen |= todo
            known = [module.globals[n].value for n in todo if n in module.globals]
            found = {n.id for value in known if value is not None for n in walk(value) if isinstance(n, ast.Name)}
            called = (module.functions[n] for n in todo if n in module.functions)
            todo = found.union(*({n.id for n in f.of(ast.Name)} - f.locals for f in called)) - seen
        return seen & self.classes.keys()

    @cached_property
    def attributes(self) -> frozenset[str]:
        """What the file sets of its classes."""
        return frozenset(name for cls in self.classes.values() for name in cls.makers)

    def method(self, owner: str | None, name: str, module: Module, is_inherited: bool = False) -> str | None:
        """The qualified name of what `self.name`, or `super().name`, means in a class of the file."""
        cls = self.classes.get(owner or "")
        for each in () if cls is None else (*(() if is_inherited else (cls.name,)), *cls.ancestors):
            if f"{each}.{name}" in module.functions:
                return f"{each}.{name}"
        return None

    def entered(self, module: Module) -> frozenset[str]:
        """The methods that calls of the file's models run."""
        named = {f"{cls}.{entry}" for cls in self.classes for entry in self.notation.entries}
        return frozenset(named & module.functions.keys())

    @cached_property
    def array_names(self) -> frozenset[str]:
        """The attributes by which some part may hold an array: one of the file's classes, or a layer."""
        of_classes = (cls.arrays | cls.computed for cls in self.classes.values())
        return self.notation.layer_arrays.union(*of_classes)

    @cached_property
    def called_of_parts(self) -> frozenset[str]:
        """The names of methods that compute, besides those that run when a part itself is called."""
        return frozenset(name.rpartition(".")[2] for name in self.computing) - self.notation.entries

    @cached_property
    def shared_makers(self) -> frozenset[ast.expr]:
        """What several attributes are set to at once: `self.one = self.two = Block()`."""
        makers = (m for cls in self.classes.values() for values in cls.makers.values() for m in values)
        return frozenset(maker for maker, count in Counter(makers).items() if count > 1)

    def _derived_from(self, owner: str | None) -> tuple[ModelClass, ...]:
        cls = self.classes.get(owner or "")
        return () if cls is None else (cls, *(self.classes[a] for a in cls.ancestors))

    def makers(self, owner: str | None, name: str) -> tuple[ast.expr, ...]:
        """What the file sets an attribute of one of its classes to."""
        return tuple(value for each in self._derived_from(owner) for value in each.makers.get(name, ()))

    def is_registered(self, owner: str | None, name: str) -> bool:
        """The attribute is a buffer, by the file."""
        return any(name in each.registered for each in self._derived_from(owner))

    def given_to_register(self, owner: str | None, name: str) -> tuple[ast.expr, ...]:
        """What the file registers a buffer with."""
        return tuple(value for each in self._derived_from(owner) for value in each.registered.get(name, ()))

    def is_array(self, owner: str | None, name: str) -> bool:
        """The attribute of a class of the file holds an array, as far as the file tells."""
        return any(name in each.arrays for each in self._derived_from(owner))

    def is_computed(self, owner: str | None, name: str) -> bool:
        """The attribute is set while the model computes."""
        return any(name in each.computed for each in self._derived_from(owner))


def file_models(module: Module, dialects: tuple[Dialect, ...]) -> FileModels | None:
    """The models of a file; None where no framework with models is imported."""
    notation = next((d.models for d in dialects if d.models is not None), None)
    if notation is None:
        return None
    nodes = {s.name: s for s in module.of(ast.ClassDef) if s.name in module.classes}
    bases = {name: _Bases(node, module, dialects) for name, node in nodes.items()}
    chosen = {n for n, node in nodes.items() if bases[n].is_model or _has_entry(node, notation)}
    while True:
        more = {n for n in nodes if n not in chosen and chosen.intersection(bases[n].names)}
        if not more:
            break
        chosen |= more
    classes = {n: ModelClass(nodes[n], _ancestors(n, bases, chosen), frozenset(), frozenset(), {}) for n in chosen}
    derived = {n for n, c in classes.items() if any(bases[each].has_derivative for each in (n, *c.ancestors))}
    families = _families(classes)
    methods: dict[str, list[Function]] = {n: [] for n in classes}
    for function in module.functions.values():
        if function.owner in methods:
            methods[function.owner].append(function)
    asked = (m.qualified_name for each in methods.values() for m in each if is_compiled(m, module, dialects))
    written_by_others = handed_on(module, classes.keys(), notation.hooking)
    entered = [*asked, *(n for n in sorted(written_by_others) if "." in n)]
    computing, beside = _computing(module, methods, families, notation, derived, entered)
    contexts = frozenset(c for n in derived for c in _contexts(classes[n], methods, notation))
    classes = {
        n: replace(
            _with_attributes(c, methods[n], module, dialects, notation, computing, contexts),
            has_derivative=n in derived,
        )
        for n, c in classes.items()
    }
    roots = tuple(root for d in dialects if d.is_of_models for root in d.roots)
    children = frozenset(names_of_parts(module, set(classes), dialects))
    written = notation.layer_statistics | names_written({n: module.functions[n] for n in computing | beside}, dialects)
    every = [m for each in methods.values() for m in each]
    properties = frozenset(m.name for m in every if is_property(m))
    return FileModels(
        notation, roots, classes, families, computing, contexts, written, _by_name(every), properties, children,
        written_by_others,
    )  # fmt: skip


def _by_name(methods: Iterable[Function]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for method in methods:
        found[method.name] = (*found.get(method.name, ()), method.qualified_name)
    return found


def _contexts(cls: ModelClass, methods: Mapping[str, list[Function]], notation: Models) -> Iterator[str]:
    """The methods of a function with its own derivative whose first argument is the context."""
    names = {m.name for each in (cls.name, *cls.ancestors) for m in methods[each]}
    without, other = notation.without_context or ("", "")
    for method in methods[cls.name]:
        if method.name in notation.derivative | notation.entries and not (method.name == without and other in names):
            yield method.qualified_name


class _Bases:
    """What a class is derived from."""

    def __init__(self, node: ast.ClassDef, module: Module, dialects: tuple[Dialect, ...]) -> None:
        self.names = [b.id for b in node.bases if isinstance(b, ast.Name) and b.id in module.classes]
        entries = [e for b in node.bases for e in lookup(dialects, module.qualified_name(b))]
        self.is_model = any(e.is_part for e in entries)
        self.has_derivative = any(e.has_derivative for e in entries)


def _has_entry(node: ast.ClassDef, notation: Models) -> bool:
    return bool(node.bases) and any(isinstance(s, ast.FunctionDef) and s.name in notation.entries for s in node.body)


def _ancestors(name: str, bases: Mapping[str, _Bases], chosen: set[str]) -> tuple[str, ...]:
    found: list[str] = []
    todo = list(bases[name].names)
    while todo:
        each = todo.pop(0)
        if each in chosen and each not in found and each != name:
            found.append(each)
            todo += bases[each].names
    return tuple(found)


def own_name(function: Function) -> str | None:
    """What a method calls its object; None for static methods and functions."""
    if function.owner is None or not function.positional:
        return None
    return None if _is_decorated(function, "staticmethod", "classmethod") else function.positional[0]


def is_bound(function: Function) -> bool:
    """A method that is given its object, or its class, before what it is called with."""
    return function.owner is not None and bool(function.positional) and not _is_decorated(function, "staticmethod")


def is_property(function: Function) -> bool:
    return _is_decorated(function, "property", "cached_property")


def _is_decorated(function: Function, *names: str) -> bool:
    return any(isinstance(d, ast.Name) and d.id in names for d in function.node.decorator_list)


def is_super(node: ast.expr, owner: str | None) -> bool:
    """`super()`, or `super(Owner, self)` in a method of `owner`."""
    match node:
        case ast.Call(func=ast.Name(id="super"), args=[]):
            return True
        case ast.Call(func=ast.Name(id="super"), args=[ast.Name(id=name), ast.Name()]):
            return name == owner
    return False


def _families(classes: Mapping[str, ModelClass]) -> dict[str, tuple[str, ...]]:
    """By classes, the class itself, those derived from it, and those that it is derived from."""
    derived = {name: [name] for name in classes}
    for name, cls in classes.items():
        for ancestor in cls.ancestors:
            derived[ancestor].append(name)
    return {name: (*found, *classes[name].ancestors) for name, found in derived.items()}


def _computing(
    module: Module,
    methods: Mapping[str, list[Function]],
    families: Mapping[str, tuple[str, ...]],
    notation: Models,
    derived: set[str],
    asked: Iterable[str],
) -> tuple[frozenset[str], frozenset[str]]:
    """The methods that compute, with those that they call, and the functions beside models that run then. `methods`: of
    the models, by class. `derived`: functions with their own derivative. `asked`: methods that a decorator compiles."""
    entries = {n: notation.entries | (notation.derivative if n in derived else frozenset()) for n in methods}
    todo = [f"{n}.{e}" for n in methods for e in sorted(entries[n]) if f"{n}.{e}" in module.functions]
    todo += asked
    found = set(todo)
    scanned: set[str] = set()  # functions beside models that these run
    every = [m for each in methods.values() for m in each]
    named = _by_name(m for m in every if not is_property(m))
    properties = _by_name(m for m in every if is_property(m))
    made = _attributes_made(module, methods.keys())
    while todo:
        function = module.functions[todo.pop()]
        looked_up = (n for a in function.of(ast.Attribute) for n in properties.get(a.attr, ()))
        beside = function.names_loaded() & module.functions.keys() - scanned
        scanned |= beside
        todo += beside
        for callee in (
            *called_methods(function, families, module),
            *_called_of_others(function, named, made),
            *looked_up,
        ):
            if callee not in found and not callee.endswith(".__init__"):
                found.add(callee)
                todo.append(callee)
    return frozenset(found), frozenset(scanned)


def _attributes_made(module: Module, classes: Set[str]) -> set[tuple[str, str]]:
    """The attributes, by name, that the file sets to models of its own, with the classes of these."""
    found: set[tuple[str, str]] = set()
    for node in module.of(ast.Assign):
        match node.value:
            case ast.Call(func=ast.Name(id=cls)) if cls in classes:
                found |= {(t.attr, cls) for t in node.targets if isinstance(t, ast.Attribute)}
    return found


def _called_of_others(
    function: Function, named: Mapping[str, tuple[str, ...]], made: Set[tuple[str, str]]
) -> Iterator[str]:
    """The methods of the file's models, by name, that a method may call of the parts that it has:
    `block.widened(x)`."""
    own = own_name(function)
    for call in function.of(ast.Call):
        match call.func:
            case ast.Attribute(value=value, attr=name) if not (isinstance(value, ast.Name) and value.id == own):
                known = named.get(name, ())
                is_of_class = isinstance(value, ast.Name) and f"{value.id}.{name}" in known
                is_of_class |= isinstance(value, ast.Attribute) and any(
                    (value.attr, method.rpartition(".")[0]) in made for method in known
                )
                if is_of_class or name not in METHODS_OF_CONTAINERS or not _fits_container(call, name):
                    yield from known


def _fits_container(call: ast.Call, name: str) -> bool:
    """A list or dict can be called so: `get(k, 0)` and `update(d, k=v)`, but not `update(place, value)`."""
    if any(isinstance(a, ast.Starred) for a in call.args) or (name == "update" and len(call.args) < 2):
        return True
    least, most = _TAKEN.get(name, (0, 0))
    return least <= len(call.args) <= most and not call.keywords


def called_methods(function: Function, families: Mapping[str, tuple[str, ...]], module: Module) -> Iterator[str]:
    """The methods of the file that a method calls of its own object, or of classes derived from its own."""
    own = own_name(function)
    related = families.get(function.owner or "", ())
    for node in function.of(ast.Attribute):
        if isinstance(node.value, ast.Name) and node.value.id == own:
            yield from (n for c in related if (n := f"{c}.{node.attr}") in module.functions)


def _with_attributes(
    cls: ModelClass,
    methods: list[Function],
    module: Module,
    dialects: tuple[Dialect, ...],
    notation: Models,
    computing: frozenset[str],
    contexts: frozenset[str],
) -> ModelClass:
    arrays: set[str] = set()
    computed: set[str] = set()
    makers: dict[str, tuple[ast.expr, ...]] = {}
    registered: dict[str, tuple[ast.expr, ...]] = {}
    made_of = _Arrays(module, dialects, notation.makers, arrays)
    for method in methods:
        own = method.positional[0] if method.qualified_name in contexts and method.positional else own_name(method)
        for node in method.of_any(ast.Assign, ast.AnnAssign, ast.AugAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]  # type: ignore[attr-defined]
            value: ast.expr | None = node.value  # type: ignore[attr-defined]
            held = _operated(node) if isinstance(node, ast.AugAssign) else value or ast.Constant(None)
            names = set[str]()
            for attribute, made in (pair for t in targets for pair in parts_set(t, held)):
                if _is_stored(attribute, own):
                    names.add(attribute.attr)
                    makers[attribute.attr] = (*makers.get(attribute.attr, ()), made)
            if method.qualified_name in computing:
                computed |= names
            elif value is not None and made_of(value, method):
                arrays |= names
        for call in method.of(ast.Call):
            match call.func:
                case ast.Attribute(value=ast.Name(id=name), attr=called) if (
                    name == own and called in notation.registering
                ):
                    for text, given in registered_by(call, module):
                        arrays |= {text} - {""}
                        registered[text] = (*registered.get(text, ()), *given)
    return ModelClass(cls.node, cls.ancestors, frozenset(arrays), frozenset(computed), makers, registered)


def _operated(statement: ast.AugAssign) -> ast.expr:
    """`self.total + x` of `self.total += x`; what is added to a list, or is a number, says of which kind it is."""
    if isinstance(statement.value, ast.Constant | ast.List | ast.Tuple | ast.Dict | ast.ListComp):
        return statement.value
    return ast.copy_location(ast.BinOp(statement.target, statement.op, statement.value), statement)


def parts_set(target: ast.expr, value: ast.expr) -> Iterator[tuple[ast.Attribute, ast.expr]]:
    """The attributes that an assignment sets, each with what it is set to: `a` and `b` of `self.a, self.b = a, b`."""
    match target, value:
        case ast.Attribute(), _:
            yield target, value
        case ast.Starred(value=inner), _:
            yield from parts_set(inner, value)
        case ((ast.Tuple(elts=targets) | ast.List(elts=targets)), (ast.Tuple(elts=parts) | ast.List(elts=parts))) if (
            len(targets) == len(parts) and not any(isinstance(e, ast.Starred) for e in (*targets, *parts))
        ):
            for each, part in zip(targets, parts, strict=True):
                yield from parts_set(each, part)
        case ((ast.Tuple(elts=targets) | ast.List(elts=targets)), _):
            for place, each in enumerate(targets):
                part = ast.Subscript(value, ast.Constant(place), ast.Load())
                yield from parts_set(each, ast.copy_location(part, value))


def _is_stored(node: ast.AST, own: str | None) -> bool:
    match node:
        case ast.Attribute(value=ast.Name(id=name), ctx=ast.Store()):
            return name == own
    return False


@dataclass(frozen=True)
class _Arrays:
    """What gives an array, or the cell of one. `attributes`: those of the own object that are known to hold some."""

    module: Module
    dialects: tuple[Dialect, ...]
    makers: frozenset[str]
    attributes: Set[str]

    def __call__(self, value: ast.expr, method: Function) -> bool:
        """A parameter, what a framework's function gives, or an operator, a method or an index of such."""
        match value:
            case ast.IfExp(body=one, orelse=other) | ast.BinOp(left=one, right=other):
                return self(one, method) or self(other, method)
            case ast.UnaryOp(op=ast.USub() | ast.UAdd() | ast.Invert(), operand=inner) | ast.Subscript(value=inner):
                return self(inner, method)
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=called)) if called in self.makers:
                return name == own_name(method)
            case ast.Call(func=func):
                entries = lookup(self.dialects, self.module.qualified_name(func, method.locals))
                is_made = any(map(makes_array, entries))
                is_filled = any(e.is_host for e in entries) and any(self(a, method) for a in value.args[:1])
                is_method = isinstance(func, ast.Attribute) and self._of_array(func, method)
                return is_made or is_filled or is_method
            case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name == own_name(method):
                return attribute in self.attributes
            case ast.Attribute():
                return self._of_array(value, method)
        return False

    def _of_array(self, node: ast.Attribute, method: Function) -> bool:
        """A method or an attribute that arrays have, of an array, which gives another one."""
        lines = lookup_method(self.dialects, node.attr)
        return any(e.target is not None and not e.is_static for e in lines) and self(node.value, method)


def makes_array(entry: Entry) -> bool:
    """A call by this line gives an array, or the cell of one."""
    return not (entry.is_part or entry.is_host or entry.is_static or entry.is_gone) and not entry.name.startswith(
        ("builtins.", "math.")
    )
