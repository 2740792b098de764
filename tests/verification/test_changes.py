"""Arguments that the original changes, and what callers of the converted function see of it."""

import numpy as np
import pytest

from hybridc.verification.child.changes import After, argument_changes, is_same_memory, sharing
from hybridc.verification.child.comparing import Comparer
from hybridc.verification.child.copying import Copier
from verification.settings import SETTINGS

COMPARER = Comparer(SETTINGS, frozenset({"State"}))


class State:
    def __init__(self, w):
        self.w = w
        self.count = 0


def changes(original, converted, *, returned=(), **arguments):
    """Calls both with copies; (path, status, reason) of what changed."""
    before, ours, theirs = (copies(arguments) for _ in range(3))
    result, others = original(**ours), converted(**theirs)
    finals = dict(zip(returned, others[1:], strict=True)) if returned else {}
    after = After(before, ours, theirs, result, finals)
    return [(c["path"], c["status"], c["reason"]) for c in argument_changes(after, COMPARER)]


def copies(arguments):
    copier = Copier({"State": State})
    return {name: copier.copy(value) for name, value in arguments.items()}


def writes(x, **others):
    x[0] = 5.0


def writes_and_returns(x, **others):
    x[0] = 5.0
    return x


def does_nothing(**arguments):
    return None


def test_a_change_that_is_lost():
    assert changes(writes, does_nothing, x=np.zeros(3)) == [
        ("x", "different", "the change of `x` does not reach the caller")
    ]


def test_a_change_on_both_sides():
    assert changes(writes, writes, x=np.zeros(3)) == [("x", "same", None)]


def test_another_change():
    def other(x):
        x[0] = 6.0

    assert changes(writes, other, x=np.zeros(3)) == [("x", "different", "values")]


def test_a_change_of_the_converted_code_alone():
    assert changes(does_nothing, writes, x=np.zeros(3)) == [("x", "different", "values")]


def test_nothing_changed_is_nothing_to_say():
    assert changes(does_nothing, does_nothing, x=np.zeros(3), y=[1, {"a": np.nan}]) == []


def test_writing_what_was_there_is_no_change():
    assert changes(writes, does_nothing, x=np.full(3, 5.0)) == []


def test_a_result_that_is_the_argument_carries_the_change():
    assert changes(writes_and_returns, does_nothing, x=np.zeros(3)) == [("x", "same", "the new value is in `result`")]


def test_a_result_does_not_excuse_another_change():
    def other(x):
        x[1] = 6.0

    assert changes(writes_and_returns, other, x=np.zeros(3)) == [("x", "different", "values")]


def test_so_does_a_view_of_all_of_it_but_not_of_a_part():
    assert changes(lambda x: writes_and_returns(x).T, does_nothing, x=np.zeros((3, 2)))[0][1] == "same"
    assert changes(lambda x: writes_and_returns(x)[1:], does_nothing, x=np.zeros(3))[0][1] == "different"
    assert changes(lambda x: writes_and_returns(x)[::2], does_nothing, x=np.zeros(3))[0][1] == "different"
    assert changes(lambda x: writes_and_returns(x).copy(), does_nothing, x=np.zeros(3))[0][1] == "different"


def test_the_final_value_that_is_returned_after_the_result():
    def right(x):
        return None, np.array([5.0, 0.0, 0.0])

    def wrong(x):
        return None, np.array([5.0, 0.0, 1.0])

    assert changes(writes, right, returned=("x",), x=np.zeros(3)) == [("x", "same", None)]
    assert changes(writes, wrong, returned=("x",), x=np.zeros(3)) == [("x", "different", "values")]


def test_a_final_value_that_should_be_as_it_was():
    def wrong(x):
        return None, x + 1.0

    assert changes(does_nothing, wrong, returned=("x",), x=np.zeros(3)) == [("x", "different", "values")]


def test_one_array_under_two_names():
    x = np.zeros(3)
    assert changes(writes, does_nothing, x=x, y=x) == [
        (name, "different", f"the change of `{name}` does not reach the caller") for name in "xy"
    ]
    assert changes(writes_and_returns, does_nothing, x=x, y=x) == [
        (name, "same", "the new value is in `result`") for name in "xy"
    ]
    assert changes(writes, lambda x, y: (None, np.array([5.0, 0, 0])), returned=("x",), x=x, y=x) == [
        ("x", "same", None),
        ("y", "same", "the new value is in `x`"),
    ]


def test_views_that_overlap():
    buffer = np.zeros(4)
    found = changes(writes_and_returns, does_nothing, x=buffer[:3], y=buffer[:2])
    assert found == [
        ("x", "same", "the new value is in `result`"),
        ("y", "different", "the change of `y` does not reach the caller"),
    ]


def test_lists_and_objects_are_looked_into():
    def appends(x):
        x.append(3)

    def counts(x):
        x.count += 1

    assert changes(appends, does_nothing, x=[1]) == [("x", "different", "the change of `x` does not reach the caller")]
    assert changes(counts, does_nothing, x=State(1)) == [
        ("x.count", "different", "the change of `x.count` does not reach the caller")
    ]
    assert changes(counts, counts, x=State(1)) == [("x.count", "same", None)]


@pytest.mark.parametrize(
    ("view", "is_same"),
    [
        (lambda a: a, True),
        (lambda a: a.T, True),
        (lambda a: a.reshape(-1), True),
        (lambda a: a[::-1], True),
        (lambda a: a[1:], False),
        (lambda a: a.copy(), False),
        (lambda a: a.view(np.int64), False),
        (lambda a: np.broadcast_to(a[:1, :1], a.shape), False),
    ],
)
def test_views_of_the_same_elements(view, is_same):
    a = np.arange(6.0).reshape(2, 3)
    assert is_same_memory(a, view(a)) is is_same


def test_shared_memory_is_only_told():
    x = np.zeros(3)
    assert sharing((x, x[1:], x + 1), {"x": x}, frozenset()) == [
        "the original returns `x` itself as `result[0]`, JAX a new array",
        "in the original `result[1]` shows memory of `x`, JAX's is its own",
    ]
