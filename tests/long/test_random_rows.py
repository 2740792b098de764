"""One function for vectors, matrices and more: what an element is, is what tracing finds.

HYBRIDC_LONG_ROWS bounds the programs. The first are the same in every run, the others new.
"""

import itertools
import os
import random
from collections import Counter

import jax
import numpy as np
import pytest
from row_programs import program

import hybridc
from closeness import assert_close
from differential import load

pytestmark = pytest.mark.long
COUNT = int(os.environ.get("HYBRIDC_LONG_ROWS", "600"))
SHARDS = 4
NEW = random.SystemRandom().randrange(10**6, 10**9)
SHAPES = [(4,), (4, 2), (4, 4), (4, 2, 3)]


def check(source: str, code: str, seed: int) -> None:
    """For all shapes that the original takes, what is generated agrees, or raises and says that it takes numbers."""
    original, generated = load(source).f, load(code, "generated").f
    for shape, k in itertools.product(SHAPES, (0.0, 1.0)):
        given = np.linspace(-1, 2, int(np.prod(shape))).reshape(shape)
        try:
            expected = original(given.copy(), k)
        except (ValueError, IndexError, TypeError):
            continue
        try:
            actual = generated(given, k)
        except TypeError as error:
            if "was converted as a number" not in str(error):
                raise
            continue
        for ours, theirs in zip(actual, expected, strict=True):
            assert_close(np.asarray(ours), np.asarray(theirs), rtol=1e-9, err_msg=f"seed {seed}\n{source}")


@pytest.mark.parametrize("shard", range(SHARDS))
@pytest.mark.parametrize("first", [0, NEW], ids=["the same", "new"])
def test_elements_are_numbers_or_rows(first, shard, record_property):
    codes: Counter[str] = Counter()
    numbers = range(shard, COUNT // 2, SHARDS)
    refused = 0
    for number in numbers:
        source = program(first + number)
        found = hybridc.convert(source, filename="program.py")
        if found.code is None:
            refused += 1
            codes.update({d.code for d in found.refusals})
        else:
            check(source, found.code, first + number)
        if number % 40 == shard:
            jax.clear_caches()
    record_property("refusals", ["elements or rows", len(numbers), refused, dict(codes)])
