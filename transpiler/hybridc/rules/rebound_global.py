from hybridc.diagnostics import Severity
from hybridc.rules.base import Rule, program


class ReboundGlobal(Rule):
    """A global that is bound more than once.

    ## Why
    A compiled function reads a global once, while it is traced, and keeps what it read. When the global is bound anew the
    original sees the new value, and the compiled function goes on with the old one without a word.

    ## Instead
    Pass the value as an argument:

        # before
        rate = 0.1

        def step(x):
            return x - rate * np.sin(x)

        rate = 0.2

        # after
        def step(x, rate):
            return x - rate * np.sin(x)

    A global that is bound once, at the top of the module, is a constant and fine.
    """

    code = "HYB601"
    name = "rebound-global"
    severity = Severity.ERROR
    message = "the global `{name}` is rebound, and compiled code would keep its first value"
    help = "pass `{name}` as an argument"
    dirty = (
        program("""
            import numpy as np

            rate = 0.1


            def f(x):
                return np.sin(x) * rate


            rate = 0.2
        """),
        program("""
            import numpy as np

            rate = 0.1


            def set_rate(r):
                global rate
                rate = r


            def f(x):
                return np.sin(x) * rate
        """),
    )
    clean = (
        program("""
            import numpy as np

            rate = 0.1


            def f(x):
                return np.sin(x) * rate
        """),
        program("""
            import numpy as np


            def f(x, rate):
                return np.sin(x) * rate


            rate = 0.1
            print(f(np.ones(3), rate))
            rate = 0.2
            print(f(np.ones(3), rate))
        """),
    )
