"""Arguments of NumPy's that say whether an array is copied, and in which order it lies."""

import numpy as np
import pytest

import hybridc
from differential import assert_agree, graph_function

COPIES = (
    "np.array(y, copy=True)", "np.array(y, None, copy=True)", "np.array(y, copy=True, dtype=float, order='C')",
    "np.array(y, order='F')", "np.array(y, subok=True)", "np.array(y, ndmin=2)", "np.copy(y, order='F')",
    "np.asarray(y, copy=True)", "y.astype(float, copy=True)", "y.astype(np.float32, casting='unsafe')",
    "y.astype(float, 'C')", "y.copy(order='F')", "np.zeros_like(y, order='F')", "np.ones_like(y, subok=False)",
    "np.full_like(y, 2.0, dtype=int, order='C')", "np.zeros((4, 2), order='F')", "np.ones(4, float, 'C')",
    "np.full((2, 2), 3.0, order='F')",
)  # fmt: skip
PERHAPS = ("y.astype(float, copy=False)", "np.asarray(y)")
UNKNOWN = ("np.asarray(y, order='C')", "np.asarray(y, order='F')", "np.array(y, copy=False)", "np.array(y, copy=c)")
V = np.array([3.0, -1.0, 4.0, 0.5])


@pytest.mark.parametrize("made", COPIES)
def test_copies_are_written_and_nothing_else_is(made):
    text = graph_function("y, c", f"q = {made}\nq[0] = 9\nq *= 2\nreturn y, q")
    assert_agree(text, "f", [(V, True), (V.reshape(2, 2), True)])


@pytest.mark.parametrize("made", PERHAPS)
def test_what_may_be_the_array_is_asked(made):
    text = graph_function("y, c", f"q = {made}\nq[0] = 9\nreturn y, q")
    assert_agree(text, "f", [(V, True), (V.reshape(2, 2), True), (V.astype(int), True), (V.reshape(2, 2).T, True)])


@pytest.mark.parametrize("made", UNKNOWN)
def test_what_may_be_the_array_is_not_written_beside_it(made):
    text = graph_function("y, c", f"q = {made}\nq[0] = 9\nreturn y, q")
    assert {d.code for d in hybridc.convert(text).refusals} == {"HYB303"}
