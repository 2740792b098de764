from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class DynamicShape(Rule):
    """A result whose shape depends on values.

    ## Why
    XLA compiles for fixed shapes. How many elements a mask selects, how many are nonzero or unique, is known only at run
    time. Under `jax.jit` a mask as an index raises a `NonConcreteBooleanIndexError`, the others a
    `ConcretizationTypeError`.

    ## Instead
    Keep the full length, and mask what should not count:

        # before
        top = np.sort(x[x > 0])[-3:]
        y = np.cumsum(x[x > 0])[-1]

        # after
        top = np.sort(np.where(x > 0, x, -np.inf))[-3:]
        y = np.sum(x, where=x > 0)

    What goes into sums, means and the like alone converts as it is, `x[x > 0].sum()`, `np.mean(x[m] * y[m])`,
    `len(x[m])`, also by way of names: `pos = x[x > 0]`. So does `np.bincount(x, minlength=n)[:n]`, which is of that length. The
    places of what is true, `idx = np.where(x > 0)[0]`, convert where they are an index whose values are reduced or
    written (`x[idx].mean()`, `y[idx] = 0`), are counted (`len(idx)`), asked for the first or last (`idx[0]`), or run over
    (`for i in idx`). Selecting for good belongs into host code.
    """

    expression: str

    code = "HYB403"
    slug = "dynamic-shape"
    severity = Severity.ERROR
    message = "the shape of `{expression}` depends on values"
    help = "keep the full length and mask it: `np.where(mask, x, 0)`"
    dirty = (
        program("""
            import numpy as np


            def f(x):
                return np.sort(x[x > 0])
        """),
        program("""
            import numpy as np


            def relu(x):
                y = np.sin(x)
                y[y < 0] = np.sort(x[y < 0])
                return y
        """),
        program("""
            import numpy as np


            def levels(x):
                return np.unique(x)
        """),
    )
    clean = (
        program("""
            import numpy as np


            def f(x):
                return np.sum(x[x > 0])
        """),
        program("""
            import numpy as np


            def count(x):
                return np.sum(x > 0)
        """),
        program("""
            import numpy as np


            def picked(x, k):
                return np.sin(x)[np.array([0, 2])] * k
        """),
    )
