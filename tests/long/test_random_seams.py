"""Random programs of two levels, in every mode: never a silent difference, and few refusals.

HYBRIDC_LONG_SEAMS bounds their number. The first are the same in every run, the others new. Refusals are counted.
"""

import os
import random
from collections import defaultdict

import jax
import pytest
from in_place.conversion import Tally

from seams.programs import program
from seams.running import verdicts

pytestmark = pytest.mark.long
COUNT = int(os.environ.get("HYBRIDC_LONG_SEAMS", "1200"))
SHARDS = 4
NEW = random.SystemRandom().randrange(10**6, 10**9)
REFUSED = {"plain": 0.05, "sharing": 0.15}  # the share that may be


@pytest.mark.parametrize("shard", range(SHARDS))
@pytest.mark.parametrize("level", REFUSED)
@pytest.mark.parametrize("first", [0, NEW], ids=["the same", "new"])
def test_nothing_differs_silently_and_few_are_refused(first, level, shard, record_property):
    tallies = defaultdict(Tally)
    for number in range(shard, COUNT // 4, SHARDS):
        drawn = program(first + number, level)
        for mode, found in verdicts(drawn):
            assert found.outcome != "silent", f"{level}, seed {drawn.seed}, {mode}: {found.detail}\n{drawn.source}"
            tallies[mode].count(found.refused)
        if number % 40 == shard:
            jax.clear_caches()
    for mode, tally in tallies.items():
        record_property("refusals", [f"seams, {level}, {mode}", tally.programs, tally.refused, dict(tally.codes)])
    for mode, tally in tallies.items():
        tally.expect_few(REFUSED[level], f"{level}, {mode}")
