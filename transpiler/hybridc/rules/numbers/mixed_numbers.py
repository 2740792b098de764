from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class MixedNumbers(Rule):
    """A number that has another dtype on one path than on the other.

    ## Why
    A number of Python's takes the dtype of the array that it meets, as far as its kind allows: `img * 3` of uint8 stays
    uint8, and wraps around, and `img * 2.5` is float64. Where values decide which of the two it is, they decide the
    dtype. So they do in `max(img[0, 0], 2.5)`, which is an element of the array or a number of Python's. The types of
    compiled code do not depend on values: the number has one dtype, with a fraction where one of the two has one.

    ## Instead
    Say which is meant:

        # before
        gain = 3 if img[0, 0] > 1 else 2.5
        low = max(img[0, 0], 2.5)

        # after
        gain = 3.0 if img[0, 0] > 1 else 2.5
        low = np.maximum(img[0, 0], 2.5)
    """

    expression: str

    code = "HYB517"
    slug = "mixed-numbers"
    severity = Severity.WARNING
    message = "values decide the dtype of `{expression}`, and with it that of small integers: here it has one dtype"
    help = "write numbers of one kind, `3.0` for `3`, and `np.maximum(x, 2.5)` for `max(x, 2.5)`"
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
        program("""
            import numpy as np


            def h(img: np.ndarray[tuple, np.uint8]):
                return np.cos(img) * max(img[0, 0], 2.5)
        """),
    )
    clean = (
        program("""
            import numpy as np


            def f(img: np.ndarray[tuple, np.uint8]):
                return img * (3.0 if img[0, 0] > 1 else 2.5) + np.maximum(img[0, 0], 2.5)
        """),
        program("""
            import numpy as np


            def g(x):
                return np.sin(x) * (3 if x[0, 0] > 1 else 2.5)
        """),
    )
