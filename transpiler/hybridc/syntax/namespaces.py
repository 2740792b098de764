"""Names of the file that are bound through its namespace: `globals()["k"] = 2`, `sys.modules[__name__].k = 2`,
`import config; config.k = 2` where that may be the file itself."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

_CHANGING = frozenset(
    {"update", "setdefault", "pop", "popitem", "clear", "__setitem__", "__delitem__", "__ior__", "__setattr__"}
)
Named = Iterator[str | None]  # None: whatever name


class Namespaces:
    """Finds them; `qualified_name` knows the dotted names of what is imported, `imports` are the names for that."""

    def __init__(self, nodes: list[ast.AST], imports: frozenset[str], qualified_name: Callable[[ast.expr], str | None]):
        self.nodes = nodes
        self.qualified_name = qualified_name
        self.modules = set(imports)  # names that may hold the module
        self.namespaces: set[str] = set()  # names that may hold its namespace
        assigned = [(n.targets, n.value) for n in nodes if isinstance(n, ast.Assign)]
        assigned += [([n.target], n.value) for n in nodes if isinstance(n, ast.NamedExpr)]
        for _ in range(2):  # a name for a name
            for targets, value in assigned:
                names = {t.id for t in targets if isinstance(t, ast.Name)}
                if self._is_module(value) and not isinstance(value, ast.Attribute):
                    self.modules |= names
                elif self._is_namespace(value):
                    self.namespaces |= names

    def bound(self) -> Named:
        """The names that are bound so."""
        for node in self.nodes:
            match node:
                case ast.Subscript(value=held, slice=key, ctx=ast.Store() | ast.Del()) if self._is_namespace(held):
                    yield _text(key)
                case ast.Attribute(value=held, attr=name, ctx=ast.Store() | ast.Del()) if self._is_module(held):
                    yield name
                case ast.Call(func=ast.Attribute(value=held, attr=method), args=args, keywords=keywords) if (
                    method in _CHANGING
                ):
                    if self._is_namespace(held) or (method == "__setattr__" and self._is_module(held)):
                        yield from _given(method, args, keywords)
                case ast.Call(args=[held, name, *_]) if self._is_module(held):
                    if self.qualified_name(node.func) in ("builtins.setattr", "builtins.delattr"):
                        yield _text(name)
                case ast.AugAssign(target=ast.Name(id=name)) if name in self.namespaces:
                    yield None

    @property
    def is_reached(self) -> bool:
        """The namespace or the module is looked up, or text is run that may name whatever it has."""
        kinds = {ast.Attribute, ast.Call, ast.Subscript, *([ast.Name] if self.namespaces else [])}
        nodes = (n for n in self.nodes if n.__class__ in kinds)
        return any(self._is_namespace(n) or self._is_looked_up(n) or self._runs_text(n) for n in nodes)

    def _runs_text(self, node: ast.AST) -> bool:
        return isinstance(node, ast.Call) and self.qualified_name(node.func) in ("builtins.exec", "builtins.eval")

    def _is_looked_up(self, node: ast.AST) -> bool:
        match node:
            case ast.Subscript(value=held):
                return self.qualified_name(held) == "sys.modules"
            case ast.Call(func=called):
                return self.qualified_name(called) in ("importlib.import_module", "builtins.__import__")
        return False

    def _is_module(self, node: ast.expr) -> bool:
        match node:
            case ast.Name(id=name):
                return name in self.modules
            case ast.Attribute():  # `package.module`
                return self.qualified_name(node) is not None
        return self._is_looked_up(node)

    def _is_namespace(self, node: ast.AST) -> bool:
        match node:
            case ast.Name(id=name):
                return name in self.namespaces
            case ast.Attribute(attr="__globals__"):
                return True
            case ast.Attribute(value=held, attr="__dict__"):
                return self._is_module(held)
            case ast.Call(func=called, args=args):
                path = self.qualified_name(called)
                if path == "builtins.vars" and args:
                    return self._is_module(args[0])
                return path in ("builtins.globals", "builtins.vars", "builtins.locals")
        return False


def _text(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _given(method: str, args: list[ast.expr], keywords: list[ast.keyword]) -> Named:
    """The names that a method of a dict binds or removes."""
    if method in ("update", "__ior__"):
        for given in args:
            keys = given.keys if isinstance(given, ast.Dict) else [None]
            yield from (None if key is None else _text(key) for key in keys)
        yield from (keyword.arg for keyword in keywords)
    else:
        yield _text(args[0]) if args else None
