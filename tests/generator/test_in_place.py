"""The programs that write in place keep their promises: they run, give arrays of one kind, and every part of them matters."""

import ast
import functools
import random
import re

import numpy as np
import pytest
from branches import unparsed
from in_place.language import LEVELS as CONSTRUCTS
from in_place.naive import NAIVE
from in_place.observable import without_unseen
from in_place.outcome import outcome, same
from in_place.program_writer import write_program
from in_place.programs import LEVELS, generate_in_place
from test_power import is_caught

from programs import Program, shrink

LOOKS = {  # by construct, how its source looks before anything is taken out
    "new array": r"^ +(p|mat)\d+ = ",
    "copy": r"^ +c\d+ = .*(copy|array|\+ 0)",
    "place write": r"^ +\w+\[.*\] [-+*/%&|^]*= ",
    "whole augmented": r"^ +(p|mat)\d+ [-+*/%&|^]+= ",
    "mask write": r"\w+\[~?\(?\w+ [<>!]=? .*\] [-+*/%]*= ",
    "index write": r"\w+\[\[.*\]\] [-+*/%]*= |\w+\[\w+ % \d\] [-+*/%]*= ",
    "rebound": r"^ +(p|mat)(\d+) = (np.abs\()?\1\2",
    "item swap": r"^ +(\S+\[.*\]), (\S+\[.*\]) = \2, \1$",
    "row swap": r"mat\d+\[\[\d, \d\]\] = |mat\d+\[\d\], ",
    "overlapping copy": r"^ +(\w+)\[(1:|:-1|:|::-1)\] \+?= \1",
    "read": r"^ +[st] \+?= .* \+ -?\d",
    "out argument": r", out=",
    "copyto": r"np\.copyto\(",
    "put": r"put\([a-z]\w*, \[|\.put\(",
    "at": r"np\.\w+\.at\(",
    "in-place method": r"\.(fill|sort)\(",
    "chained targets": r"^ +\S+.* = \S+.* = ",
    "flat write": r"\.flat\[.*\] = ",
    "write through an expression": r"^ +\w+(\.T|\[.*\]|\.\w+\(.*\))\[.*\] [-+*/%]*= ",
    "fill_diagonal": r"np\.fill_diagonal\(",
    "branch around writes": r"^( +)if .*:\n\1    .*\n\1(else|elif .*):\n",
    "loop around writes": r"^( +)if .*\n(\1    .*\n)?\1    (break|continue)\n\1\S.*\n",
    "alias": r"^ +y\d+ = [a-z]+\d+$",
    "alias in a branch": r"^( +)if .*:\n(\1    .*\n)*?\1    y\d+ = ",
    "named view": r"^ +[vw]\d+ = .*[\]\)T]$",
    "name swap": r"^ +(\w+), (\w+) = \2, \1$",
    "two names at once": r"^ +y\d+ = y\d+ = ",
    "view swap": r"^ +\w+\[:(2|-1)\], ",
    "row loop": r"for .*row\d+.* in |row\d+ = ",
    "box": r"^ +box\d+ = ",
    "element write": r"^ +box\d+\[.*\].* [-+*/%]*= ",
    "unpacked box": r"^ +y\d+, y\d+ = box|y\d+ = box\d+\[",
    "element bound anew": r"^ +box\d+\[[^\]]*\] = ",
    "loop over a box": r"for .*item\d+ in .*box",
    "closure that writes": r"^ +def put\d+\(u\)",
    "changing call": r"^ +(\w+ \+?= )?into\d\(",
}


@functools.cache
def written(level: int) -> list[str]:
    return [write_program(random.Random(f"{level} {seed}"), level, 12) for seed in range(200)]


@functools.cache
def programs(level: int) -> list[Program]:
    return [generate_in_place(seed, level) for seed in range(15)]


def test_the_looks_of_every_construct_are_known() -> None:
    assert LOOKS.keys() == {name for names in CONSTRUCTS.values() for name in names}


@pytest.mark.parametrize(("level", "construct"), [(level, name) for level in CONSTRUCTS for name in CONSTRUCTS[level]])
def test_every_construct_occurs_from_its_level_on(level: int, construct: str) -> None:
    pattern = re.compile(LOOKS[construct], re.MULTILINE)
    for higher in range(level, max(LEVELS) + 1):
        assert sum(bool(pattern.search(source)) for source in written(higher)) >= 2


@pytest.mark.parametrize("looks", ["float32", "int32", "uint8", "dtype=bool|= xs [<>] |% 2 == 0"])
def test_every_dtype_occurs(looks: str) -> None:
    assert sum(bool(re.search(looks, source)) for source in written(1)) > 10


@pytest.mark.parametrize("level", LEVELS)
def test_results_have_one_structure_and_one_dtype(level: int) -> None:
    for program in programs(level):
        outcomes = [outcome(program.loaded(), arguments) for arguments in program.arguments]
        assert len({str(_kinds(o.results)) for o in outcomes}) == 1, program.source


@pytest.mark.parametrize("level", LEVELS)
def test_every_statement_matters(level: int) -> None:
    for program in programs(level):
        seen = without_unseen(program.source, program.function, program.arguments)
        assert seen == unparsed(ast.parse(program.source))


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_gives_the_same_program(level: int) -> None:
    again = generate_in_place(3, level)
    assert again.source == programs(level)[3].source
    assert same(again.arguments, programs(level)[3].arguments)


def test_only_the_higher_levels_change_their_arguments() -> None:
    changing = {level: sum(map(_changes_an_argument, programs(level))) for level in LEVELS}
    assert changing[1] == changing[2] == 0
    assert changing[3] > 3 and changing[4] > 3


@pytest.mark.parametrize(
    "name", ["a slice is a copy", "a callee's changes are lost", "elements of containers are copies", "% truncates"]
)
def test_shrinking_keeps_what_fails_and_little_else(name: str) -> None:
    naive = NAIVE[name]
    program = next(p for p in programs(naive.level) if is_caught(naive, p))
    small = shrink(program, lambda p: is_caught(naive, p))
    assert len(small.source.splitlines()) <= 12


def _kinds(value: object) -> object:
    if isinstance(value, tuple):
        return [_kinds(part) for part in value]
    return np.shape(value), value.dtype if isinstance(value, np.ndarray) else None


def _changes_an_argument(program: Program) -> bool:
    return any(not same(outcome(program.loaded(), given).arguments, given) for given in program.arguments)
