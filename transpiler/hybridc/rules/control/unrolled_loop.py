from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class UnrolledLoop(Rule):
    """A loop that changes a list, or uses its index, in a way that only Python can.

    ## Why
    A list that every turn appends to once becomes the stacked output of `lax.scan`. A list that the turns also read, or
    append to a different number of times, has no such form. The loop stays Python: `jax.jit` traces every turn anew, so
    that compile time grows with the count. The values are the same.

    ## What hybridc writes
    The same loop:

        # before
        states = [start]
        for x in xs:
            states.append(np.tanh(states[-1] + x))

        # after
        states = [start]
        for x in xs:
            states.append(jnp.tanh(states[-1] + x))

    It becomes a scan where a variable of its own holds what the turns read, and the list only collects:
    `state = np.tanh(state + x)`, then `states.append(state)`.

    An index is Python's where a shape, an axis, or an element of a tuple depends on it. Slices that it moves compile
    where sums and the like, products (`A[i, :i] @ x[:i]`), operations element by element and writes take them; not where
    they are returned, sorted or asked for their length.
    """

    name: str

    code = "HYB206"
    slug = "unrolled-loop"
    severity = Severity.NOTE
    message = "the loop is unrolled while tracing: it uses {name} in a way that only Python can"
    help = "append to a list once in every turn, and read it after the loop only; mask what a slice leaves out"
    dirty = (
        program("""
            import numpy as np


            def f(xs, start):
                states = [start]
                for x in xs:
                    states.append(np.tanh(states[-1] + x))
                return np.stack(states)
        """),
    )
    clean = (
        program("""
            import numpy as np


            def f(xs, state):
                states = []
                for x in xs:
                    state = np.tanh(state + x)
                    states.append(state)
                return np.stack(states)
        """),
    )
