from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class ComplexRoot(Rule):
    """A power with a fraction, of a number of Python's that may be negative.

    ## Why
    `(-4.0) ** 0.5` is a complex number in Python, `2j`. NumPy's arrays and numbers give NaN, and so does compiled code,
    of Python's numbers as well: the type of what it computes does not depend on values. From zero on there is no difference.

    ## Instead
    Say which is meant. Where the number cannot be negative, or NaN is right:

        # before
        r = d**0.5

        # after
        r = np.sqrt(d)

    Where complex numbers are, make it one: `complex(d) ** 0.5`.
    """

    expression: str

    code = "HYB516"
    slug = "complex-root"
    severity = Severity.WARNING
    message = "`{expression}`: of a negative number of Python's it is complex, and NaN in compiled code"
    help = "nothing to do unless it is negative; else write `np.sqrt(...)`, or `complex(...)` for complex numbers"
    dirty = (
        program("""
            import numpy as np


            def f(x, k: float):
                return np.sin(x) * k**0.5
        """),
        program("""
            import numpy as np


            def g(x):
                low = 0.0
                for i in range(len(x)):
                    low = low + np.abs((float(x[i]) - 2.0) ** 1.5)
                return low
        """),
    )
    clean = (
        program("""
            import numpy as np


            def f(x, k: float):
                return np.sin(x) * np.sqrt(k) + abs(k) ** 0.5
        """),
        program("""
            import numpy as np


            def g(x):
                return np.sum(x) ** 0.5 + (x * x) ** 0.25 + len(x) ** 0.5
        """),
    )
