from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class BooleanArithmetic(Rule):
    """Arithmetic on truth values.

    ## Why
    Python counts: `True + True` is 2. Between truth values of NumPy and of JAX `+` means "or", and the answer is `True`;
    `-` is an error. Which of them the original does depends on whether the caller passes Python numbers or arrays, which
    hybridc does not know. A truth value times a number, and `np.sum` of a mask, are the same everywhere.

    ## Instead
    Say which is meant:

        # before
        n = (a > 0) + (b > 0)

        # after, to count
        n = np.where(a > 0, 1, 0) + np.where(b > 0, 1, 0)

        # after, for "or"
        n = (a > 0) | (b > 0)
    """

    expression: str

    code = "HYB506"
    slug = "boolean-arithmetic"
    severity = Severity.ERROR
    message = "`{expression}` does arithmetic on truth values, which Python counts and arrays do not"
    help = "count with `np.where(test, 1, 0)`, or use `|` and `&`"
    dirty = (
        program("""
            import numpy as np


            def f(x, a, b):
                return np.sin(x) * ((a > 0) + (b > 0))
        """),
    )
    clean = (
        program("""
            import numpy as np


            def f(x, a, b):
                return np.sin(x) * (np.where(a > 0, 1, 0) + np.where(b > 0, 1, 0))
        """),
        program("""
            import numpy as np


            def g(x, a):
                return np.sin(x) * (a > 0)
        """),
    )
