"""A function for calls that give it one array in several arguments: it is given the array once, and takes it apart.

`def move(x, y): x[1:] = y` and `move(a[:-1], a[1:])` become
`def _move_shared(shared): x = shared[:-1]; y = shared[1:]; ...` and `_move_shared(a)`.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from hybridc.domain.places import Group, Overlap, Place
from hybridc.domain.sites import parameter_site
from hybridc.structure.trees import assign, read
from hybridc.structure.views import Blocks
from hybridc.structure.work import Structured, Structuring
from hybridc.structure.write_back import Replaced
from hybridc.syntax.walking import walk


@dataclass(frozen=True, slots=True)
class Merging:
    """The call of another function, and the arguments in their order."""

    overlap: Overlap
    name: str
    parameters: tuple[str, ...]


def merged(function: ast.FunctionDef, name: str, groups: Sequence[Group]) -> Structured:
    """The function of that name in which the parameters of each group are parts of one.

    What the parts read of the caller's names follows the other parameters, by keyword.
    """
    before = Structured(function)
    work = Structuring(before, (), (), {}, {}, (), {})
    body = work.origins.copied(function.body)
    made: list[ast.stmt] = []
    for group in groups:
        root = Place(parameter_site(group.parameter))
        for part, steps in group.parts:
            if part != group.parameter:
                view = root.path_to(replace(root, steps=steps), group.parameter)
                made.append(work.make(assign(part, view), function.body[0]))
    start = 1 if ast.get_docstring(function, clean=False) is not None else 0
    arguments = _parameters(function.args, groups)
    node = work.origins.changed(
        function, name=name, args=work.origins.make(arguments, function), returns=None, decorator_list=[],
        body=[*body[:start], *made, *body[start:]],
    )  # fmt: skip
    return Structured(node, work.origins, work.unset, work.assumed)


def _parameters(given: ast.arguments, groups: Sequence[Group]) -> ast.arguments:
    """One parameter for each group, where the first of its parts stood."""
    first = {group.first: group.parameter for group in groups}
    left_out = frozenset().union(*(group.names for group in groups))
    args: list[ast.arg] = []
    defaults: list[ast.expr] = []
    padding: list[ast.expr | None] = [None] * (len(given.args) - len(given.defaults))
    for argument, default in zip(given.args, [*padding, *given.defaults], strict=True):
        if argument.arg in first:
            args.append(ast.arg(first[argument.arg], argument.annotation))
        elif argument.arg not in left_out:
            args.append(argument)
        else:
            continue
        if default is not None:
            defaults.append(default)
    keywords = [(a, d) for a, d in zip(given.kwonlyargs, given.kw_defaults, strict=True) if a.arg not in left_out]
    keywords += [(ast.arg(n), None) for group in groups for n in group.reads]
    return ast.arguments(
        [], args, None, [argument for argument, _ in keywords], [default for _, default in keywords], None, defaults
    )


def with_merged(before: Structured, calls: Mapping[ast.Call, Merging]) -> Structured:
    """The function with these calls of the functions that take an array once."""
    node = before.origins.changed(before.node, body=_Calls(before, calls).block(before.node.body))
    return Structured(node, before.origins, before.unset, before.assumed)


class _Calls(Blocks):
    def __init__(self, before: Structured, calls: Mapping[ast.Call, Merging]) -> None:
        super().__init__(before.origins)
        self.calls = calls

    def statement(self, statement: ast.stmt) -> list[ast.stmt]:
        value = getattr(statement, "value", None)
        found = [n for n in walk(value) if n in self.calls] if isinstance(value, ast.expr) else []
        if not found:
            return [statement]
        assert isinstance(value, ast.expr)
        new = self.origins.copied([value])[0]
        copies = dict(zip(ast.walk(value), ast.walk(new), strict=True))
        for call in found:
            copy = copies[call]
            assert isinstance(copy, ast.Call) and isinstance(call, ast.Call)
            replaced = Replaced(copy, self._call(copy, self.calls[call])).visit(new)
            assert isinstance(replaced, ast.expr)
            new = replaced
        return [self.origins.changed(statement, value=new)]

    def _call(self, call: ast.Call, merging: Merging) -> ast.Call:
        groups, bases = merging.overlap.groups, merging.overlap.bases
        first = {group.first: base for group, base in zip(groups, bases, strict=True)}
        left_out = frozenset().union(*(group.names for group in groups))
        arguments: list[ast.expr] = []
        for name, argument in zip(merging.parameters, call.args, strict=False):
            if name in first:
                arguments.append(read(first.pop(name)))
            elif name not in left_out:
                arguments.append(argument)
        keywords = [k for k in call.keywords if k.arg not in left_out]
        keywords += [ast.keyword(g.parameter, read(first[g.first])) for g in groups if g.first in first]
        keywords += [ast.keyword(n, read(n)) for group in groups for n in group.reads]
        return self.origins.make(ast.Call(read(merging.name), arguments, keywords), call)
