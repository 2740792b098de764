"""Classes as holders of state: the attributes that a method reads and sets, and the methods that it calls."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass

from hybridc.normalize.extraction.state import State, Use, Variable, constant_type, nested_nodes
from hybridc.normalize.extraction.unfit import Unfit
from hybridc.syntax.dataflow import names_written
from hybridc.syntax.walking import walk, with_defaults

_HINTS = frozenset({"int", "float", "complex", "bool", "str", "np.ndarray", "numpy.ndarray"})
_CHANGING = frozenset({"append", "extend", "insert", "pop", "remove", "clear", "update", "fill", "sort", "put"})
_ACCESS = frozenset({"__getattr__", "__getattribute__", "__setattr__", "__delattr__"})


@dataclass(frozen=True)
class PlainClass:
    """A class without bases at the top of the file, and what is known of its attributes."""

    node: ast.ClassDef
    methods: Mapping[str, ast.FunctionDef]
    state: State
    others: frozenset[str]  # names that are neither attributes nor methods that can be called: properties
    scope: frozenset[str]  # names that the statements of the class see, and functions outside of it do not


def plain_class(node: ast.ClassDef, inherited: frozenset[str], stored: frozenset[str]) -> PlainClass | Unfit:
    """The class, if nothing but its own statements says what its methods are.

    `inherited` are the bases of classes in the file, `stored` the attributes that the file sets, of whatever object.
    """
    for base in node.bases:
        if ast.unparse(base) != "object":
            return Unfit(base, f"it has the base `{ast.unparse(base)}`, and only classes without bases are converted")
    if node.keywords:
        return Unfit(node.keywords[0].value, "it has class arguments, and a metaclass may change what it is")
    if node.name in inherited:
        return Unfit(node, "other classes of the file have it as their base, and may override what its methods call")
    for decorator in node.decorator_list:
        if ast.unparse(decorator).partition("(")[0] not in ("dataclass", "dataclasses.dataclass"):
            return Unfit(decorator, f"`@{ast.unparse(decorator)}` may change what it is")
    functions = [s for s in node.body if isinstance(s, ast.FunctionDef)]
    names = {f.name for f in functions}
    for function in functions:
        if function.name in _ACCESS:
            return Unfit(function, f"its `{function.name}` says what its attributes are")
        if function.name in stored:
            return Unfit(function, f"something is stored in the place of its method `{function.name}`")
    methods = {f.name: f for f in functions if not f.decorator_list and f.args.args and not f.args.posonlyargs}
    if len(names) < len(functions):
        return Unfit(node, "two of its functions have one name")
    declared = {s.target.id: s for s in node.body if isinstance(s, ast.AnnAssign) and isinstance(s.target, ast.Name)}
    plain = {t.id for s in node.body if isinstance(s, ast.Assign) for t in s.targets if isinstance(t, ast.Name)}
    start = methods.get("__init__")
    own = {} if start is None else _assigned(start)
    hints = {n: ast.unparse(s.annotation) for n, s in declared.items()}
    if start is not None:
        hints |= {n: hint for n, value in own.items() if (hint := _hint(value, start)) is not None}
    reassigned = {
        n
        for m in methods.values()
        if m is not start
        for n, value in _assigned(m).items()
        if n not in hints or _hint(value, m) != hints[n]
    }
    state = State(
        frozenset(Variable(n, node.name) for n in own.keys() | declared.keys() | plain),
        {Variable(n, node.name): value for n, value in own.items() if value is not None},
        {Variable(n, node.name): h for n, h in hints.items() if h in _HINTS and n not in reassigned},
    )
    return PlainClass(
        node,
        methods,
        state,
        frozenset(names - methods.keys()),
        names_written(node.body),
    )


def _assigned(method: ast.FunctionDef) -> dict[str, ast.expr | None]:
    """Attributes of its first parameter that the method binds, with the value where it is one assignment's own."""
    self_name = method.args.args[0].arg
    found: dict[str, ast.expr | None] = {}
    for node in walk(method):
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        )
        for target in targets:
            for part in walk(target):
                match part:
                    case ast.Attribute(value=ast.Name(id=name), attr=attribute, ctx=ast.Store()) if name == self_name:
                        value = getattr(node, "value", None) if part is target else None
                        found[attribute] = None if attribute in found else value
    return found


def _hint(value: ast.expr | None, start: ast.FunctionDef) -> str | None:
    """The type of a constant, or that of a parameter as its hint or default has it."""
    if isinstance(value, ast.UnaryOp):
        value = value.operand
    if not isinstance(value, ast.Name):
        return constant_type(value)
    given = start.args
    defaults = {argument.arg: default for argument, default in with_defaults(given)}
    for argument in (*given.args, *given.kwonlyargs):
        if argument.arg == value.id and argument.annotation is not None:
            return ast.unparse(argument.annotation)
    default = defaults.get(value.id)
    return _hint(default, start) if default is not None and not isinstance(default, ast.Name) else None


def members(cls: PlainClass, method: ast.FunctionDef) -> Use | Unfit:
    """What the method does with its object, if nothing else than reading, setting and calling."""
    if is_special(method.name):
        return Unfit(method, "Python itself calls it")
    outside = [method.args, *([method.returns] if method.returns is not None else [])]
    for part in outside:
        for node in walk(part):
            if isinstance(node, ast.Name) and node.id in cls.scope:  # in a default or a hint
                return Unfit(node, f"its header reads `{node.id}`, a name of the class")
    self_name = method.args.args[0].arg
    found = Use(method, f"{cls.node.name}.{method.name}", self_name)
    handled: set[ast.AST] = set()
    nested = nested_nodes(method)
    for node in walk(method):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name) as own, attr=called) as function) if (
                name == self_name and called in cls.methods
            ):
                found.calls[node] = f"{cls.node.name}.{called}"
                handled |= {own, function}
            case ast.Attribute(value=ast.Name(id=name) as own, attr=attribute) if name == self_name:
                if node in handled:
                    continue
                if attribute in cls.methods:
                    return Unfit(node, f"it hands the method `{attribute}` on, or sets it")
                if attribute.endswith("__"):
                    return Unfit(node, f"it uses `{attribute}` of its object")
                found.variables[node] = Variable(attribute, cls.node.name)
                handled.add(own)
    for node in walk(method):
        if isinstance(node, ast.Name) and node.id in ("super", "__class__"):
            return Unfit(node, f"it uses `{node.id}`")
        if isinstance(node, ast.Name) and node.id == self_name and node not in handled:
            return Unfit(node, f"it uses `{self_name}` as a whole, not only its attributes")
        for target in _changed(node):
            if target in found.variables:
                if node in nested:
                    return Unfit(node, f"a function inside it changes `{ast.unparse(target)}`")
                found.written[found.variables[target]] = None
    if found.written and (properties := cls.others & {v.name for v in found.variables.values()}):
        return Unfit(method, f"it sets attributes, which `{min(properties)}` may look at")
    return found


def _changed(node: ast.AST) -> list[ast.Attribute]:
    """The attributes that a statement binds or changes in place."""
    targets: list[ast.expr] = []
    match node:
        case ast.Assign(targets=given):
            targets = [*given]
        case ast.AugAssign(target=target) | ast.AnnAssign(target=target) | ast.For(target=target):
            targets = [target]
        case ast.withitem(optional_vars=ast.expr() as target):
            targets = [target]
        case ast.Call(func=ast.Attribute(value=ast.Attribute() as changed, attr=method)) if method in _CHANGING:
            return [changed]
    found: list[ast.Attribute] = []
    while targets:
        target = targets.pop()
        if isinstance(target, ast.Tuple | ast.List):
            targets += target.elts
        elif isinstance(target, ast.Subscript | ast.Starred):
            targets.append(target.value)
        elif isinstance(target, ast.Attribute):
            found.append(target)
            if isinstance(target.value, ast.Attribute):
                targets.append(target.value)
    return found


def is_special(name: str) -> bool:
    """Whether it is a method that Python calls by itself, and not by a call of the object."""
    return name.startswith("__") and name.endswith("__") and name != "__call__"
