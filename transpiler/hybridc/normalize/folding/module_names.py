"""What the names of a module stand for, as far as it can be known without running it."""

from __future__ import annotations

import ast
import builtins
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from hybridc.syntax.walking import default_values

# Whoever holds one of these can rebind a global without naming it, or change what a function does.
_OPAQUE_NAMES = frozenset(
    (
        "__builtins__", "__dict__", "__import__", "__main__", "builtins", "delattr", "eval", "exec", "exec_module",
        "globals", "importlib", "locals", "modules", "setattr", "vars",
    )
)  # fmt: skip
_OPAQUE_ATTRIBUTES = frozenset(
    (
        "__builtins__", "__code__", "__defaults__", "__dict__", "__globals__", "__kwdefaults__", "__setattr__",
        "_getframe", "currentframe", "f_globals", "set_int_max_str_digits", "setprofile", "setrecursionlimit",
        "settrace",
    )
)  # fmt: skip


@dataclass(slots=True)
class ModuleNames:
    """The names of a module. A position is the place of a top-level statement in it."""

    functions: dict[str, tuple[int, ast.FunctionDef]] = field(default_factory=dict)
    constants: dict[str, tuple[int, ast.expr]] = field(default_factory=dict)
    math: dict[str, tuple[int, str]] = field(default_factory=dict)  # to a name in `math`, "" for `math` itself
    bindings: Counter[str] = field(default_factory=Counter)
    stored_attributes: set[str] = field(default_factory=set)
    has_star_import: bool = False
    is_opaque: bool = False  # something in it may change any name

    def is_stable(self, name: str) -> bool:
        """Bound once, and not set from outside: `module.name = value`."""
        return self.bindings[name] == 1 and name not in self.stored_attributes

    def is_builtin(self, name: str) -> bool:
        if self.has_star_import or name in self.stored_attributes:
            return False
        return name not in self.bindings and hasattr(builtins, name)


def module_names(tree: ast.Module, until: int | None = None, excepting: Collection[ast.AST] = ()) -> ModuleNames:
    """The names of a module. It is opaque where something up to position `until` is, the nodes `excepting` aside."""
    names = ModuleNames()
    for position, statement in enumerate(tree.body):
        for name in bound_names(statement):
            names.bindings[name] += 1
        _define(names, position, statement)
        _note_what_may_change(names, statement, until is None or position <= until, excepting)
    names.has_star_import = "*" in names.bindings
    return names


def _define(names: ModuleNames, position: int, statement: ast.stmt) -> None:
    match statement:
        case ast.FunctionDef(name=name):
            names.functions[name] = (position, statement)
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            names.constants[name] = (position, value)
        case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
            names.constants[name] = (position, value)
        case ast.Import(names=aliases):
            for alias in aliases:
                if alias.name == "math":
                    names.math[alias.asname or "math"] = (position, "")
        case ast.ImportFrom(module="math", level=0, names=aliases):
            for alias in aliases:
                names.math[alias.asname or alias.name] = (position, alias.name)


def bound_names(statement: ast.stmt) -> Iterator[str]:
    """The names that a statement binds or deletes in its own scope; those of comprehensions too, to be safe."""
    rest: list[ast.AST] = [statement]
    while rest:
        node = rest.pop()
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                yield node.name
                rest.extend((*node.decorator_list, *_evaluated(node.args), *filter(None, [node.returns])))
                continue
            case ast.Lambda():
                rest.extend(_evaluated(node.args))
                continue
            case ast.ClassDef():
                yield node.name
                rest.extend((*node.decorator_list, *node.bases, *(keyword.value for keyword in node.keywords)))
                continue
            case ast.Import() | ast.ImportFrom():
                yield from (alias.asname or alias.name.partition(".")[0] for alias in node.names)
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                yield name
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                yield name
            case ast.MatchMapping(rest=str(name)):
                yield name
        rest.extend(ast.iter_child_nodes(node))


def _evaluated(arguments: ast.arguments) -> Iterator[ast.expr]:
    """What a `def` line evaluates of its parameters: defaults and annotations."""
    yield from default_values(arguments)
    every = [*arguments.posonlyargs, *arguments.args, arguments.vararg, *arguments.kwonlyargs, arguments.kwarg]
    yield from (argument.annotation for argument in every if argument is not None and argument.annotation is not None)


def _note_what_may_change(
    names: ModuleNames, statement: ast.stmt, may_be_opaque: bool, excepting: Collection[ast.AST]
) -> None:
    for node in ast.walk(statement):
        opaque = False
        match node:
            case ast.Global(names=globals_):
                names.bindings.update(dict.fromkeys(globals_, 2))
            case ast.Attribute(attr=attribute, ctx=ast.Store() | ast.Del()):
                names.stored_attributes.add(attribute)
                opaque = attribute in _OPAQUE_ATTRIBUTES
            case ast.Attribute(attr=attribute, value=value):
                is_sys_modules = attribute == "modules" and isinstance(value, ast.Name) and value.id == "sys"
                opaque = is_sys_modules or attribute in _OPAQUE_ATTRIBUTES
            case ast.Name(id=name):
                opaque = name in _OPAQUE_NAMES
            case ast.alias(name=name):
                opaque = name.partition(".")[0] in _OPAQUE_NAMES or name in _OPAQUE_ATTRIBUTES
        if opaque and may_be_opaque and node not in excepting:
            names.is_opaque = True
