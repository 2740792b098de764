"""Arrays in lists, tuples and dicts that change, and are written: names see what they see in NumPy.

HYBRIDC_LONG_CONTENTS bounds the programs. The first are the same in every run, the others new.
"""

import os
import random
import warnings
from collections import Counter
from copy import deepcopy

import numpy as np
import pytest
from content_programs import CELLS, program

import hybridc
from differential import assert_same, load
from hybridc import Options

pytestmark = pytest.mark.long
COUNT = int(os.environ.get("HYBRIDC_LONG_CONTENTS", "800"))
SHARDS = 4
NEW = random.SystemRandom().randrange(10**6, 10**9)
V, W = np.array([3.0, -1, 4]), np.array([1.0, 2, -5])
M = np.arange(9.0).reshape(3, 3) - 4
CASES = [(V, W, 1), (V, W, 3), (M, M.T.copy(), 3)]


def expected(source: str, arguments: tuple) -> tuple[object, list] | None:
    """What the original gives, and what becomes of its arguments; None where it raises."""
    given = deepcopy(list(arguments))
    try:
        return load(source).f(*given), given
    except (TypeError, ValueError, IndexError, AttributeError, KeyError):
        return None


@pytest.mark.parametrize("shard", range(SHARDS))
@pytest.mark.parametrize("seed", [0, NEW], ids=["the same", "new"])
def test_arrays_in_containers(seed, shard, record_property):
    record_property("seed", seed)
    outcomes: Counter[str] = Counter()
    for cell in random.Random(seed).sample(CELLS, min(COUNT // 2, len(CELLS)))[shard::SHARDS]:
        source = program(*cell)
        results = [expected(source, case) for case in CASES]
        if None in results:
            outcomes["raises"] += 1
            continue
        converted = hybridc.convert(source, filename="program.py", options=Options(return_mutated=True))
        if converted.refusals:
            outcomes["refused"] += 1
            continue
        changed = converted.functions[0].returned_mutated
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            generated = load(converted.code, "generated").f
            for case, (result, given) in zip(CASES, results, strict=True):
                whole = (*result, *(given["ab".index(name)] for name in changed)) if changed else result
                assert_same(whole, generated(*deepcopy(case)))
        outcomes["agree"] += 1
    assert outcomes["refused"] * 10 <= outcomes["agree"]
    print(f"\nseed {seed}, shard {shard}: {dict(outcomes)}")
