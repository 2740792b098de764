from hybridc.diagnostics import Severity
from hybridc.rules.base import Rule, program


class LoopExit(Rule):
    """`break` or `continue` in a loop that is compiled.

    ## Why
    A compiled loop runs its whole body at every turn, and ends when its condition says so. It cannot be left from the
    middle.

    ## Instead
    For `break`, put the exit into the condition of a `while`:

        # before
        for i in range(len(x)):
            if x[i] < 0:
                break
            s = s + x[i]

        # after
        i = 0
        while i < len(x) and x[i] >= 0:
            s = s + x[i]
            i = i + 1

    For `continue`, guard the rest of the body: `if x[i] >= 0: s = s + x[i]`.
    """

    code = "HYB212"
    name = "loop-exit"
    severity = Severity.ERROR
    message = "`{keyword}` in a loop that is compiled"
    help = "make the exit part of the loop's condition, or guard the rest of the body with `if`"
    dirty = (
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


            def g(x):
                s = 0.0
                for i in range(x.shape[0]):
                    if x[i] < 0:
                        continue
                    s = s + np.sqrt(x[i])
                return s
        """),
    )
    clean = (
        program("""
            import numpy as np


            def f(x):
                s = 0.0
                i = 0
                while i < x.shape[0] and x[i] >= 0:
                    s = s + np.sqrt(x[i])
                    i = i + 1
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
