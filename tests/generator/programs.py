"""Random small numeric programs, structured as people write them, and shrinking one that shows a fault.

Every program ends, never raises, and computes with values that float64 holds exactly, so that two ways of running it
can be compared to the bit. Each branch that is left in it is taken on both sides by its arguments.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from branches import Unsuitable, events, without_idle
from expressions import LENGTH
from program_writer import write_program
from smaller import ENTRY, smaller_sources

Arguments = tuple[object, ...]


@dataclass(frozen=True)
class Program:
    """`function` of `source` takes each tuple of `arguments`: two floats, an integer, and arrays."""

    source: str
    function: str
    arguments: list[Arguments]

    def loaded(self) -> Callable[..., object]:
        scope: dict[str, object] = {}
        exec(compile(self.source, "<generated>", "exec", dont_inherit=True), scope)
        function = scope[self.function]
        assert callable(function)
        return function

    def run(self, arguments: Arguments) -> object:
        """What the program returns under Python."""
        return self.loaded()(*(copy.deepcopy(argument) for argument in arguments))


def generate(seed: int, size: int, without: frozenset[str] = frozenset()) -> Program:
    """The program of a seed, with about `size` statements. `without` names constructs of language.py to leave out."""
    for attempt in range(100):
        rng = random.Random(f"{seed} {size} {attempt}")
        source = write_program(rng, size, without)
        arguments = [_arguments(rng) for _ in range(12)]
        try:
            return Program(without_idle(source, ENTRY, arguments), ENTRY, arguments)
        except Unsuitable:
            continue
    raise RuntimeError(f"no suitable program for seed {seed}")


def _arguments(rng: random.Random) -> Arguments:
    def number() -> float:
        return rng.randint(-32, 32) / 8

    return (
        number(), number(), rng.randint(-4, 6),
        np.array([number() for _ in range(LENGTH)]), np.array([number() for _ in range(LENGTH)]),
    )  # fmt: skip


def shrink(program: Program, fails: Callable[[Program], bool]) -> Program:
    """A smaller program for which `fails` holds too: parts are taken out, for as long as any can be."""
    for arguments in program.arguments:
        if fails(alone := replace(program, arguments=[arguments])):
            program = alone
            break
    start = 0
    while True:
        for position, source in smaller_sources(program.source, start):
            smaller = replace(program, source=source)
            if _runs(smaller) and fails(smaller):
                program, start = smaller, position
                break
        else:
            if start == 0:
                return program
            start = 0


def _runs(program: Program) -> bool:
    """Whether it still runs: what defines a name may be gone, or what makes a loop end."""
    try:
        events(program.source, program.function, program.arguments)
    except Exception:  # whatever a broken program raises
        return False
    return True
