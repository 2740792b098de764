"""Classes of a file whose objects hold their attributes and nothing else, and whose methods use no more than these."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from hybridc.normalize.extraction.delegates import header_end
from hybridc.normalize.extraction.unfit import immovable
from hybridc.syntax.module import Module
from hybridc.syntax.walking import walk, with_defaults

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_DATACLASS = ("dataclass", "dataclasses.dataclass")
_SPECIAL = frozenset({"__init__", "__call__", "__post_init__"})
# What says how objects are made, or what their attributes are.
_DECIDING = frozenset(
    {"__new__", "__getattr__", "__getattribute__", "__setattr__", "__delattr__", "__set_name__", "__del__"}
)


@dataclass(eq=False)
class Method:
    """A method. `own` is what it calls its object; None for a static one."""

    node: ast.FunctionDef
    own: str | None
    is_property: bool = False
    attributes: list[ast.Attribute] = field(default_factory=list)  # of its object: read, set and called
    bound: set[str] = field(default_factory=set)  # the attributes that it gives a new object

    @property
    def name(self) -> str:
        return self.node.name


@dataclass(eq=False)
class SimpleClass:
    node: ast.ClassDef
    methods: dict[str, Method]
    constants: dict[str, ast.expr]  # attributes of the class, by name
    fields: dict[str, ast.expr | None] | None  # of a dataclass, with defaults

    @property
    def start(self) -> Method | None:
        """What runs when an object is made, behind the setting of fields."""
        return self.methods.get("__init__" if self.fields is None else "__post_init__")

    @property
    def attributes(self) -> set[str]:
        own = {a.attr for m in self.methods.values() for a in m.attributes if isinstance(a.ctx, ast.Store)}
        return own | self.constants.keys() | (self.fields or {}).keys()


def simple_classes(module: Module, lines: Sequence[str]) -> dict[str, SimpleClass]:
    nodes = [s for s in module.tree.body if isinstance(s, ast.ClassDef)]
    if not nodes:
        return {}
    bound = [name for n in module.nodes for name in bound_by(n)]
    changed = {
        n.value.id
        for n in module.of(ast.Attribute)
        if isinstance(n.value, ast.Name) and not isinstance(n.ctx, ast.Load)
    }
    found = {}
    for node in nodes:
        if (
            bound.count(node.name) == 1
            and node.name not in changed
            and (each := _simple_class(node, lines)) is not None
        ):
            found[node.name] = each
    return found


def bound_by(node: ast.AST) -> Iterator[str]:
    """The names that a node itself binds."""
    if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        yield node.id
    elif isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        yield node.name
    elif isinstance(node, ast.arg):
        yield node.arg
    elif isinstance(node, ast.alias):
        yield (node.asname or node.name).partition(".")[0]
    elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name is not None:
        yield node.name


def _simple_class(node: ast.ClassDef, lines: Sequence[str]) -> SimpleClass | None:
    decorators = [ast.unparse(d) for d in node.decorator_list]
    if any(ast.unparse(b) != "object" for b in node.bases) or node.keywords or set(decorators) - {*_DATACLASS}:
        return None
    fields: dict[str, ast.expr | None] | None = {} if decorators else None
    constants: dict[str, ast.expr] = {}
    methods: dict[str, Method] = {}
    for statement in node.body:
        match statement:
            case ast.FunctionDef(name=name):
                method = None if name in methods or name in _DECIDING else _method(statement, lines)
                if method is None:
                    return None
                methods[name] = method
            case ast.AnnAssign(target=ast.Name(id=name), value=value, annotation=hint):
                if (value is not None and not is_constant(value)) or "ClassVar" in ast.unparse(hint):
                    return None
                if fields is not None:
                    fields[name] = value
                elif value is not None:
                    constants[name] = value
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if is_constant(value):
                constants[name] = value
            case ast.Pass() | ast.Expr(value=ast.Constant()):
                pass
            case _:
                return None
    found = SimpleClass(node, methods, constants, fields)
    properties = {name for name, method in methods.items() if method.is_property}
    for method in methods.values():
        if any(not _is_used_simply(a, method, found, properties) for a in method.attributes):
            return None
    if fields is not None and "__init__" in methods:
        return None
    return found if not (found.attributes & methods.keys()) else None


def is_constant(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) or (isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant))


def _method(node: ast.FunctionDef, lines: Sequence[str]) -> Method | None:
    """None where it does with its object something else than to look up, to set and to call."""
    decorators = [ast.unparse(d) for d in node.decorator_list]
    is_static, is_property = decorators == ["staticmethod"], decorators == ["property"]
    if decorators and not (is_static or is_property):
        return None
    plain = ast.FunctionDef(node.name, node.args, node.body, [], node.returns)  # without its decorator
    ast.copy_location(plain, node)
    arguments, defaults = node.args, with_defaults(node.args)
    if immovable(lines, plain) is not None or arguments.posonlyargs or not all(is_constant(d) for _, d in defaults):
        return None
    if not is_static and (not arguments.args or any(a is arguments.args[0] for a, _ in defaults)):
        return None
    end = header_end(lines, node)
    if node.body[0].lineno <= end or any("hybridc:" in line for line in lines[node.lineno - 1 : end]):
        return None
    own = None if is_static else arguments.args[0].arg
    method = Method(node, own, is_property)
    parents = {child: parent for parent in walk(node) for child in ast.iter_child_nodes(parent)}
    for name in walk(node):
        if not isinstance(name, ast.Name):
            continue
        if name.id in ("super", "__class__", "locals", "vars"):
            return None
        if name.id != own:
            continue
        attribute = parents[name]
        if not isinstance(attribute, ast.Attribute) or attribute.lineno != attribute.end_lineno:
            return None
        if isinstance(attribute.ctx, ast.Del) or attribute.attr.startswith("__"):
            return None
        if isinstance(attribute.ctx, ast.Store):
            if is_nested(attribute, node, parents):
                return None
            method.bound.add(attribute.attr)
        method.attributes.append(attribute)
    return method


def is_nested(node: ast.AST, function: ast.AST, parents: dict[ast.AST, ast.AST]) -> bool:
    """It stands in a function of the function."""
    while (node := parents[node]) is not function:
        if isinstance(node, _SCOPES):
            return True
    return False


def _is_used_simply(attribute: ast.Attribute, method: Method, cls: SimpleClass, properties: set[str]) -> bool:
    """Methods are called, and properties looked up; what is neither is an attribute that something sets."""
    name = attribute.attr
    if name in properties:
        return isinstance(attribute.ctx, ast.Load)
    if name in cls.methods:
        return name not in _SPECIAL and any(isinstance(n, ast.Call) and n.func is attribute for n in walk(method.node))
    return name in cls.attributes
