"""Random structured programs: never a silent difference. Refusals are counted by code and printed.

HYBRIDC_LONG_PROGRAMS bounds their number.
"""

import os
from collections import Counter

import jax
import numpy as np
import pytest

import hybridc
from differential import fresh, load
from programs import Program, generate, shrink

pytestmark = pytest.mark.long
COUNT = int(os.environ.get("HYBRIDC_LONG_PROGRAMS", "2000"))
SHARDS = 8


def difference(program: Program) -> str | None:
    """How original and generated code differ, to the bit; None where they agree or the program is refused."""
    result = hybridc.convert(program.source)
    if result.code is None:
        return None
    try:
        generated = getattr(load(result.code, "generated"), program.function)
        for arguments in program.arguments:
            expected, actual = program.run(arguments), generated(*fresh(arguments))
            for one, other in zip(jax.tree_util.tree_leaves(actual), jax.tree_util.tree_leaves(expected), strict=True):
                assert np.shape(one) == np.shape(other)
                np.testing.assert_array_equal(np.asarray(one), np.asarray(other))
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return None


@pytest.mark.parametrize("shard", range(SHARDS))
def test_generated_code_gives_the_values_of_the_original(shard, record_property):
    codes: Counter[str] = Counter()
    refused = 0
    seeds = range(shard, COUNT, SHARDS)
    for seed in seeds:
        program = generate(seed, 6 + seed % 8)
        found_codes = {d.code for d in hybridc.convert(program.source).refusals}
        codes.update(found_codes)
        refused += bool(found_codes)
        found = difference(program)
        if found is not None:
            small = shrink(program, lambda p: difference(p) is not None)
            pytest.fail(f"seed {seed}: {difference(small)}\n{small.source}")
        if seed % 40 == shard:
            jax.clear_caches()
    record_property("refusals", ["control flow", len(seeds), refused, dict(codes)])
