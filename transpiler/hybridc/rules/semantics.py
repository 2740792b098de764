"""Rules on what compiled code does differently for some inputs."""

from hybridc.diagnostics import Severity
from hybridc.rules.base import Rule

_HEAD = "import numpy as np\n\n"


class UncheckedIndex(Rule):
    """An index that is known only at run time and is not checked.

    ## Why
    NumPy raises IndexError past the end. Compiled code raises nothing: reading takes the nearest element, writing
    past the end is dropped. For inputs on which the original returns there is no difference.

    ## Instead
    Nothing, if the index is right. A loop over `range(len(x))` is seen to be.
    """

    code = "HYB501"
    name = "unchecked-index"
    severity = Severity.WARNING
    message = "`{expression}` does not raise where the index is out of range"
    help = "make sure that the index is in range: reads clamp and writes are dropped"
    dirty = (_HEAD + "def f(x, i):\n    y = np.sin(x)\n    return y[i]\n",)
    clean = (
        _HEAD + "def f(x):\n    s = 0.0\n    for i in range(len(x)):\n        s = s + x[i]\n    return np.sin(s)\n",
    )


class VanishingCheck(Rule):
    """An `assert`, or an `if ...: raise`, on a traced value.

    ## Why
    Compiled code raises no Python exceptions, so the check cannot be made and is left out. For inputs on which the
    original returns there is no difference.

    ## Instead
    Check in host code before the call.
    """

    code = "HYB502"
    name = "vanishing-check"
    severity = Severity.WARNING
    message = "`{statement}` on a traced value is not checked in compiled code"
    help = "check in host code before the call"
    dirty = (_HEAD + "def f(x):\n    assert np.sum(x) > 0\n    return np.log(x)\n",)
    clean = (_HEAD + "def f(x):\n    assert x.ndim == 2\n    return np.log(x)\n",)


class IntegerWidth(Rule):
    """Integers that may outgrow 64 bits.

    ## Why
    Python's integers have no limit; compiled code has 64 bits and wraps around silently.

    ## Instead
    Use floats, or keep the function on the host (`# hybridc: host`) if the numbers are large.
    """

    code = "HYB503"
    name = "integer-width"
    severity = Severity.WARNING
    message = "integers have 64 bits in compiled code, and `{name}` may outgrow them"
    help = "use a float, or mark the function `# hybridc: host`"
    dirty = (_HEAD + "def f(x, n):\n    p = 1\n    for i in range(n):\n        p *= 3\n    return np.sin(x) * p\n",)
    clean = (_HEAD + "def f(x, n):\n    p = 1.0\n    for i in range(n):\n        p *= 3\n    return np.sin(x) * p\n",)


class TracedPrint(Rule):
    """`print` in compiled code.

    ## Why
    A Python `print` runs once, while tracing, and shows no values.

    ## What hybridc writes
    `jax.debug.print`, which prints at every call; `--prints drop` leaves prints out.
    """

    code = "HYB504"
    name = "traced-print"
    severity = Severity.NOTE
    message = "`print` becomes `{form}`"
    help = "nothing to do: convert rewrites it; `--prints drop` removes it"
    dirty = (_HEAD + "def f(x):\n    print('sum', np.sum(x))\n    return x\n",)
    clean = (_HEAD + "def f(x):  # hybridc: host\n    print('sum', np.sum(x))\n    return x\n",)


class NanOrder(Rule):
    """Python's `max` or `min` on floats.

    ## Why
    Python compares one after the other, so that NaN is kept or passed over by its position: `max(1.0, nan)` is 1.0.
    `jnp.maximum` gives NaN whenever it meets one. Without NaN there is no difference.

    ## Instead
    Nothing, if NaN cannot occur.
    """

    code = "HYB505"
    name = "nan-order"
    severity = Severity.WARNING
    message = "`{call}` may pass over NaN; `{form}` never does"
    help = "nothing to do unless NaN can occur"
    dirty = (_HEAD + "def f(x, y):\n    return max(np.sum(x), y)\n",)
    clean = (_HEAD + "def f(x, y):\n    return np.maximum(np.sum(x), y)\n",)


class BooleanArithmetic(Rule):
    """Arithmetic on truth values.

    ## Why
    Python counts `True + True` as 2. Between NumPy's and JAX's truth values `+` means "or". Which is meant depends on
    what the caller passes.

    ## Instead
    Say which: `np.where(a > 0, 1, 0) + np.where(b > 0, 1, 0)` to count, `(a > 0) | (b > 0)` for "or".
    """

    code = "HYB506"
    name = "boolean-arithmetic"
    severity = Severity.ERROR
    message = "`{expression}` does arithmetic on truth values, which Python counts and arrays do not"
    help = "count with `np.where(test, 1, 0)`, or use `|` and `&`"
    dirty = (_HEAD + "def f(x, a, b):\n    return np.sin(x) * ((a > 0) + (b > 0))\n",)
    clean = (_HEAD + "def f(x, a):\n    return np.sin(x) * (a > 0)\n",)


class IntegerPower(Rule):
    """A power whose exponent may be a negative integer.

    ## Why
    `2 ** -1` is 0.5 in Python. Compiled code keeps to integers and gives a wrong one.

    ## Instead
    Make the base a float: `2.0 ** n`.
    """

    code = "HYB507"
    name = "integer-power"
    severity = Severity.WARNING
    message = "`{expression}`: a negative integer exponent gives a wrong integer in compiled code"
    help = "make the base a float"
    dirty = (_HEAD + "def f(x, n):\n    return np.sin(x) * 2 ** n\n",)
    clean = (_HEAD + "def f(x, n):\n    return np.sin(x) * 2.0 ** n\n",)
