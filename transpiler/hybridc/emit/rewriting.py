"""The rewriting half of the pipeline: from an analysed program to generated source."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import libcst as cst

from hybridc.core.options import Options
from hybridc.dialects import ALL
from hybridc.emit.concrete_tree import code_of, text_of
from hybridc.emit.kept_statements import KeptStatements
from hybridc.emit.keyword_spaces import parsed
from hybridc.emit.line_origins import LineOrigins
from hybridc.emit.model_rewriting import ModelRewriting
from hybridc.emit.passes.base import Context, Names, Pass
from hybridc.emit.passes.entry import Entry
from hybridc.emit.passes.imports import Imports
from hybridc.emit.passes.lowering import Lowering
from hybridc.emit.passes.typing_blocks import without_unread
from hybridc.emit.templates import expression
from hybridc.interpret.dtypes.quotients import note_quotients
from hybridc.interpret.overlapping import note_overlapping_writes
from hybridc.program.numpys_globals import numpys_globals
from hybridc.program.plans import FunctionPlan, Program
from hybridc.syntax.module import MODULE, Module
from hybridc.syntax.records import records_of

# Modules, and names of such, whose imports go where what is rewritten was their only reader.
TIDIED = frozenset(root for dialect in ALL for root in dialect.roots) | {"math", "typing.TYPE_CHECKING"}


def all_names(module: Module) -> frozenset[str]:
    """Every identifier of a file."""
    found = {n.id for n in module.of(ast.Name)} | {n.arg for n in module.of(ast.arg)}
    found |= {n.name for n in module.of(ast.FunctionDef)} | {n.name for n in module.of(ast.AsyncFunctionDef)}
    return frozenset(found | {n.name for n in module.of(ast.ClassDef)})


def rewrite(
    text: str,
    program: Program,
    skipped: dict[str, str],
    passes: Sequence[type[Pass]],
    with_entry: bool,
    with_imports: bool,
    options: Options,
    name: str,
    place: Callable[[int], str],
    origins: LineOrigins,
) -> str:
    """The generated source. `skipped` holds functions that are not converted, with the comment to put above them;
    `place` tells the file and line of the original that a line of the text comes from; `origins` learns where what is
    generated comes from."""
    note_overlapping_writes(program)
    note_quotients(program)
    taken = all_names(program.module)
    code = _Rewriting(program, skipped, passes, with_entry, options, taken, place, origins).text(text)
    if not with_imports:
        return code
    models = program.models
    x64 = not options.x32 and models is None  # the frameworks of models compute with 32 bits
    if models is not None:
        code = without_unread(
            code, {n for names in program.host_plans[MODULE].lines.frameworks.values() for n in names}
        )
    refusals = {refusals_in(taken): _import_of(refusals_in(taken))} if program.left_out else {}
    return Imports({**program.imports, **refusals}, options.standalone).text(code, TIDIED, x64, name)


def refusals_in(taken: frozenset[str]) -> str:
    """The name of the runtime's module of what raises, in a file that uses those names."""
    return "refusals" if "refusals" not in taken else "hybridc_refusals"


def _import_of(name: str) -> str:
    return f"from hybridc.runtime import refusals{'' if name == 'refusals' else f' as {name}'}"


@dataclass(frozen=True)
class _Rewriting:
    """What is done to the top-level statements of one file. Each is parsed by itself, and only if it changes."""

    program: Program
    skipped: dict[str, str]
    passes: Sequence[type[Pass]]
    with_entry: bool
    options: Options
    taken: frozenset[str]
    place: Callable[[int], str]
    origins: LineOrigins

    def text(self, text: str) -> str:
        rows = text.split("\n")
        put = [(i.line, i.column, i.line, i.column, i.text) for i in self.program.host_writes.values()]
        rows = _with_spans(rows, [*put, *self._handed(rows)])
        parts: list[str] = []
        done = 0
        for trees, start, end in _places(self.program.module.tree.body, rows):
            kept = KeptStatements(rows[start:end], start + 1)
            new = self._statement(trees, kept)
            if new is None:
                self.origins.keep(tree for tree in trees if not isinstance(tree, ast.Import | ast.ImportFrom))
            else:
                parts += [*rows[done:start], new]
                done = end
        return "\n".join([*parts, *rows[done:]])

    def _statement(self, trees: Sequence[ast.stmt], kept: KeptStatements) -> str | None:
        """The new text of the statements of a line; None where they stay."""
        text = "\n".join(kept.rows)
        tree = trees[0]
        if self.program.models is not None:
            if all(isinstance(each, ast.Import | ast.ImportFrom) for each in trees):
                return None
            models = ModelRewriting(
                self.program, self._lowering, self.skipped, self.with_entry, self.origins, self.place,
                refusals_in(self.taken),
            )  # fmt: skip
            new = models.statement(trees, parsed(kept.text_without(models.blocks(tree))), text)
            return None if new is None else kept.put_back(new)
        if isinstance(tree, ast.FunctionDef):
            if tree.name in self.skipped:
                self.origins.keep(trees)
                return f"{self.skipped[tree.name]}\n{text}"
            plan = self.program.plans.get(tree.name)
            if plan is None or self.program.module.functions[tree.name].node is not tree:
                return None
            made = [n for n in self.program.merged.get(tree.name, ()) if n not in self.skipped]
            parts = [self._function(plan, tree, parsed(text))]
            parts += [self._made(self.program.plans[n], tree, parsed(text)) for n in made]
            return "\n\n\n".join(parts)
        if isinstance(tree, ast.ClassDef) and tree.name in self._registered:
            self.origins.keep(trees)
            return f"@jax.tree_util.register_dataclass\n{text}"
        globals_ = self.program.module.globals
        of_jax = self._array_globals - self._numpys_globals
        name = next((n for n in of_jax if globals_[n].statement is tree), None)
        return None if name is None else self._captured_array(name, parsed(text))

    @cached_property
    def _array_globals(self) -> frozenset[str]:
        return self.program.array_globals(self.skipped)

    @cached_property
    def _numpys_globals(self) -> frozenset[str]:
        return numpys_globals(self.program, self.skipped)

    @cached_property
    def _registered(self) -> frozenset[str]:
        """Dataclasses that compiled functions make, take or give."""
        kinds = [kind for kind in records_of(self.program.module).values() if kind.is_dataclass and kind.is_numeric]
        compiled = [p.function for n, p in self.program.plans.items() if n not in self.skipped] if kinds else []
        read = {n.id for function in compiled for n in function.of(ast.Name)}
        read |= {n.attr for function in compiled for n in function.of(ast.Attribute)}
        return frozenset(kind.name for kind in kinds if kind.name in read or not read.isdisjoint(kind.fields))

    def _function(self, plan: FunctionPlan, tree: ast.FunctionDef, module: cst.Module) -> str:
        node = cst.ensure_type(module.body[0], cst.FunctionDef)
        new = self._lowering(plan).function(node, tree)
        new = Entry().function(new, plan) if self.with_entry else new
        self.origins.learn({node: tree})
        self.origins.write([new])
        return code_of(module.with_changes(body=[new]))

    def _made(self, plan: FunctionPlan, tree: ast.FunctionDef, module: cst.Module) -> str:
        """A function made of the one that stands there: with other parameters, and the comments of its body."""
        made = plan.structured.node
        header = cst.ensure_type(
            cst.parse_statement(f"def {made.name}({ast.unparse(made.args)}): ..."), cst.FunctionDef
        )
        node = cst.ensure_type(module.body[0], cst.FunctionDef)
        node = node.with_changes(
            name=header.name, params=header.params, returns=None, decorators=[], leading_lines=[],
            lines_after_decorators=[],
        )  # fmt: skip
        return self._function(plan, tree, module.with_changes(header=[], body=[node])).strip("\n")

    def _lowering(self, plan: FunctionPlan) -> Lowering:
        context = Context(plan, self.options, Names(self.taken), self.place, self.origins)
        context.of_arrays = self.program.models is None
        context.numpys = self._numpys_globals if context.of_arrays else frozenset()
        return Lowering(context, self.passes)

    def _handed(self, rows: Sequence[str]) -> Iterator[_Span]:
        """What code that stays Python hands to compiled functions, as it computes with values of a trace."""
        for place, given in self.program.handed.items():
            node = cst.parse_expression(f"({_in_span(rows, given.node)[-1]})").with_changes(lpar=[], rpar=[])
            yield *_in_span(rows, place)[:-1], text_of(self._lowering(given.plan).value(node, given.node))

    def _captured_array(self, name: str, module: cst.Module) -> str | None:
        """The assignment of a global array that compiled code reads: JAX makes it."""
        line = cst.ensure_type(module.body[0], cst.SimpleStatementLine)
        small = line.body[0]
        if len(line.body) > 1 or not isinstance(small, cst.Assign | cst.AnnAssign) or small.value is None:
            return None
        plan = self.program.global_plans.get(name)
        value = self.program.module.globals[name].value
        if plan is not None and value is not None:
            new = self._lowering(plan).value(small.value, value)
        else:
            new = expression("jnp.asarray({x})", x=small.value)
        made = small.with_changes(value=new)
        if (tree := self.program.module.globals[name].statement) is not None:
            self.origins.learn({made: tree})
        self.origins.write([made])
        return code_of(module.with_changes(body=[line.with_changes(body=[made])]))


# Lines that count from 1, columns that count bytes, as Python's tree does, and the text that goes there.
_Span = tuple[int, int, int, int, str]


def _in_span(rows: Sequence[str], node: ast.expr) -> _Span:
    """Where an expression stands, with its text."""
    first, last = node.lineno, node.end_lineno or node.lineno
    start, end = node.col_offset, node.end_col_offset or 0
    lines = [row.encode() for row in rows[first - 1 : last]]
    lines[-1] = lines[-1][:end]
    lines[0] = lines[0][start:]
    return first, start, last, end, b"\n".join(lines).decode()


def _with_spans(rows: list[str], spans: Iterable[_Span]) -> list[str]:
    """The rows, as many as there were, with the spans' texts."""
    for first, start, last, end, text in sorted(spans, reverse=True):
        before, after = rows[first - 1].encode()[:start], rows[last - 1].encode()[end:]
        new = f"{before.decode()}{text}{after.decode()}".split("\n", last - first)
        rows[first - 1 : last] = [*new, *[""] * (last - first + 1 - len(new))]
    return rows


def _places(body: Sequence[ast.stmt], rows: Sequence[str]) -> Iterator[tuple[list[ast.stmt], int, int]]:
    """The statements of every line with the rows that they take, counted from 0, the last left out.

    The comments below a function that are indented are a part of it.
    """
    starts = [min([s.lineno, *(d.lineno for d in getattr(s, "decorator_list", ()))]) - 1 for s in body]
    lines: list[tuple[list[ast.stmt], int, int]] = []
    for tree, start in zip(body, starts, strict=True):
        end = tree.end_lineno or tree.lineno
        if lines and start < lines[-1][2]:
            trees, start, _ = lines.pop()
            lines.append(([*trees, tree], start, end))
        else:
            lines.append(([tree], start, end))
    for (trees, start, end), following in zip(lines, [*(start for _, start, _ in lines[1:]), len(rows)], strict=True):
        below = [row for row in range(end, following) if rows[row].startswith((" ", "\t")) and "#" in rows[row]]
        yield trees, start, below[-1] + 1 if below else end
