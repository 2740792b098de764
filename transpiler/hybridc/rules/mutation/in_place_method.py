from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class InPlaceMethod(Rule):
    """A call that changes an array in place and has no form as an assignment.

    ## Why
    JAX's arrays do not change. What `y.sort()`, `y.fill(0)`, `np.copyto(y, x)` or `np.add.at(y, i, v)` make of `y` is
    written as an assignment of `y`, wherever they are statements of their own. `y.partition(k)` leaves the order beside the
    pivot to the implementation, and `y.setflags(...)` changes what an array may do, which JAX's arrays never may.

    ## Instead
    Bind a new value:

        # before
        y.partition(2)
        smallest = y[:2]

        # after
        smallest = np.sort(y)[:2]
    """

    call: str

    code = "HYB306"
    slug = "in-place-method"
    severity = Severity.ERROR
    message = "`{call}` changes an array in place"
    help = "use the form that returns a new array, and bind it"
    dirty = (
        program("""
            import numpy as np


            def f(x):
                y = np.sin(x)
                y.partition(2)
                return y
        """),
        program("""
            import numpy as np


            def g(x):
                y = np.sin(x)
                y.setflags(write=False)
                return y
        """),
    )
    clean = (
        program("""
            import numpy as np


            def h(x):
                y = np.sin(x)
                y.sort()
                np.add.at(y, 0, 1.0)
                return y
        """),
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
