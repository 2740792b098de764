"""The rewriting of files with models: methods where they stand in their classes, and everything beside them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence

import libcst as cst

from hybridc.analysis.left_out import is_main, lost_names
from hybridc.emit.concrete_tree import code_of, text_of
from hybridc.emit.correspondence import Pairs, pair_block
from hybridc.emit.kept_statements import Block
from hybridc.emit.line_origins import LineOrigins
from hybridc.emit.passes.base import Statement
from hybridc.emit.passes.blocks import is_pass
from hybridc.emit.passes.comments import gone, joined_block, joined_comments
from hybridc.emit.passes.entry import Entry
from hybridc.emit.passes.hints import decorators_of, named, with_header
from hybridc.emit.passes.lowering import Lowering
from hybridc.emit.passes.supers import with_own_super
from hybridc.emit.refused_code import (
    branch_that_raises,
    function_that_raises,
    left_out,
    raising,
    standing_for,
    without,
    without_defaults,
)
from hybridc.program.models import own_name
from hybridc.program.plans import FunctionPlan, Program, Reason
from hybridc.syntax.module import MODULE, definition_name
from hybridc.syntax.walking import walk

Lowered = Callable[[FunctionPlan], Lowering]
Function = ast.FunctionDef | ast.AsyncFunctionDef


class ModelRewriting:
    """Rewrites the definitions of a file with models.

    `lowering` gives what rewrites a function by its plan; `skipped` holds functions that are not converted, with the
    comment to put above them: they raise, or stay as they are. `place` tells the file and line that a line comes from,
    `origins` is told what is written, `refusals` is the name of the runtime's module of that name.
    """

    def __init__(
        self,
        program: Program,
        lowering: Lowered,
        skipped: Mapping[str, str],
        with_entry: bool,
        origins: LineOrigins,
        place: Callable[[int], str],
        refusals: str,
    ) -> None:
        self.program = program
        self.lowering = lowering
        self.skipped = skipped
        self.with_entry = with_entry
        self.origins = origins
        self.place = place
        self.refusals = refusals

    def statement(self, trees: Sequence[ast.stmt], module: cst.Module, text: str) -> str | None:
        """The new text of the top-level statements of a line, which is `text` in the file."""
        node = module.body[0]
        tree = trees[0]
        if len(trees) > 1 and any(each in self.program.left_out for each in trees):
            return "".join(self._apart(each, trees, module) for each in trees)
        if tree in self.program.left_out:
            return self._left_out(tree, node, module, text)
        if len(trees) > 1 and any(isinstance(each, ast.Import | ast.ImportFrom) for each in trees):
            return "".join(self._apart(each, trees, module) for each in trees)
        if isinstance(tree, ast.AsyncFunctionDef) and isinstance(node, cst.FunctionDef):
            if tree not in self.program.raising:
                return None
            new: list[cst.BaseStatement] = [self._header(self._raising(node, tree), node, tree)]
        elif isinstance(tree, ast.FunctionDef) and isinstance(node, cst.FunctionDef):
            new = [self._function(node, tree, definition_name(tree))]
        elif isinstance(tree, ast.ClassDef) and isinstance(node, cst.ClassDef):
            new = [self._class(node, tree, tree.name)]
        else:
            plan = self.program.host_plans[MODULE]
            lowered, below = joined_comments(self.lowering(plan).statements_of([*trees], [node]))
            is_empty = all(map(is_pass, lowered)) and not isinstance(tree, ast.Pass)
            if is_empty:  # nothing is left to run
                return "".join(text_of(line, module) for n in lowered for line in n.leading_lines).strip("\n")
            new = [*lowered]
            module = module.with_changes(footer=[*below, *module.footer])
        self.origins.write(new)
        return code_of(module.with_changes(body=new))

    def _left_out(self, tree: ast.stmt, node: cst.CSTNode, module: cst.Module, text: str) -> str:
        """A statement as a comment, with what its names stand for now; what runs when the file is started raises."""
        reason = self.program.left_out[tree]
        if is_main(tree) and isinstance(node, cst.If):
            why = raising(reason, self.place)
            self.origins.learn({node: tree})
            self.origins.stands_for(why.body[0], tree)
            self.origins.write([new := branch_that_raises(node, why)])
            return code_of(module.with_changes(body=[new]))
        lines = self._standing_in(tree, reason)
        self.origins.write(lines)
        return "\n".join([*left_out(text, reason.code), *(text_of(line, module).rstrip("\n") for line in lines)])

    def _standing_in(self, tree: ast.stmt, reason: Reason) -> list[cst.SimpleStatementLine]:
        lines = [standing_for(n, self.refusals, reason, self.place) for n in lost_names(tree, self.program)]
        for line in lines:
            self.origins.stands_for(line.body[0], tree)
        return lines

    def _apart(self, tree: ast.stmt, trees: Sequence[ast.stmt], module: cst.Module) -> str:
        """One of the statements of a line, on a line of its own; imports stay, until it is known who reads them."""
        line = _only(module.body[0], trees, [tree])
        if tree is not trees[0]:
            line = line.with_changes(leading_lines=())
        if tree is not trees[-1]:
            line = line.with_changes(trailing_whitespace=cst.TrailingWhitespace())
        alone = module.with_changes(body=[line])
        is_import = isinstance(tree, ast.Import | ast.ImportFrom)
        text = alone.code if is_import else self.statement([tree], alone, alone.code) or ""
        return f"{text.rstrip()}\n" if text.strip() else ""

    def blocks(self, tree: ast.stmt, path: str = "") -> Iterator[Block]:
        """The blocks of a statement that keep their form, with what they are rewritten by."""
        if tree in self.program.left_out:
            return
        match tree:
            case ast.FunctionDef(body=body) as tree:
                name = definition_name(tree)
                plan = self._plan_of(path + name, tree)
                if path + name not in self.skipped and plan is not None and plan.structured.node is tree:
                    yield body if self._has_new_header(tree, path + name, plan) else [tree], plan
            case ast.ClassDef(name=name, body=body):
                for each in body:
                    if isinstance(each, ast.FunctionDef | ast.ClassDef):
                        yield from self.blocks(each, f"{path}{name}.")
                    elif (plan := self.program.host_plans.get(name)) is not None and each not in self.program.left_out:
                        yield [each], plan
            case _:
                yield [tree], self.program.host_plans[MODULE]

    def _has_new_header(self, tree: ast.FunctionDef, name: str, plan: FunctionPlan) -> bool:
        """Something of a function changes, or may, besides the statements in its body."""
        if (
            name in self.program.plans and (plan.entry.is_decorated or plan.expected_numbers)
        ) or plan.arguments.mutated:
            return True
        if plan.is_of_model or plan.entry.in_runs is not None:
            return True
        if self.program.refused:
            return True
        parts = [tree.args, *tree.decorator_list, *([] if tree.returns is None else [tree.returns])]
        named = (self.program.headers.keys(), self.program.quoted)
        return not all(names.isdisjoint(walk(part)) for part in parts for names in named)

    def _plan_of(self, name: str, tree: ast.FunctionDef) -> FunctionPlan | None:
        known = self.program.module.functions.get(name)
        if known is None or known.node is not tree:
            return None
        return self.program.plans.get(name) or self.program.host_plans.get(name)

    def _skipped_function(self, node: cst.FunctionDef, tree: ast.FunctionDef, name: str) -> cst.FunctionDef:
        """A function that was not converted: it raises, unless it is Python's and runs as it is."""
        comments = [cst.EmptyLine(comment=cst.Comment(self.skipped[name]))] if name in self.skipped else []
        node = node.with_changes(leading_lines=[*node.leading_lines, *comments])
        if tree in self.program.raising:
            return self._header(self._raising(node, tree), node, tree)
        self._learn(node.body.body, tree.body)
        return self._header(node, node, tree)

    def _raising(self, node: cst.FunctionDef, tree: Function) -> cst.FunctionDef:
        why = raising(self.program.raising[tree], self.place)
        self.origins.learn({node: tree})
        self.origins.stands_for(why.body[0], tree)
        return function_that_raises(node, why)

    def _learn(self, nodes: Sequence[cst.CSTNode], trees: list[ast.stmt]) -> None:
        """Statements that stay as they are."""
        pairs: Pairs = {}
        pair_block(nodes, trees, pairs)
        self.origins.learn(pairs)

    def _function(self, node: cst.FunctionDef, tree: ast.FunctionDef, name: str) -> cst.FunctionDef:
        self.origins.learn({node: tree})
        if name in self.skipped:
            return self._skipped_function(node, tree, name)
        plan = self._plan_of(name, tree)
        if plan is None:
            return self._skipped_function(node, tree, name)
        new = self._header(self.lowering(plan).function(node, tree), node, tree)
        new = with_own_super(new, plan.function.owner, own_name(plan.function), self.origins)
        is_compiled = name in self.program.plans and self.with_entry
        return _marked(Entry().function(new, plan) if is_compiled else new, plan)

    def _header(self, new: cst.FunctionDef, node: cst.FunctionDef, tree: Function) -> cst.FunctionDef:
        """The function with its decorators, defaults and annotations in the runtime's names."""
        renamed = with_header(node, tree, self.program.headers, self.program.quoted)
        kept, trees, gone = without(node.decorators, tree.decorator_list, self.program.refused)
        decorators = self._decorators(kept, trees, self._is_entry(tree))
        params = without_defaults(renamed.params, tree.args, self.program.refused)
        new = new.with_changes(leading_lines=[*new.leading_lines, *gone])
        return new.with_changes(params=params, returns=renamed.returns, decorators=decorators)

    def _decorators(
        self, nodes: Sequence[cst.Decorator], trees: Sequence[ast.expr], computes: bool = False
    ) -> list[cst.Decorator]:
        return decorators_of(nodes, trees, self.program.headers, self.program.quoted, computes)

    def _is_entry(self, tree: Function) -> bool:
        """A method that calls of a model run."""
        models, functions = self.program.models, self.program.module.functions
        if models is None or tree.name not in models.notation.entries:
            return False
        return any(functions[name].node is tree for name in models.computing if name in functions)

    def _class(self, node: cst.ClassDef, tree: ast.ClassDef, path: str) -> cst.ClassDef:
        self.origins.learn({node: tree})
        bases = [
            argument.with_changes(value=self._named(argument.value, base))
            for argument, base in zip(node.bases, tree.bases, strict=True)
        ]
        decorators = self._decorators(node.decorators, tree.decorator_list)
        if not isinstance(node.body, cst.IndentedBlock):
            return node.with_changes(bases=bases, decorators=decorators)
        body: list[Statement] = []
        rest = list(tree.body)
        plan = self.program.host_plans.get(tree.name)
        for each in (s for s in node.body.body if isinstance(s, Statement)):
            count = len(each.body) if isinstance(each, cst.SimpleStatementLine) else 1
            trees, rest = rest[:count], rest[count:]
            match each, trees[0]:
                case _ if any(t in self.program.left_out for t in trees):
                    body += self._left_out_of_class(trees, each, plan)
                case cst.FunctionDef(), ast.FunctionDef() as function:
                    body.append(self._function(each, function, f"{path}.{definition_name(function)}"))
                case cst.FunctionDef(), ast.AsyncFunctionDef() as waiting if waiting in self.program.raising:
                    body.append(self._header(self._raising(each, waiting), each, waiting))
                case cst.ClassDef(), ast.ClassDef() as inner:
                    body.append(self._class(each, inner, f"{path}.{inner.name}"))
                case _ if plan is not None:
                    body += self.lowering(plan).statements_of(trees, [each])
                case _:
                    self._learn([each], trees)
                    body.append(each)
        return node.with_changes(bases=bases, decorators=decorators, body=joined_block(node.body, body))

    def _left_out_of_class(
        self, trees: Sequence[ast.stmt], node: Statement, plan: FunctionPlan | None
    ) -> list[Statement]:
        """The statements of a line in a class, of which some are left out."""
        new: list[Statement] = []
        for tree in trees:
            line = _only(node, trees, [tree]) if len(trees) > 1 else node
            reason = self.program.left_out.get(tree)
            if reason is None:
                new += [line] if plan is None else self.lowering(plan).statements_of([tree], [line])
                continue
            text = cst.Module([]).code_for_node(line.with_changes(leading_lines=())).strip("\n")
            comments = [cst.EmptyLine(comment=cst.Comment(c)) for c in left_out(text, reason.code)]
            above = [*getattr(node, "leading_lines", ()), *comments] if tree is trees[0] else comments
            new += [gone(above), *self._standing_in(tree, reason)]
        return new

    def _named(self, node: cst.BaseExpression, tree: ast.expr) -> cst.BaseExpression:
        """An expression in which frameworks' names are the runtime's."""
        return named(node, tree, self.program.headers, self.program.quoted)


def _only(node: cst.CSTNode, trees: Sequence[ast.stmt], kept: Sequence[ast.stmt]) -> cst.SimpleStatementLine:
    """A line of several statements with some of them."""
    line = cst.ensure_type(node, cst.SimpleStatementLine)
    parts = [part for part, tree in zip(line.body, trees, strict=True) if tree in kept]
    return line.with_changes(body=[*parts[:-1], parts[-1].with_changes(semicolon=cst.MaybeSentinel.DEFAULT)])


_BINDING = ("staticmethod", "classmethod", "property")  # these take a function, and give what is none


def _marked(node: cst.FunctionDef, plan: FunctionPlan) -> cst.FunctionDef:
    """The function says which arrays its original writes into for its callers."""
    if plan.entry.in_runs is not None:
        return _in_runs(node, *plan.entry.in_runs)
    names = plan.arguments.gives_back or tuple(p for p in plan.function.parameters if p in plan.arguments.mutated)
    of_model = plan.references.of_model if plan.references is not None else None
    if not names and of_model is None:
        return node
    form = "given_back.writes_back" if plan.arguments.gives_back else "overwriting.overwrites"
    form = form if of_model is None else of_model.decorator
    quoted = ", ".join(f'"{name}"' for name in names)
    return _decorated(node, f"{form}({quoted})")


def _in_runs(node: cst.FunctionDef, form: str, inside: frozenset[str]) -> cst.FunctionDef:
    """Functions beside models that a model may run, nested ones among them, write in place while it does."""
    node = cst.ensure_type(node.with_changes(body=node.body.visit(_Nested(form, inside))), cst.FunctionDef)
    return _decorated(node, form) if "" in inside else node


class _Nested(cst.CSTTransformer):
    def __init__(self, form: str, names: frozenset[str]) -> None:
        super().__init__()
        self.form, self.names = form, names

    def leave_FunctionDef(self, original_node: cst.FunctionDef, updated_node: cst.FunctionDef) -> cst.FunctionDef:
        return _decorated(updated_node, self.form) if updated_node.name.value in self.names else updated_node


def _decorated(node: cst.FunctionDef, form: str) -> cst.FunctionDef:
    decorator = cst.Decorator(cst.parse_expression(form))
    binding = [d for d in node.decorators if isinstance(d.decorator, cst.Name) and d.decorator.value in _BINDING]
    others = [d for d in node.decorators if d not in binding]
    return node.with_changes(decorators=[*binding, decorator, *others])
