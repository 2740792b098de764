"""What parent and child say to each other, as JSON: the job, and the findings, which are the report's as well.

The keys of `Draw` and what is in it are documented in docs/verify.md: programs read them.
"""

from __future__ import annotations

from typing import Literal, TypedDict

LAYOUT = "hybridc.json"  # the member of a saved `.npz` that says which function it is for, and how its arrays are used
Side = Literal["original", "converted"]
Status = Literal["same", "different"]


class Given(TypedDict):
    """The inputs of a function: a spec's text, the path of a `.npz` file, or the name of a function of the file."""

    kind: Literal["spec", "file", "function"]
    text: str


class ParameterOf(TypedDict):
    name: str
    kind: str


class Task(TypedDict):
    """One function to run."""

    function: str
    parameters: list[ParameterOf]
    returned_mutated: list[str]
    inputs: Given
    constants: list[float]
    lengths: list[int]


class Settings(TypedDict):
    """Of all functions."""

    draws: int
    seed: int
    dtypes: list[str]
    special: bool
    rtol: float | None
    atol: float | None
    ulp: int | None
    ignore_dtypes: bool
    x32: bool
    compares_prints: bool


class Job(TypedDict):
    """All that the child needs; `original` and `converted` are copies of the code, `file` is where it came from."""

    file: str
    original: str
    converted: str
    events: str
    printed: str
    failing: str | None
    settings: Settings
    tasks: list[Task]


class Raised(TypedDict):
    """An exception, and the line that it comes from: of the user's file, or of the generated code."""

    type: str
    message: str
    line: int | None
    code: str | None


class Described(TypedDict):
    """`dtype` is NumPy's name or that of a Python type; `shape` is None for what is no array."""

    dtype: str
    shape: list[int] | None


class First(TypedDict):
    """The first element that differs."""

    index: list[int]
    original: str
    converted: str


class Comparison(TypedDict):
    """One output, or one argument after the call. Differences are None where they do not apply or are infinite."""

    path: str
    status: Status
    reason: str | None
    original: Described | None
    converted: Described | None
    max_absolute: float | None
    max_ulp: int | None
    differing: int
    first: First | None


class Printed(TypedDict):
    """Text written to standard output. `rounded` and `reordered` text counts as the same."""

    status: Literal["same", "rounded", "reordered", "different", "not compared"]
    original: str
    converted: str


class Draw(TypedDict):
    """One call on both sides."""

    index: int
    dtype: str
    values: str
    status: Literal["same", "different", "original failed"]
    inputs: dict[str, str]
    original_error: Raised | None
    converted_error: Raised | None
    outputs: list[Comparison]
    arguments: list[Comparison]
    printed: Printed | None
    notes: list[str]


class Event(TypedDict, total=False):
    """A line of what the child writes; `kind` says which of the others are there."""

    kind: Literal["loading", "loaded", "unloadable", "started", "calling", "draw", "unusable", "finished", "end"]
    side: Side
    function: str
    draw: Draw
    description: str
    printed: Printed
    error: Raised
    reason: str
