"""What a file holds: its imports, functions and globals."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

from hybridc.dialects import ALL
from hybridc.syntax import walking
from hybridc.syntax.changing import bound_from_inside, users
from hybridc.syntax.dataflow import blocks, definitions, is_none, names_written, parameters
from hybridc.syntax.in_place import changed_in_place
from hybridc.syntax.marks import mark
from hybridc.syntax.namespaces import Namespaces
from hybridc.syntax.star_imports import names_brought

_BUILTINS = frozenset(dir(builtins))


MODULE = "<module>"  # the name of a file's top level as a function


@dataclass(eq=False)
class Function(walking.Parts):
    """A function at the top level of the file, or a method."""

    node: ast.FunctionDef
    qualified_name: str
    owner: str | None  # the class, of a method
    locals: frozenset[str]
    globals_declared: frozenset[str]

    @property
    def name(self) -> str:
        return self.node.name

    def names_loaded(self) -> set[str]:
        """The names that it reads and does not bind."""
        return {n.id for n in self.of(ast.Name) if isinstance(n.ctx, ast.Load)} - self.locals

    @property
    def root(self) -> ast.FunctionDef:
        return self.node

    @cached_property
    def tests(self) -> list[ast.expr]:
        """What its branches, loops and conditional expressions test."""
        return [n.test for n in self.nodes if isinstance(n, ast.If | ast.While | ast.IfExp)]

    @cached_property
    def bound(self) -> frozenset[str]:
        """Local names that it binds. Those of which it writes elements alone are globals."""
        found = {*self.parameters, *(n.id for n in self.of(ast.Name) if isinstance(n.ctx, ast.Store))}
        for kind in (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef):
            found.update(*(definitions(node) for node in self.of(kind) if node is not self.node))
        return self.locals & found

    @cached_property
    def unpacked(self) -> frozenset[str]:
        """Names that something is unpacked into: `output, hidden = decoder(x, hidden)`."""
        targets = (t for n in self.of(ast.Assign) for t in n.targets if isinstance(t, ast.Tuple | ast.List))
        return frozenset(n.id for t in targets for n in walking.walk(t) if isinstance(n, ast.Name))

    @property
    def flags(self) -> frozenset[str]:
        """Parameters that are truth values or text, by their defaults or hints."""
        found = set()
        for name in self.parameters:
            default = self.default_of(name)
            if isinstance(default, ast.Constant) and isinstance(default.value, bool | str):
                found.add(name)
            if self.annotation_of(name) in ("bool", "bytes", "str"):
                found.add(name)
        return frozenset(found)

    def in_form(self, node: ast.FunctionDef) -> Function:
        """The same function with another body."""
        return replace(self, node=node, locals=self.locals | names_written(node.body))

    @cached_property
    def parameters(self) -> tuple[str, ...]:
        return parameters(self.node)

    @cached_property
    def positional(self) -> tuple[str, ...]:
        arguments = self.node.args
        return tuple(a.arg for a in (*arguments.posonlyargs, *arguments.args))

    def default_of(self, name: str) -> ast.expr | None:
        return next((d for a, d in walking.with_defaults(self.node.args) if a.arg == name), None)

    def is_none_by_default(self, name: str) -> bool:
        """None unless a caller gives it, whatever its hint says."""
        default = self.default_of(name)
        return default is not None and is_none(default)

    def argument(self, name: str) -> ast.arg:
        given = self.node.args
        rest = (a for a in (given.vararg, given.kwarg) if a is not None)
        return next(a for a in (*given.posonlyargs, *given.args, *given.kwonlyargs, *rest) if a.arg == name)

    def annotation_of(self, name: str) -> str:
        arguments = self.node.args
        for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
            if argument.arg == name and argument.annotation is not None:
                return ast.unparse(argument.annotation)
        return ""


@dataclass(eq=False)
class Global:
    """A name bound at the top level."""

    name: str
    bindings: int = 0
    value: ast.expr | None = None  # of its only assignment
    statement: ast.stmt | None = None
    is_rebound: bool = False  # more than once, or by a `global` declaration, or in a loop or branch
    mutated_at: ast.AST | None = None  # where it is changed in place


@dataclass(eq=False)
class Module(walking.Parts):
    """The facts of a file that do not depend on any function's flow."""

    tree: ast.Module
    imports: dict[str, str] = field(default_factory=dict)  # local name -> qualified name
    functions: dict[str, Function] = field(default_factory=dict)  # by qualified name
    globals: dict[str, Global] = field(default_factory=dict)
    classes: frozenset[str] = frozenset()
    changed_defaults: dict[str, frozenset[str]] = field(default_factory=dict)  # parameters whose array somebody changes
    star_imports: list[str] = field(default_factory=list)  # modules of which all is imported
    filename: str | None = None

    @cached_property
    def namespaces(self) -> Namespaces:
        """The ways in which code of the file reaches its names by text."""
        return Namespaces(self.nodes, frozenset(self.imports), self.qualified_name)

    @cached_property
    def calls(self) -> dict[str, list[ast.Call]]:
        """The calls of names, by the name."""
        found: dict[str, list[ast.Call]] = {}
        for call in self.of(ast.Call):
            if isinstance(call.func, ast.Name):
                found.setdefault(call.func.id, []).append(call)
        return found

    @property
    def root(self) -> ast.Module:
        return self.tree

    @cached_property
    def known_nodes(self) -> frozenset[ast.AST]:
        return frozenset(self.nodes)

    @cached_property
    def method_names(self) -> frozenset[str]:
        return frozenset(f.name for f in self.functions.values() if f.owner is not None)

    @cached_property
    def names(self) -> frozenset[str]:
        """All that something in the file goes by: names, parameters, functions, classes."""
        every = (getattr(n, kind, None) for n in self.nodes for kind in ("id", "arg", "name"))
        return frozenset(name for name in every if isinstance(name, str))

    @cached_property
    def used_names(self) -> frozenset[str]:
        """The qualified names of what the file imports, and of attributes of that."""
        named = (self.qualified_name(node) for node in self.of(ast.Attribute))
        return frozenset(self.imports.values()) | {name for name in named if name is not None}

    @cached_property
    def changing(self) -> frozenset[str]:
        """The globals that are rebound or changed in place."""
        return frozenset(n for n, g in self.globals.items() if g.is_rebound or g.mutated_at is not None)

    @cached_property
    def bound_by_functions(self) -> frozenset[str]:
        """The globals that functions rebind."""
        return frozenset(bound_from_inside(self.tree)) if self.of(ast.Global) else frozenset()

    @cached_property
    def unsteady(self) -> dict[str, str]:
        """Functions that read a global which changes, themselves or by what they call, with that global."""
        changing = self.changing
        read = {n: {u.id for u in f.of(ast.Name)} - f.bound for n, f in self.functions.items()} if changing else {}
        return users(changing, read)

    @cached_property
    def itself(self) -> frozenset[str]:
        """Names of the module itself: `d2l` of `d2l = sys.modules[__name__]`."""
        values = ((name, known.value) for name, known in self.globals.items() if not known.is_rebound)
        return frozenset(name for name, value in values if value is not None and self._is_itself(value))

    def _is_itself(self, value: ast.expr) -> bool:
        match value:
            case ast.Subscript(value=modules, slice=ast.Name(id="__name__")):
                return self.qualified_name(modules) == "sys.modules"
        return False

    def _of_itself(self, name: str) -> str | None:
        """The dotted name of what the module has by this one: `numpy.zeros` after `zeros = np.zeros`."""
        if name in self.imports:
            return self.imports[name]
        known = self.globals.get(name)
        is_steady = known is not None and not known.is_rebound and known.mutated_at is None
        if known is None or not is_steady or not isinstance(known.value, ast.Name | ast.Attribute):
            return None
        return self.qualified_name(known.value)

    def qualified_name(self, node: ast.expr, shadowed: frozenset[str] = frozenset()) -> str | None:
        """The dotted name of an expression: `numpy.linalg.norm` for `la.norm`, `builtins.max` for `max`."""
        parts: list[str] = []
        while isinstance(node, ast.Attribute):
            parts.append(node.attr)
            node = node.value
        if not isinstance(node, ast.Name) or node.id in shadowed:
            return None
        if node.id in self.imports:
            root = self.imports[node.id]
        elif node.id in self.itself and parts:
            known = self._of_itself(parts.pop())
            if known is None:
                return None
            root = known
        elif node.id in self.globals or node.id in self.functions or node.id in self.classes:
            return None
        elif node.id in _BUILTINS:
            root = f"builtins.{node.id}"
        else:
            return None
        return ".".join([root, *reversed(parts)])


def read_module(tree: ast.Module, filename: str | None = None) -> Module:
    """Reads the file once, functions' bodies included."""
    module = Module(tree, filename=filename)
    module.classes = frozenset(s.name for s in tree.body if isinstance(s, ast.ClassDef))
    instead = {s for each in tree.body if isinstance(each, ast.Try) for h in each.handlers for s in h.body}
    outermost = [s for s, _ in _flow(tree.body, True)]
    for inner in (*module.of(ast.Import), *module.of(ast.ImportFrom)):  # those outside functions count more: later
        _read_imports(module, inner)
    for statement in outermost:
        known = dict(module.imports) if statement in instead else {}
        _read_imports(module, statement)
        module.imports |= {n: path for n, path in known.items() if _is_of_one_package(path, module.imports[n])}
    _note_viewed(module)
    _note_settings(module)
    for statement, is_straight in _flow(tree.body, True):
        _read_bindings(module, statement, is_straight)
    for function in _functions(tree.body, "", bool(module.of(ast.Global))):
        if function.qualified_name in module.functions or (function.owner is None and function.name in module.globals):
            module.globals.setdefault(function.name, Global(function.name)).is_rebound = True
        module.functions[function.qualified_name] = function
    for name in module.bound_by_functions:
        module.globals.setdefault(name, Global(name)).is_rebound = True
    own = module.globals.keys() | module.functions.keys()
    for bound in module.namespaces.bound():
        for name in own if bound is None else own & {bound}:
            module.globals.setdefault(name, Global(name)).is_rebound = True
    _read_mutations(module)
    if module.star_imports:
        _read_usual_names(module)
    return module


def _read_usual_names(module: Module) -> None:
    """Names that nothing in the file binds, and that everybody uses for a framework, come with `import *`."""
    bound = module.imports.keys() | module.globals.keys() | module.functions.keys() | module.classes
    module.imports |= names_brought(module.tree, module.star_imports, bound)
    read = {n.id for n in module.of(ast.Name)}
    for models in (d.models for d in ALL if d.models is not None):
        module.imports |= {n: path for n, path in models.usual.items() if n in read - bound - module.imports.keys()}


def _note_viewed(module: Module) -> None:
    """Marks, in targets of assignments, what calls of modules give views of: `x` of `np.ravel(x)[0] = 1`."""
    for statement in module.of_any(ast.Assign, ast.AugAssign, ast.AnnAssign, ast.For, ast.AsyncFor):
        targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
        for target in targets:
            if not isinstance(target, ast.Subscript | ast.Attribute):
                continue
            for call in (n for n in walking.walk(target) if isinstance(n, ast.Call) and n.args):
                root: ast.expr = call.func
                while isinstance(root, ast.Attribute):
                    root = root.value
                if isinstance(root, ast.Name) and root.id in module.imports:
                    mark(call, viewed=call.args[0])


def _note_settings(module: Module) -> None:
    """Marks what a framework goes without, in targets of assignments: `torch.backends.cudnn.benchmark = True`."""
    roots = {root for d in ALL for root in d.roots}
    for statement in module.of(ast.Assign):
        for target in statement.targets:
            parts = ast.unparse(target).split(".") if isinstance(target, ast.Attribute) else [""]
            name = ".".join([module.imports.get(parts[0], ""), *parts[1:]])
            if name.partition(".")[0] in roots:
                lines = (e for d in ALL if d.models is not None for e in d.lookup(name))
                mark(target, is_setting=any(e.is_gone for e in lines))


def _top_level(statements: list[ast.stmt]) -> Iterator[ast.stmt]:
    for statement in statements:
        yield statement
        for block in blocks(statement):
            yield from _top_level(block)
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _top_level(statement.body)


def _flow(statements: list[ast.stmt], is_straight: bool) -> Iterator[tuple[ast.stmt, bool]]:
    for statement in statements:
        yield statement, is_straight
        for block in blocks(statement):
            yield from _flow(block, False)


def _is_of_one_package(one: str, other: str) -> bool:
    return one.partition(".")[0] == other.partition(".")[0]


def _read_imports(module: Module, statement: ast.stmt) -> None:
    if isinstance(statement, ast.Import):
        for alias in statement.names:
            if alias.asname:
                module.imports[alias.asname] = alias.name
            else:
                root = alias.name.partition(".")[0]
                module.imports[root] = root
    elif isinstance(statement, ast.ImportFrom):
        source = "." * statement.level + (statement.module or "")
        for alias in statement.names:
            if alias.name == "*":
                module.star_imports += [source] if source not in module.star_imports else []
            else:
                module.imports[alias.asname or alias.name] = f"{source}.{alias.name}"


_COMPUTED = (
    ast.Constant, ast.BinOp, ast.UnaryOp, ast.Name, ast.Attribute, ast.operator, ast.unaryop, ast.expr_context,
)  # fmt: skip


def _read_bindings(module: Module, statement: ast.stmt, is_straight: bool) -> None:
    if isinstance(statement, ast.Import | ast.ImportFrom | ast.ClassDef | ast.FunctionDef):
        return
    for name in definitions(statement):
        known = module.globals.setdefault(name, Global(name))
        known.bindings += 1
        whole = isinstance(statement, ast.Assign | ast.AnnAssign) and is_straight
        if whole and known.bindings == 1 and _single_target(statement) == name:
            known.value = statement.value  # type: ignore[attr-defined]
            known.statement = statement
        elif whole and known.bindings == 1 and (value := _number_unpacked(statement, name)) is not None:
            known.value = value
        elif isinstance(statement, ast.Assign | ast.AnnAssign) and _writes_inside(statement, name):
            known.mutated_at = known.mutated_at or statement
            known.bindings -= 1
        elif isinstance(statement, ast.AugAssign):
            known.is_rebound = True
            known.mutated_at = known.mutated_at or statement
        if known.bindings > 1 or not is_straight or isinstance(statement, ast.For | ast.AsyncFor):
            known.is_rebound = True


def _single_target(statement: ast.stmt) -> str | None:
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]  # type: ignore[attr-defined]
    only = targets[0]
    return only.id if len(targets) == 1 and isinstance(only, ast.Name) else None


def _number_unpacked(statement: ast.stmt, name: str) -> ast.expr | None:
    """`0.5` of `a, b = 0.5, 2 * K`: what is computed of numbers and names alone."""
    if not isinstance(statement, ast.Assign) or len(statement.targets) > 1:
        return None
    given = {t.id: v for t, v in walking.pairs(statement.targets[0], statement.value) if isinstance(t, ast.Name)}
    value = given.get(name)
    return value if value is not None and all(isinstance(n, _COMPUTED) for n in walking.walk(value)) else None


def _writes_inside(statement: ast.Assign | ast.AnnAssign, name: str) -> bool:
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    plain = {
        t.id
        for target in targets
        for t in walking.walk(target)
        if isinstance(t, ast.Name) and isinstance(t.ctx, ast.Store)
    }
    return name not in plain


def _functions(statements: list[ast.stmt], prefix: str, declares: bool) -> Iterator[Function]:
    """`declares`: something in the file says `global`."""
    for statement in statements:
        if isinstance(statement, ast.FunctionDef):
            inside = walking.statements(statement) if declares else ()
            declared = frozenset(n for s in inside if isinstance(s, ast.Global) for n in s.names)
            local = (frozenset(parameters(statement)) | names_written(statement.body)) - declared
            yield Function(statement, prefix + definition_name(statement), prefix.rstrip(".") or None, local, declared)
        elif isinstance(statement, ast.ClassDef):
            yield from _functions(statement.body, f"{prefix}{statement.name}.", declares)
        else:
            for block in blocks(statement):
                yield from _functions(block, prefix, declares)


def definition_name(node: ast.FunctionDef) -> str:
    """The name of a function, `size.setter` of a property's other methods, which have the name of the first."""
    for decorator in node.decorator_list:
        match decorator:
            case ast.Attribute(value=ast.Name(id=name), attr="setter" | "deleter" as kind) if name == node.name:
                return f"{name}.{kind}"
    return node.name


def _read_mutations(module: Module) -> None:
    """Marks the globals that some function, or the top level, changes in place."""
    names = set(module.globals)
    if not names:
        return
    for function in module.functions.values():
        if names.isdisjoint(n.id for n in function.of(ast.Name)):
            continue
        for statement in _top_level(function.node.body):
            for name in changed_in_place(statement) & names - function.bound:
                module.globals[name].mutated_at = module.globals[name].mutated_at or statement
    for statement in _top_level([s for s in module.tree.body if not isinstance(s, ast.FunctionDef | ast.ClassDef)]):
        for name in changed_in_place(statement) & names:
            module.globals[name].mutated_at = module.globals[name].mutated_at or statement
