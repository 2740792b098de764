from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class TracedIteration(Rule):
    """Iterating over something that is no array, range or static container.

    ## Why
    A compiled loop runs over a range of numbers or over the first axis of arrays. Other iterators live in Python: asking
    one for its next value is something that only the interpreter can do.

    ## Instead
    Loop over an array, a range, `enumerate` or `zip` of these, or over a Python container that is known while tracing:

        # before
        for v in iter(x):
            s = s * 0.5 + v

        # after
        for v in x:
            s = s * 0.5 + v
    """

    what: str

    code = "HYB219"
    slug = "traced-iteration"
    severity = Severity.ERROR
    message = "cannot iterate over {what} in compiled code"
    help = "loop over an array, a range, or a container known while tracing"
    dirty = (
        program("""
            import numpy as np


            def f(x):  # hybridc: graph
                s = 0.0
                for row in set(x):
                    s = s + np.sum(row)
                return s
        """),
    )
    clean = (
        program("""
            import numpy as np


            def f(x):
                s = 0.0
                for row in x:
                    s = s + np.sum(np.sin(row))
                return s
        """),
        program("""
            import numpy as np


            def g(x):
                for k, shift in enumerate((0.5, 1.5)):
                    x = np.sin(x) * k + shift
                return x
        """),
    )
