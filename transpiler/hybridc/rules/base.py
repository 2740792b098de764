"""What a rule is: the words for one thing that hybridc reports."""

from __future__ import annotations

import inspect
import re
from copy import copy
from typing import TYPE_CHECKING, ClassVar, Self, dataclass_transform

from hybridc.core.diagnostics import Diagnostic, Location, Severity


def program(text: str) -> str:
    """An example as a file would hold it: without the first line break and the indentation of the rule's class."""
    lines = text[1:].rstrip().split("\n")
    indent = len(lines[0]) - len(lines[0].lstrip())
    return "\n".join([line[indent:] for line in lines]) + "\n"


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Rule:
    """One thing that can be reported. An instance reports it, with the details of the place.

    A subclass's docstring is the text of `hybridc explain`: a summary line, then `## Why`, then `## Instead` (or, for
    a note, `## What hybridc writes`). `dirty` are programs that must raise this code (others may come with it),
    `clean` are near misses that must not; the test suite runs both. `message` and `help` are `str.format` templates
    over the details, the strings that a subclass annotates. To type checkers it is a frozen dataclass of these, so that
    a detail that is missing or misspelt is an error. `dataclasses` itself would take half as long again to import all.
    """

    code: ClassVar[str]
    slug: ClassVar[str]  # its name: kebab-case, unique
    severity: ClassVar[Severity]
    message: ClassVar[str]
    help: ClassVar[str]
    dirty: ClassVar[tuple[str, ...]] = ()
    clean: ClassVar[tuple[str, ...]] = ()

    if not TYPE_CHECKING:  # to which this would allow any details of a rule that has none

        def __init__(self, **details: str) -> None:
            vars(self).update(details)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rule) and type(other) is type(self) and other.details == self.details

    @property
    def details(self) -> dict[str, str]:
        return {name: getattr(self, name) for name in type(self).__annotations__}

    def replaced(self, **details: str) -> Self:
        """The same with other details."""
        other = copy(self)
        vars(other).update(details)
        return other

    def filled_message(self) -> str:
        return self.message.format(**self.details)

    def diagnostic(self, filename: str, location: Location, function: str | None = None) -> Diagnostic:
        instead = self.help.format(**self.details)
        return Diagnostic(self.code, self.filled_message(), self.severity, filename, location, instead, function)

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
        if rule.slug in names:
            raise ValueError(f"{rule.__name__}: the name {rule.slug!r} is taken")
        by_code[rule.code] = rule
        names.add(rule.slug)
    return dict(sorted(by_code.items()))
