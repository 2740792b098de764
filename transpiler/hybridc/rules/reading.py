"""Rules on reading traced values back into Python."""

from hybridc.diagnostics import Severity
from hybridc.rules.base import Rule


class HostSync(Rule):
    """Reading a traced value back into Python.

    ## Why
    A compiled function runs without the interpreter. While it is traced, an array has a shape and a dtype but no
    numbers, so `.item()`, `.tolist()`, `.asnumpy()` and the like have nothing to return.

    ## Instead
    Keep the value an array, and read it where the compiled function is called:

        def loss(x):                 def loss(x):
            return x.sum().item()        return x.sum()

    and `loss(x).item()` outside. Code that must read values belongs in a host function: `# hybridc: host`.
    """

    code = "HYB101"
    name = "host-sync"
    severity = Severity.ERROR
    message = "`{call}` reads a traced value back into Python"
    help = "keep it an array here and read it in host code, or mark the function `# hybridc: host`"
    dirty = ("import numpy as np\n\ndef f(x):\n    return np.sum(x).item()\n",)
    clean = ("import numpy as np\n\ndef report(x):  # hybridc: host\n    return np.sum(x).item()\n",)


class PythonScalar(Rule):
    """Making a Python number of a traced value.

    ## Why
    `float(x)`, `int(x)` and `bool(x)` need the number itself, which exists only when the compiled function runs.

    ## Instead
    Leave the call out: a 0-d array works wherever the number did. To change the type, use `x.astype(int)`.
    """

    code = "HYB102"
    name = "python-scalar"
    severity = Severity.ERROR
    message = "`{call}` makes a Python number of a traced value"
    help = "leave it a 0-d array; to change its type write `.astype(...)`"
    dirty = ("import numpy as np\n\ndef f(x):\n    return float(np.sum(x))\n",)
    clean = ("import numpy as np\n\ndef f(x, n):\n    return np.zeros(int(n)) + np.sum(x)\n",)
