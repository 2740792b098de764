from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class EmptySelection(Rule):
    """The largest of the values that a mask chooses, of which there may be none.

    ## Why
    NumPy raises `ValueError` where a mask chooses nothing: there is no largest value. Whether it does shows only when the
    program runs, and compiled code cannot raise. It gives NaN, and of integers the least or greatest that there is. For
    inputs on which the original returns there is no difference.

    ## Instead
    Nothing, if the mask always chooses something. Or say what is to come of nothing, so that both sides follow it:

        # before
        top = np.max(x[x > limit])

        # after
        top = np.max(x, where=x > limit, initial=limit)
    """

    expression: str

    code = "HYB515"
    slug = "empty-selection"
    severity = Severity.WARNING
    message = "`{expression}` does not raise where the mask chooses nothing"
    help = "make sure that it chooses something, or give an `initial=` beside `where=`"
    dirty = (
        program("""
            import numpy as np


            def f(x):
                return np.max(x[x > 0])
        """),
    )
    clean = (
        program("""
            import numpy as np


            def f(x):
                return np.max(x, where=x > 0, initial=0.0)
        """),
    )
