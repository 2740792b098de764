"""Programs of which `Net().forward` reaches a part, takes its array, writes into it in place and reads it, at random.

Those of the clean list go the same ways, and call, read or copy. Written from Python's and PyTorch's reference alone.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from forwards.comparing import differing
from forwards.programs import Program
from reached_parts.assembling import clean_text, program_text
from reached_parts.clean import BODIES, EXPRESSIONS
from reached_parts.kinds import DRAWN, KINDS
from reached_parts.takes import TAKES
from reached_parts.trying import CALLS, shows, tried
from reached_parts.ways_by_calls import BY_CALLS
from reached_parts.ways_by_containers import BY_CONTAINERS
from reached_parts.ways_by_names import BY_NAMES
from reached_parts.writes_and_reads import READS, WRITES

WAYS = {way.name: way for way in (*BY_NAMES, *BY_CONTAINERS, *BY_CALLS)}
TRIES = 12  # of other choices for a way, before another is drawn
RUNS_PARTS = ("seq_run", "inner_rebind_other")  # ways that call a part, which moves the averages of BatchNorm1d


@dataclass(frozen=True)
class Drawn:
    """A program, and its name: the way, take, write, read and kind, or the way, "clean", what is done, and the kind."""

    name: str
    program: Program


def made(name: str, seed: int) -> Program:
    """The program of a name, with the values that the seed draws."""
    way, *choices, kind = name.split("-")
    if choices[0] == "clean":
        return Program(seed, clean_text(WAYS[way], choices[1], KINDS[kind], seed), CALLS)
    take, write, read = choices
    return Program(seed, program_text(WAYS[way], TAKES[take], write, read, KINDS[kind], seed), CALLS)


def is_usable(name: str, seed: int) -> bool:
    """The original runs, and what it writes is seen, or there is nothing that it writes."""
    way, second, third, *rest = name.split("-")
    try:
        drawn = made(name, seed)
        if second != "clean":
            return shows(drawn, made("-".join([way, second, "nothing", *rest]), seed))
        states = tried(drawn)[1]
    except Exception:  # PyTorch's of any kind, and Unfit
        return False
    moves = rest[0].startswith("bn") and ("call" in third or way in RUNS_PARTS)
    return moves or not any(differing(states[0], state, "") for state in states)


def drawn_name(way: str, clean: bool, draw: random.Random) -> str:
    kind = draw.choice(DRAWN)
    if clean:
        return f"{way}-clean-{draw.choice(list(EXPRESSIONS if WAYS[way].is_expression else BODIES))}-{kind}"
    return "-".join([way, *(draw.choice(list(table)) for table in (TAKES, WRITES, READS)), kind])


def program(seed: int, clean: bool = False) -> Drawn:
    """A program of which the original runs; every way has the same chance."""
    draw = random.Random(seed)
    while True:
        way = draw.choice(list(WAYS))
        for _ in range(TRIES):
            name, values = drawn_name(way, clean, draw), draw.randrange(10**9)
            if is_usable(name, values):
                return Drawn(name, made(name, values))
