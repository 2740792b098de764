from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class LoopExit(Rule):
    """`break` or `continue` in a loop that cannot be counted.

    ## Why
    A compiled loop runs its whole body at every turn, and ends when its condition says so. hybridc makes the exit a part
    of that condition. For that it has to count the loop's turns itself, which it can over ranges,
    arrays, `enumerate`, `reversed`, and `zip` of arrays and ranges from the front.

    ## Instead
    Take each element by an index of your own:

        # before
        for k, v in zip(range(n, 0, -1), x):
            if v > k:
                break
            s = s + v

        # after
        for i in range(min(n, len(x))):
            if x[i] > n - i:
                break
            s = s + x[i]
    """

    keyword: str

    code = "HYB212"
    slug = "loop-exit"
    severity = Severity.ERROR
    message = "`{keyword}` in a loop whose turns cannot be counted"
    help = "write it as a `while` loop"
    dirty = (
        program("""
            import numpy as np


            def f(x, n):
                s = 0.0
                for k, v in zip(range(n, 0, -1), x):
                    if v > k:
                        break
                    s = s + np.sqrt(v)
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
