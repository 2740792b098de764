"""An error in converted code shows the lines of the original, by file, number and columns."""

import inspect
import linecache
import traceback

import numpy as np
import pytest

import hybridc


def product(a, b):
    return a @ b  # error: helper


@hybridc.hybridize
def straight(a, b):
    """Shapes that do not fit."""
    # a comment, to move the lines
    c = a + 1.0
    return c @ b  # error: straight


@hybridc.hybridize
def in_a_loop(a, b):
    total = 0.0
    for row in a:
        if row.sum() > 0:
            total = total + (
                row @ b  # error: in_a_loop
            )
    return total


@hybridc.hybridize
def after_an_exit(a, b):
    for row in a:
        if row[0] > 5.0:
            break
        a = a * 2.0
    while a.sum() < 100.0:
        a = a @ b  # error: after_an_exit
    return a


@hybridc.hybridize
def in_an_early_return(a, b):
    if a.sum() > 0:
        return a @ b  # error: in_an_early_return
    return a


@hybridc.hybridize
def written(a, b):
    y = a.copy()
    for i in range(len(y)):
        y[i] = b[:, :5] * 2  # error: written
    return y


@hybridc.hybridize
def in_a_test(a, b):
    count = 0
    while (a @ b).sum() > 1.0:  # error: in_a_test
        a = a / 2.0
        count += 1
    return count


@hybridc.hybridize
def calls_a_helper(a, b):
    if a.sum() > 0:
        a = product(a, b)  # error: calls_a_helper
    return a


def last_line_of_this_file(error):
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename == __file__]
    return frames[-1].line


A, B = np.ones((3, 4)), np.ones((3, 4))
FAILING = [straight, in_a_loop, after_an_exit, in_an_early_return, written, in_a_test]


@pytest.mark.parametrize("function", FAILING, ids=lambda f: f.__name__)
def test_the_last_line_shown_is_the_one_that_failed(function):
    with pytest.raises((TypeError, ValueError)) as caught:
        function(A, B)
    assert last_line_of_this_file(caught.value).endswith(f"# error: {function.__name__}")


def test_helpers_and_their_callers_are_shown():
    with pytest.raises(TypeError) as caught:
        calls_a_helper(A, B)
    lines = [f.line for f in traceback.extract_tb(caught.value.__traceback__) if f.filename == __file__]
    assert lines[-1].endswith("# error: helper")
    assert any(line.endswith("# error: calls_a_helper") for line in lines)


def test_columns_are_those_of_the_expression():
    with pytest.raises(TypeError) as caught:
        straight(A, B)
    frame = [f for f in traceback.extract_tb(caught.value.__traceback__) if f.filename == __file__][-1]
    assert linecache.getline(__file__, frame.lineno)[frame.colno : frame.end_colno] == "c @ b"


def test_code_objects_stand_where_the_definition_stands():
    code = inspect.unwrap(straight._call).__code__
    first = inspect.getsourcelines(straight.__wrapped__)[1]
    assert code.co_filename == __file__
    assert {line for _, _, line in code.co_lines() if line} <= set(range(first, first + 7))
