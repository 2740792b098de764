"""What a rule is: the words for one thing that hybridc reports."""

from __future__ import annotations

import inspect
import re
from typing import ClassVar

from hybridc.core.diagnostics import Severity


def program(text: str) -> str:
    """An example as a file would hold it: without the first line break and the indentation of the rule's class."""
    lines = text[1:].rstrip().split("\n")
    indent = len(lines[0]) - len(lines[0].lstrip())
    return "\n".join([line[indent:] for line in lines]) + "\n"


class Rule:
    """One thing that can be reported.

    A subclass's docstring is the text of `hybridc explain`: a summary line, then `## Why`, then `## Instead` (or, for
    a note, `## What hybridc writes`). `dirty` are programs that must raise this code (others may come with it),
    `clean` are near misses that must not; the test suite runs both. `message` and `help` are `str.format` templates
    over the details that an analysis hands in.
    """

    code: ClassVar[str]
    name: ClassVar[str]  # kebab-case, unique
    severity: ClassVar[Severity]
    message: ClassVar[str]
    help: ClassVar[str]
    dirty: ClassVar[tuple[str, ...]] = ()
    clean: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def summary(cls) -> str:
        """The first line of the explanation."""
        return cls.explanation().partition("\n")[0]

    @classmethod
    def explanation(cls) -> str:
        return inspect.cleandoc(cls.__doc__ or "")

    @classmethod
    def taught(cls) -> str:
        """The explanation, and the first examples of both kinds."""
        parts = [cls.explanation()]
        if cls.dirty:
            parts.append("## Reported\n\n" + _indented(cls.dirty[0]))
        if cls.clean:
            parts.append("## Not reported\n\n" + _indented(cls.clean[0]))
        return "\n\n".join(parts)


def _indented(code: str) -> str:
    return "\n".join(f"    {line}".rstrip() for line in code.rstrip().split("\n"))


_CODE = re.compile(r"HYB\d{3}")


def catalogue(*rules: type[Rule]) -> dict[str, type[Rule]]:
    """The rules by code. Raises ValueError where two share a code or a name, or a code is malformed."""
    by_code: dict[str, type[Rule]] = {}
    names: set[str] = set()
    for rule in rules:
        if not _CODE.fullmatch(rule.code):
            raise ValueError(f"{rule.__name__}: malformed code {rule.code!r}")
        if rule.code in by_code:
            raise ValueError(f"{rule.__name__} and {by_code[rule.code].__name__} share the code {rule.code}")
        if rule.name in names:
            raise ValueError(f"{rule.__name__}: the name {rule.name!r} is taken")
        by_code[rule.code] = rule
        names.add(rule.name)
    return dict(sorted(by_code.items()))
