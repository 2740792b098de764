from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class OtherLibrary(Rule):
    """A function of SciPy's that JAX has nothing of.

    ## Why
    JAX's own modules have much of SciPy: special functions, matrices, transforms, convolutions, densities. They have no
    solvers that step until an error is small enough, no splines, no trees and no statistics of tests. Other libraries
    do some of that in JAX, with results that agree within tolerances and not to the last digit, and hybridc leaves the
    choice to you.

    ## Instead
    A function that calls one stays Python, with a note (HYB605), and what it is given may be compiled:

        # before
        def decay(y, t):
            return -0.5 * np.sin(y)

        def path(y0, times):
            return odeint(decay, y0, times)

        # after
        @jax.jit
        def decay(y, t):
            return -0.5 * jnp.sin(y)

        def path(y0, times):
            return odeint(decay, y0, times)

    This is reported where such a function is marked `# hybridc: graph`, or called from compiled code. The message names
    the library that does the same in JAX.
    """

    name: str
    advice: str

    code = "HYB414"
    slug = "other-library"
    severity = Severity.ERROR
    message = "`{name}` has no counterpart in JAX's own modules: {advice}"
    help = "call it in host code, or use the library that the message names"
    dirty = (
        program("""
            import numpy as np
            from scipy.optimize import brentq


            def root(a):  # hybridc: graph
                return np.sin(a) * brentq(lambda x: x * x - a, 0.0, 2.0)
        """),
    )
    clean = (
        program("""
            import numpy as np
            from scipy.special import erf


            def area(x):
                return np.sqrt(np.pi) / 2.0 * erf(x)
        """),
    )
