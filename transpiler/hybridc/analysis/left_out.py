"""What is refused in no function is left out of the converted file, with the statements and functions that need it.

A function that is refused stands there and raises. A statement becomes a comment, and the names that it binds, or whose
objects it would have changed, stand for something that raises as soon as it is used.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from hybridc import rules
from hybridc.analysis.model_program import defining_expressions, hints_of, stays_as_it_is
from hybridc.analysis.program import Analysis
from hybridc.core.results import Outcome
from hybridc.dialects.table import Dialect
from hybridc.program.models import FileModels
from hybridc.program.plans import Program, Reason
from hybridc.program.raising import surely_raising, unread_functions
from hybridc.program.shared_names import in_file, shared_names
from hybridc.program.state import Finding
from hybridc.syntax.dataflow import base_name, blocks, definitions, names_captured, names_read
from hybridc.syntax.in_place import changed_in_place
from hybridc.syntax.module import MODULE, Function, Module
from hybridc.syntax.walking import all_given, walk

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def reason_of(finding: Finding) -> Reason:
    return Reason(finding.rule.code, getattr(finding.node, "lineno", 1), finding.rule.filled_message())


def leave_out(analysis: Analysis, dialects: tuple[Dialect, ...], further: Iterable[Finding] = ()) -> None:
    """Leaves out what is refused outside of functions, with those who need it; functions that are refused raise.

    `further`: what is refused besides the findings there are.
    """
    findings, outcomes, program = analysis.findings, analysis.outcomes, analysis.program
    models, functions = program.models, program.module.functions
    assert models is not None
    for finding in further:
        findings.append(finding)
        if finding.function in functions:
            outcomes[finding.function] = Outcome.REFUSED
    unread = list(unread_functions(program.module, models.roots))
    findings += [finding for finding, is_told in unread if is_told and finding not in findings]
    outside = [f for f in findings if f.rule.severity.is_refusal and f.function not in functions]
    own = {node: reason_of(f) for f in reversed(outside) for node in in_file(f.node, program.module)}
    program.raising = {finding.node: reason_of(finding) for finding, _ in unread}
    if not own and Outcome.REFUSED not in outcomes.values():
        return
    while True:
        reasons = first_reasons(findings)
        refused = {n: reasons[n] for n, o in outcomes.items() if o is Outcome.REFUSED and n in reasons}
        found = LeftOut(program, models, refused, own, dialects)
        users = [(f, finding) for f, finding in found.users(program.plans) if f.qualified_name not in refused]
        for function, new in users:
            findings += [new] if new is not None else []
            outcomes[function.qualified_name] = Outcome.REFUSED
        if not any(new is not None for _, new in users):
            break
    findings += found.findings
    program.left_out, program.lost = found.statements, found.lost
    program.quoted |= found.quoted
    for name, reason in refused.items():
        if not stays_as_it_is(functions[name], program.module, models, dialects):
            program.raising[functions[name].node] = reason


def first_reasons(findings: Iterable[Finding]) -> dict[str, Reason]:
    """Why each function is refused: the refusal that comes first in the file."""
    found: dict[str, Reason] = {}
    for finding in findings:
        owner = finding.function
        if finding.rule.severity.is_refusal and owner is not None:
            reason = reason_of(finding)
            if owner not in found or reason.line < found[owner].line:
                found[owner] = reason
    return found


@dataclass
class LeftOut:
    """What is left out of a file. `refused`: functions that raise, by qualified name."""

    program: Program
    models: FileModels
    refused: Mapping[str, Reason]
    own: Mapping[ast.AST, Reason]  # what is refused outside of functions
    dialects: tuple[Dialect, ...]
    statements: dict[ast.stmt, Reason] = field(default_factory=dict)  # at the top, and in bodies of classes
    gone: dict[str, Reason] = field(default_factory=dict)  # the names that raise once the file is imported
    lost: dict[ast.stmt, tuple[str, ...]] = field(default_factory=dict)  # those that raise from a statement on
    findings: list[Finding] = field(default_factory=list)  # of what needs something that is left out
    quoted: set[ast.expr] = field(default_factory=set)  # hints that name it
    attributes: dict[str, Reason] = field(default_factory=dict)  # those of classes that raise
    _held: dict[str, set[str]] = field(default_factory=dict)  # names, by what is left out and may hold their objects

    def __post_init__(self) -> None:
        self._callees = surely_raising(self.module, self.models, self.refused) if self.refused else {}
        for statement in self.module.tree.body:
            self._read(statement, self.gone, MODULE)

    @property
    def module(self) -> Module:
        return self.program.module

    def _read(self, statement: ast.stmt, gone: dict[str, Reason], owner: str) -> None:
        """Notes whether a statement is left out, and what that does to names."""
        reason = self._reason(statement, gone, owner)
        bound = [*_bound(statement)]
        if reason is None:
            for name in bound:
                gone.pop(name, None)
        else:
            self.statements[statement] = reason
            changed = () if isinstance(statement, _DEFINITIONS) else self._with_held(statement)
            lost = dict.fromkeys((n for n in (*bound, *changed) if not self._is_imported(n)), reason)
            gone |= lost
            self.lost[statement] = tuple(lost)
            self.attributes |= lost if owner != MODULE else {}
        if reason is None and isinstance(statement, ast.ClassDef):
            inner = dict(gone)
            for each in statement.body:
                self._read(each, inner, statement.name)

    def _reason(self, statement: ast.stmt, gone: Mapping[str, Reason], owner: str) -> Reason | None:
        parts: list[ast.AST] = [statement]
        if isinstance(statement, _DEFINITIONS):
            parts = [*defining_expressions(statement)]
        for part in parts if not isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef) else ():
            if (reason := next((self.own[n] for n in walk(part) if n in self.own), None)) is not None:
                return reason
        self._quote(statement, gone)
        for part in parts:
            if (needed := self._needed(part, gone)) is not None:
                return self._note(statement, *needed, owner)
        return None

    def _needed(self, part: ast.AST, gone: Mapping[str, Reason]) -> tuple[str, Reason] | None:
        """What the statement needs of what is left out, or calls of what raises."""
        for name in sorted(names_read(part) & gone.keys()) if gone else ():
            return name, gone[name]
        if self._callees and not is_main(part):
            calls = [c.func for c in walk(part) if isinstance(c, ast.Call)]
            decorators = [part] if isinstance(part, ast.expr) else []
            for called in (*calls, *decorators):
                if isinstance(called, ast.Name) and called.id in self._callees:
                    return called.id, self._callees[called.id]
        return None

    def _note(self, statement: ast.stmt, name: str, why: Reason, owner: str) -> Reason:
        finding = needs(statement, name, why, owner)
        self.findings.append(finding)
        return reason_of(finding)

    def _quote(self, statement: ast.stmt, gone: Mapping[str, Reason]) -> None:
        """Hints that name what is left out are text from now on."""
        for node in walk(statement) if gone and isinstance(statement, ast.FunctionDef | ast.AnnAssign) else ():
            self.quoted |= {hint for hint in hints_of(node) if names_read(hint) & gone.keys()}

    def _with_held(self, statement: ast.stmt) -> list[str]:
        """What the statement may change, and what that holds: `optimizer.step()` changes the model."""
        for each in _statements(statement):
            match each:
                case ast.Assign(value=ast.Call(func=made, args=args, keywords=keywords) as call) if (
                    call in self.own or made in self.own
                ):
                    given = {n for a in (*args, *(k.value for k in keywords)) for n in names_read(a)}
                    held = {n for n in given if self._is_value(n) and not self._is_constant(n)}
                    for name in definitions(each):
                        self._held.setdefault(name, set()).update(held)
        found = [*dict.fromkeys(self._changed(statement))]
        for name in found:
            found += sorted(self._held.get(name, set()).difference(found))
            found += sorted(self._others.get(name, set()).difference(found))
        return found

    @cached_property
    def _others(self) -> dict[str, set[str]]:
        tops = [s for s in self.module.tree.body if not isinstance(s, _DEFINITIONS)]
        return shared_names((s for top in tops for s in _statements(top)), self._is_value, self.dialects)

    def _is_constant(self, name: str) -> bool:
        return isinstance(self.module.globals[name].value, ast.Constant)

    def _changed(self, statement: ast.stmt) -> Iterator[str]:
        """Names of the file whose objects the statement may change, and now does not: what it writes into, and what it
        hands to a call for its effect, or to a function of the file."""
        for each in _statements(statement):
            yield from changed_in_place(each)
            called = each.value if isinstance(each, ast.Expr) else None
            for call in (n for n in walk(each) if isinstance(n, ast.Call)):
                name = self.module.qualified_name(call.func)
                is_known = name is not None and name.partition(".")[0] in {"builtins", *self.models.roots}
                writes = (call is called and not is_known) or self._is_of_file(call.func)
                if writes or getattr(call.func, "attr", "").endswith("_"):
                    receiver = [call.func.value] if isinstance(call.func, ast.Attribute) else []
                    given = (*receiver, *all_given(call))
                    yield from (root for g in given if (root := base_name(g)) is not None and self._is_value(root))

    def _is_of_file(self, called: ast.expr) -> bool:
        return isinstance(called, ast.Name) and called.id in self.module.functions

    def _is_value(self, name: str) -> bool:
        module = self.module
        is_definition = name in module.functions or name in module.classes
        return name in module.globals and not is_definition and name not in module.imports

    def _is_imported(self, name: str) -> bool:
        """By the framework's name it is known what is meant, wherever it is imported; other modules keep theirs."""
        return name in self.module.imports and self.module.imports[name].partition(".")[0] in self.models.roots

    def users(self, compiled: Collection[str]) -> Iterator[tuple[Function, Finding | None]]:
        """The functions that need what is left out, with a finding; methods of such classes, without one.

        What Python runs may name it where that raises at once: `Rows(3)`, `CONFIG.size`.
        """
        names = self.gone.keys()
        classes = {s.name for s in self.statements if isinstance(s, ast.ClassDef)}
        for function in self.module.functions.values() if names or classes or self.attributes else ():
            if function.owner in classes:
                yield function, None
                continue
            asked = [n for n in self._asked(function) if n.attr in self.attributes]
            for attribute in asked[:1]:
                yield (
                    function,
                    needs(attribute, attribute.attr, self.attributes[attribute.attr], function.qualified_name),
                )
            read = [n for n in function.of(ast.Name) if n.id in names and n.id not in function.locals and not asked]
            if read and function.qualified_name not in compiled:
                at_once = {n.func for n in function.of(ast.Call)} | {n.value for n in function.of(ast.Attribute)}
                read = [n for n in read if n not in at_once and not self._is_hint(n, function)]
            for node in read[:1]:
                yield function, needs(node, node.id, self.gone[node.id], function.qualified_name)

    def _asked(self, function: Function) -> Iterator[ast.Attribute]:
        """Attributes of which a function asks what Python tells without them: `self.scale is None`, their class."""
        for node in (*function.of(ast.Compare), *function.of(ast.Call)):
            match node:
                case ast.Compare(left=left, ops=ops, comparators=others) if any(
                    isinstance(o, ast.Is | ast.IsNot) for o in ops
                ):
                    yield from (n for n in (left, *others) if isinstance(n, ast.Attribute))
                case ast.Call(func=ast.Name(id="isinstance" | "type" | "callable" | "id" | "hasattr"), args=args):
                    yield from (n for n in args if isinstance(n, ast.Attribute))

    def _is_hint(self, node: ast.Name, function: Function) -> bool:
        return any(node in walk(hint) for part in function.nodes for hint in hints_of(part))


def needs(node: ast.AST, name: str, why: Reason, owner: str) -> Finding:
    return Finding(rules.NeedsLeftOut(name=name, refusal=why.code), node, owner)


def is_main(node: ast.AST) -> bool:
    """`if __name__ == "__main__":`, whose block runs when the file is started."""
    match node:
        case ast.If(test=ast.Compare(left=ast.Name(id="__name__"), ops=[ast.Eq()], comparators=[started]), orelse=[]):
            return isinstance(started, ast.Constant) and started.value == "__main__"
    return False


def lost_names(statement: ast.stmt, program: Program) -> list[str]:
    """The names that raise because the statement is left out, in its order."""
    return [*program.lost.get(statement, ())]


def _statements(statement: ast.stmt) -> Iterator[ast.stmt]:
    yield statement
    for block in blocks(statement):
        for each in block:
            yield from _statements(each)


def _bound(statement: ast.stmt) -> Iterator[str]:
    """The names that a statement binds, in its blocks as well; not those of objects that it writes into."""
    for each in _statements(statement):
        if isinstance(each, (*_DEFINITIONS, ast.Import, ast.ImportFrom)):
            yield from sorted(definitions(each) - {"*"})
            continue
        inner = (ast.stmt, ast.excepthandler, ast.match_case)
        own = [n for n in ast.iter_child_nodes(each) if not isinstance(n, inner)]
        yield from (
            n.id for part in own for n in ast.walk(part) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
        )
        if isinstance(each, ast.Match):
            for case in each.cases:
                yield from sorted(names_captured(case.pattern))


def computing_with_refused(
    program: Program, outcomes: Mapping[str, Outcome], findings: Iterable[Finding], models: FileModels
) -> Iterator[tuple[str, Finding]]:
    """Of the functions that are compiled, those that use a class that is refused, or whose derivative is, by name."""
    classes, functions = program.module.classes, program.module.functions
    refused = {owner for rule, _, owner in findings if rule.severity.is_refusal and owner in classes}
    methods = {name for name, outcome in outcomes.items() if outcome is Outcome.REFUSED}
    for name, cls in models.classes.items():
        if cls.has_derivative and any(m.startswith(f"{each}.") for each in (name, *cls.ancestors) for m in methods):
            refused.add(name)
    for name in program.plans if refused else ():
        function = functions.get(name)
        used = models.classes_used(function, program.module) & refused if function is not None else set()
        if used and function is not None and function.owner not in used and name not in methods:
            rule = rules.UnmappedName(name=min(used), suggestion=": it is refused itself")
            yield name, Finding(rule, function.node, name)
