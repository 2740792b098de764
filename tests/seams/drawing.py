"""What a random program is drawn from: names with what they hold, numbers, arrays and tests.

Written from Python's and NumPy's reference alone. Every array has axes of 4 or, where it is a slice, of 3 elements, so that
what is drawn mostly runs; a call in which the original raises is left out.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

SIDE = 4
Shape = tuple[int, ...]


@dataclass
class Held:
    """What a name is bound to: `kind` is array, mask, number, item (number or row), list, dict, box or function."""

    kind: str
    shape: Shape = ()
    items: dict[Any, Held] = field(default_factory=dict)
    loose: bool = False  # its rank is another one at other calls


@dataclass
class Scope:
    """The names that statements may use, and where they stand."""

    names: dict[str, Held]
    depth: int = 0
    loops: int = 0
    function: str = ""
    fixed: frozenset[str] = frozenset()  # names that closures of this function must not bind anew

    def of(self, *kinds: str, shape: Shape | None = None) -> list[str]:
        return [
            name
            for name, held in self.names.items()
            if held.kind in kinds and (shape is None or (held.shape == shape and not held.loose))
        ]


class Drawing:
    """Draws expressions. `kind` is the dtype of the arrays that the program is handed."""

    def __init__(self, seed: int, kind: str) -> None:
        self.draw = random.Random(seed)
        self.kind = kind
        self.whole = kind in ("int64", "uint8")
        self.count = 0

    def chance(self, share: float) -> bool:
        return self.draw.random() < share

    def pick(self, choices: Any) -> Any:
        return self.draw.choice(list(choices))

    def name(self, stem: str) -> str:
        self.count += 1
        return f"{stem}{self.count}"

    def literal(self) -> str:
        if self.kind == "uint8":
            return self.pick(["1", "2", "3", "7"])
        return self.pick(["1", "2", "3", "-1", "5"] if self.whole else ["1", "2", "0.5", "-1.0", "1.5", "3.0", "-2"])

    def factor(self) -> str:
        return self.pick(["2", "3"] if self.whole else ["2", "0.5", "-1", "-0.5", "1.5"])

    def number(self, scope: Scope) -> str:
        """A number, of any source."""
        numbers = scope.of("number")
        arrays = scope.of("array")
        if numbers and self.chance(0.4):
            return self.pick(numbers)
        if arrays and self.chance(0.45):
            return self.reduced(scope, self.pick(arrays))
        return self.literal()

    def reduced(self, scope: Scope, name: str) -> str:
        held = scope.names[name]
        forms = ["{}.sum()", "{}.max()", "np.sum({})", "{}.min()", "np.max({})"]
        if held.loose:
            forms += ["{}.ndim", "{}.size"]
        else:
            if held.shape:
                forms += ["len({})", "{}.shape[0]", "{}[" + ", ".join(self.pick("01") for _ in held.shape) + "]"] * 2
        return self.pick(forms).format(name)

    def index(self) -> str:
        return self.pick(["0", "1", "-1", "2"])

    def array(self, scope: Scope, shape: Shape, name: str | None = None) -> str:
        """An expression of a new array of this shape (or one that broadcasts to it)."""
        same = scope.of("array", shape=shape)
        other = self.pick(same) if same else None
        name = name or other
        if name is None:
            return f"np.full({shape}, {self.literal()})"
        other = other or name
        forms = [
            f"{name} + {self.number(scope)}",
            f"{name} * {self.factor()}",
            f"{name} + {other}",
            f"{name} - {other}",
            f"np.abs({name})",
            f"np.maximum({name}, {self.literal()})",
            f"np.where({name} > {self.literal()}, {name}, {self.literal()})",
            f"{name}.copy()",
            f"np.array({name})",
            f"np.zeros_like({name})",
            f"np.ones({shape})",
            f"-{name}" if self.kind != "uint8" else f"{name} + {name}",
        ]
        return self.pick(forms)

    def view(self, scope: Scope, name: str) -> tuple[str, Held]:
        """An expression that shares the memory of `name`."""
        held = scope.names[name]
        if held.loose:
            forms: list[tuple[str, Held]] = [
                (name, held),
                (f"{name}[1:]", held),
                (f"{name}[0]", Held("item", loose=True)),
                (f"{name}[::-1]", held),
                (f"{name}[...]", held),
                (f"{name}.T", held),
                (f"np.asarray({name})", held),
            ]
            return self.pick(forms)
        shape = held.shape
        forms = [(name, held), (f"{name}[...]", held), (f"np.asarray({name})", held)]
        if shape:
            first, rest = shape[0], shape[1:]
            forms += [(f"{name}[::-1]", held), (f"{name}[:]", held), (f"{name}.T", Held("array", shape[::-1]))]
            forms += [(f"{name}[1:]", Held("array", (first - 1, *rest)))] * 2 if first > 2 else []
            forms += [(f"{name}[:-1]", Held("array", (first - 1, *rest)))] if first > 2 else []
            if rest:
                forms += [(f"{name}[{self.index()}]", Held("array", rest))] * 4 if first > 2 else []
                forms += [
                    (f"{name}[:, 0]", Held("array", (first, *rest[1:]))),
                    (f"{name}[:, 1:]", Held("array", (first, rest[0] - 1, *rest[1:]))),
                ]
            elif first > 2:
                forms += [(f"{name}[{self.index()}]", Held("number"))]
        return self.pick(forms)

    def test(self, scope: Scope) -> str:
        arrays = scope.of("array")
        numbers = scope.of("number")
        masks = scope.of("mask")
        lists = scope.of("list")
        forms: list[str] = []
        for name in arrays and [self.pick(arrays)]:
            limit = self.literal()
            forms += [
                f"({name} > {limit}).any()",
                f"({name} < {limit}).all()",
                f"np.any({name} > {limit})",
                f"np.all({name} != {limit})",
                f"{name}.sum() > {limit}",
                f"np.sum({name}) < {limit}",
                f"{name}.max() > {limit}",
                f"np.min({name}) < {limit}",
                f"({name} > {limit}).sum() > 2",
                f"{name}.shape[0] > 3",
                f"len({name}) == 4",
                f"{name}.ndim == {self.pick('123')}",
                f"not {name}.any()",
                f"{name}.mean() > 0" if not self.whole else f"{name}.max() > 2",
            ]
            if not scope.names[name].loose and len(scope.names[name].shape) == 1:
                forms += [
                    f"{name}[0] > {limit}",
                    f"{name}[-1] < {name}[0]",
                    f"max({name}) > {limit}",
                    f"sum({name}) > {limit}",
                ]
            elif scope.names[name].loose:
                forms += [f"(np.asarray({name}[0]) > {limit}).any()", f"{name}[0].sum() > {limit}"]
            other = self.pick(arrays)
            forms += [f"{name} is {other}", f"{name}.sum() > {other}.sum()"]
        forms += [f"{self.pick(numbers)} > {self.literal()}"] * 3 if numbers else []
        forms += [f"{self.pick(masks)}.any()"] * 2 if masks else []
        forms += [f"len({self.pick(lists)}) > 2"] if lists else []
        first = self.pick(forms or ["1 > 2"])
        if forms and self.chance(0.12):
            return f"{first} {self.pick(['and', 'or'])} {self.pick(forms)}"
        return first
