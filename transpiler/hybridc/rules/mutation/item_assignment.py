from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class ItemAssignment(Rule):
    """Writing an element of an array.

    ## Why
    JAX's arrays do not change: `x[i] = v` raises a `TypeError`, in compiled code and outside.

    ## What hybridc writes
    A new array under the old name. XLA writes it in place where nobody else needs the old one:

        # before
        y[0] = total
        y[1:-1] += 2.0

        # after
        y = y.at[0].set(total)
        y = y.at[1:-1].add(2.0)

    This is right only where no other name sees the same memory; elsewhere hybridc refuses (HYB303). The array keeps its
    dtype: a float written into integers is truncated, as in NumPy.
    """

    target: str
    operator: str
    form: str

    code = "HYB301"
    slug = "item-assignment"
    severity = Severity.NOTE
    message = "`{target} {operator} ...` becomes `{form}`"
    help = "nothing to do: convert rewrites it"
    dirty = (
        program("""
            import numpy as np


            def f(x):
                total = np.sum(x)
                y = np.zeros(4)
                y[0] = total
                y[1:-1] += 2.0
                return y
        """),
        program("""
            import numpy as np


            def smooth(x):
                y = np.zeros_like(x)
                y[1:-1] += 0.5 * (x[2:] + x[:-2])
                return y
        """),
    )
    clean = (
        program("""
            import numpy as np


            def f(x):
                y = np.zeros(3)
                return y + np.sum(x)
        """),
        program("""
            import numpy as np


            def table(x):
                weights = {}
                weights["a"] = 2.0
                return np.sin(x) * weights["a"]
        """),
    )
