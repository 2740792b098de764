"""Rules on values that `jit` would capture and keep."""

from hybridc.diagnostics import Severity
from hybridc.rules.base import Rule

_HEAD = "import numpy as np\n\n"


class ReboundGlobal(Rule):
    """A global that is bound more than once.

    ## Why
    A compiled function reads a global while it is traced, and keeps what it read. When the global is bound anew, the
    original sees it and the compiled function does not.

    ## Instead
    Pass the value as an argument.
    """

    code = "HYB601"
    name = "rebound-global"
    severity = Severity.ERROR
    message = "the global `{name}` is rebound, and compiled code would keep its first value"
    help = "pass `{name}` as an argument"
    dirty = (_HEAD + "rate = 0.1\n\ndef f(x):\n    return np.sin(x) * rate\n\nrate = 0.2\n",)
    clean = (_HEAD + "rate = 0.1\n\ndef f(x):\n    return np.sin(x) * rate\n",)


class CapturedAttribute(Rule):
    """An attribute of a plain object.

    ## Why
    The attribute is read once, while tracing. When the object changes, the compiled function does not notice. An
    object that is passed as an argument is no array, and `jax.jit` does not take it.

    ## Instead
    Pass the values that are needed as arguments.
    """

    code = "HYB602"
    name = "captured-attribute"
    severity = Severity.ERROR
    message = "`{expression}` reads an attribute of a plain object, and compiled code would keep its first value"
    help = "pass the value as an argument"
    dirty = (
        _HEAD
        + "class C:\n    pass\n\nconfig = C()\n\ndef f(x):  # hybridc: graph\n    return np.sin(x) * config.rate\n",
    )
    clean = (_HEAD + "def f(x, rate):\n    return np.sin(x) * rate\n",)


class MutatedGlobal(Rule):
    """A global that is changed in place.

    ## Why
    A compiled function keeps the array, list or dict as it was when it was traced.

    ## Instead
    Pass it as an argument.
    """

    code = "HYB603"
    name = "mutated-global"
    severity = Severity.ERROR
    message = "the global `{name}` is changed in place, and compiled code would keep its first value"
    help = "pass `{name}` as an argument"
    dirty = (_HEAD + "w = np.zeros(3)\n\ndef f(x):\n    return np.sin(x) * w\n\nw[0] = 1.0\n",)
    clean = (_HEAD + "w = np.zeros(3)\n\ndef f(x):\n    return np.sin(x) * w\n",)
