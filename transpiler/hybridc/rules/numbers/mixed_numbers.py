from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class MixedNumbers(Rule):
    """A number that is whole on one path and has a fraction on the other.

    ## Why
    A number of Python's takes the dtype of the array that it meets, as far as its kind allows: `img * 3` of uint8 stays
    uint8, and wraps around, and `img * 2.5` is float64. Where values decide which of the two it is, they decide the dtype.
    The types of compiled code do not depend on values: the number has a fraction on both paths, and the result is float64.

    ## Instead
    Say which is meant, as a number with a fraction on both paths:

        # before
        gain = 3 if img[0, 0] > 1 else 2.5

        # after
        gain = 3.0 if img[0, 0] > 1 else 2.5
    """

    expression: str

    code = "HYB517"
    slug = "mixed-numbers"
    severity = Severity.WARNING
    message = (
        "`{expression}` is whole on one path only, which decides the dtype of small integers: here it has a fraction"
    )
    help = "write a number with a fraction on both paths, `3.0` for `3`, or a whole one"
    dirty = (
        program("""
            import numpy as np


            def f(img: np.ndarray[tuple, np.uint8]):
                return img * (3 if img[0, 0] > 1 else 2.5)
        """),
        program("""
            import numpy as np


            def g(img: np.ndarray[tuple, np.uint8]):
                gain = 2
                if img[0, 0] > 1:
                    gain = 0.5
                return img * gain
        """),
    )
    clean = (
        program("""
            import numpy as np


            def f(img: np.ndarray[tuple, np.uint8]):
                return img * (3.0 if img[0, 0] > 1 else 2.5)
        """),
        program("""
            import numpy as np


            def g(x):
                return np.sin(x) * (3 if x[0, 0] > 1 else 2.5)
        """),
    )
