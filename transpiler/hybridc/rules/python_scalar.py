from hybridc.diagnostics import Severity
from hybridc.rules.base import Rule, program


class PythonScalar(Rule):
    """Making a Python number of a traced value.

    ## Why
    `float(x)`, `int(x)`, `bool(x)` and `complex(x)` need the number itself, which exists only when the compiled function
    runs. Under `jax.jit` they raise a `ConcretizationTypeError`. Of a static value, such as a shape, they are fine.

    ## Instead
    Leave the call out. A 0-d array works wherever the number did, and the caller can still write `float(mean(x))`:

        # before
        def mean(x):
            return float(np.sum(x)) / len(x)

        # after
        def mean(x):
            return np.sum(x) / len(x)

    Where the call was there to change the value, say so with an array operation: `np.floor(x)`, `np.trunc(x)`,
    `x.astype(np.int64)`, `x != 0`.
    """

    code = "HYB102"
    name = "python-scalar"
    severity = Severity.ERROR
    message = "`{call}` makes a Python number of a traced value"
    help = "leave it a 0-d array; to change its type write `.astype(...)`"
    dirty = (
        program("""
            import numpy as np


            def mean(x):
                return float(np.sum(x)) / len(x)
        """),
        program("""
            import numpy as np


            def bin_of(x, width):
                k = int(np.floor(x / width))
                return k * width
        """),
        program("""
            import numpy as np


            def any_negative(x):
                return bool(np.min(x) < 0)
        """),
    )
    clean = (
        program("""
            import numpy as np


            def mean(x):
                return np.sum(x) / len(x)
        """),
        program("""
            import numpy as np


            def blank_like(x, n):
                return np.zeros(int(n)) + np.sum(x)
        """),
        program("""
            import numpy as np


            def scaled(x):
                return np.sin(x) / float(x.shape[0])
        """),
    )
