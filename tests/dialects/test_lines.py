"""The lines of the tables of all dialects."""

import pytest

from hybridc.dialects import ALL


@pytest.mark.parametrize("dialect", ALL, ids=lambda d: d.name)
def test_no_two_lines_fit_the_same_calls(dialect):
    """The first that fits counts: a second would say nothing, or the first is a mistake."""
    twice = set()
    for name in dialect.names:
        seen = [(e.parameters, e.has_options, e.others, e.only) for e in dialect.lookup(name)]
        twice |= {name for n, each in enumerate(seen) if each in seen[:n]}
    assert twice == set()
