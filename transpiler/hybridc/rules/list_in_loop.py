from hybridc.diagnostics import Severity
from hybridc.rules.base import Rule, program


class ListInLoop(Rule):
    """A list or dict that changes in a loop or branch that is compiled.

    ## Why
    The state of a compiled loop is a fixed set of arrays of fixed shapes. A list that grows at every turn is none, and
    one that grows in one branch only has no length that could be known while tracing.

    ## Instead
    Allocate an array of the final size before the loop and write its elements:

        # before
        out = []
        for row in m:
            out.append(np.sum(row))
        out = np.array(out)

        # after
        out = np.zeros(len(m))
        for i in range(len(m)):
            out[i] = np.sum(m[i])

    A loop over a short Python tuple stays Python, and may append.
    """

    code = "HYB214"
    name = "list-in-loop"
    severity = Severity.ERROR
    message = "the list `{name}` changes in a loop or branch that is compiled"
    help = "allocate an array before the loop and write its elements: `{name}[i] = ...`"
    dirty = (
        program("""
            import numpy as np


            def f(x):
                out = []
                for row in x:
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
