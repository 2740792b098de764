from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class IntegerPower(Rule):
    """A power of integers whose exponent may be negative, or over 63.

    ## Why
    `2 ** -1` is 0.5 in Python, and NumPy's arrays raise a `ValueError`. Compiled code keeps to integers and gives a wrong
    one, without an error, and it looks at the last six bits of an exponent. From zero to 63 there is no difference.

    ## Instead
    Make the base a float:

        # before
        scale = 2**n

        # after
        scale = 2.0**n
    """

    expression: str

    code = "HYB507"
    slug = "integer-power"
    severity = Severity.WARNING
    message = "`{expression}`: a negative exponent, or one over 63, gives a wrong integer in compiled code"
    help = "make the base a float"
    dirty = (
        program("""
            import numpy as np


            def f(x, n):
                return np.sin(x) * 2**n
        """),
    )
    clean = (
        program("""
            import numpy as np


            def f(x, n):
                return np.sin(x) * 2.0**n
        """),
        program("""
            import numpy as np


            def g(x):
                return np.sin(x) * 2**3
        """),
    )
