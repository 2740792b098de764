"""From findings on a tree to diagnostics with places in the file; what comments switch off is left out."""

from __future__ import annotations

import ast

from hybridc import rules
from hybridc.core.diagnostics import Diagnostic, Location, Severity
from hybridc.core.source import Source
from hybridc.program.state import Finding
from hybridc.rules import Rule
from hybridc.syntax.directives import Directives

_HEADED = (ast.If, ast.While, ast.For, ast.With, ast.Try, ast.FunctionDef)


class Reporter:
    """Makes diagnostics for one file."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self._lines = source.text.split("\n")

    def diagnostic(self, rule: Rule, location: Location, function: str | None = None) -> Diagnostic:
        return rule.diagnostic(self.source.filename, location, function)

    def locate(self, node: ast.AST) -> Location:
        """The place of a node; of a statement with a block, its head."""
        line, start = node.lineno, node.col_offset  # type: ignore[attr-defined]
        end_line, end = node.end_lineno, node.end_col_offset  # type: ignore[attr-defined]
        if isinstance(node, _HEADED):
            head = getattr(node, "test", None) or getattr(node, "iter", None)
            if head is not None:
                end_line, end = head.end_lineno, head.end_col_offset
            else:
                end_line, end = line, len(self._lines[line - 1].rstrip().encode())
        return Location(line, self._column(line, start), end_line, self._column(end_line, end))

    def _column(self, line: int, offset: int) -> int:
        """Python counts bytes; people count characters."""
        text = self._lines[line - 1]
        if text.isascii():
            return offset + 1
        return len(text.encode()[:offset].decode(errors="replace")) + 1

    def all(self, findings: list[Finding], directives: Directives) -> list[Diagnostic]:
        """The diagnostics of the findings and of the comments that speak to hybridc, in file order, each once."""
        made = {self.diagnostic(rule, self.locate(node), function) for rule, node, function in findings}
        for location, text, suggestion in directives.unknown:
            made.add(self.diagnostic(rules.UnknownDirective(text=text, suggestion=suggestion), location))
        return sorted(made, key=lambda d: d.sort_key)

    def without_ignored(self, diagnostics: list[Diagnostic], directives: Directives) -> list[Diagnostic]:
        """Leaves out what `# hybridc: ignore[CODE]` switches off, and reports the ones that switch off nothing.

        A refusal is not switched off: ignoring it would not make the code convert.
        """
        used: set[tuple[int, str]] = set()
        kept: list[Diagnostic] = []
        for diagnostic in diagnostics:
            line = diagnostic.location.line
            codes = {i.code for i in directives.ignores.get(line, ())}
            if diagnostic.code in codes:
                used.add((line, diagnostic.code))
                if diagnostic.severity is not Severity.ERROR:
                    continue
            kept.append(diagnostic)
        for line, ignores in directives.ignores.items():
            for ignore in ignores:
                if (line, ignore.code) not in used:
                    kept.append(self.diagnostic(rules.UnusedIgnore(ignored=ignore.code), ignore.location))
        return sorted(kept, key=lambda d: d.sort_key)
