"""Flags that a model sets while it runs, `self.initialized = True`: Python decides by them, whose values are few.

So it is where Python decides as well whether they are set. What an array decides sets them to an array.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from hybridc.interpret.evaluation import once
from hybridc.interpret.models.held_sizes import counted, holds_size, set_in
from hybridc.interpret.models.run import ModelRun
from hybridc.syntax.dataflow import blocks, is_none
from hybridc.syntax.module import Function
from hybridc.syntax.walking import walk

_Places = Iterator[tuple[ast.stmt, tuple[ast.expr | None, ...]]]


def holds_flag(run: ModelRun, name: str) -> bool:
    """Every method sets the attribute to a constant, and what computes where Python decides that it does."""
    return name in _flags(run)


def is_set_while_running(run: ModelRun, key: ast.expr) -> bool:
    """A flag or a size of the model's is in it."""
    named = (n.attr for n in walk(key) if isinstance(n, ast.Attribute))
    return any(holds_flag(run, name) or holds_size(run, name) for name in named)


@once
def _flags(run: ModelRun) -> frozenset[str]:
    family = run.models.families.get(run.owner or "", ())
    module = run.state.module
    methods = tuple(f for f in module.functions.values() if f.owner in family)
    _, stored = counted(module)
    made = [(s, name, value) for m in methods for s, name, value in set_in(m)]
    constant = [name for s, name, value in made if isinstance(s, ast.Assign) and isinstance(value, ast.Constant)]
    makers = {name for cls in family for name in run.models.classes[cls].makers}
    found = frozenset(n for n in makers if stored[n] == constant.count(n) and "setattr" not in module.calls)
    found = frozenset(n for n in found if run.models.is_computed(run.owner, n))
    while found:
        flags = _Flags(run, {m.name: m for m in methods if m.qualified_name in run.models.computing}, found)
        others = flags.decided_by_arrays()
        if not others:
            break
        found -= others
    return found


@dataclass(frozen=True)
class _Flags:
    """`methods`: those that compute; `known`: attributes that are taken for flags."""

    run: ModelRun
    methods: dict[str, Function]
    known: frozenset[str]

    def decided_by_arrays(self) -> frozenset[str]:
        """Those that a method sets, or a method that it calls, where an array decides."""
        found: set[str] = set()
        for method in self.methods.values():
            names = {name for _, name, _ in set_in(method)} & self.known
            if names and (self._registers(method) or not self._is_run_by_python(method, frozenset())):
                found |= names
            for statement, tests in _statements(method.node.body):
                if not all(map(self._decides, tests)):
                    targets = getattr(statement, "targets", ())
                    found |= {t.attr for t in targets if isinstance(t, ast.Attribute)} & self.known
        return frozenset(found)

    def _registers(self, method: Function) -> bool:
        """What the model is made of does not change while it runs: `self.register_buffer(...)` is for constructors."""
        called = (c.func for c in method.of(ast.Call) if isinstance(c.func, ast.Attribute))
        return any(func.attr in self.run.models.notation.registering for func in called)

    def _is_run_by_python(self, method: Function, asked: frozenset[str]) -> bool:
        """Nothing that an array decides ends the method early, or the methods that call it, and all call it so."""
        if method.name in asked:
            return True
        statements = [*_statements(method.node.body)]
        leaving = (tests for s, tests in statements if isinstance(s, ast.Return | ast.Raise))
        if not all(self._decides(test) for tests in leaving for test in tests):
            return False
        if method.name in self.run.models.notation.entries:
            return True
        calls = 0
        for caller in self.methods.values():
            for statement, tests in _statements(caller.node.body):
                value = getattr(statement, "value", None)
                if isinstance(value, ast.Call) and _is_of_self(value.func, method.name):
                    calls += 1
                    if not all(map(self._decides, tests)):
                        return False
                    if not self._is_run_by_python(caller, asked | {method.name}):
                        return False
        return calls == counted(self.run.state.module)[0][method.name]

    def _decides(self, test: ast.expr | None) -> bool:
        """Python decides by the test: by flags, settings, lengths and None."""
        match test:
            case None:
                return False
            case ast.Constant():
                return True
            case ast.UnaryOp(operand=inner):
                return self._decides(inner)
            case ast.BoolOp(values=parts):
                return all(map(self._decides, parts))
            case ast.Compare(left=left, ops=ops, comparators=others):
                compared = [left, *others]
                is_of_none = all(isinstance(op, ast.Is | ast.IsNot) for op in ops) and any(map(is_none, compared))
                return is_of_none or all(map(self._decides, compared))
            case ast.Attribute(value=ast.Name(id="self"), attr=name):
                return name in self.known or holds_size(self.run, name) or self._is_setting(name)
        return False

    def _is_setting(self, name: str) -> bool:
        models, owner = self.run.models, self.run.owner
        makers = models.makers(owner, name)
        is_array = models.is_array(owner, name) or models.is_computed(owner, name)
        return name == "training" or (not is_array and bool(makers) and all(map(_is_plain, makers)))


def _is_plain(maker: ast.expr) -> bool:
    """A constant, or a parameter of the constructor, that it takes for a setting."""
    return isinstance(maker, ast.Constant | ast.Name)


def _statements(body: list[ast.stmt], tests: tuple[ast.expr | None, ...] = ()) -> _Places:
    """The statements in a body, each with the tests that it stands under; None is a loop, or what else may leave it."""
    for statement in body:
        yield statement, tests
        is_with = isinstance(statement, ast.With)
        inner = tests if is_with else (*tests, statement.test if isinstance(statement, ast.If) else None)
        for block in blocks(statement):
            yield from _statements(block, inner)


def _is_of_self(called: ast.expr, name: str) -> bool:
    match called:
        case ast.Attribute(value=ast.Name(id="self"), attr=attribute):
            return attribute == name
    return False
