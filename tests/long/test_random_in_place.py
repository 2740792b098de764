"""Random programs that write in place, by levels: never a silent difference. Refusals are counted by code and printed.

HYBRIDC_LONG_IN_PLACE bounds their number. The program at work is in the test's temporary folder: XLA may take the whole
process with it.
"""

import os

import jax
import pytest
from in_place.conversion import Tally, smallest, verdict
from in_place.programs import LEVELS, generate_in_place

pytestmark = pytest.mark.long
COUNT = int(os.environ.get("HYBRIDC_LONG_IN_PLACE", "5000"))
SHARDS = 4


@pytest.mark.parametrize("shard", range(SHARDS))
@pytest.mark.parametrize("level", LEVELS)
def test_generated_code_gives_the_values_of_the_original(level, shard, record_property, tmp_path):
    tally = Tally()
    for seed in range(shard, COUNT // len(LEVELS), SHARDS):
        program = generate_in_place(seed, level)
        (tmp_path / "program.py").write_text(program.source)
        found = verdict(program)
        tally.add(found)
        if found.difference is not None:
            small = smallest(program)
            pytest.fail(f"seed {seed}: {verdict(small).difference}\n{small.source}")
        if seed % 40 == shard:
            jax.clear_caches()
    record_property("refusals", [f"level {level}", tally.programs, tally.refused, dict(tally.codes)])
