from hybridc.diagnostics import Severity
from hybridc.rules.base import Rule, program


class LoopExit(Rule):
    """`break` or `continue` in a loop that cannot be counted.

    ## Why
    A compiled loop runs its whole body at every turn, and ends when its condition says so. hybridc makes the exit a part
    of that condition. For that it has to count the loop's turns itself, which it can over ranges with a known step,
    arrays, `enumerate`, `zip` and `reversed`.

    ## Instead
    Count in a `while` loop:

        # before
        for i in range(0, n, stride):
            if x[i] < 0:
                break
            s = s + x[i]

        # after
        i = 0
        while i < n:
            if x[i] < 0:
                break
            s = s + x[i]
            i += stride
    """

    code = "HYB212"
    name = "loop-exit"
    severity = Severity.ERROR
    message = "`{keyword}` in a loop whose turns cannot be counted"
    help = "write it as a `while` loop"
    dirty = (
        program("""
            import numpy as np


            def f(x, n, stride=2):
                s = 0.0
                for i in range(0, n, stride):
                    if x[i] < 0:
                        break
                    s = s + np.sqrt(x[i])
                return s
        """),
    )
    clean = (
        program("""
            import numpy as np


            def f(x):
                s = 0.0
                for i in range(x.shape[0]):
                    if x[i] < 0:
                        break
                    s = s + np.sqrt(x[i])
                return s
        """),
        program("""
            import numpy as np


            def g(x, deep=False):
                for k in (1, 2):
                    if deep:
                        break
                    x = np.sin(x)
                return x
        """),
    )
