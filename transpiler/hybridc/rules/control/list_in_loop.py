from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class ListInLoop(Rule):
    """A list or dict that changes in a branch, or in a loop of unknown length.

    ## Why
    A list that every turn of a loop over a known count appends to once becomes the stacked output of `lax.scan`. One that
    grows in one branch only, or in a `while` loop, has no length that could be known while tracing.

    ## Instead
    Collect a value in every turn, and say which of them count:

        # before
        out = []
        for v in x:
            if v > 0:
                out.append(v)
        total = sum(out)

        # after
        out = []
        for v in x:
            out.append(v if v > 0 else 0.0)
        total = sum(out)

    Or allocate an array of the largest size before the loop, write its elements, and count them.
    """

    name: str

    code = "HYB214"
    slug = "list-in-loop"
    severity = Severity.ERROR
    message = "the list `{name}` changes in a loop or branch that is compiled"
    help = "append in every turn, or allocate an array before the loop and write its elements: `{name}[i] = ...`"
    dirty = (
        program("""
            import numpy as np


            def f(x):
                out = []
                for row in x:
                    if np.sum(row) > 0:
                        out.append(np.sin(row))
                return np.stack(out) + x.shape[0]
        """),
        program("""
            import numpy as np


            def g(x):
                parts = [np.sin(x)]
                if np.sum(x) > 0:
                    parts.append(np.cos(x))
                return parts[0]
        """),
    )
    clean = (
        program("""
            import numpy as np


            def f(x):
                out = np.zeros(len(x))
                for i in range(len(x)):
                    out[i] = np.sin(x[i])
                return out
        """),
        program("""
            import numpy as np


            def g(x):
                out = []
                for k in (1, 2):
                    out.append(np.sin(x) * k)
                return np.stack(out)
        """),
    )
