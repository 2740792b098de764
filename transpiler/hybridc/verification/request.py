"""What a caller asks of a verification."""

from __future__ import annotations

from dataclasses import dataclass

DTYPES = ("f64", "f32")  # what `float[...]` is tried in


@dataclass(frozen=True, slots=True)
class Request:
    """How to verify.

    `inputs` are specs, one `.npz` file or one function of the file; without any they are derived. `draws` is how many
    random inputs each function gets in each of `dtypes`; empty means that every spec says its own. `timeout` is in
    seconds, for each function. Where `ulp` is None, values are compared by `rtol` and `atol`, and where those are None
    by what suits the dtype. `keep_failing` asks for the first inputs that make a difference.
    `gigabytes`: of memory that the child and all that it starts may hold, where that can be looked at; 0 for any.
    """

    function: str | None = None
    inputs: tuple[str, ...] = ()
    draws: int = 5
    seed: int = 0
    dtypes: tuple[str, ...] = ()
    special: bool = False
    timeout: float = 60.0
    rtol: float | None = None
    atol: float | None = None
    ulp: int | None = None
    ignore_dtypes: bool = False
    keep_failing: bool = False
    gigabytes: float = 8.0


class CannotVerify(Exception):
    """Nothing can be run; the message says why, and what to write."""
