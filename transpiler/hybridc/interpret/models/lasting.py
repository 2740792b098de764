"""Attributes, lists and dicts that have one array when a call has ended: what is written into it by one of them later,
the others would not show."""

from __future__ import annotations

import ast

from hybridc import rules
from hybridc.domain.values import Value
from hybridc.interpret.evaluation import once
from hybridc.interpret.models.layers import is_own
from hybridc.interpret.models.run import ModelRun
from hybridc.program.attributes_written import (
    attributes_named,
    attributes_written,
    named_by,
    written_by_names,
    written_in,
)
from hybridc.program.shown_attributes import methods_showing


def expect_apart(run: ModelRun, target: ast.Attribute, value: Value, statement: ast.stmt) -> None:
    """`self.k = self.m`: nothing but what makes the object writes into either, or one is set anew by the end."""
    memory = frozenset(m for m in value.memory if not m.is_list)
    joined = {m.name for m in memory if m.is_attribute and "." not in m.name}
    joined |= {name for name, held in run.kept.items() if held & memory and name.isidentifier()}
    for other in sorted(joined - {target.attr}):
        names = {target.attr, other}
        is_sure = any(each.lineno == statement.lineno for each in run.state.function.node.body)  # in every call
        here = {n for n, line in _written_here(run) if line < statement.lineno or not is_sure}
        written = _written_elsewhere(run) | here
        if names & written and not names & _set_after(run, statement):
            one, shown = (target.attr, other) if target.attr in written else (other, target.attr)
            run.report(rules.SharedMemory(name=f"self.{one}", other=f"self.{shown}"), statement)
            return


@once
def _written_elsewhere(run: ModelRun) -> frozenset[str]:
    """By whatever else the file does with objects that are made."""
    others = {n: f for n, f in run.state.module.functions.items() if n != run.state.function.qualified_name}
    apart = [f for n, f in run.state.module.functions.items() if n not in others or f.node.name == "__init__"]
    left_out = {written for f in apart for written in written_in(f, run.state.dialects)}
    written = (w for w in written_in(run.state.module, run.state.dialects) if w not in left_out)
    return attributes_named(written, run.state.dialects) | written_by_names(others, run.state.dialects)


@once
def _written_here(run: ModelRun) -> frozenset[tuple[str, int]]:
    """With the lines: what is written behind a statement, the others show in this call."""
    function = run.state.module.functions.get(run.state.function.qualified_name, run.state.function)
    written = [*written_in(function, run.state.dialects)]
    named = ((name, w) for w in written for name in named_by([w], function, run.state.dialects))
    said = ((name, w) for w in written for name in attributes_named([w], run.state.dialects))
    return frozenset((name, w.lineno) for name, w in (*named, *said))


def _set_after(run: ModelRun, statement: ast.stmt) -> frozenset[str]:
    """The attributes that the function surely sets to something else after the statement."""
    body = run.state.function.node.body
    later = (s for s in body if isinstance(s, ast.Assign) and s.lineno > statement.lineno)
    targets = (t for s in later for t in s.targets if isinstance(t, ast.Attribute) and is_own(run, t.value))
    return frozenset(t.attr for t in targets)


def expect_unwritten(run: ModelRun, value: Value, stored: str) -> None:
    """The next call writes no array that a list, or what else lasts, holds."""
    written = _written_in_place(run) - {stored}
    own = [str(m) for m in sorted(value.memory) if m.is_attribute and m.name in written]
    if value.memory & run.returned_by_parts and _methods_showing(run):
        own.append("what a part gives")
    for shown in own[:1]:
        run.report(rules.SharedMemory(name=shown, other=f"self.{stored}"), run.current)


@once
def _methods_showing(run: ModelRun) -> frozenset[str]:
    return methods_showing(run.state.module, run.models, run.state.dialects)


@once
def _written_in_place(run: ModelRun) -> frozenset[str]:
    functions = {name: run.state.module.functions[name] for name in run.models.computing}
    by_name = written_by_names(functions, run.state.dialects)
    return attributes_written(functions, run.state.dialects) | by_name
