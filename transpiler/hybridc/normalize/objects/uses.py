"""Objects that a function makes and that nothing else sees, with all that it does with them."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from hybridc.normalize.moved import is_alone
from hybridc.normalize.objects.classes import Method, SimpleClass, bound_by, is_constant, is_nested
from hybridc.syntax.dataflow import bound_in, parameters
from hybridc.syntax.walking import walk, with_defaults


@dataclass(eq=False)
class ObjectUse:
    """An object of a function, by its name, and where it is used."""

    name: str
    cls: SimpleClass
    made: ast.Assign | ast.AnnAssign
    call: ast.Call
    given: dict[str, ast.expr]  # to the constructor, by its parameters
    attributes: list[ast.Attribute] = field(default_factory=list)  # read, set, and looked up as properties
    called: list[tuple[ast.expr, Method]] = field(default_factory=list)  # what is called, and the method
    methods: list[Method] = field(default_factory=list)  # those that run, in the order of the class


def objects_in(function: ast.FunctionDef, classes: Mapping[str, SimpleClass], lines: Sequence[str]) -> list[ObjectUse]:
    parents = {child: parent for parent in walk(function) for child in ast.iter_child_nodes(parent)}
    local = {n for each in walk(function)[1:] for n in bound_by(each)}
    stores = [n.id for n in walk(function) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
    elsewhere = {n for s in walk(function) if isinstance(s, ast.Global | ast.Nonlocal) for n in s.names}
    found = []
    for node in walk(function):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=ast.Name(id=of)) as call) if of in classes:
                pass
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.Call(func=ast.Name(id=of)) as call) if of in classes:
                pass
            case _:
                continue
        if of in local or stores.count(name) != 1 or name in elsewhere or name in parameters(function):
            continue
        if is_nested(node, function, parents) or not is_alone(lines, node):
            continue
        given = _given(call, classes[of])
        use = None if given is None else ObjectUse(name, classes[of], node, call, given)
        if use is not None and _is_alone_with_it(use, function, parents) and not _sees(use, local):
            found.append(use)
    return found


def _given(call: ast.Call, cls: SimpleClass) -> dict[str, ast.expr] | None:
    """What the constructor is given, by parameters, as it is computed one by one; None where that is not told."""
    start = cls.start
    if cls.fields is not None:
        names = [*cls.fields]
        defaults = {name: default for name, default in cls.fields.items() if default is not None}
        if start is not None and start.node.args.args[1:]:
            return None
    else:
        arguments = ast.arguments([], [], None, [], [], None, []) if start is None else start.node.args
        if arguments.vararg or arguments.kwarg:
            return None
        names = [a.arg for a in (*arguments.args[1:], *arguments.kwonlyargs)]
        defaults = {a.arg: default for a, default in with_defaults(arguments)}
        if len(call.args) > len(arguments.args[1:]):
            return None
    if any(isinstance(a, ast.Starred) for a in call.args) or len(call.args) > len(names):
        return None
    given = dict(zip(names, call.args, strict=False))
    for keyword in call.keywords:
        if keyword.arg is None or keyword.arg in given or keyword.arg not in names:
            return None
        given[keyword.arg] = keyword.value
    for name in names:
        if name not in given:
            if name not in defaults:
                return None
            given[name] = defaults[name]
    return given


def _is_alone_with_it(use: ObjectUse, function: ast.FunctionDef, parents: dict[ast.AST, ast.AST]) -> bool:
    """The function does nothing with the object but to look up, to set and to call; which is noted."""
    cls = use.cls
    attributes = cls.attributes | {
        n.attr
        for n in walk(function)
        if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store) and _is_of(n, use.name)
    }
    run: list[Method] = [] if cls.start is None else [cls.start]
    for name in walk(function):
        if not isinstance(name, ast.Name) or name.id != use.name or not isinstance(name.ctx, ast.Load):
            continue
        node = parents[name]
        if isinstance(node, ast.Call) and node.func is name and "__call__" in cls.methods:
            use.called.append((name, cls.methods["__call__"]))
            run.append(cls.methods["__call__"])
            continue
        if not isinstance(node, ast.Attribute) or node.lineno != node.end_lineno or isinstance(node.ctx, ast.Del):
            return False
        is_stored = isinstance(node.ctx, ast.Store)
        method = cls.methods.get(node.attr)
        if method is None or method.is_property:
            if is_stored and (method is not None or is_nested(node, function, parents)):
                return False
            if method is None and node.attr not in attributes:
                return False
            use.attributes.append(node)
        else:
            call = parents[node]
            if not isinstance(call, ast.Call) or call.func is not node or node.attr.startswith("__"):
                return False
            use.called.append((node, method))
        run += [] if method is None else [method]
    reached = _reached(run, cls)
    use.methods = [m for m in cls.methods.values() if m in reached]
    started = set() if cls.start is None else cls.start.bound
    set_here = started | cls.constants.keys() | (cls.fields or {}).keys()
    set_here |= {a.attr for a in use.attributes if isinstance(a.ctx, ast.Store)}
    read = {a.attr for m in use.methods for a in m.attributes} - cls.methods.keys()
    return read <= set_here and _starts_simply(use)


def _is_of(attribute: ast.Attribute, name: str) -> bool:
    return isinstance(attribute.value, ast.Name) and attribute.value.id == name


def _reached(methods: list[Method], cls: SimpleClass) -> set[Method]:
    found: set[Method] = set()
    waiting = [*methods]
    while waiting:
        method = waiting.pop()
        if method not in found:
            found.add(method)
            waiting += [cls.methods[a.attr] for a in method.attributes if a.attr in cls.methods]
    return found


def _starts_simply(use: ObjectUse) -> bool:
    """The statements of the constructor can stand in the function: they do not leave it, and make no functions, which
    would look up later what it is given."""
    start = use.cls.start
    others = (ast.Return, ast.FunctionDef, ast.Lambda, ast.Global, ast.Import, ast.ImportFrom)
    return start is None or not any(isinstance(n, others) for s in start.node.body for n in walk(s))


def _sees(use: ObjectUse, local: set[str]) -> bool:
    """A name of the file that a method reads is another one in the function."""
    for method in use.methods:
        own = bound_in(method.node) | {*parameters(method.node)}
        names = {n.id for n in walk(method.node) if isinstance(n, ast.Name)} - own
        names |= {
            n.id for d in method.node.args.args if d.annotation for n in walk(d.annotation) if isinstance(n, ast.Name)
        }
        if names & local:
            return True
    return False


def is_atom(node: ast.expr) -> bool:
    """A name or a literal: it gives the same wherever it is said."""
    return isinstance(node, ast.Name) or is_constant(node)
