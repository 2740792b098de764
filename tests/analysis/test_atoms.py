"""Dtypes and shapes as sets of atoms: the same facts are one atom, and promotion does not depend on any order."""

from hypothesis import given, settings
from hypothesis import strategies as st

from hybridc.domain.atoms import (
    Atom,
    AtomKind,
    alike,
    behind,
    is_open,
    named_dtype,
    narrow,
    of_parameter,
    open_type,
    parameters_of,
    renumbered,
    scoped,
    some_floats,
    sum_of,
    unknown,
)
from hybridc.domain.values import (
    BOOL,
    COMPLEX,
    FLOAT,
    INT,
    WEAK_COMPLEX,
    WEAK_FLOAT,
    WEAK_INT,
    is_surely_floating,
    is_unknown,
    number,
    promote,
)

KNOWN = (BOOL, INT, FLOAT, COMPLEX, WEAK_INT, WEAK_FLOAT, WEAK_COMPLEX)
DTYPES = st.sampled_from([*KNOWN, of_parameter("x"), of_parameter("y"), narrow("float16"), unknown()])
MANY = settings(max_examples=400, deadline=None, derandomize=True)


@MANY
@given(st.lists(DTYPES, min_size=1, max_size=4), st.randoms(use_true_random=False))
def test_promotion_does_not_depend_on_the_order(dtypes, random):
    others = [*dtypes]
    random.shuffle(others)
    assert promote(*dtypes) == promote(*others) == promote(promote(*dtypes), *dtypes)


def test_promotion_of_what_is_known_is_numpys():
    assert promote(BOOL, INT) == INT
    assert promote(INT, WEAK_FLOAT) == promote(INT, FLOAT) == FLOAT
    assert promote(INT, WEAK_COMPLEX) == promote(FLOAT, COMPLEX) == COMPLEX
    assert promote(WEAK_INT, WEAK_FLOAT) == WEAK_FLOAT
    assert promote(of_parameter("x"), WEAK_INT) == of_parameter("x")


def test_the_same_facts_are_one_atom():
    assert Atom(AtomKind.PARAMETER, "x") is Atom(AtomKind.PARAMETER, "x")
    assert named_dtype("weak int") == WEAK_INT != named_dtype("int64")
    assert unknown() != unknown() and some_floats() != some_floats()


def test_what_lies_behind_indices():
    x = of_parameter("x")
    assert behind(behind(x, 1), 1) == behind(x, 2) != behind(x, 1) != x
    assert is_unknown(behind(x | of_parameter("y"), 1))  # nothing tells which of them has the dimension
    assert parameters_of(behind(x, 1)) == frozenset() and parameters_of(x | BOOL) == {"x"}


def test_parameters_of_nested_functions_have_their_scope_however_deep():
    x = of_parameter("x")
    assert (
        scoped(behind(x, 2) | sum_of(x) | INT, "g:")
        == behind(of_parameter("g:x"), 2) | sum_of(of_parameter("g:x")) | INT
    )


def test_fresh_numbers_are_given_anew_in_what_holds_them():
    one, other = unknown(), open_type()
    given = {}
    renamed = renumbered(sum_of(one) | other, lambda number: given.setdefault(number, f"9{len(given)}"))
    assert len(given) == 2 and renamed != sum_of(one) | other
    assert alike(renamed) == alike(sum_of(one) | other) == alike(sum_of(unknown()) | open_type())
    assert is_open(other) and not is_open(one)


def test_a_name_is_no_dtype():
    assert not is_surely_floating(number(of_parameter("float16")))
    assert is_surely_floating(number(narrow("bfloat16"))) and is_surely_floating(number(some_floats()))
    assert not is_surely_floating(number(narrow("int8")))
