from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class HostSync(Rule):
    """Reading a traced value back into Python.

    `.item()`, `.tolist()`, `.asnumpy()`, `.numpy()`, `.tobytes()` and the like hand the numbers of an array to Python. So do
    `str(x)` and `"{:.3f}".format(x)`, and what writes down what it is given: `logging.info("%f", x)`, `json.dumps(x)`.

    ## Why
    While `jax.jit` traces a function, an array has a shape and a dtype but no numbers yet: there is nothing to hand over.
    JAX raises a `ConcretizationTypeError`, or has no such method. Outside a compiled function such a call also makes
    Python wait until the device has finished.

    ## Instead
    Keep the value an array, and read it where the compiled function is called:

        # before
        def loss(x):
            return np.sum(x * x).item()

        # after
        def loss(x):
            return np.sum(x * x)

        print(loss(x).item())

    Tests and loops need no number of Python's: `if x.sum().asscalar() > 0` is `if x.sum() > 0`, and `x.asnumpy().sum()` is
    `x.sum()`, which compile.

    Code whose purpose is to read values (logging, saving, comparing with thresholds in Python) belongs into a host
    function: write `# hybridc: host` on its `def` line.
    """

    call: str

    code = "HYB101"
    slug = "host-sync"
    severity = Severity.ERROR
    message = "`{call}` reads a traced value back into Python"
    help = "keep it an array here (`if x.sum() > 0` compiles) and read it in host code, or mark the function `# hybridc: host`"
    dirty = (
        program("""
            import numpy as np


            def loss(x):
                return np.sum(x * x).item()
        """),
        program("""
            import numpy as np


            def spread(x):
                centred = x - np.mean(x)
                return np.abs(centred).tolist()
        """),
        program("""
            import numpy as np


            def checksum(x):
                rounded = np.round(x, 3)
                return rounded.tobytes()
        """),
    )
    clean = (
        program("""
            import numpy as np


            def loss(x):
                return np.sum(x * x)


            print(loss(np.ones(3)).item())
        """),
        program("""
            import numpy as np


            def report(x):  # hybridc: host
                return np.sum(x).item()
        """),
        program("""
            import numpy as np


            def size_in_bytes(x):
                y = np.sin(x)
                return y * y.size
        """),
    )
