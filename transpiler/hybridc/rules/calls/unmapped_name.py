from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class UnmappedName(Rule):
    """A name of a known library that has no counterpart in JAX.

    ## Why
    hybridc converts the calls that its tables list, each tested against the original library. This one is not listed:
    JAX has nothing with the same meaning, or the name is misspelt, or nobody has added the line yet.

    ## Instead
    Use a function that is listed, write it out with such functions, or keep the code in a host function:

        # before
        y = np.add.reduceat(x, [0, 4, 8])

        # after
        y = np.array([x[:4].sum(), x[4:8].sum(), x[8:].sum()])
    """

    name: str
    suggestion: str

    code = "HYB401"
    slug = "unmapped-name"
    severity = Severity.ERROR
    message = "`{name}` has no counterpart in JAX that hybridc knows{suggestion}"
    help = "use a function that has one, or mark the function `# hybridc: host`"
    dirty = (
        program("""
            import numpy as np


            def f(x):
                return np.sine(x)
        """),
        program("""
            import numpy as np


            def sums(x):
                return np.add.reduceat(x, [0, 4, 8])
        """),
    )
    clean = (
        program("""
            import numpy as np


            def f(x):
                return np.sin(x)
        """),
        program("""
            import numpy as np


            def sums(x):
                return np.array([x[:4].sum(), x[4:8].sum(), x[8:].sum()])
        """),
    )
