"""hybridc: reads imperative model code and writes readable, functional JAX.

`convert` and `check` read source text and never execute it. `hybridize` converts a function that is alive.
`load` reads a compiled program that `hybridc export` wrote.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from typing import TYPE_CHECKING

from hybridc.core.diagnostics import Diagnostic, Location, Severity
from hybridc.core.options import Check, Options, Prints
from hybridc.core.results import AssumptionReport, Conversion, FunctionReport, Outcome, Report

if TYPE_CHECKING:
    from hybridc.artifacts.errors import ArtifactError
    from hybridc.artifacts.loading import load
    from hybridc.live.errors import ConversionError, ConversionWarning, TracedWriteError
    from hybridc.live.hybridized import hybridize

__version__ = "0.1.0"
__all__ = [
    "ArtifactError",
    "AssumptionReport",
    "Check",
    "Conversion",
    "ConversionError",
    "ConversionWarning",
    "Diagnostic",
    "FunctionReport",
    "Location",
    "Options",
    "Outcome",
    "Prints",
    "Report",
    "Severity",
    "TracedWriteError",
    "check",
    "convert",
    "hybridize",
    "load",
    "runtime_files",
]

_LATE = {
    "ArtifactError": "artifacts.errors",
    "ConversionError": "live.errors",
    "ConversionWarning": "live.errors",
    "TracedWriteError": "live.errors",
    "hybridize": "live.hybridized",
    "load": "artifacts.loading",
}


def __getattr__(name: str) -> object:
    """What needs JAX is imported when it is asked for, so that `check` starts without."""
    if name not in _LATE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"hybridc.{_LATE[name]}"), name)


def convert(source: str | bytes, *, filename: str = "<string>", options: Options | None = None) -> Conversion:
    """The generated JAX source of a program, with everything there is to say about it.

    Bytes are decoded as Python decodes a source file. Raises nothing for what the source contains: a program that
    cannot be read, or that shows a defect of hybridc, gives `code=None` and a diagnostic.
    """
    from hybridc import pipeline
    from hybridc.core.attempt import attempt

    result = attempt(lambda read: pipeline.convert(read, options or Options()), source, filename)
    return Conversion(None, (result,), (), changed=False) if isinstance(result, Diagnostic) else result


def runtime_files(modules: Iterable[str]) -> dict[str, str]:
    """The files, by path, of the package that standalone code imports its runtime from: all that the modules need,
    which `Conversion.runtime` names."""
    from hybridc.standalone import runtime_files

    return runtime_files(modules)


def check(source: str | bytes, *, filename: str = "<string>", options: Options | None = None) -> Report:
    """Everything that `convert` would refuse, change visibly or rewrite in a program."""
    from hybridc import pipeline
    from hybridc.core.attempt import attempt

    result = attempt(lambda read: pipeline.check(read, options or Options()), source, filename)
    return Report((result,), ()) if isinstance(result, Diagnostic) else result
