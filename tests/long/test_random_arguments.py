"""Random functions that change arrays of their callers, in every mode: never a silent difference, nor an error that
nothing foretells. HYBRIDC_LONG_ARGUMENTS bounds their number. Refusals are counted by code and printed."""

import os
from collections import defaultdict

import jax
import pytest
from changing_arguments import write_module
from given_arrays import verdicts
from in_place.conversion import Tally

pytestmark = pytest.mark.long
COUNT = int(os.environ.get("HYBRIDC_LONG_ARGUMENTS", "2000"))
SHARDS = 8


@pytest.mark.parametrize("shard", range(SHARDS))
def test_callers_get_what_the_original_gives(shard, record_property):
    tallies = defaultdict(Tally)
    for seed in range(shard, COUNT, SHARDS):
        for mode, found in verdicts(seed).items():
            tallies[mode].add(found)
            assert found.difference is None, f"seed {seed}, {mode}: {found.difference}\n{''.join(write_module(seed))}"
        if seed % 40 == shard:
            jax.clear_caches()
    for mode, tally in tallies.items():
        record_property("refusals", [f"changing arguments, {mode}", tally.programs, tally.refused, dict(tally.codes)])
