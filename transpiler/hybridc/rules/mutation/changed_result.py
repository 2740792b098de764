from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class ChangedResult(Rule):
    """Host code that writes into what a compiled function returned, under two names.

    ## Why
    The original function returns a NumPy array, and the code that called it goes on to write into it. The compiled
    function gives a NumPy array there as well. Where it returns an array twice, or one that it was given, or views, that
    is so of what the compiled function gives (`@control.in_place()`). But here one result may show another, or an
    argument, and neither the text nor the runtime knows: what `np.rollaxis` gives, or the row that `max` chooses.

    ## Instead
    Return a copy, or write into the array under the name that is meant:

        # before
        def f(x):
            return np.rollaxis(x, 1)

        # after
        def f(x):
            return np.rollaxis(x, 1).copy()
    """

    name: str
    function: str

    code = "HYB310"
    slug = "changed-result"
    severity = Severity.ERROR
    message = "host code changes `{name}` in place, which the compiled `{function}` returned and may share with others"
    help = "return a copy from `{function}`, or copy it first: `{name} = np.array({function}(...))`"
    dirty = (
        program("""
            import numpy as np


            def f(x):
                return np.rollaxis(x, 1) if np.sum(x) > 0 else np.sin(x)


            y = f(np.zeros((3, 3)))
            y[0] = 1.0
        """),
        program("""
            import numpy as np


            def f(x):
                y = np.sin(x)
                return y, max(y, key=np.sum)


            def main():
                y, best = f(np.ones((3, 3)))
                best.sort()
                print(y)
        """),
    )
    clean = (
        program("""
            import numpy as np


            def f(x):
                return x if np.sum(x) > 0 else np.sin(x)


            y = f(np.zeros(3))
            y[0] = 1.0
        """),
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
