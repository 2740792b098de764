"""Results that are computed of numbers by way of many names, each of which is read twice."""

import numpy as np

from differential import assert_same, converted, fresh, load

STEPS = 60


def test_a_chain_is_looked_at_once():
    lines = "".join(f"    k{n + 1} = k{n} + k{n} - k{n}\n" for n in range(STEPS))
    text = f"import numpy as np\n\n\ndef f(x, k0):\n    x[0] = np.sum(x)\n{lines}    return k{STEPS}, x[1] * k{STEPS}\n"
    there, here = load(text), load(converted(text), "generated")
    for k in (3, 0.5):
        mine, theirs = fresh([np.arange(3.0), k]), fresh([np.arange(3.0), k])
        assert_same(there.f(*theirs), here.f(*mine))
        assert_same(theirs, mine)
