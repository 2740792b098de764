"""Functions that the file gives what is no array: dicts, sets and lists of several lengths, which functions run over
or look things up in, that name nothing of a framework's, and lists that are written. Such functions stay Python."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Set
from typing import NamedTuple

from hybridc.program.host.lists_held import Held, ListsHeld
from hybridc.syntax.module import Function, Module
from hybridc.syntax.walking import walk

_CONTAINERS = frozenset(
    {"builtins.dict", "builtins.set", "builtins.frozenset", "collections.defaultdict", "collections.Counter"}
    | {"collections.OrderedDict", "collections.deque"}
)
_TEXTS = frozenset({"builtins.str", "builtins.input"})


class Given(NamedTuple):
    """What a call gives a parameter, and why that is no array."""

    parameter: str
    line: int
    why: str


def given_unlike_arrays(
    module: Module, is_plain: Callable[[str], bool], written: Mapping[str, Set[str]]
) -> Iterator[tuple[str, Given]]:
    """Functions by their qualified names. `is_plain`: it names nothing of a framework's; `written`: the
    parameters that functions write into."""
    for function, parameter, given in _Unlike(module, set()).given():
        if _is_looked_up(function, parameter) and is_plain(function.qualified_name):
            why = "which is, or holds, a dict, a set, a text or lists of several lengths"
            yield function.qualified_name, Given(parameter, _line(given), why)
    for function, parameter, given in ListsHeld(module).given() if written else ():
        # An attribute by that name is a list somewhere in the file.
        if parameter in written.get(function.qualified_name, ()) and not isinstance(given, ast.Attribute):
            yield function.qualified_name, Given(parameter, _line(given), "which may be a list, and is changed")


def _line(given: ast.expr) -> int:
    return given.value.lineno if isinstance(given, ast.Subscript) else given.lineno


def _is_looked_up(function: Function, name: str) -> bool:
    """It is run over, asked for a member, or indexed by what is no constant: a dict by texts JAX takes as it is."""

    def is_it(node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and node.id == name

    for node in walk(function.node):
        match node:
            case ast.Subscript(value=value, slice=index):
                if is_it(value) and not isinstance(index, ast.Constant):
                    return True
            case ast.For(iter=run) | ast.comprehension(iter=run):
                if any(map(is_it, walk(run))):  # type: ignore[arg-type]
                    return True
            case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[where]):
                if is_it(where):
                    return True
    return False


class _Unlike(Held):
    def _is_none(self, value: ast.expr) -> bool:
        return isinstance(value, ast.Constant) and not isinstance(value.value, str)

    def _begins(self, value: ast.expr, scope: str) -> bool:
        match value:
            case ast.Dict() | ast.DictComp() | ast.Set() | ast.SetComp() | ast.JoinedStr() | ast.Constant():
                return True
            case ast.List(elts=elements) | ast.Tuple(elts=elements):
                lengths = {len(e.elts) for e in elements if isinstance(e, ast.List)}
                return len(lengths) > 1 or 0 in lengths or any(self._begins_text(e) for e in elements)
            case ast.ListComp(elt=each):
                return self._is_empty(each) or self._is_container(each)
            case (
                ast.BinOp(left=ast.List(elts=[each]), op=ast.Mult())
                | ast.BinOp(op=ast.Mult(), right=ast.List(elts=[each]))
            ):
                return self._is_empty(each) or self._is_container(each)
        return self._is_container(value)

    def _is_empty(self, value: ast.expr) -> bool:
        """A list that is filled later."""
        return (isinstance(value, ast.List) and not value.elts) or self._calls(value, frozenset({"builtins.list"}))

    def _is_container(self, value: ast.expr) -> bool:
        is_one = isinstance(value, ast.Dict | ast.DictComp | ast.Set | ast.SetComp)
        return is_one or self._calls(value, _CONTAINERS) or self._calls(value, _TEXTS)

    def _begins_text(self, value: ast.expr) -> bool:
        return isinstance(value, ast.JoinedStr) or (isinstance(value, ast.Constant) and isinstance(value.value, str))

    def _calls(self, value: ast.expr, names: frozenset[str]) -> bool:
        return isinstance(value, ast.Call) and self.module.qualified_name(value.func) in names
