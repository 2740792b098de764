"""Whatever flows while random programs run, their pictures show: pictures may show more, never less."""

import os
from collections import defaultdict

import numpy as np
import pytest
from happened import flows
from in_place.programs import LEVELS, generate_in_place
from told import drawn

import dearest
from hybridc.picture.graph import Flow, Kind
from programs import Program, generate

MANY = min(150, int(os.environ.get("HYBRIDC_LONG_PROGRAMS", "150")))  # other ones each day


def reached(found):
    """By pairs of lines: those that an edge joins, by way of what loops carry at most; and those that any edges join."""
    nodes = {node.id: node for node in found.nodes()}
    ahead = defaultdict(set)
    for edge in found.edges:
        if edge.flow is not Flow.CONTROL:
            ahead[edge.source].add(edge.target)

    def lines(passes):
        pairs = set()
        for start in nodes:
            todo, seen = [*ahead[start]], set()
            while todo:
                each = todo.pop()
                if each in seen:
                    continue
                seen.add(each)
                pairs.add((nodes[start].line, nodes[each].line))
                todo += ahead[each] if passes(nodes[each]) else ()
        return pairs

    return lines(lambda node: node.kind is Kind.CARRY), lines(lambda node: True)


def missing(program):
    named, memory = flows(program.source, program.function, program.arguments)
    directly, anyhow = reached(drawn(program.source, program.function))
    assert named | memory and directly
    return sorted({f for f in named if f[:2] not in directly} | {f for f in memory if f[:2] not in anyhow})


@pytest.mark.parametrize("seed", range(30))
def test_pictures_show_all_that_flows(seed):
    program = generate(seed, 14)
    assert not missing(program), program.source


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seed", range(8))
def test_pictures_show_what_flows_by_shared_memory(seed, level):
    program = generate_in_place(seed, level)
    assert not missing(program), program.source


@pytest.mark.long
@pytest.mark.parametrize("level", LEVELS)
def test_pictures_of_many_programs(level):
    first = 1000 + dearest.DAY % 100 * MANY
    for seed in range(first, first + MANY):
        for program in (generate(seed + 15000 * level, 14), generate_in_place(seed, level)):
            assert not missing(program), program.source


SWAPS = [
    ("b, c = c, b", "a[:] = 0", "c"),  # `c` is `a` from here
    ("b, c = c, b", "c[:] = 0", "a"),
    ("b, c, a = a, b, c", "c[:] = 0", "b"),
    ("[b, c] = [c, a]", "a[:] = 0", "c"),
    ("d, d = a, c", "c[:] = 0", "d"),
]


@pytest.mark.parametrize(("pairs", "write", "read"), SWAPS)
def test_all_values_of_pairs_are_of_before(pairs, write, read):
    source = f"def f(xs, c):\n    a = b = xs * 2\n    {pairs}\n    {write}\n    return {read}\n"
    program = Program(source, "f", [(np.ones(3), np.ones(3))])
    _, memory = flows(program.source, "f", program.arguments)
    assert (4, 5, read) in memory and not missing(program)


def test_what_is_left_out_is_seen():
    """The test itself: a picture without the arrows of shared memory would not pass."""
    program = Program("def f(xs):\n    v = xs[1:]\n    v[:] = 0\n    return xs\n", "f", [(np.ones(3),)])
    _, memory = flows(program.source, "f", program.arguments)
    assert (3, 4, "xs") in memory and not missing(program)
    assert (3, 4) not in reached(drawn("def f(xs):\n    v = 1\n    v = 2\n    return xs\n", "f"))[1]
