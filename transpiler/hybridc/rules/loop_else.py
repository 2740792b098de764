from hybridc.diagnostics import Severity
from hybridc.rules.base import Rule, program


class LoopElse(Rule):
    """`else` of a loop that is compiled.

    ## Why
    The `else` of a loop runs when the loop was not left by `break`, and a compiled loop has no `break` to leave it by.

    ## Instead
    Without a `break` in the loop the `else` block always runs, so it can stand after the loop:

        # before
        while s > 1:
            s = s / 2
        else:
            s = -s

        # after
        while s > 1:
            s = s / 2
        s = -s

    With a `break`, keep in a name whether the loop found what it looked for, and test that name after the loop.
    """

    code = "HYB213"
    name = "loop-else"
    severity = Severity.ERROR
    message = "`else` of a loop that is compiled"
    help = "put the block after the loop"
    dirty = (
        program("""
            import numpy as np


            def f(x):
                s = np.sum(x)
                while s > 1:
                    s = s / 2
                else:
                    s = -s
                return s
        """),
        program("""
            import numpy as np


            def g(x):
                s = 0.0
                for i in range(x.shape[0]):
                    s = s + np.sin(x[i])
                else:
                    s = s + 1.0
                return s
        """),
    )
    clean = (
        program("""
            import numpy as np


            def f(x):
                s = np.sum(x)
                while s > 1:
                    s = s / 2
                s = -s
                return s
        """),
        program("""
            import numpy as np


            def g(x):
                for k in (1, 2):
                    x = np.sin(x)
                else:
                    x = x + 1
                return x
        """),
    )
