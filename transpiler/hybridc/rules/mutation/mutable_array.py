from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class MutableArray(Rule):
    """A function whose arrays stay mutable while it is traced.

    ## Why
    JAX's arrays never change, and hybridc gives a name that is written another array, and tells every other name that sees
    the memory. Where only tracing or running tells who does (a view or a copy as the order of an argument in memory has it, the array
    that an earlier turn of a loop chose, an argument that is a number or an array), the lines stay as they are, and
    arrays lie in references of JAX's, which compiled code may write.

    ## What hybridc writes

        # before
        def clear(grid):
            flat = grid.reshape(-1)
            flat[0] = 0.0
            return np.sum(grid)

        # after
        @control.in_place("grid")
        def clear(grid):
            flat = grid.reshape(-1)
            flat[0] = 0.0
            return jnp.sum(grid[...])

    `control.mutable(x)` makes such an array, `grid[...]` is its value. `@control.in_place("grid")` is on functions whose
    callers see what they write. Where a number is meant, a hint such as `n: int` says so; a copy (`.copy()`) has memory
    of its own. With either, the function may convert without. In models tensors are `nn.mutable(y)` and
    `nn.attribute(self, "mean")`, and the method gets `@nn.in_place("x")`.
    """

    name: str

    code = "HYB313"
    slug = "mutable-array"
    severity = Severity.NOTE
    message = "arrays of `{name}` stay mutable while it is traced: what is written there, only tracing or running tells"
    help = "a hint such as `n: int` for a number, or a copy of an array, may make it a function of plain arrays"
    dirty = (
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


            def clear(grid):
                flat = grid.reshape(-1)
                flat[0] = 0.0
                return np.sum(grid)
        """),
        program("""
            import numpy as np


            def countdown(x, n):
                k = n
                k -= 1
                return np.sin(x) * k / n
        """),
    )
    clean = (
        program("""
            import numpy as np


            def f(x):
                a = np.sin(x)
                b = a[1:]
                b[0] *= 0.5
                return a, b
        """),
        program("""
            import numpy as np


            def countdown(x, n: int):
                k = n
                k -= 1
                return np.sin(x) * k / n
        """),
    )
