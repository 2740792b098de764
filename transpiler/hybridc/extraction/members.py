"""What a method does with its object: the attributes that it reads and sets, and the methods that it calls."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field

from hybridc.analysis.dataflow import names_written
from hybridc.analysis.walking import walk

_HINTS = frozenset({"int", "float", "complex", "bool", "str", "np.ndarray", "numpy.ndarray"})
_CHANGING = frozenset({"append", "extend", "insert", "pop", "remove", "clear", "update", "fill", "sort", "put"})
_ACCESS = frozenset({"__getattr__", "__getattribute__", "__setattr__", "__delattr__"})
_UNFIT: dict[type[ast.AST], str] = {
    ast.Yield: "a `yield`",
    ast.YieldFrom: "a `yield`",
    ast.Await: "an `await`",
    ast.Global: "a `global`",
    ast.Nonlocal: "a `nonlocal`",
    ast.ClassDef: "a class inside it",
    ast.Delete: "a `del`",
}


@dataclass(frozen=True)
class Unfit:
    """Why a class or a method stays as it is: what of it says so, and the words that follow "stays Python"."""

    node: ast.AST
    why: str


@dataclass(frozen=True)
class PlainClass:
    """A class without bases at the top of the file, and what is known of its attributes."""

    node: ast.ClassDef
    methods: Mapping[str, ast.FunctionDef]
    known: frozenset[str]  # attributes that every object has
    initial: Mapping[str, ast.expr]  # what `__init__` sets them to
    hints: Mapping[str, str]  # for attributes that hold plain numbers, truth values or text
    others: frozenset[str]  # names that are neither attributes nor methods that can be called: properties
    scope: frozenset[str]  # names that the statements of the class see, and functions outside of it do not


@dataclass
class Members:
    """A method's use of its object, in order of appearance."""

    method: ast.FunctionDef
    attributes: dict[ast.Attribute, str] = field(default_factory=dict)
    written: dict[str, None] = field(default_factory=dict)
    calls: dict[ast.Call, str] = field(default_factory=dict)


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
    return PlainClass(
        node,
        methods,
        frozenset(own.keys() | declared.keys() | plain),
        {n: value for n, value in own.items() if value is not None},
        {n: h for n, h in hints.items() if h in _HINTS and n not in reassigned},
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
    if isinstance(value, ast.Constant) and type(value.value) in (int, float, complex, bool, str):
        return type(value.value).__name__
    if not isinstance(value, ast.Name):
        return None
    given = start.args
    defaults = dict(zip(reversed([a.arg for a in given.args]), reversed(given.defaults), strict=False))
    defaults |= {a.arg: d for a, d in zip(given.kwonlyargs, given.kw_defaults, strict=True) if d is not None}
    for argument in (*given.args, *given.kwonlyargs):
        if argument.arg == value.id and argument.annotation is not None:
            return ast.unparse(argument.annotation)
    default = defaults.get(value.id)
    return _hint(default, start) if default is not None and not isinstance(default, ast.Name) else None


def members(cls: PlainClass, method: ast.FunctionDef) -> Members | Unfit:
    """What the method does with its object, if nothing else than reading, setting and calling."""
    if is_special(method.name):
        return Unfit(method, "Python itself calls it")
    for node in walk(method):
        if type(node) in _UNFIT:
            return Unfit(node, f"it has {_UNFIT[type(node)]}")
    outside = [method.args, *([method.returns] if method.returns is not None else [])]
    for part in outside:
        for node in walk(part):
            if isinstance(node, ast.Name) and node.id in cls.scope:  # in a default or a hint
                return Unfit(node, f"its header reads `{node.id}`, a name of the class")
    self_name = method.args.args[0].arg
    found = Members(method)
    handled: set[ast.AST] = set()
    nested = nested_nodes(method)
    for node in walk(method):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name) as own, attr=called) as function) if (
                name == self_name and called in cls.methods
            ):
                found.calls[node] = called
                handled |= {own, function}
            case ast.Attribute(value=ast.Name(id=name) as own, attr=attribute) if name == self_name:
                if node in handled:
                    continue
                if attribute in cls.methods:
                    return Unfit(node, f"it hands the method `{attribute}` on, or sets it")
                if attribute.endswith("__"):
                    return Unfit(node, f"it uses `{attribute}` of its object")
                found.attributes[node] = attribute
                handled.add(own)
    for node in walk(method):
        if isinstance(node, ast.Name) and node.id in ("super", "__class__"):
            return Unfit(node, f"it uses `{node.id}`")
        if isinstance(node, ast.Name) and node.id == self_name and node not in handled:
            return Unfit(node, f"it uses `{self_name}` as a whole, not only its attributes")
        for target in _changed(node):
            if target in found.attributes:
                if node in nested:
                    return Unfit(node, f"a function inside it changes `{ast.unparse(target)}`")
                found.written[found.attributes[target]] = None
    for attribute in found.written:
        if cls.hints.get(attribute) in ("bool", "str"):
            # These are known while tracing; what a compiled function sets is not.
            return Unfit(method, f"it sets `{attribute}`, a {cls.hints[attribute]} that decides what is compiled")
    if found.written and (properties := cls.others & set(found.attributes.values())):
        return Unfit(method, f"it sets attributes, which `{min(properties)}` may look at")
    return found


def nested_nodes(method: ast.FunctionDef) -> set[ast.AST]:
    """What belongs to functions and lambdas in the method."""
    inner = (f for f in walk(method) if isinstance(f, ast.FunctionDef | ast.Lambda) and f is not method)
    return {n for f in inner for n in walk(f)}


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
