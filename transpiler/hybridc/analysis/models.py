"""The models of a file: its classes that compute, their methods, and which of their attributes are arrays."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from hybridc.analysis.demand import lookup
from hybridc.analysis.module import Function, Module
from hybridc.analysis.walking import walk
from hybridc.dialects.table import Dialect, Entry, Models

METHODS_OF_CONTAINERS = frozenset({"values", "items", "keys", "get", "pop", "append", "extend", "update", "setdefault"})


@dataclass(frozen=True)
class ModelClass:
    """A class of the file that is a model. `ancestors`: models of the file that it is derived from, nearest first."""

    node: ast.ClassDef
    ancestors: tuple[str, ...]
    arrays: frozenset[str]  # attributes that hold parameters, buffers or other arrays
    computed: frozenset[str]  # attributes that its computing methods set
    makers: Mapping[str, tuple[ast.expr, ...]]  # by attributes, what they are set to

    @property
    def name(self) -> str:
        return self.node.name


@dataclass(frozen=True)
class FileModels:
    """The models of a file, how their framework writes them, and the methods that compute, by qualified name."""

    notation: Models
    roots: tuple[str, ...]
    classes: Mapping[str, ModelClass]
    computing: frozenset[str]

    def method(self, owner: str | None, name: str, module: Module) -> str | None:
        """The qualified name of what `self.name` means in a class of the file."""
        cls = self.classes.get(owner or "")
        for each in () if cls is None else (cls.name, *cls.ancestors):
            if f"{each}.{name}" in module.functions:
                return f"{each}.{name}"
        return None

    def makers(self, owner: str | None, name: str) -> tuple[ast.expr, ...]:
        """What the file sets an attribute of one of its classes to."""
        cls = self.classes.get(owner or "")
        every = () if cls is None else (cls, *(self.classes[a] for a in cls.ancestors))
        return tuple(value for each in every for value in each.makers.get(name, ()))

    def is_array(self, owner: str | None, name: str) -> bool:
        """The attribute of a class of the file holds an array, as far as the file tells."""
        cls = self.classes.get(owner or "")
        every = () if cls is None else (cls, *(self.classes[a] for a in cls.ancestors))
        return any(name in each.arrays for each in every)

    def is_computed(self, owner: str | None, name: str) -> bool:
        """The attribute is set while the model computes."""
        cls = self.classes.get(owner or "")
        every = () if cls is None else (cls, *(self.classes[a] for a in cls.ancestors))
        return any(name in each.computed for each in every)


def file_models(module: Module, dialects: tuple[Dialect, ...]) -> FileModels | None:
    """The models of a file; None where no framework with models is imported."""
    dialect = next((d for d in dialects if d.models is not None), None)
    if dialect is None or dialect.models is None:
        return None
    notation = dialect.models
    nodes = {s.name: s for s in walk(module.tree) if isinstance(s, ast.ClassDef) and s.name in module.classes}
    bases = {name: _Bases(node, module, dialects) for name, node in nodes.items()}
    chosen = {n for n, node in nodes.items() if bases[n].is_model or _has_entry(node, notation)}
    while True:
        more = {n for n in nodes if n not in chosen and chosen.intersection(bases[n].names)}
        if not more:
            break
        chosen |= more
    classes = {n: ModelClass(nodes[n], _ancestors(n, bases, chosen), frozenset(), frozenset(), {}) for n in chosen}
    computing = _computing(module, classes, notation)
    classes = {n: _with_attributes(c, module, dialects, notation, computing) for n, c in classes.items()}
    roots = tuple(root for d in dialects if d.is_of_models for root in d.roots)
    return FileModels(notation, roots, classes, computing)


class _Bases:
    """What a class is derived from."""

    def __init__(self, node: ast.ClassDef, module: Module, dialects: tuple[Dialect, ...]) -> None:
        self.names = [b.id for b in node.bases if isinstance(b, ast.Name) and b.id in module.classes]
        entries = [e for b in node.bases for e in lookup(dialects, module.qualified_name(b))]
        self.is_model = any(e.is_part for e in entries)


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
    decorators = {d.id for d in function.node.decorator_list if isinstance(d, ast.Name)}
    return None if decorators & {"staticmethod", "classmethod"} else function.positional[0]


def _computing(module: Module, classes: Mapping[str, ModelClass], notation: Models) -> frozenset[str]:
    """The methods that compute, and those that they call."""
    todo = [f"{n}.{e}" for n in classes for e in notation.entries if f"{n}.{e}" in module.functions]
    found = set(todo)
    while todo:
        function = module.functions[todo.pop()]
        for callee in (*called_methods(function, classes, module), *_called_of_others(function, classes, module)):
            if callee not in found and not callee.endswith(".__init__"):
                found.add(callee)
                todo.append(callee)
    return frozenset(found)


def _called_of_others(function: Function, classes: Mapping[str, ModelClass], module: Module) -> Iterator[str]:
    """The methods of the file's models that a method may call of the parts that it has: `block.widened(x)`."""
    own = own_name(function)
    for call in function.of(ast.Call):
        match call.func:
            case ast.Attribute(value=value, attr=name) if not (isinstance(value, ast.Name) and value.id == own):
                if name not in METHODS_OF_CONTAINERS:
                    yield from (n for c in classes if (n := f"{c}.{name}") in module.functions)


def called_methods(function: Function, classes: Mapping[str, ModelClass], module: Module) -> Iterator[str]:
    """The methods of the file that a method calls of its own object, or of classes derived from its own."""
    own = own_name(function)
    related = [n for n, c in classes.items() if n == function.owner or function.owner in c.ancestors]
    if function.owner is not None and function.owner in classes:
        related += classes[function.owner].ancestors
    for node in function.of(ast.Attribute):
        if isinstance(node.value, ast.Name) and node.value.id == own:
            yield from (n for c in related if (n := f"{c}.{node.attr}") in module.functions)


def _with_attributes(
    cls: ModelClass, module: Module, dialects: tuple[Dialect, ...], notation: Models, computing: frozenset[str]
) -> ModelClass:
    arrays: set[str] = set()
    computed: set[str] = set()
    makers: dict[str, tuple[ast.expr, ...]] = {}
    for method in (f for f in module.functions.values() if f.owner == cls.name):
        own = own_name(method)
        for node in method.of_any(ast.Assign, ast.AnnAssign, ast.AugAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]  # type: ignore[attr-defined]
            value: ast.expr | None = node.value  # type: ignore[attr-defined]
            names = {n.attr for t in targets for n in walk(t) if isinstance(n, ast.Attribute) and _is_stored(n, own)}
            for each in names:
                makers[each] = (*makers.get(each, ()), value or ast.Constant(None))
            if method.qualified_name in computing:
                computed |= names
            elif value is not None and _makes_array(value, module, method, dialects):
                arrays |= names
        for call in method.of(ast.Call):
            match call:
                case ast.Call(
                    func=ast.Attribute(value=ast.Name(id=name), attr=called), args=[ast.Constant(value=str(text)), *_]
                ) if name == own and called in notation.registering:
                    arrays.add(text)
    return ModelClass(cls.node, cls.ancestors, frozenset(arrays), frozenset(computed), makers)


def _is_stored(node: ast.AST, own: str | None) -> bool:
    match node:
        case ast.Attribute(value=ast.Name(id=name), ctx=ast.Store()):
            return name == own
    return False


def _makes_array(value: ast.expr, module: Module, method: Function, dialects: tuple[Dialect, ...]) -> bool:
    """A parameter, or what a framework's function gives."""
    match value:
        case ast.IfExp(body=body, orelse=orelse):
            return any(_makes_array(side, module, method, dialects) for side in (body, orelse))
        case ast.Call(func=func):
            entries = lookup(dialects, module.qualified_name(func, method.locals))
            return any(makes_array(entry) for entry in entries)
    return False


def makes_array(entry: Entry) -> bool:
    """A call by this line gives an array, or the cell of one."""
    return not (entry.is_part or entry.is_host or entry.is_static or entry.is_gone) and not entry.name.startswith(
        ("builtins.", "math.")
    )
