"""What a random model is drawn from: names with what they hold, and views.

Written from Python's and PyTorch's reference alone. A dimension is "B", the batch, or a number's text; where the original
raises nevertheless, the program is drawn anew.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

Lines = list[str]
Shape = tuple[str, ...]
ROWS: Shape = ("B", "4")
FEATURES: Shape = ("4",)


@dataclass
class Held:
    """What a name is bound to: `kind` is float, long, bool, number, list, dict, maybe (None or float) or function."""

    kind: str
    shape: Shape = ()
    fixed: bool = False  # a write into it raises, or others than its name's owner are not to bind it anew
    keys: tuple[str, ...] = ()


@dataclass
class Scope:
    """The names that statements may use, and where they stand."""

    names: dict[str, Held]
    depth: int = 0
    loops: int = 0
    function: str = "forward"
    methods: bool = True  # there is a self

    def inner(self, loop: bool = False) -> Scope:
        """A block: names that it is the first to bind are not read behind it."""
        return replace(self, names=dict(self.names), depth=self.depth + 1, loops=self.loops + loop)

    def of(self, *kinds: str, shape: Shape | None = None) -> list[str]:
        return [n for n, h in self.names.items() if h.kind in kinds and (shape is None or h.shape == shape)]


@dataclass
class Helper:
    """A function, method or part of the model: it takes `arrays` of `shape` and gives one, or nothing."""

    call: str
    gives: bool = True
    arrays: int = 1
    number: bool = False


@dataclass
class Parts:
    """What the class that is being drawn has."""

    layers: list[Helper] = field(default_factory=list)
    lists: list[str] = field(default_factory=list)
    dicts: list[str] = field(default_factory=list)
    buffers: dict[str, Shape] = field(default_factory=dict)
    parameters: dict[str, Shape] = field(default_factory=dict)
    numbers: list[str] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)
    tensors: dict[str, Shape] = field(default_factory=dict)
    maybe: list[str] = field(default_factory=list)


def indented(lines: Iterable[str], by: int = 1) -> Lines:
    return ["    " * by + line if line else line for line in lines]


def views(shape: Shape) -> list[tuple[str, Shape]]:
    """Ways to write a view of, or the same as, an array of this shape."""
    found = [(t, shape) for t in ("{}.detach()", "{}.contiguous()", "{}.view_as({})", "{}.float()", "{}.to({}.dtype)")]
    found += [
        (t, shape) for t in ("{}.reshape({}.shape)", "{}.view({}.shape)", "{}.data", "{}[...]", "{}.view({}.size())")
    ]
    found += [("{}.unsqueeze(0)", ("1", *shape)), ("{}.unsqueeze(-1)", (*shape, "1"))]
    if not shape:
        return found
    first, rest = shape[0], shape[1:]
    found += [
        ("{}[:]", shape),
        ("{}[0]", rest),
        ("{}[-1]", rest),
        ("{}.select(0, 0)", rest),
        ("{}.unbind(0)[-1]", rest),
    ]
    found += [("{}[None]", ("1", *shape)), ("{}.expand(2, *{}.shape)[0]", shape)]
    if first == "4":
        found += [(t, ("2", *rest)) for t in ("{}[:2]", "{}[1:3]", "{}[::2]", "{}.narrow(0, 1, 2)", "{}.chunk(2)[0]")]
        found += [("{}.split(2)[1]", ("2", *rest)), ("{}.split([1, 2, 1])[1]", ("2", *rest))]
    if first == "1":
        found += [("{}.squeeze(0)", rest), ("{}[0]", rest)]
    if len(shape) == 2:
        turned = (shape[1], first)
        found += [
            (t, turned) for t in ("{}.t()", "{}.T", "{}.transpose(0, 1)", "{}.permute(1, 0)", "{}.swapaxes(0, 1)")
        ]
        found += [(t, (first,)) for t in ("{}[:, 0]", "{}.select(1, 1)", "{}.unbind(1)[0]", "{}[..., -1]")]
        if shape[1] == "4":
            narrow = ("{}[:, :2]", "{}[:, 1:3]", "{}[..., ::2]", "{}.narrow(1, 1, 2)", "{}.chunk(2, dim=1)[1]")
            found += [(t, (first, "2")) for t in (*narrow, "{}.split(2, dim=1)[0]", "{}.split([1, 2, 1], dim=-1)[1]")]
            deep = (
                "{}.view({}.shape[0], 2, 2)",
                "{}.reshape(-1, 2, 2)",
                "{}.unflatten(1, (2, 2))",
                "{}.view(-1, 2, 2)",
            )
            found += [(t, (first, "2", "2")) for t in deep]
    if len(shape) == 3:
        found += [("{}[:, 0]", (first, shape[2])), ("{}[..., 0]", (first, shape[1]))]
        found += [("{}.transpose(1, 2)", (first, shape[2], shape[1])), ("{}.mT", (first, shape[2], shape[1]))]
        if shape[1:] == ("2", "2"):
            found += [("{}.flatten(1)", (first, "4")), ("{}.view({}.size(0), -1)", (first, "4"))]
    return found
