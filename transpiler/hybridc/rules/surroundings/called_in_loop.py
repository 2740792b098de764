from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class CalledInLoop(Rule):
    """A loop that stays Python calls a compiled function at every turn.

    ## Why
    A call of a compiled function costs some 50 microseconds beside what it computes, with arguments that are NumPy's, as
    long as Python takes for a few hundred operations on numbers. Functions of fewer than eight operations are left to such
    loops (HYB605). Where another one computes little, of short arrays, the loop is slower than the original; where it
    computes much, this note says nothing that matters.

    ## What hybridc writes
    The same loop, and the function compiled:

        # before
        while u.size > 10:
            u = smooth(u)
            print(u.max())

        # after
        while u.size > 10:
            u = smooth(u)
            print(u.max())

    A loop at the top level, or of a function that stays Python, is compiled in chunks where all that it does between prints
    and plots can be (docs/scripts.md). Otherwise put it into a function that takes arrays and gives back what the loop
    made, an array of what was printed at every turn among it, and print afterwards.

    `# hybridc: host` on the `def` line of the function leaves it to Python.
    """

    function: str
    line: int

    code = "HYB606"
    slug = "called-in-loop"
    severity = Severity.NOTE
    message = (
        "the loop in line {line} stays Python and calls `{function}`, which is compiled, at every turn: each call costs "
        "some 50 microseconds"
    )
    help = "put the loop into a function of arrays, which is compiled whole, or leave `{function}` to Python: `# hybridc: host`"
    dirty = (
        program("""
            import numpy as np


            def smooth(u):
                v = 0.25 * (u[:-2] + 2 * u[1:-1] + u[2:])
                return np.sqrt(1 + v * v) - np.cos(v)


            u = np.load("u.npy")
            while u.size > 10:
                u = smooth(u)
                print(u.max())
        """),
    )
    clean = (
        program("""
            import numpy as np


            def smooth(u):
                v = 0.25 * (u[:-2] + 2 * u[1:-1] + u[2:])
                return np.sqrt(1 + v * v) - np.cos(v)


            u = np.load("u.npy")
            for i in range(3):
                u = smooth(u)
                print(u.max())
        """),
    )
