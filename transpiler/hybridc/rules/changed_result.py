from hybridc.diagnostics import Severity
from hybridc.rules.base import Rule, program


class ChangedResult(Rule):
    """Host code that changes in place what a compiled function returned.

    ## Why
    The original function returns a NumPy array, and the code that called it goes on to write into it. The compiled
    function returns a JAX array, which does not change: `y[0] = 1` raises a `TypeError`, `y.sort()` returns a sorted copy
    that nobody takes, and `y += 1` binds `y` to a new array that other names do not see.

    ## Instead
    Make a NumPy array of the result first; it is a copy, and may be written:

        # before
        y = f(x)
        y[0] = 1.0

        # after
        y = np.array(f(x))
        y[0] = 1.0
    """

    code = "HYB310"
    name = "changed-result"
    severity = Severity.ERROR
    message = "`{name}` holds what the compiled `{function}` returned, and host code changes it in place"
    help = "copy it first: `{name} = np.array({function}(...))`"
    dirty = (
        program("""
            import numpy as np


            def f(x):
                return np.sin(x)


            y = f(np.zeros(3))
            y[0] = 1.0
        """),
        program("""
            import numpy as np


            def f(x):
                return np.sin(x)


            def main():
                y = f(np.zeros(3))
                y.sort()
                print(y)
        """),
        program("""
            import numpy as np


            def f(x):
                return np.sin(x)


            y = f(np.zeros(3))
            z = y
            y += 1.0
            print(z)
        """),
    )
    clean = (
        program("""
            import numpy as np


            def f(x):
                return np.sin(x)


            y = np.array(f(np.zeros(3)))
            y[0] = 1.0
        """),
        program("""
            import numpy as np


            def f(x):
                return np.sin(x)


            total = f(1.0)
            total += f(2.0)
        """),
    )
