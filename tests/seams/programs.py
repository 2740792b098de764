"""Random modules of two levels: an entry `f`, helpers, closures, containers and host code, and what shares memory in `sharing`."""

from __future__ import annotations

from dataclasses import dataclass

from seams.array_writes import Lines
from seams.drawing import SIDE, Shape
from seams.modules import Module
from seams.plain import PlainModule

KINDS = ("float64", "float64", "float64", "float64", "int64", "float32", "uint8")
LEVELS: dict[str, type[Module]] = {"plain": PlainModule, "sharing": Module}


@dataclass(frozen=True)
class Program:
    """A module's text. `entry` is called with arrays of each of these shapes and a number."""

    seed: int
    source: str
    entry: str
    kind: str
    arrays: int
    shapes: tuple[tuple[Shape, ...], ...]

    @property
    def host(self) -> bool:
        return self.entry == "main"


def program(seed: int, level: str = "sharing") -> Program:
    kind = KINDS[seed % len(KINDS)]
    module = LEVELS[level](seed, kind)
    lines: Lines = ["import numpy as np", "", ""]
    if module.chance(0.2):
        lines += module.share()
    if module.chance(0.3):
        lines += module.classed()
    for _ in range(module.draw.choice([0, 1, 1, 2])):
        lines += module.helper()
    loose = module.chance(0.4)
    arrays = module.draw.choice([1, 2, 2, 3])
    shape = module.draw.choice([(SIDE,), (SIDE,), (SIDE,), (SIDE, SIDE), (SIDE, SIDE), (SIDE,) * 3, ()])
    lines += module.function(
        "f",
        arrays,
        module.draw.choice(["many", "many", "pair", "array", "number"]),
        loose,
        shape,
        module.draw.randint(3, 8),
    )
    entry = "f"
    if module.chance(0.25):
        lines += module.host(arrays)
        entry = "main"
    shapes = [(shape,) * arrays]
    # Not of fewer dimensions: what only a branch that is not taken does with an array is traced all the same, and raises
    # there what the original would raise if it came to it, `x[0]` of a number.
    others: list[Shape] = [(SIDE,), (SIDE, SIDE), (SIDE,) * 3]
    others = [other for other in others if len(other) >= len(shape)]
    for other in others if loose else [module.draw.choice(others)]:
        if (other,) * arrays not in shapes:
            shapes.append((other,) * arrays)
    return Program(seed, "\n".join(lines).rstrip("\n") + "\n", entry, kind, arrays, tuple(shapes))
