from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class UnmappedArgument(Rule):
    """A call in a way that compiled code does not offer.

    ## Why
    The function is known, but this argument, or this number of arguments, has no counterpart with the same meaning: an
    `order=` or `casting=` says how NumPy should lay out memory or convert types, which XLA decides by itself.

    ## Instead
    Leave the argument out where it does not change the values, or say what it did with another call:

        # before
        y = np.sort(x, order=None)

        # after
        y = np.sort(x)
    """

    name: str
    why: str

    code = "HYB405"
    slug = "unmapped-argument"
    severity = Severity.ERROR
    message = "this way of calling `{name}` is not supported: {why}"
    help = "use only the arguments that JAX has with the same meaning"
    dirty = (
        program("""
            import numpy as np


            def f(x):
                return np.sin(x, casting="unsafe")
        """),
        program("""
            import numpy as np


            def g(x):
                return np.sort(x, order="name")
        """),
    )
    clean = (
        program("""
            import numpy as np


            def f(x):
                return np.sum(x, axis=0)
        """),
        program("""
            import numpy as np


            def g(x):
                return np.sum(x, where=x > 0)
        """),
    )
