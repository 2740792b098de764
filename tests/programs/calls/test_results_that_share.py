"""Results that share an array with each other: host code that writes into one sees it in the others."""

import numpy as np
import pytest

from differential import assert_same, converted, load

BODIES = (
    "y = np.sin(x)\n    return y, y",
    "y = np.sin(x)\n    return y, y[1:]",
    "y = np.sin(x)\n    return [y for _ in range(2)]",
    "y = np.sin(x)\n    return {'a': y, 'b': (y.T, 1)}",
    "y = np.sin(x)\n    z = np.cos(x)\n    return z, y, z",
    "y = np.sin(x)\n    z = y if x[0, 0] > 0 else y[::-1]\n    return y, z",
    "xs = [np.sin(x)]\n    return xs, xs[0]",
    "y = np.sin(x)\n    return [r for r in y], y",
    "return x, x[::-1], np.sum(x)",
)
MAIN = (
    "\n\n\ndef main(x):  # hybridc: host\n    r = f(x)\n    first = r['a'] if isinstance(r, dict) else r[0]\n"
    "    first = first[0] if isinstance(first, list) else first\n    first[0] = 7.0\n    return r, x\n"
)


@pytest.mark.parametrize("body", BODIES)
def test_all_show_what_is_written_into_one(body):
    source = f"import numpy as np\n\n\ndef f(x):\n    {body}{MAIN}"
    ours, theirs = load(converted(source), "generated"), load(source)
    for x in (np.ones((3, 3)), -np.ones((3, 3))):
        assert_same(theirs.main(x.copy()), ours.main(x.copy()))
