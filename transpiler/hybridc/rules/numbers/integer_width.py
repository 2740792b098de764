from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class IntegerWidth(Rule):
    """Integers that may outgrow 64 bits.

    ## Why
    Python's integers have no limit. Compiled code has 64 bits (32 with `--x32`) and wraps around without a word, as
    NumPy's arrays do: `2**40 * 2**40` is 0.

    ## Instead
    Use a float where the size matters more than the last digit, or keep the function on the host:

        # before
        p = 1
        for i in range(n):
            p *= 3

        # after
        p = 1.0
        for i in range(n):
            p *= 3
    """

    name: str

    code = "HYB503"
    slug = "integer-width"
    severity = Severity.WARNING
    message = "integers have 64 bits in compiled code, and `{name}` may outgrow them"
    help = "use a float, or mark the function `# hybridc: host`"
    dirty = (
        program("""
            import numpy as np


            def f(x, n):
                p = 1
                for i in range(n):
                    p *= 3
                return np.sin(x) * p
        """),
    )
    clean = (
        program("""
            import numpy as np


            def f(x, n):
                p = 1.0
                for i in range(n):
                    p *= 3
                return np.sin(x) * p
        """),
        program("""
            import numpy as np


            def count(x):
                n = 0
                for i in range(len(x)):
                    n += 1
                return np.sin(x) * n
        """),
    )
