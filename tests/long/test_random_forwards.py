"""Random models of PyTorch, original and converted with the same weights and inputs: the same, refused, or announced.

HYBRIDC_LONG_FORWARDS bounds their number. The first are the same in every run, the others new. Refusals are counted.
What is not drawn, as it is not mended yet, says `forwards/programs.py`.
"""

import os
import random

import jax
import pytest
from in_place.conversion import Tally

from forwards.running import program, verdict

pytestmark = pytest.mark.long
COUNT = int(os.environ.get("HYBRIDC_LONG_FORWARDS", "200"))
SHARDS = 4
REFUSED = 0.15  # the share that may be
NEW = random.SystemRandom().randrange(10**6, 10**9)


@pytest.mark.parametrize("shard", range(SHARDS))
@pytest.mark.parametrize("first", [0, NEW], ids=["the same", "new"])
def test_nothing_differs_silently_or_raises_unannounced_and_few_are_refused(first, shard, record_property):
    tally = Tally()
    for number in range(shard, COUNT // 2, SHARDS):
        drawn = program(first + number)
        found = verdict(drawn)
        assert found.outcome not in ("silent", "loud"), (
            f"seed {drawn.seed}, {found.outcome}: {found.detail}\n{drawn.calls}\n{drawn.source}"
        )
        tally.count(found.refused)
        if number % 20 == shard:
            jax.clear_caches()
    record_property("refusals", ["forwards", tally.programs, tally.refused, dict(tally.codes)])
    tally.expect_few(REFUSED, "forwards")
