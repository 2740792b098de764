"""Containers in prints of compiled code show NumPy's numbers and Python's, as Python's `print` does."""

import jax
import numpy as np
import pytest

import hybridc
from differential import load

PRINTS = [
    "'shape', x.shape", "f'{x.shape} {s}'", "[s, n]", "{'a': s, 'Z': n}", "(x[0], s), list(x.shape)", "x.astype(np.float32).sum()",
    "'%s and %d' % (s, 3)", "'a', s, sep=', '", "s, x.shape[0], x.dtype", "[[s], (n, 'text', None)]", "[x]",
    "np.float32(s), [np.float32(s)]", "f'{[s, x.shape]}'", "[s > 0, True]",
]  # fmt: skip


@pytest.mark.parametrize("given", PRINTS)
def test_prints_are_pythons(given, capsys):
    text = f"import numpy as np\n\n\ndef f(x):  # hybridc: graph\n    s, n = np.sum(x), len(x)\n    print({given})\n    return s\n"
    result = hybridc.convert(text)
    assert result.code is not None, [d.message for d in result.refusals]
    printed = []
    for code in (text, result.code):
        load(code).f(np.array([0.1, 0.2, 0.3]))
        jax.effects_barrier()
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]
