"""The choices a caller makes about one conversion."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field


class Prints(enum.Enum):
    """What becomes of `print` in compiled code."""

    DEBUG = "debug"  # `jax.debug.print`
    DROP = "drop"  # removed, as MXNet's hybridize does


class Check(enum.Enum):
    """What compiled code can be asked to look out for."""

    INDEX = "index"  # out of range
    ASSERT = "assert"  # and `raise` under a condition
    NAN = "nan"  # made of what is none
    DIV = "div"  # by zero


@dataclass(frozen=True, slots=True)
class Options:
    """How to convert.

    `static` maps a function's name to the parameters that are fixed while tracing (`--static FUNC:ARG`).
    `graph` names top-level functions that are compiled whatever they look like, `host` those that stay Python; `only`
    those that are compiled, with what they call: all others stay Python.
    `stage` stops after the pass of that name. `partial` leaves refused functions uncompiled instead of
    refusing the file. `x32` leaves JAX at 32 bits. `whole` is False where globals are another
    module's, and constants here. `return_mutated` makes functions return the arrays of their callers that they
    change, after their results. `checked` names what is looked out for at run time.
    `live`: what is written takes the place of the compiled functions alone; code around them runs as it was.
    `any_dtype`: arrays of NumPy code whose dtype the text does not tell may have any, small integers and truth values
    among them: the runtime looks at them while tracing. `standalone` names the package that
    the module imports its runtime from in place of `hybridc.runtime`, such as `hybridc_runtime` or `.hybridc_runtime`:
    `Conversion.runtime` has what it needs of it, `runtime_files` the files.
    """

    prints: Prints = Prints.DEBUG
    x32: bool = False
    static: Mapping[str, frozenset[str]] = field(default_factory=dict)
    graph: frozenset[str] = frozenset()
    host: frozenset[str] = frozenset()
    only: frozenset[str] = frozenset()
    stage: str | None = None
    partial: bool = False
    format: bool = True
    line_length: int = 88
    whole: bool = True
    live: bool = False
    return_mutated: bool = False
    checked: frozenset[Check] = frozenset()
    any_dtype: bool = False
    standalone: str | None = None

    def __post_init__(self) -> None:
        if self.standalone is not None and not all(map(str.isidentifier, self.standalone.lstrip(".").split("."))):
            raise ValueError(f"`standalone` must be the name of a package, not {self.standalone!r}")
