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
        program("""
            import numpy as np


            def f(x, n):
                before, now = 1, 2
                for i in range(2, n):
                    old = before
                    before = now
                    now = before + old
                return np.sin(x) * now
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
        program("""
            import numpy as np


            def search(xs, x):
                low, high = 0, len(xs)
                while low < high:
                    middle = (low + high) // 2
                    if xs[middle] < x:
                        low = middle + 1
                    else:
                        high = middle
                return np.sin(x) * low
        """),
        program("""
            import numpy as np


            def hashed(x, n):
                a, b, seed = 48, 18, 1
                for i in range(n):
                    a, b = b, a % (b + 1)
                    seed = seed * 7 % 101
                return np.sin(x) * (a + seed)
        """),
    )
