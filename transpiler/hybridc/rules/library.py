"""Rules on calls of libraries."""

from hybridc.diagnostics import Severity
from hybridc.rules.base import Rule

_HEAD = "import numpy as np\n\n"


class UnmappedName(Rule):
    """A name of a known library that has no counterpart in JAX.

    ## Why
    hybridc converts the calls that its tables list, each tested against the original library. This one is not listed.

    ## Instead
    Use a listed function, or keep the code in a host function (`# hybridc: host`).
    """

    code = "HYB401"
    name = "unmapped-name"
    severity = Severity.ERROR
    message = "`{name}` has no counterpart in JAX that hybridc knows{suggestion}"
    help = "use a function that has one, or mark the function `# hybridc: host`"
    dirty = (_HEAD + "def f(x):\n    return np.sine(x)\n",)
    clean = (_HEAD + "def f(x):\n    return np.sin(x)\n",)


class DifferentMeaning(Rule):
    """A name that means something else in JAX.

    ## Why
    jax.numpy has the name, or a similar one, but other results, or only some of the uses. Converting it by name would
    be silently different.

    ## Instead
    The message says what to write.
    """

    code = "HYB402"
    name = "different-meaning"
    severity = Severity.ERROR
    message = "`{name}` cannot be compiled as it is: {advice}"
    help = "write it as the message says, or mark the function `# hybridc: host`"
    dirty = (_HEAD + "def f(x):\n    return np.vectorize(abs)(x)\n",)
    clean = (_HEAD + "def f(x):\n    return np.abs(x)\n",)


class DynamicShape(Rule):
    """A result whose shape depends on values.

    ## Why
    XLA compiles for fixed shapes. How many elements a mask selects is known only at run time.

    ## Instead
    Keep the full length and mask: `np.sum(np.where(mask, x, 0))` for `np.sum(x[mask])`.
    """

    code = "HYB403"
    name = "dynamic-shape"
    severity = Severity.ERROR
    message = "the shape of `{expression}` depends on values"
    help = "keep the full length and mask it: `np.where(mask, x, 0)`"
    dirty = (_HEAD + "def f(x):\n    return np.sum(x[x > 0])\n",)
    clean = (_HEAD + "def f(x):\n    return np.sum(np.where(x > 0, x, 0))\n",)


class StatefulRandomness(Rule):
    """Random numbers drawn from a hidden state.

    ## Why
    A compiled function would draw once, while tracing, and return the same numbers ever after.

    ## Instead
    Draw in host code and pass the array in, or use `jax.random` with a key argument in the converted code.
    """

    code = "HYB404"
    name = "stateful-randomness"
    severity = Severity.ERROR
    message = "`{name}` draws from a hidden state"
    help = "draw in host code and pass the numbers as an argument"
    dirty = (_HEAD + "def f(x):\n    return x * np.random.rand(3)\n",)
    clean = (_HEAD + "def f(x, noise):\n    return x * np.abs(noise)\n",)


class UnmappedArgument(Rule):
    """A call in a way that compiled code does not offer.

    ## Why
    The function is known, but this argument, or this number of arguments, has no counterpart with the same meaning.

    ## Instead
    Call it in the plain way.
    """

    code = "HYB405"
    name = "unmapped-argument"
    severity = Severity.ERROR
    message = "this way of calling `{name}` is not supported: {why}"
    help = "use only the arguments that JAX has with the same meaning"
    dirty = (_HEAD + "def f(x):\n    return np.sin(x, casting='unsafe')\n",)
    clean = (_HEAD + "def f(x):\n    return np.sum(x, axis=0)\n",)


class UnknownCall(Rule):
    """A call of something that hybridc cannot see into.

    ## Why
    What is called could do anything: read a file, keep state, need real numbers. Compiled code may only call functions
    of the same file and of libraries that have a table.

    ## Instead
    Put the function into the same file, or make the call in host code.
    """

    code = "HYB406"
    name = "unknown-call"
    severity = Severity.ERROR
    message = "cannot see into `{name}`, which compiled code calls"
    help = "define it in this file, or call it from host code"
    dirty = (_HEAD + "import scipy.special\n\ndef f(x):  # hybridc: graph\n    return np.sin(scipy.special.erf(x))\n",)
    clean = (_HEAD + "def g(x):\n    return np.sin(x)\n\ndef f(x):\n    return g(x)\n",)


class UnsupportedFramework(Rule):
    """Code of a framework that is not converted yet.

    ## Why
    This version converts plain Python and NumPy. A file built on another framework would come out unconverted.

    ## Instead
    Nothing can be done in the file. Functions that use NumPy alone convert from a file of their own.
    """

    code = "HYB407"
    name = "unsupported-framework"
    severity = Severity.ERROR
    message = "`{framework}` code is not converted yet"
    help = "move functions that use NumPy alone to a file of their own"
    dirty = ("import torch\n\ndef f(x):\n    return torch.sin(x)\n",)
    clean = (_HEAD + "def f(x):\n    return np.sin(x)\n",)
