from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class UnsupportedStatement(Rule):
    """A construct that compiled code does not have.

    ## Why
    Some of Python has no counterpart in a traced function: `with` around anything but NumPy's own settings, `global`,
    `nonlocal`, classes, `async`, `import`, a walrus `:=` in a conditional expression. It is refused rather than converted
    wrongly. A function that hybridc takes for host code, as it does where it sees such a `with`, is left
    alone; this is reported where it is marked `# hybridc: graph` or compiled code calls it.

    ## Instead
    Write it with assignments, `if`, `while` and `for`, or move it to a host function that calls the compiled one:

        # before
        with log_time("norm"):
            y = np.sqrt(np.sum(x * x))

        # after
        with log_time("norm"):
            y = norm(x)

        # before
        y = x / s if x[0] > 0 and (s := np.sum(x)) > 0 else x

        # after
        s = np.sum(x)
        y = x / s if x[0] > 0 and s > 0 else x
    """

    what: str

    code = "HYB222"
    slug = "unsupported-construct"
    severity = Severity.ERROR
    message = "{what} in compiled code"
    help = "move it into host code, or write it with plain assignments and loops"
    dirty = (
        program("""
            import numpy as np


            def g(x, lock):  # hybridc: graph
                with lock:
                    y = np.log(x)
                return y
        """),
        program("""
            import numpy as np


            def h(x):
                y = x / s if x[0] > 0 and (s := np.sum(x)) > 0 else x
                return y
        """),
    )
    clean = (
        program("""
            import numpy as np


            def h(x):
                if (s := np.sum(x)) > 0:
                    x = x / s
                return x
        """),
        program("""
            import numpy as np


            def g(x):
                with np.errstate(divide="ignore"):
                    y = np.log(x)
                del x
                return y
        """),
    )
