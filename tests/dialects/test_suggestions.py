"""Suggestions name what converts, and stay with the module or type of the name."""

import pytest

from hybridc.dialects import ALL
from hybridc.dialects.suggestions import suggestion

NUMPY = next(d for d in ALL if d.name == "numpy")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("numpy.aroung", "numpy.around"),
        ("numpy.linalg.nrom", "numpy.linalg.norm"),
        ("numpy.concatenat", "numpy.concatenate"),
        ("numpy.savetx", None),
        ("numpy.something_else_entirely", None),
    ],
)
def test_the_nearest_name_that_converts(name, expected):
    assert suggestion(NUMPY, name) == expected
