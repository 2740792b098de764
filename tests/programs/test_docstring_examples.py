"""Examples in docstrings run in generated code, which imports what they read."""

import doctest

import pytest

import hybridc
from differential import load

FORMS = {
    "a module": ("import numpy as np", "np.sin", "np.zeros(3)"),
    "a name": ("from numpy import sin, zeros", "sin", "zeros(3)"),
    "under its own name": ("import numpy", "numpy.sin", "numpy.zeros(3)"),
}


@pytest.mark.parametrize("name", FORMS)
def test_examples_find_numpy(name):
    statement, function, made = FORMS[name]
    text = f'{statement}\n\n\ndef f(x):\n    """Twice the sine.\n\n    >>> float(f({made}).sum())\n    0.0\n    """\n    return 2 * {function}(x)\n'
    code = hybridc.convert(text).code
    assert "@jax.jit" in code
    module = load(code)
    tests = doctest.DocTestFinder().find(module.f.__wrapped__, "f", globs=vars(module))
    assert [doctest.DocTestRunner().run(each) for each in tests] == [doctest.TestResults(0, 1)]


def test_imports_that_nothing_reads_go():
    code = hybridc.convert(
        'import numpy as np\n\n\ndef f(x):\n    """Of np.\n\n    >>> f(1.0)\n    """\n    return np.sin(x)\n'
    ).code
    assert "import numpy as np" not in code
