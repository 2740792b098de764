from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class InputOutput(Rule):
    """Input or output in compiled code.

    ## Why
    It would happen once, while tracing, with no numbers to write, and never again at later calls.

    ## Instead
    Read before the call and write after it, in host code:

        # before
        def transform(path):
            x = np.load(path)
            return np.sin(x)

        # after
        def transform(x):
            return np.sin(x)

        y = transform(np.load(path))

    A function that does input or output is left in Python by itself; this is reported where it is marked
    `# hybridc: graph`, or called from compiled code.
    """

    call: str

    code = "HYB701"
    slug = "input-output"
    severity = Severity.ERROR
    message = "`{call}` does input or output in compiled code"
    help = "do it in host code, before or after the call"
    dirty = (
        program("""
            import numpy as np


            def f(x):  # hybridc: graph
                np.save("x.npy", x)
                return np.sin(x)
        """),
    )
    clean = (
        program("""
            import numpy as np


            def f(x):
                np.save("x.npy", x)
                return np.sin(x)
        """),
        program("""
            import numpy as np


            def f(x):
                return np.sin(x)


            np.save("y.npy", f(np.load("x.npy")))
        """),
    )
