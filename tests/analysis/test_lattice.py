"""What holds after one of two paths is a join: it does not matter in which order, how they are grouped, or how often
one is taken. Unknown types are compared as unknown: each join makes one of its own."""

from hypothesis import given, settings
from hypothesis import strategies as st

from hybridc.domain.atoms import of_parameter, unknown
from hybridc.domain.sites import Site, SiteKind, parameter_site
from hybridc.domain.values import BOOL, FLOAT, INT, SCALAR, WEAK_FLOAT, WEAK_INT, Binding, Dims, Form, Value, merge

MADE = Site(SiteKind.MADE, "3:4:Call")
SITES = st.frozensets(
    st.sampled_from([parameter_site("x"), MADE, MADE.older, Site(SiteKind.GLOBAL, "g"), Site(SiteKind.LIST, "1:0")]),
    max_size=2,
)
DTYPES = st.sampled_from([BOOL, INT, FLOAT, WEAK_INT, WEAK_FLOAT, of_parameter("x"), unknown()])
SHAPES = st.sampled_from([SCALAR, of_parameter("x"), of_parameter("y"), unknown()])
NUMBERS = st.builds(
    Value,
    st.sampled_from(Binding),
    st.sampled_from([Form.NUMBER, Form.ARRAY, Form.UNKNOWN]),
    DTYPES,
    SHAPES,
    rank=st.sampled_from([None, 0, 1]),
    is_bound=st.booleans(),
    is_element=st.booleans(),
    memory=SITES,
    dims=st.sampled_from(Dims),
)
OTHERS = st.builds(
    Value, st.sampled_from(Binding), st.sampled_from([Form.NONE, Form.STRING, Form.RANGE, Form.FUNCTION]), memory=SITES
)
PLAIN = st.one_of(NUMBERS, OTHERS)
VALUES = st.one_of(
    PLAIN,
    st.builds(
        lambda items, form: Value(Binding.STATIC, form, items=tuple(items)),
        st.lists(PLAIN, max_size=2),
        st.sampled_from([Form.TUPLE, Form.LIST]),
    ),
)
UNKNOWN = unknown()
PATHS = settings(max_examples=400, deadline=None, derandomize=True)


def known(value):
    """The value, in which all that is unknown is one."""
    items = None if value.items is None else tuple(map(known, value.items))
    dtype, shape = (UNKNOWN if any(a.is_unknown for a in atoms) else atoms for atoms in (value.dtype, value.shape))
    return value.but(dtype=dtype, shape=shape, items=items)


@PATHS
@given(VALUES)
def test_one_path_twice(value):
    assert merge(value, value) == value


@PATHS
@given(VALUES, VALUES)
def test_in_either_order(one, other):
    assert known(merge(one, other)) == known(merge(other, one))


@PATHS
@given(VALUES, VALUES, VALUES)
def test_however_they_are_grouped(one, other, third):
    assert known(merge(merge(one, other), third)) == known(merge(one, merge(other, third)))


@PATHS
@given(VALUES, VALUES)
def test_a_path_more_tells_no_more(one, other):
    joined = merge(one, other)
    assert known(merge(joined, one)) == known(joined)
    assert known(merge(joined, other)) == known(joined)


def test_sites_of_the_same_facts_are_one():
    assert Site(SiteKind.MADE, "3:4:Call") is MADE
    assert MADE.older is not MADE
    assert MADE.older.newest is MADE
