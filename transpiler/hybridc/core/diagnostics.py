"""What hybridc says about a program: where, how bad, and under which code."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field


class Severity(enum.Enum):
    """How much a finding matters; the order is from worst to mildest."""

    ERROR = "error"  # refused: the function is not converted
    WARNING = "warning"  # converted, but some input can tell the difference
    NOTE = "note"  # converted to the same meaning; plain `jax.jit` would not trace it

    @property
    def rank(self) -> int:
        return list(Severity).index(self)

    @property
    def is_refusal(self) -> bool:
        return self is Severity.ERROR


@dataclass(frozen=True, slots=True, order=True)
class Location:
    """A span of a file: lines count from 1, columns from 1 in characters; the end column is exclusive.

    Line 0 means the file as a whole.
    """

    line: int
    column: int
    end_line: int
    end_column: int

    @classmethod
    def whole_file(cls) -> Location:
        return cls(0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding in one file.

    `help` says what to write instead; `function` is the qualified name of the enclosing function, if any.
    """

    code: str
    message: str
    severity: Severity
    filename: str
    location: Location = field(default_factory=Location.whole_file)
    help: str | None = None
    function: str | None = None

    @property
    def is_refusal(self) -> bool:
        return self.severity.is_refusal

    @property
    def sort_key(self) -> tuple[Location, int, str, str]:
        return (self.location, self.severity.rank, self.code, self.message)
