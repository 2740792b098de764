"""The programs written for seams have power: wrong conversions at each of these give themselves away."""

import functools

import pytest

from seams.comparing import differing, tame
from seams.naive import NAIVE, rewritten
from seams.programs import program
from seams.running import call, loaded, originals

MOST = 800  # programs, by which each is caught


@functools.cache
def drawn(seed):
    found = program(seed)
    return found, originals(found)


def is_caught(seed, naive):
    """Whether the program gives or leaves something else, or fails, where it is converted like that."""
    original, expected = drawn(seed)
    text = rewritten(original.source, naive)
    if text is None:
        return False
    module = loaded(text)
    for run in expected:
        if run.error is not None or not tame([run.result, run.after]):
            continue
        found = call(module, getattr(module, original.entry), run.inputs)
        pairs = ((run.result, found.result), (run.after, found.after), (run.state, found.state))
        if found.error is not None or any(differing(was, now, False, "") for was, now in pairs):
            return True
        if run.state:
            break
    return False


@pytest.mark.parametrize("name", NAIVE)
def test_a_wrong_conversion_is_caught(name):
    assert any(is_caught(seed, NAIVE[name]) for seed in range(MOST))


def test_the_program_itself_is_never_caught():
    class Same:
        def visit(self, tree):
            tree.body.insert(1, tree.body[0])  # another import of NumPy
            return tree

    assert not any(is_caught(seed, Same) for seed in range(15))
