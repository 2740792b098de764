"""Calls that draw from a state which no argument shows: Python's generators, NumPy's, and the system's.

Compiled code would draw once, while tracing.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache

from hybridc.program.parts import imported_paths
from hybridc.syntax.module import Function, Module
from hybridc.syntax.walking import walk

_MODULES = ("random.", "numpy.random.", "secrets.", "uuid.uuid1", "uuid.uuid4", "os.urandom")
_GENERATORS = frozenset(
    [
        "random.Random",
        "random.SystemRandom",
        *(f"numpy.random.{n}" for n in ("RandomState", "Generator", "default_rng")),
    ]
)
_SEEDS = frozenset(f"numpy.random.{n}" for n in ("SeedSequence", "PCG64", "PCG64DXSM", "MT19937", "Philox", "SFC64"))


@cache
def hidden_draws(module: Module) -> HiddenDraws:
    """Those of a file."""
    return HiddenDraws(module)


class HiddenDraws:
    """Of a file: which calls draw, themselves or by what they call."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self._known: dict[str, bool] = {}
        self._imports: dict[ast.AST, list[tuple[str, str]]] = {}

    def is_one(self, call: ast.Call, function: Function, makers: tuple[ast.expr, ...] = ()) -> bool:
        """`makers`: what the receiver of a method may have been set to."""
        name = self._name(call.func, function.node)
        if name is not None and name.startswith(_MODULES):
            return name not in _GENERATORS | _SEEDS or not (call.args or call.keywords)
        match call.func:
            case ast.Name(id=called) if called not in function.locals and called in self.module.functions:
                return self._draws(called)
            case ast.Attribute(value=ast.Name(id=held)) if held not in function.locals:
                known = self.module.globals.get(held)
                return known is not None and known.value is not None and self._is_generator(known.value)
            case ast.Attribute():
                return any(map(self._is_generator, makers))
        return False

    def _draws(self, name: str) -> bool:
        if name not in self._known:
            self._known[name] = False  # as long as it is looked at: it may call itself
            function = self.module.functions[name]
            calls = (n for n in walk(function.node) if isinstance(n, ast.Call))
            self._known[name] = any(self.is_one(call, function) for call in calls)
        return self._known[name]

    def _is_generator(self, made: ast.expr) -> bool:
        return isinstance(made, ast.Call) and self.module.qualified_name(made.func) in _GENERATORS

    def _name(self, node: ast.expr, function: ast.AST) -> str | None:
        """With what the function imports itself."""
        dotted = ast.unparse(node) if isinstance(node, ast.Attribute | ast.Name) else ""
        root, _, rest = dotted.partition(".")
        if function not in self._imports:
            self._imports[function] = list(_imported(function))
        for name, path in self._imports[function]:
            if name == root:
                return f"{path}.{rest}" if rest else path
        return self.module.qualified_name(node)


def _imported(function: ast.AST) -> Iterator[tuple[str, str]]:
    for node in walk(function):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from imported_paths(node)
