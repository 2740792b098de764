"""What a verification gives back."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field

from hybridc.core.diagnostics import Diagnostic
from hybridc.verification.protocol import Draw, Printed


class Verdict(enum.Enum):
    """What became of one function, or of all of them: the worst, in the order in which a caller has to act on it."""

    DIFFERENT = "different"
    FAILED = "could not run"
    SAME = "same"
    LEFT_OUT = "not run"


@dataclass
class FunctionResult:
    """One function; `is_compiled` is False where it stays Python.

    `reason` says why it could not run or was left out, `suggestion` which inputs to give.
    """

    name: str
    line: int
    verdict: Verdict = Verdict.SAME
    inputs: str | None = None
    is_derived: bool = False
    is_compiled: bool = True
    reason: str | None = None
    suggestion: str | None = None
    draws: list[Draw] = field(default_factory=list)


@dataclass
class Verification:
    """The whole run. `reason` says why it did not go on; `is_unloadable` that only the converted module cannot be
    loaded. `printed` is what the module prints while it is loaded; `failing` are the saved inputs.
    """

    filename: str
    functions: list[FunctionResult] = field(default_factory=list)
    diagnostics: tuple[Diagnostic, ...] = ()
    reason: str | None = None
    is_unloadable: bool = False
    printed: Printed | None = None
    failing: bytes | None = None

    @property
    def verdict(self) -> Verdict:
        """Different where anything is; could not run where something could not, or nothing was compared at all."""
        verdicts = {f.verdict for f in self.functions}
        prints = self.printed is not None and self.printed["status"]
        if Verdict.DIFFERENT in verdicts or prints == "different" or self.is_unloadable:
            return Verdict.DIFFERENT
        if self.reason is not None or Verdict.FAILED in verdicts:
            return Verdict.FAILED
        is_compared = Verdict.SAME in verdicts or bool(self.printed and self.printed["original"])
        return Verdict.SAME if is_compared else Verdict.FAILED
