from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class RepeatedIndex(Rule):
    """Several values stored at indices that may repeat.

    ## Why
    Where `i` holds a place twice, NumPy's `x[i] = v` keeps the last value. So does compiled code on the CPU; on a GPU the
    values are stored at the same time, and any of them may stay. For indices that do not repeat there is no difference.

    ## Instead
    Nothing, if the indices differ, as those of a permutation do. Where values are to add up, say so:

        # before
        x[i] += v

        # after
        np.add.at(x, i, v)
    """

    expression: str

    code = "HYB510"
    slug = "repeated-index"
    severity = Severity.WARNING
    message = "`{expression}`: where indices repeat, the last value need not be the one that stays"
    help = "make sure that the indices differ, or add up with `np.add.at`"
    dirty = (
        program("""
            import numpy as np


            def f(x, i: np.ndarray, v: np.ndarray):
                y = np.sin(x)
                y[np.sort(i)] = v
                return y
        """),
        program("""
            import numpy as np


            def g(x, v: np.ndarray):
                y = np.sin(x)
                y[[0, 1, 1]] += v
                return y
        """),
    )
    clean = (
        program("""
            import numpy as np


            def f(x, i: np.ndarray):
                y = np.sin(x)
                y[np.sort(i)] = 0.0
                np.add.at(y, i, 1.0)
                return y
        """),
        program("""
            import numpy as np


            def g(x, v: np.ndarray):
                y = np.sin(x)
                y[[0, 2, 1]] = v
                y[1:] = v
                return y
        """),
    )
