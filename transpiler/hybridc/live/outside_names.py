"""Globals that a hybridized function changes: its generated code reads and sets those of the original's module."""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping, Sequence

import jax
from jax import tree_util

from hybridc.live.errors import TracedWriteError
from hybridc.live.reading import ABSENT, Outside
from hybridc.runtime.flow.written_back import as_numpy
from hybridc.syntax.dataflow import parameters
from hybridc.syntax.walking import walk

HOLDER = "names outside"  # no program can have that name, for there is a space in it
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class OutsideNames:
    """The names as they are now. JAX's arrays are set as NumPy's, which code around may write into."""

    def __init__(self, homes: Mapping[str, Outside]) -> None:
        self._homes = homes

    def __getitem__(self, name: str) -> object:
        if (value := self._homes[name].value) is ABSENT:
            raise NameError(f"name '{name}' is not defined")
        return value

    def __setitem__(self, name: str, value: object) -> None:
        home = self._homes[name].home
        assert isinstance(home, dict), "nobody sets a name of a function around"
        if any(isinstance(leaf, jax.core.Tracer) for leaf in tree_util.tree_leaves(value)):
            raise TracedWriteError(
                f"the global `{name}` would hold a value of a trace (`jax.jit`, `vmap`, `grad`): outside of that it is "
                "none. Let the function return it, and set the global outside"
            )
        home[name] = tree_util.tree_map(as_numpy, value)


class _Reading(ast.NodeTransformer):
    def __init__(self, names: frozenset[str]) -> None:
        self.names = names

    def inside(self, node: ast.AST, own: Collection[str]) -> ast.AST:
        """The parts of the node, in which names of its own are other ones."""
        before, self.names = self.names, self.names - frozenset(own)
        self.generic_visit(node)
        self.names = before
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return self.inside(node, _own(node, node.body))

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        return self.inside(node, _own(node, [node.body]))

    def visit_Global(self, node: ast.Global) -> ast.AST:
        others = [name for name in node.names if name not in self.names]
        return ast.copy_location(ast.Global(others) if others else ast.Pass(), node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id not in self.names:
            return node
        read = ast.Subscript(ast.Name(HOLDER, ast.Load()), ast.Constant(node.id), node.ctx)
        for each in walk(read):
            ast.copy_location(each, node)
        return read

    def visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, _COMPREHENSIONS):
            return self.inside(node, _stored([g.target for g in node.generators]))
        return super().visit(node)  # type: ignore[no-any-return]


def reading_outside(function: ast.FunctionDef, names: frozenset[str]) -> None:
    """Makes the function read and set these names by way of `HOLDER`, except where they are its own."""
    _Reading(names).visit(function)


def _own(function: ast.FunctionDef | ast.Lambda, body: Sequence[ast.AST]) -> set[str]:
    declared = {n for part in body for s in walk(part) if isinstance(s, ast.Global) for n in s.names}
    return {*parameters(function), *_stored(body)} - declared


def _stored(parts: Sequence[ast.AST]) -> set[str]:
    nodes = (n for part in parts for n in walk(part))
    return {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
