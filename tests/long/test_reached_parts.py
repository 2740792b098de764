"""Random models that reach a part, and write its array or leave it: the same as in PyTorch, refused, or announced.

HYBRIDC_LONG_PARTS bounds their number. The first are the same in every run, the others new. Refusals are counted.
"""

import os
import random

import jax
import pytest
from in_place.conversion import Tally

from forwards.running import verdict
from reached_parts.programs import program

pytestmark = pytest.mark.long
COUNT = int(os.environ.get("HYBRIDC_LONG_PARTS", "400"))
SHARDS = 2
NEW = random.SystemRandom().randrange(10**6, 10**9)
DRAWN = {"written": 0.75, "clean": 0.25}  # shares of the programs
REFUSED = {"written": 0.15, "clean": 0.05}  # the share that may be
BAD = {"written": ("silent", "loud"), "clean": ("silent", "loud", "announced")}


@pytest.mark.parametrize("shard", range(SHARDS))
@pytest.mark.parametrize("level", DRAWN)
@pytest.mark.parametrize("first", [0, NEW], ids=["the same", "new"])
def test_nothing_differs_silently_or_raises_unannounced_and_few_are_refused(first, level, shard, record_property):
    tally = Tally()
    for number in range(shard, int(COUNT * DRAWN[level] / 2), SHARDS):
        drawn = program(first + number, clean=level == "clean")
        found = verdict(drawn.program)
        assert found.outcome not in BAD[level], (
            f"seed {first + number}, {drawn.name}, {found.outcome}: {found.detail}\n{drawn.program.source}"
        )
        tally.count(found.refused)
        if number % 40 == shard:
            jax.clear_caches()
    record_property("refusals", [f"parts, {level}", tally.programs, tally.refused, dict(tally.codes)])
    tally.expect_few(REFUSED[level], level)
