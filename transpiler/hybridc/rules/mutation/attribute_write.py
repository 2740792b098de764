from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class AttributeWrite(Rule):
    """Writing an attribute in compiled code.

    ## Why
    A compiled function returns its results. What it writes elsewhere is written once, while tracing, and what is written
    is a tracer. `y.shape = s`, `y.real = v` and `y.flat = v` of an array made here become a new value of `y`; the shape of
    a caller's array, and `y.dtype`, cannot be written.

    ## Instead
    Return the value, and write the attribute in host code:

        # before
        def update(model, x):
            model.mean = np.mean(x)

        # after
        def mean_of(x):
            return np.mean(x)

        model.mean = mean_of(x)

    For the shape of an argument, use `y = y.reshape(...)`.
    """

    target: str

    code = "HYB309"
    slug = "attribute-write"
    severity = Severity.ERROR
    message = "`{target}` is written in compiled code"
    help = "return the value and write the attribute in host code"
    dirty = (
        program("""
            import numpy as np


            def f(x):
                x.shape = (3, 1)
                return np.sin(x)
        """),
        program("""
            import numpy as np


            def g(model, x):
                model.mean = np.mean(x)
                return np.sin(x)
        """),
    )
    clean = (
        program("""
            import numpy as np


            def f(x):
                y = np.sin(x)
                y.shape = (3, 1)
                return y
        """),
        program("""
            import numpy as np


            def f(x):
                y = np.sin(x)
                return y.reshape(3, 1)
        """),
    )
