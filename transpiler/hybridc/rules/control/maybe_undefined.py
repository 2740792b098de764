from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class MaybeUndefined(Rule):
    """A name that is set on some paths only, and read afterwards.

    ## Why
    Python raises `UnboundLocalError` (at module level `NameError`) when the path taken did not set the name. A compiled
    branch must give a value for every name that is read after it, and where the path did not set one there is none to
    give. hybridc does not invent one.

    ## Instead
    Set the name before the `if`:

        # before
        if s > 0:
            y = np.sqrt(s)
        return y

        # after
        y = 0.0
        if s > 0:
            y = np.sqrt(s)
        return y
    """

    name: str
    where: str

    code = "HYB215"
    slug = "maybe-undefined"
    severity = Severity.ERROR
    message = "`{name}` may be undefined here: it is set {where} only"
    help = "give `{name}` a value before the `if`"
    dirty = (
        program("""
            import numpy as np


            def f(x):
                s = np.sum(x)
                if s > 0:
                    y = s
                return y
        """),
        program("""
            import numpy as np


            def g(x, n):
                for i in range(n):
                    if np.sum(x) > i:
                        y = x * 2
                    x = y + i
                return x
        """),
    )
    clean = (
        program("""
            import numpy as np


            def f(x):
                s = np.sum(x)
                y = s
                if s > 0:
                    y = s * 2
                return y
        """),
        program("""
            import numpy as np


            def g(x):
                s = np.sum(x)
                if s > 0:
                    t = s * s
                    s = t + 1
                return s
        """),
    )
