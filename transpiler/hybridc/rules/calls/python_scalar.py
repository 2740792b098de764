from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class PythonScalar(Rule):
    """Making a Python number of a traced array or list.

    ## Why
    `float(x)`, `int(x)`, `bool(x)` and `complex(x)` of a traced number are converted: the result stays traced, as an array
    without axes. An array with axes is a number in NumPy only where it has one element, and NumPy means to give that up.

    ## Instead
    Say which element is meant, or change the type of the whole array:

        # before
        scale = float(np.atleast_1d(x))

        # after
        scale = float(np.atleast_1d(x)[0])
    """

    call: str

    code = "HYB102"
    slug = "python-scalar"
    severity = Severity.ERROR
    message = "`{call}` makes a Python number of more than a traced number"
    help = "take the element that is meant; to change the type of an array write `.astype(...)`"
    dirty = (
        program("""
            import numpy as np


            def first(x):
                return float(np.outer(x, x)) / len(x)
        """),
    )
    clean = (
        program("""
            import numpy as np


            def mean(x):
                return float(np.sum(x)) / len(x)
        """),
        program("""
            import numpy as np


            def bin_of(x, width):
                k = int(np.floor(x / width))
                return k * width
        """),
        program("""
            import numpy as np


            def blank_like(x, n):
                return np.zeros(int(n)) + np.sum(x)
        """),
        program("""
            import numpy as np


            def scaled(x):
                return np.sin(x) / float(x.shape[0])
        """),
    )
