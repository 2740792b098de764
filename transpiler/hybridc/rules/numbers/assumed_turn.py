from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class AssumedTurn(Rule):
    """A name that only a turn of the loop sets, read after the loop.

    ## Why
    Python raises `UnboundLocalError` when the loop takes no turn. How many turns a compiled loop takes may be known only
    when it runs, and compiled code raises nothing: after no turns the name holds zero. For inputs on which the original
    returns there is no difference.

    ## Instead
    Give the name the value that it should have after no turns, before the loop:

        # before
        for step in range(n):
            x = x / 2
        return x, step

        # after
        step = 0
        for step in range(n):
            x = x / 2
        return x, step
    """

    name: str

    code = "HYB508"
    slug = "assumed-turn"
    severity = Severity.WARNING
    message = "`{name}` is set by the loop only, which is taken to run at least once"
    help = "give `{name}` a value before the loop"
    dirty = (
        program("""
            import numpy as np


            def g(x, n):
                for i in range(n):
                    x = x * 2
                return np.sin(x) * i
        """),
        program("""
            import numpy as np


            def last_sine(xs):
                for x in xs:
                    y = np.sin(x)
                return y + xs.sum()
        """),
    )
    clean = (
        program("""
            import numpy as np


            def g(x, n):
                i = 0
                for i in range(n):
                    x = x * 2
                return np.sin(x) * i
        """),
        program("""
            import numpy as np


            def halved(x):
                while True:
                    x = x / 2
                    small = np.sum(x)
                    if small < 1.0:
                        break
                return small
        """),
    )
