from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class FunctionOnHost(Rule):
    """A function that stays Python, though it seems to compute with arrays.

    ## Why
    A function that names NumPy is compiled, or refused, unless it calls or does what only Python can. Why it stays is told
    where another library does the same in JAX (HYB414), and of all functions where nothing of the file is compiled. One
    that names nothing of NumPy, in a file that imports it, is compiled if what it does tells of arrays (`u[1:] - u[:-1]`,
    `x.sum()`, `for v in x: total += v`) and all of it can be: its callers may have lists or dicts in mind. One that computes
    with a few numbers, or takes fewer than eight operations, and that loops of the file call which stay Python, stays Python
    with them: a compiled call costs more than it computes. One with a loop that would be unrolled as often as an array is
    long, as it reads the list that it fills, stays Python, as tracing it takes minutes; so does one that the file gives a
    dict, a set, texts or lists of several lengths, or a list that it changes. This one stays as it was, and gives the same
    values, uncompiled.

    ## What hybridc writes
    Nothing. Where the function is meant to be compiled, say so on its `def` line, and change what is refused then:

        # before
        def found(x):
            return x[x > 0] * x.sum()

        # after
        def found(x):
            return x[x > 0] * x.sum()

    `# hybridc: graph` compiles it or refuses it; `# hybridc: host` says that it is meant to stay.
    """

    function: str
    why: str

    code = "HYB605"
    slug = "function-on-host"
    severity = Severity.NOTE
    message = "`{function}` stays uncompiled Python: {why}"
    help = (
        "`# hybridc: graph` on its `def` line compiles or refuses it, `# hybridc: host` says that it is meant to stay"
    )
    dirty = (
        program("""
            import numpy as np


            def found(x):
                return x[x > 0] * x.sum()
        """),
        program("""
            import numpy as np


            def found(x):
                total = 0.0
                for v in x:
                    total += v
                return total, x.tolist()
        """),
    )
    clean = (
        program("""
            import numpy as np


            def found(x):
                return x.sum() * (x > 0)
        """),
        program("""
            import numpy as np


            def found(x):  # hybridc: host
                return x[x > 0] * x.sum()
        """),
    )
