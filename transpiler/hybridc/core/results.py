"""What a conversion or a check gives back."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field

from hybridc.core.diagnostics import Diagnostic


class Outcome(enum.Enum):
    """What became of one function."""

    COMPILED = "compiled"  # a graph function: runs under `jax.jit`
    HOST = "host"  # stays Python
    REFUSED = "refused"  # a graph function that has an error


@dataclass(frozen=True, slots=True)
class FunctionReport:
    """One function of the file, by qualified name, with the line of its `def`.

    `returned_mutated` names the parameters whose final values the converted function returns, in this order, after its
    own result: `(result, x, y)`. Where the original returns None there is no own result, and a single one is bare.
    """

    name: str
    line: int
    outcome: Outcome
    returned_mutated: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AssumptionReport:
    """Something that the text of a compiled function does not prove, and that what is written for it guards.

    `kind`: its name among the kinds; `line`: of what rests on it; `subject`: of what it is `assumed`; `guard`: what is
    written, by the name that it has there; `otherwise`: what happens where it is false.
    """

    kind: str
    function: str
    line: int
    subject: str
    assumed: str
    why: str
    guard: str
    otherwise: str


@dataclass(frozen=True, slots=True)
class Usage:
    """How many calls of frameworks a file holds, and how many of them are mapped; the same of its models' entries."""

    calls: int = 0
    mapped: int = 0
    forwards: int = 0
    converted: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.calls + other.calls,
            self.mapped + other.mapped,
            self.forwards + other.forwards,
            self.converted + other.converted,
        )


NOTHING_USED = Usage()


@dataclass(frozen=True, slots=True)
class Report:
    """The result of `check`: everything that convert would refuse, change visibly or rewrite, in file order.

    `assumptions`: what is not proven of the functions that are compiled, and what guards it.
    """

    diagnostics: tuple[Diagnostic, ...]
    functions: tuple[FunctionReport, ...]
    usage: Usage = NOTHING_USED
    assumptions: tuple[AssumptionReport, ...] = ()

    @property
    def refusals(self) -> tuple[Diagnostic, ...]:
        return tuple(d for d in self.diagnostics if d.is_refusal)


@dataclass(frozen=True, slots=True)
class Conversion:
    """The result of `convert`: the generated source, or None where the file is refused.

    `changed` is False where there was nothing to convert; `code` is then the source as it was. `runtime` names the
    modules that standalone code imports from its copy of the runtime. `left_out` counts the statements beside models
    that are comments in the code.
    """

    code: str | None
    diagnostics: tuple[Diagnostic, ...]
    functions: tuple[FunctionReport, ...]
    changed: bool
    runtime: tuple[str, ...] = ()
    left_out: int = 0

    @property
    def refusals(self) -> tuple[Diagnostic, ...]:
        return tuple(d for d in self.diagnostics if d.is_refusal)


@dataclass(frozen=True, slots=True)
class Traced:
    """A check and a conversion of one program, with what is known of the lines of the generated source.

    `shown` is the conversion, or what a partial one would give where it is refused, if that gives something. `origins`
    has, by lines of its code, the lines of the file that they come from; `left` the functions, by qualified name, that
    are not compiled in it because they are refused or call such.
    """

    report: Report
    conversion: Conversion
    shown: Conversion
    origins: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    left: frozenset[str] = frozenset()
