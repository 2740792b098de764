from hybridc.diagnostics import Severity
from hybridc.rules.base import Rule, program


class SharedMemory(Rule):
    """Writing in place while another name may see it.

    ## Why
    After `b = a`, or where `b` is a view such as `a[1:]`, `a.T` or a row of a loop over `a`, writing into one changes the
    other. JAX's arrays never change, so the two would drift apart silently.

    ## Instead
    Say which is meant. Take a copy if the other name should keep the old values:

        # before
        b = a
        b[0] = 1.0

        # after
        b = a.copy()
        b[0] = 1.0

    Write through the one name that is read later if the change should be seen:

        # before
        inner = grid[1:-1]
        inner[0] = 0.0

        # after
        grid[1] = 0.0
    """

    code = "HYB303"
    name = "shared-memory"
    severity = Severity.ERROR
    message = "`{name}` is written in place while `{other}` may share its memory"
    help = "copy first (`.copy()`), or write through the name that is read later"
    dirty = (
        program("""
            import numpy as np


            def f(x):
                a = np.sin(x)
                b = a
                b[0] = 1.0
                return a + b
        """),
        program("""
            import numpy as np


            def clear(x):
                grid = np.sin(x)
                inner = grid[1:-1]
                inner[0] = 0.0
                return grid
        """),
        program("""
            import numpy as np


            def wipe(x):
                grid = np.sin(x)
                for row in grid:
                    row[:] = 0.0
                return grid
        """),
    )
    clean = (
        program("""
            import numpy as np


            def f(x):
                a = np.sin(x)
                b = a.copy()
                b[0] = 1.0
                return a + b
        """),
        program("""
            import numpy as np


            def clear(x):
                grid = np.sin(x)
                grid[1] = 0.0
                return grid
        """),
    )
