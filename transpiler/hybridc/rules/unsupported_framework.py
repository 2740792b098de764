from hybridc.diagnostics import Severity
from hybridc.rules.base import Rule, program


class UnsupportedFramework(Rule):
    """Code of a framework that is not converted yet.

    ## Why
    This version converts plain Python, NumPy, PyTorch, MXNet, Paddle, Keras and TensorFlow. Functions built on another
    framework would come out unconverted, or with some of their calls changed and others not.

    ## Instead
    Functions that use NumPy alone convert from a file of their own:

        # before
        import numpy as np
        import chainer

        def norm(x):
            return np.sqrt(np.sum(x * x))

        def sine(x):
            return chainer.functions.sin(x)

        # after, in a file without Chainer
        import numpy as np

        def norm(x):
            return np.sqrt(np.sum(x * x))
    """

    code = "HYB407"
    name = "unsupported-framework"
    severity = Severity.ERROR
    message = "`{framework}` code is not converted yet"
    help = "move functions that use NumPy alone to a file of their own"
    dirty = (
        program("""
            import chainer


            def f(x):
                return chainer.functions.sin(x)
        """),
    )
    clean = (
        program("""
            import numpy as np


            def f(x):
                return np.sin(x)
        """),
    )
