"""In-place operators on what may be a number or an array: what others see of it is what tracing finds.

HYBRIDC_LONG_RANKS bounds the programs. The first are the same in every run, the others new.
"""

import itertools
import os
import random
import re
import warnings
from collections import Counter
from copy import deepcopy

import jax
import numpy as np
import pytest
from rank_programs import OPERATORS, PLACES, READ, SHARED, VALUES, program

import hybridc
from closeness import assert_close
from differential import load
from sampling import exceeds

pytestmark = pytest.mark.long
COUNT = int(os.environ.get("HYBRIDC_LONG_RANKS", "800"))
SHARDS = 4
NEW = random.SystemRandom().randrange(10**6, 10**9)
GIVEN = [2.0, np.float64(3.0), np.array([1.0, -2.0, 3.0]), np.arange(9.0).reshape(3, 3) - 4]
BESIDE = [1.5, np.array([0.5, 2.0, -1.0]), np.arange(9.0).reshape(3, 3) + 1]
ANNOUNCED = re.compile(
    "was converted as a number|a number that several names hold|one array or another|branches of `cond`"
)
RAISING = 0.25  # the share that may raise what is announced
UNTAKEN = "an in-place operator cannot change the shape"  # in a branch that JAX traces, and Python would not run


def check(source: str, code: str) -> bool:
    """Whether it took all that the original takes; where it does not, it says what it was converted for."""
    original, generated = load(source).f, load(code, "generated").f
    took_all = True
    for x, y, k in itertools.product(GIVEN, BESIDE, (1, 3)):
        try:
            expected = original(deepcopy(x), deepcopy(y), k)
        except (ValueError, IndexError, TypeError, AttributeError):
            continue
        try:
            actual = generated(x, y, k)
        except (TypeError, ValueError) as error:
            if not ANNOUNCED.search(str(error)) and not (k == 1 and UNTAKEN in str(error)):
                raise
            took_all = False
            continue
        for ours, theirs in zip(actual, expected, strict=True):
            assert_close(np.asarray(ours), np.asarray(theirs), rtol=1e-9, err_msg=source)
    return took_all


@pytest.mark.parametrize("shard", range(SHARDS))
@pytest.mark.parametrize("seed", [0, NEW], ids=["the same", "new"])
def test_numbers_and_arrays(seed, shard, record_property):
    cells = [*itertools.product(OPERATORS, VALUES, SHARED, READ, PLACES)]
    chosen = random.Random(seed).sample(cells, min(COUNT // 2, len(cells)))[shard::SHARDS]
    codes: Counter[str] = Counter()
    refused = raising = 0
    for number, cell in enumerate(chosen):
        source = program(*cell)
        found = hybridc.convert(source, filename="program.py")
        if found.code is None:
            refused += 1
            codes.update({d.code for d in found.refusals})
        else:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of branches that give a number and an array
                raising += not check(source, found.code)
        if number % 40 == 39:
            jax.clear_caches()
    assert not exceeds(raising, len(chosen), RAISING)
    record_property("refusals", ["numbers or arrays", len(chosen), refused, dict(codes)])
