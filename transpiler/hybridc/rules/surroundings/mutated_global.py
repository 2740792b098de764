from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class MutatedGlobal(Rule):
    """A global that is changed in place, and that cannot be an argument.

    ## Why
    A compiled function keeps the array, list or dict as it was when it was traced: its numbers become constants of the
    compiled program. What is written into it later is not seen. Arrays become arguments, as globals that are rebound do
    (HYB601); lists, dicts and objects do not.

    ## Instead
    Pass what is needed of it as an argument:

        # before
        weights = {"first": 0.0}

        def predict(x):
            return np.sum(weights["first"] * x)

        weights["first"] = 1.0

        # after
        def predict(weight, x):
            return np.sum(weight * x)
    """

    name: str

    code = "HYB603"
    slug = "mutated-global"
    severity = Severity.ERROR
    message = "the global `{name}` is changed in place, and compiled code would keep its first value"
    help = "pass `{name}` as an argument"
    dirty = (
        program("""
            import numpy as np

            weights = [0.0, 1.0]


            def f(x):
                return np.sin(x) * weights[0]


            weights[0] = 1.0
        """),
    )
    clean = (
        program("""
            import numpy as np

            w = np.zeros(3)


            def f(x):
                return np.sin(x) * w


            w[0] = 1.0
        """),
        program("""
            import numpy as np

            w = np.zeros(3)


            def f(x):
                return np.sin(x) * w
        """),
        program("""
            import numpy as np


            def f(w, x):
                return np.sin(x) * w


            w = np.zeros(3)
            w[0] = 1.0
            print(f(w, np.ones(3)))
        """),
    )
