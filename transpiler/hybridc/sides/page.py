"""Files beside what is generated from them, as one HTML file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from importlib import resources
from itertools import takewhile

from hybridc.core import html_page
from hybridc.core.diagnostics import Severity
from hybridc.core.html_page import escaped
from hybridc.core.rendering import clean_name
from hybridc.core.results import Outcome, Usage
from hybridc.rules import RULES
from hybridc.sides.comparing import Sides, State
from hybridc.sides.facts import file_facts, line_counts, rule_facts, summary
from hybridc.sides.marks import Mark

MARKS = {
    Mark.KEPT: ("=", "kept", "says what it said, and is compiled"),
    Mark.REWRITTEN: ("~", "rewritten", "says the same for JAX, or is gone"),
    Mark.HOST: ("•", "host", "stays as it is, and is run by Python"),
    Mark.REFUSED: ("×", "refused", "is not converted; the finding in it says why"),  # noqa: RUF001
    Mark.ADDED: ("+", "added", "is in the generated code alone"),
}
_SCRIPTS = ("words.js", "elements.js", "page.js", "search.js", "address.js")  # in this order
_STATES = {state: state.value for state in State} | {State.PARTIAL: State.REFUSED.value}
_SEVERITIES = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "note"}


def page(files: Sequence[Sides], command: str) -> str:
    """The page, for the command of this name."""
    codes = Counter(d.code for sides in files for d in sides.diagnostics)
    folder = _folder([sides.path for sides in files])
    severities = Counter(d.severity for sides in files for d in sides.diagnostics)
    options = "".join(
        f'<option value="{word}">{_many(severities[severity], word)}</option>'
        for severity, word in _SEVERITIES.items()
        if severities[severity]
    )
    options += "".join(f'<option value="{c}">{c} {_name(c)} ({n})</option>' for c, n in sorted(codes.items()))
    template = resources.files("hybridc.sides").joinpath("body.html").read_text(encoding="utf-8")
    body = template.format(
        command=command,
        count=codes.total(),
        codes=options,
        files=_many(len(files), "file"),
        folder=f"<p>{escaped(folder)}</p>" if folder else "",
        entries="\n".join(_entry(number, sides, folder) for number, sides in enumerate(files)),
        totals="\n".join(f"<div><dt>{name}</dt><dd>{value}</dd></div>" for name, value in _totals(files)),
        legend=_legend(files),
        findings=_findings(files, codes),
    )
    facts: dict[str, object] = {
        "index": {
            "files": [summary(sides) for sides in files],
            "rules": rule_facts([*codes]),
            "marks": {mark.value: words for mark, words in MARKS.items()},
        }
    }
    facts |= {f"file-{number}": file_facts(sides) for number, sides in enumerate(files)}
    title = f"hybridc {command}: {clean_name(files[0].path) if len(files) == 1 else _many(len(files), 'file')}"
    return html_page.page(title, body, facts, "hybridc.sides", _SCRIPTS)


def _folder(paths: Sequence[str]) -> str:
    """The folder that all files are in, with a slash behind it; nothing where there is none."""
    folders = zip(*(path.split("/")[:-1] for path in paths), strict=False) if len(paths) > 1 else ()
    return "".join(f"{names[0]}/" for names in takewhile(lambda names: len({*names}) == 1, folders))


def _entry(number: int, sides: Sides, inside: str) -> str:
    """A file in the list: its name, what became of its lines, and how much there is to say of it."""
    folder, slash, name = escaped(clean_name(sides.path.removeprefix(inside))).rpartition("/")
    counts = Counter(d.severity for d in sides.diagnostics)
    said = " ".join(
        f'<span class="{word}">{_many(counts[severity], word)}</span>'
        for severity, word in _SEVERITIES.items()
        if counts[severity]
    )
    shown = f"<small>{folder}{slash}</small>" if slash else ""
    return (
        f'<li><a href="#" data-file="{number}">'
        f'<span class="name">{shown}<span>{name}</span></span>{_bar(sides)}'
        f'<span class="says">{_STATES[sides.state]} {said}</span></a></li>'
    )


def _bar(sides: Sides) -> str:
    """Shares of a file's lines, which the numbers beside its code say as well."""
    counts = line_counts(sides)
    total = sum(counts.values()) or 1
    parts, start = [], 0.0
    for mark, count in counts.items():
        width = 100 * count / total
        if count:
            parts.append(f'<rect class="{MARKS[mark][1]}" x="{start:.2f}" width="{width:.2f}" height="4"/>')
        start += width
    return f'<svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">{"".join(parts)}</svg>'


def _totals(files: Sequence[Sides]) -> Iterable[tuple[str, str]]:
    """Functions and calls, as `check --statistics` counts them, and findings."""
    outcomes = Counter(function.outcome for sides in files for function in sides.functions)
    usage = sum((sides.usage for sides in files), Usage())
    severities = Counter(d.severity for sides in files for d in sides.diagnostics)
    states = Counter(_STATES[sides.state] for sides in files)
    if len(files) > 1:
        yield "Files", ", ".join(f"{count} {state}" for state, count in states.most_common())
    yield "Functions", ", ".join(
        f"{outcomes[outcome]} {word}"
        for outcome, word in (
            (Outcome.COMPILED, "compiled"), (Outcome.HOST, "on the host"), (Outcome.REFUSED, "refused"),
        )
    )  # fmt: skip
    if usage.forwards:
        yield "Forwards", f"{usage.converted} of {usage.forwards} convert"
    if usage.calls:
        yield "Framework calls", f"{usage.mapped} of {usage.calls} mapped"
    yield "Findings", ", ".join(_many(severities[severity], word) for severity, word in _SEVERITIES.items())


def _legend(files: Sequence[Sides]) -> str:
    counts: Counter[Mark] = Counter()
    for sides in files:
        counts.update(line_counts(sides))
        counts[Mark.ADDED] += sides.marks_after.count(Mark.ADDED)
    return "\n".join(
        f'<li class="{word}"><b aria-hidden="true">{sign}</b> <span>{counts[mark]:,} {word}</span> '
        f"<small>{says}</small></li>"
        for mark, (sign, word, says) in MARKS.items()
    )


def _findings(files: Sequence[Sides], codes: Counter[str]) -> str:
    """Codes, the worst ones first, each a way to its first finding."""
    if not codes:
        return "<h3>Findings</h3>\n<p>None.</p>"
    severities = {d.code: d.severity for sides in files for d in sides.diagnostics}
    rows = [
        f'<tr class="{_SEVERITIES[severities[c]]}"><td><a href="#" data-code="{c}">{c}</a></td><td>{_name(c)}</td>'
        f"<td>{_SEVERITIES[severities[c]]}</td><td>{n}</td>"
        f"<td>{sum(any(d.code == c for d in sides.diagnostics) for sides in files)}</td></tr>"
        for c, n in sorted(codes.items(), key=lambda pair: (severities[pair[0]].rank, -pair[1], pair[0]))
    ]
    head = "<tr><th>Code</th><th>Name</th><th>Severity</th><th>Findings</th><th>Files</th></tr>"
    return f"<h3>Findings</h3>\n<table>\n<thead>{head}</thead>\n<tbody>\n" + "\n".join(rows) + "\n</tbody></table>"


def _name(code: str) -> str:
    return RULES[code].slug if code in RULES else ""


def _many(count: int, word: str) -> str:
    return f"{count:,} {word}{'' if count == 1 else 's'}"
