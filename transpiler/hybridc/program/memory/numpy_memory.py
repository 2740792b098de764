"""Arrays of NumPy's that a framework was handed without a copy, and the other way round: `torch.from_numpy(w)`,
`x.numpy()`. JAX's arrays have memory of their own, so that nobody may see on one side what is written on the other."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence

from hybridc.dialects.notation import Models
from hybridc.dialects.table import Dialect
from hybridc.domain.sites import Site, SiteKind
from hybridc.program.memory.array_handing import Handing
from hybridc.program.memory.held_memory import NOTHING, Held, Memory, Names, Summary, of_parameters
from hybridc.program.memory.memory_of_calls import Expressions
from hybridc.syntax.dataflow import blocks, bound_in, expressions, parameters
from hybridc.syntax.module import MODULE, Function, Module


class Look(Expressions):
    """One function, statement by statement."""

    def run(self) -> Summary:
        known = {n: h for n, h in self.memory.globals.items() if n not in self.own} | self.lasting
        for name, held in known.items():
            self.names[name] = held
            for each in held:
                self._keep(each, name)
        self._block(self.function.node.body)
        is_module = self.function.qualified_name == MODULE
        for name, held in self.names.items():
            if is_module or (self.object and name.startswith("self.")):
                lasting = frozenset(h for h in held if not h.site.is_parameter and self._is_handed(h.site))
                if lasting:
                    self.lasting[name] = self.lasting.get(name, NOTHING) | lasting
        for name, held in self.names.items():
            if name.startswith("self."):
                self.summary.given |= of_parameters(held)
        for site, every in self.kept.items():
            if site.is_parameter and self.object:  # `self.register_buffer("t", torch.from_numpy(t))`
                self.summary.given |= {Held(site, seen.side) for seen in every if seen.side and not seen.is_late}
        return self.summary

    def _block(self, statements: Sequence[ast.stmt]) -> None:
        for statement in statements:
            self._statement(statement)

    def _statement(self, statement: ast.stmt) -> None:
        self.current = statement
        match statement:
            case ast.Assign(targets=targets, value=value):
                held = self._value(value)
                for target in targets:
                    self._assign(target, held, value)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                self._assign(target, self._value(value), value)
            case ast.AugAssign(target=target, value=value):
                self._value(value)
                self._write(target, statement)
            case ast.For(target=target, iter=iterable, body=body, orelse=orelse):
                held = self._value(iterable)
                for _ in range(2):
                    before = dict(self.names)
                    self._assign(target, held, None)
                    self._block(body)
                    self._join(before)
                self._block(orelse)
            case ast.While(test=test, body=body, orelse=orelse):
                for _ in range(2):
                    before = dict(self.names)
                    self._value(test)
                    self._block(body)
                    self._join(before)
                self._block(orelse)
            case ast.Return(value=ast.expr() as value):
                self.summary.given |= of_parameters(self._value(value))
            case ast.FunctionDef(name=name):
                self.nested[name] = (statement, self.handing.written_in(statement))
                self._inside(statement)
            case ast.AsyncFunctionDef() | ast.ClassDef():
                pass
            case ast.With(items=items, body=body):
                for item in items:
                    held = self._value(item.context_expr)
                    if item.optional_vars is not None:
                        self._assign(item.optional_vars, held, None)
                self._block(body)
            case _:
                for expression in expressions(statement):
                    self._value(expression)
                for block in blocks(statement):
                    before = dict(self.names)
                    self._block(block)
                    self._join(before)

    def _inside(self, function: ast.FunctionDef) -> None:
        """What a function in this one does with memory, what it has from here included."""
        around = self.names, self.own, self.captured
        own = frozenset(parameters(function)) | bound_in(function)
        self.liveness.block(function.body, frozenset())
        self.names = {n: held for n, held in self.names.items() if n not in own}
        self.names |= {name: frozenset({Held(Site(SiteKind.MADE, name))}) for name in parameters(function)}
        self.own, self.captured = self.own | own, self.captured - own
        self._block(function.body)
        self.names, self.own, self.captured = around

    def _join(self, other: Names) -> None:
        self.names = {n: self.names.get(n, NOTHING) | other.get(n, NOTHING) for n in {**self.names, **other}}


def numpy_memory(
    module: Module,
    functions: Iterable[Function],
    computing: Iterable[str],
    dialects: tuple[Dialect, ...],
    notation: Models,
) -> Memory:
    """What the functions of a file, and its top level, do with memory that NumPy and a framework share."""
    handing = Handing(module, dialects, notation)
    memory = Memory(
        handing,
        lambda memory, function: Look(memory, function).run(),
        {f.qualified_name: f for f in functions},
        frozenset(computing),
    )
    if any(handing.hands_over(call) for call in module.of(ast.Call)):
        memory.look()
    return memory
