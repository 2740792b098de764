from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class SharedMemory(Rule):
    """Writing in place while it is not certain who else sees it.

    ## Why
    After `b = a`, or where `b` is a view such as `a[1:]`, `a.T` or a row of a loop over `a`, writing into one changes the
    other. JAX's arrays never change: where it is certain what `b` is a view of, or what decides between two arrays,
    convert writes the change into both, and elsewhere it lets arrays be mutable while the function is traced
    (`control.mutable`). Where NumPy gives a view or a copy, and neither the text nor the runtime knows which (the row that
    `max` chooses, `np.rollaxis`), or another name gets another shape, the two would drift apart silently.

    So would an array of NumPy's and a tensor that was made of it without a copy, as by `torch.from_numpy(w)`, or the other
    way round, as by `x.numpy()`: JAX's arrays have memory of their own. A function that is compiled reads NumPy's arrays once
    it is traced, so that nothing may be written into them after they were handed over.

    ## Instead
    Say which is meant. Take a copy if the other name should keep the old values:

        # before
        b = np.rollaxis(a, 1)
        b[0] = 1.0

        # after
        b = np.rollaxis(a, 1).copy()
        b[0] = 1.0

    Write through the one name that is read later if the change should be seen:

        # before
        best = max(rows, key=np.sum)
        best[0] = 0.0

        # after
        rows[np.argmax(np.sum(rows, axis=1)), 0] = 0.0
    """

    name: str
    other: str
    place: str = ""

    code = "HYB303"
    slug = "shared-memory"
    severity = Severity.ERROR
    message = "`{name}` is written in place while `{other}`{place} may share its memory"
    help = "copy first (`.copy()`), or write through the name that is read later"
    dirty = (
        program("""
            import numpy as np


            def f(x):
                rows = np.outer(x, x)
                best = max(rows, key=np.sum)
                best[0] = 0.0
                return rows
        """),
        program("""
            import numpy as np


            def f(x):
                y = np.sin(x)
                z = y
                y.shape = (2, 2)
                return z
        """),
    )
    clean = (
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


            def clear(grid):
                flat = grid.reshape(-1)
                flat[0] = 0.0
                return grid
        """),
        program("""
            import numpy as np


            def f(x, turns):
                a = np.sin(x)
                b = np.cos(x)
                best = a
                for _ in range(turns):
                    best[0] *= 0.5
                    best = a if np.sum(a) > np.sum(b) else b
                return a, b
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
