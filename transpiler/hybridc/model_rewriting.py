"""The rewriting of files with models: methods where they stand in their classes, and everything beside them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence

import libcst as cst

from hybridc.analysis.left_out import own_rule
from hybridc.analysis.module import MODULE, Module
from hybridc.analysis.plans import FunctionPlan, Program
from hybridc.analysis.walking import walk
from hybridc.correspondence import Pairs, pair_block
from hybridc.dialects import ALL
from hybridc.kept_statements import Block
from hybridc.line_origins import LineOrigins
from hybridc.passes.entry import Entry
from hybridc.passes.hints import decorators_of, named, with_header
from hybridc.passes.lowering import Lowering
from hybridc.templates import statement

Lowered = Callable[[FunctionPlan], Lowering]


class ModelRewriting:
    """Rewrites the definitions of a file with models.

    `lowering` gives what rewrites a function by its plan; `skipped` holds functions that stay as they are, with the
    comment to put above them, and `left_out` what stands where that has no meaning, with its rule. `origins` is told
    what is written.
    """

    def __init__(
        self,
        program: Program,
        lowering: Lowered,
        skipped: Mapping[str, str],
        left_out: Mapping[ast.AST, str],
        with_entry: bool,
        origins: LineOrigins,
    ) -> None:
        self.program = program
        self.lowering = lowering
        self.skipped = skipped
        self.left_out = left_out
        self.with_entry = with_entry
        self.origins = origins

    def statement(self, trees: Sequence[ast.stmt], module: cst.Module) -> str | None:
        """The new text of the top-level statements of a line."""
        node = module.body[0]
        tree = trees[0]
        gone = {each: rule for each in trees if (rule := self._rule_of(each)) is not None}
        if gone:
            comments = [f"# hybridc: left out ({r}): {ast.unparse(each).splitlines()[0]}" for each, r in gone.items()]
            others = [each for each in trees if each not in gone]
            rest = self.statement(others, module.with_changes(body=[_only(node, trees, others)])) if others else None
            return "\n".join([*comments, *([rest.strip("\n")] if rest else [])])
        if len(trees) > 1 and any(isinstance(each, ast.Import | ast.ImportFrom) for each in trees):
            return "".join(self._apart(each, trees, module) for each in trees)
        if isinstance(tree, ast.FunctionDef) and isinstance(node, cst.FunctionDef):
            new: list[cst.BaseStatement] = [self._function(node, tree, tree.name)]
        elif isinstance(tree, ast.ClassDef) and isinstance(node, cst.ClassDef):
            new = [self._class(node, tree, tree.name)]
        else:
            plan = self.program.host_plans[MODULE]
            if trees == [tree] and tree in plan.gone and isinstance(tree, ast.Expr):
                return ""
            new = [*self.lowering(plan).statements_of([*trees], [node])]
        self.origins.write(new)
        return module.with_changes(body=new).code

    def _apart(self, tree: ast.stmt, trees: Sequence[ast.stmt], module: cst.Module) -> str:
        """One of the statements of a line, on a line of its own; imports stay, until it is known who reads them."""
        line = _only(module.body[0], trees, [tree])
        if tree is not trees[0]:
            line = line.with_changes(leading_lines=())
        if tree is not trees[-1]:
            line = line.with_changes(trailing_whitespace=cst.TrailingWhitespace())
        alone = module.with_changes(body=[line])
        is_import = isinstance(tree, ast.Import | ast.ImportFrom)
        text = alone.code if is_import else self.statement([tree], alone) or ""
        return f"{text.rstrip()}\n" if text.strip() else ""

    def blocks(self, tree: ast.stmt, path: str = "") -> Iterator[Block]:
        """The blocks of a statement that keep their form, with what they are rewritten by."""
        match tree:
            case ast.FunctionDef(name=name, body=body):
                plan = self._plan_of(path + name, tree)
                if path + name not in self.skipped and plan is not None and plan.structured.node is tree:
                    yield body if self._has_new_header(tree, path + name, plan) else [tree], plan
            case ast.ClassDef(name=name, body=body):
                for each in body:
                    if isinstance(each, ast.FunctionDef | ast.ClassDef):
                        yield from self.blocks(each, f"{path}{name}.")
                    elif (plan := self.program.host_plans.get(name)) is not None:
                        yield [each], plan
            case _:
                yield [tree], self.program.host_plans[MODULE]

    def _has_new_header(self, tree: ast.FunctionDef, name: str, plan: FunctionPlan) -> bool:
        """Something of a function changes, or may, besides the statements in its body."""
        if (name in self.program.plans and (plan.is_decorated or plan.numbers)) or plan.mutated:
            return True
        parts = [tree.args, *tree.decorator_list, *([] if tree.returns is None else [tree.returns])]
        named = (self.program.headers.keys(), self.program.quoted)
        return not all(names.isdisjoint(walk(part)) for part in parts for names in named)

    def _plan_of(self, name: str, tree: ast.FunctionDef) -> FunctionPlan | None:
        known = self.program.module.functions.get(name)
        if known is None or known.node is not tree:
            return None
        return self.program.plans.get(name) or self.program.host_plans.get(name)

    def _rule_of(self, tree: ast.stmt) -> str | None:
        """Why the statement, or what a class is derived from, has no meaning in the converted file."""
        if tree in self.left_out or isinstance(tree, ast.FunctionDef):
            return self.left_out.get(tree)
        return own_rule(tree, self.left_out)

    def _skipped_function(self, node: cst.FunctionDef, tree: ast.FunctionDef, name: str) -> cst.FunctionDef:
        """A function that was not converted, or that another one of its name replaces: it imports what it needs of its
        framework when it is called."""
        comments = [cst.EmptyLine(comment=cst.Comment(self.skipped[name]))] if name in self.skipped else []
        imports = imports_of(self.program.module, ast.Module(tree.body, []))  # its header is converted
        self._learn(node.body.body, tree.body)
        body = node.body
        if isinstance(body, cst.IndentedBlock) and imports:
            start = 1 if node.get_docstring() is not None else 0
            lines = [statement(text) for text in imports]
            body = body.with_changes(body=[*body.body[:start], *lines, *body.body[start:]])
        new = node.with_changes(leading_lines=[*node.leading_lines, *comments], body=body)
        return self._header(new, node, tree)

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
        is_compiled = name in self.program.plans and self.with_entry
        return _marked(Entry().function(new, plan) if is_compiled else new, plan)

    def _header(self, new: cst.FunctionDef, node: cst.FunctionDef, tree: ast.FunctionDef) -> cst.FunctionDef:
        """The function with its decorators, defaults and annotations in the runtime's names."""
        renamed = with_header(node, tree, self.program.headers, self.program.quoted)
        decorators = self._decorators(node.decorators, tree.decorator_list, self._is_entry(tree))
        return new.with_changes(params=renamed.params, returns=renamed.returns, decorators=decorators)

    def _decorators(
        self, nodes: Sequence[cst.Decorator], trees: Sequence[ast.expr], computes: bool = False
    ) -> list[cst.Decorator]:
        return decorators_of(nodes, trees, self.program.headers, self.program.quoted, computes)

    def _is_entry(self, tree: ast.FunctionDef) -> bool:
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
        body: list[cst.BaseStatement] = []
        rest = list(tree.body)
        plan = self.program.host_plans.get(tree.name)
        for each in node.body.body:
            count = len(each.body) if isinstance(each, cst.SimpleStatementLine) else 1
            trees, rest = rest[:count], rest[count:]
            match each, trees[0]:
                case cst.FunctionDef(), ast.FunctionDef() as function:
                    body.append(self._function(each, function, f"{path}.{function.name}"))
                case cst.ClassDef(), ast.ClassDef() as inner:
                    body.append(self._class(each, inner, f"{path}.{inner.name}"))
                case _ if plan is not None:
                    body += self.lowering(plan).statements_of(trees, [each])
                case _:
                    self._learn([each], trees)
                    body.append(each)
        return node.with_changes(bases=bases, decorators=decorators, body=node.body.with_changes(body=body))

    def _named(self, node: cst.BaseExpression, tree: ast.expr) -> cst.BaseExpression:
        """An expression in which frameworks' names are the runtime's."""
        return named(node, tree, self.program.headers, self.program.quoted)


def _only(node: cst.CSTNode, trees: Sequence[ast.stmt], kept: Sequence[ast.stmt]) -> cst.SimpleStatementLine:
    """A line of several statements with some of them."""
    line = cst.ensure_type(node, cst.SimpleStatementLine)
    parts = [part for part, tree in zip(line.body, trees, strict=True) if tree in kept]
    return line.with_changes(body=[*parts[:-1], parts[-1].with_changes(semicolon=cst.MaybeSentinel.DEFAULT)])


def _marked(node: cst.FunctionDef, plan: FunctionPlan) -> cst.FunctionDef:
    """The function says which arrays its original writes into for its callers."""
    names = [f'"{p}"' for p in plan.function.parameters if p in plan.mutated and p not in plan.gives_back]
    if not names:
        return node
    decorator = cst.Decorator(cst.parse_expression(f"overwriting.overwrites({', '.join(names)})"))
    return node.with_changes(decorators=[decorator, *node.decorators])


def imports_of(module: Module, tree: ast.AST) -> list[str]:
    """Statements that import what the tree reads of the frameworks of models."""
    read = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)}
    found = []
    for node in module.nodes:
        names = [a for a in getattr(node, "names", ()) if isinstance(a, ast.alias)]
        of_models = [a for a in names if _is_of_models(node, a)]
        used = [a for a in of_models if (a.asname or a.name.partition(".")[0]) in read]
        if used and isinstance(node, ast.Import):
            found.append(ast.unparse(ast.Import(used)))
        elif used and isinstance(node, ast.ImportFrom):
            found.append(ast.unparse(ast.ImportFrom(node.module, used, node.level)))
    return list(dict.fromkeys(found))


def _is_of_models(node: ast.AST, alias: ast.alias) -> bool:
    name = (node.module or "") if isinstance(node, ast.ImportFrom) and not node.level else alias.name
    roots = {root for dialect in ALL if dialect.is_of_models for root in dialect.roots}
    return name.partition(".")[0] in roots and not (isinstance(node, ast.ImportFrom) and node.level)
