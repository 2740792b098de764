"""Random small numeric programs, structured as people write them, and shrinking one that shows a fault.

Every program ends, never raises, and computes with values that float64 holds exactly, so that two ways of running it
can be compared to the bit. Each branch that is left in it is taken on both sides by its arguments.
"""

from __future__ import annotations

import ast
import copy
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np
from program_writer import LENGTH, Writer

Arguments = tuple[object, ...]
_LARGEST = 2**40
_PARTS = 2**10  # every value is a whole number of these parts of one


@dataclass(frozen=True)
class Program:
    """`function` of `source` takes each tuple of `arguments`: two floats, an integer and two arrays."""

    source: str
    function: str
    arguments: list[Arguments]

    def run(self, arguments: Arguments) -> object:
        """What the program returns under Python."""
        scope: dict[str, object] = {}
        exec(compile(self.source, "<generated>", "exec", dont_inherit=True), scope)
        function = scope[self.function]
        assert callable(function)
        return function(*(copy.deepcopy(argument) for argument in arguments))


def generate(seed: int, size: int) -> Program:
    """The program of a seed, with about `size` statements."""
    for attempt in range(100):
        rng = random.Random(f"{seed} {size} {attempt}")
        source = Writer(rng).program(size)
        program = Program(source, "f", [_arguments(rng) for _ in range(8)])
        try:
            return _without_idle_branches(program)
        except _Unsuitable:
            continue
    raise RuntimeError(f"no suitable program for seed {seed}")


def _arguments(rng: random.Random) -> Arguments:
    def number() -> float:
        return rng.randint(-32, 32) / 8

    return (
        number(), number(), rng.randint(-4, 6),
        np.array([number() for _ in range(LENGTH)]), np.array([number() for _ in range(LENGTH)]),
    )  # fmt: skip


class _Unsuitable(Exception):
    """A program that raises, or computes with values that a float64 may round."""


class _Watched(ast.NodeTransformer):
    """Shows every assigned value to `_value`, and every test to `_test` with its number."""

    def __init__(self) -> None:
        self.tests: list[ast.If | ast.IfExp] = []

    def visit_Assign(self, node: ast.Assign) -> ast.Assign:
        self.generic_visit(node)
        node.value = _call("_value", node.value)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> list[ast.stmt]:
        self.generic_visit(node)
        read = ast.parse(ast.unparse(node.target), mode="eval").body
        return [node, ast.Expr(_call("_value", read))]

    def visit_If(self, node: ast.If) -> ast.If:
        return self._watch(node)  # type: ignore[return-value]

    def visit_IfExp(self, node: ast.IfExp) -> ast.IfExp:
        return self._watch(node)  # type: ignore[return-value]

    def _watch(self, node: ast.If | ast.IfExp) -> ast.AST:
        number = len(self.tests)
        self.tests.append(node)
        self.generic_visit(node)
        node.test = _call("_test", ast.Constant(number), node.test)
        return node


def _call(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


def _outcomes(program: Program) -> list[set[bool]]:
    """How each `if` and conditional expression goes, in the order of the tree. Raises _Unsuitable."""
    watched = _Watched()
    tree = ast.fix_missing_locations(watched.visit(ast.parse(program.source)))
    seen: list[set[bool]] = [set() for _ in watched.tests]

    def value(value: object) -> object:
        parts = np.asarray(value) * _PARTS
        if not (np.all(np.abs(parts) < _LARGEST) and np.all(parts == np.round(parts))):
            raise _Unsuitable
        return value

    def test(number: int, outcome: object) -> bool:
        seen[number].add(bool(outcome))
        return bool(outcome)

    scope: dict[str, object] = {"_value": value, "_test": test}
    exec(compile(tree, "<generated>", "exec", dont_inherit=True), scope)
    function = scope[program.function]
    assert callable(function)
    for arguments in program.arguments:
        function(*copy.deepcopy(arguments))
    return seen


class _Settled(ast.NodeTransformer):
    """Puts the only side that is taken in the place of a branch."""

    def __init__(self, outcomes: Iterator[set[bool]]) -> None:
        self.outcomes = outcomes

    def visit_If(self, node: ast.If) -> ast.stmt | list[ast.stmt]:
        outcome = next(self.outcomes)
        self.generic_visit(node)
        if len(outcome) == 2:
            node.body = node.body or [ast.Pass()]
            return node
        return node.body if outcome == {True} else node.orelse

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        outcome = next(self.outcomes)
        self.generic_visit(node)
        if len(outcome) == 2:
            return node
        return node.body if outcome == {True} else node.orelse


def _without_idle_branches(program: Program) -> Program:
    while any(len(outcome) < 2 for outcome in _outcomes(program)):
        outcomes = _outcomes(program)
        tree = _filled(_Settled(iter(outcomes)).visit(ast.parse(program.source)))
        program = replace(program, source=ast.unparse(tree) + "\n")
    return program


def _filled(tree: ast.Module) -> ast.Module:
    """The tree with `pass` in blocks that have become empty."""
    for node in ast.walk(tree):
        if isinstance(node, ast.If | ast.For | ast.While | ast.FunctionDef) and not node.body:
            node.body = [ast.Pass()]
    return ast.fix_missing_locations(tree)


def shrink(program: Program, fails: Callable[[Program], bool]) -> Program:
    """A smaller program for which `fails` holds too: statements and branches are taken out while it does."""
    while (smaller := next((p for p in _smaller(program) if _runs(p) and fails(p)), None)) is not None:
        program = smaller
    return program


def _runs(program: Program) -> bool:
    """Whether it still runs: what defines a name may be gone, or what makes a loop end."""
    try:
        _outcomes(program)
    except (_Unsuitable, NameError, TypeError):
        return False
    return True


def _smaller(program: Program) -> Iterator[Program]:
    for arguments in program.arguments if len(program.arguments) > 1 else []:
        yield replace(program, arguments=[a for a in program.arguments if a is not arguments])
    tree = ast.parse(program.source)
    for owner in ast.walk(tree):
        for name in ("body", "orelse"):
            block = getattr(owner, name, None)
            if not isinstance(block, list):
                continue
            for i, statement in enumerate(block):
                for new in _instead(statement):
                    setattr(owner, name, [*block[:i], *new, *block[i + 1 :]])
                    source = ast.unparse(_filled(copy.deepcopy(tree))) + "\n"
                    if source != program.source and len(source) <= len(program.source):
                        yield replace(program, source=source)
                setattr(owner, name, block)


def _instead(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    """What may stand where a statement stood."""
    match statement:
        case ast.AugAssign(target=ast.Name(id=name)) if name.startswith("c"):  # the loop would not end
            return
        case ast.Pass():
            return
        case ast.If(body=body, orelse=orelse):
            yield from ([], body, orelse)
        case ast.FunctionDef(name="f") | ast.Import():
            return
        case _:
            yield []
