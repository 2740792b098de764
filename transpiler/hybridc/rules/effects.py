"""Rules on effects: input and output, the clock, code made at run time."""

from hybridc.diagnostics import Severity
from hybridc.rules.base import Rule

_HEAD = "import numpy as np\n\n"


class InputOutput(Rule):
    """Input or output in compiled code.

    ## Why
    It would happen once, while tracing, and never again.

    ## Instead
    Read before the call, write after it, in host code.
    """

    code = "HYB701"
    name = "input-output"
    severity = Severity.ERROR
    message = "`{call}` does input or output in compiled code"
    help = "do it in host code, before or after the call"
    dirty = (_HEAD + "def f(x):  # hybridc: graph\n    np.save('x.npy', x)\n    return np.sin(x)\n",)
    clean = (_HEAD + "def f(x):\n    np.save('x.npy', x)\n    return np.sin(x)\n",)


class Clock(Rule):
    """Reading the clock in compiled code.

    ## Why
    The clock would be read once, while tracing, instead of at every call.

    ## Instead
    Take times in host code, around the call, after `.block_until_ready()`.
    """

    code = "HYB702"
    name = "clock"
    severity = Severity.ERROR
    message = "`{call}` reads the clock, once while tracing instead of at every call"
    help = "take times in host code, around the call"
    dirty = (_HEAD + "import time\n\ndef f(x):  # hybridc: graph\n    return np.sin(x) * time.time()\n",)
    clean = (_HEAD + "def f(x, now):\n    return np.sin(x) * now\n",)


class DynamicCode(Rule):
    """`exec`, `eval` or `compile`.

    ## Why
    hybridc never runs what it reads, so it does not know what this code does: it may bind or change any name.

    ## Instead
    Write the code out. A program held in a constant string and run at the top level is written out by convert.
    """

    code = "HYB703"
    name = "dynamic-code"
    severity = Severity.WARNING
    message = "`{call}` runs code that hybridc cannot see"
    help = "write the code out"
    dirty = (_HEAD + "def f(text):\n    exec(text)\n",)
    clean = (_HEAD + "def f(x):\n    return np.sin(x)\n",)


class UnusedIgnore(Rule):
    """An `ignore` comment for something that is not reported there.

    ## Why
    A comment that switches nothing off hides what comes later.

    ## Instead
    Remove it.
    """

    code = "HYB801"
    name = "unused-ignore"
    severity = Severity.WARNING
    message = "unused `# hybridc: ignore[{code}]`"
    help = "remove it"
    dirty = (_HEAD + "def f(x):\n    return np.sin(x)  # hybridc: ignore[HYB201]\n",)
    clean = (_HEAD + "def f(x):\n    y = np.sin(x)\n    y += 1.0  # hybridc: ignore[HYB302]\n    return y\n",)


class UnknownDirective(Rule):
    """A `# hybridc:` comment that says nothing known.

    ## Why
    A misspelt directive does nothing.

    ## Instead
    The directives are `host`, `graph`, `static name, name` and `ignore[CODE, ...]`.
    """

    code = "HYB802"
    name = "unknown-directive"
    severity = Severity.WARNING
    message = "`# hybridc: {text}` is not a directive{suggestion}"
    help = "write `host`, `graph`, `static name, name` or `ignore[CODE, ...]`"
    dirty = (_HEAD + "def f(x):  # hybridc: hots\n    return np.sin(x)\n",)
    clean = (_HEAD + "def f(x):  # hybridc: host\n    return np.sin(x)\n",)
