from hybridc.diagnostics import Severity
from hybridc.rules.base import Rule, program


class InPlaceMethod(Rule):
    """A method or function that changes an array in place.

    ## Why
    `y.sort()`, `y.fill(0)`, `np.copyto(y, x)`, `np.add.at(y, i, v)` change `y`. JAX's arrays do not change: they have no
    `fill`, and `y.sort()` of a JAX array returns a sorted copy that nobody takes, without an error.

    ## Instead
    Bind the new value:

        # before
        y.sort()

        # after
        y = np.sort(y)

    Likewise `y = np.full_like(y, 0)` for `fill`, `y = x.copy()` for `copyto`, `y = y.reshape(...)` for `resize`.
    """

    code = "HYB306"
    name = "in-place-method"
    severity = Severity.ERROR
    message = "`{call}` changes an array in place"
    help = "use the form that returns a new array, and bind it"
    dirty = (
        program("""
            import numpy as np


            def f(x):
                y = np.sin(x)
                y.sort()
                return y
        """),
        program("""
            import numpy as np


            def g(x):
                y = np.sin(x)
                y.fill(0.0)
                return y
        """),
        program("""
            import numpy as np


            def h(x):
                y = np.zeros(3)
                np.copyto(y, np.sin(x))
                return y
        """),
    )
    clean = (
        program("""
            import numpy as np


            def f(x):
                y = np.sort(np.sin(x))
                return y
        """),
        program("""
            import numpy as np


            def g(x):
                y = np.full_like(np.sin(x), 0.0)
                return y
        """),
    )
