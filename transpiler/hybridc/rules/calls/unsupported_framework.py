from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class UnsupportedFramework(Rule):
    """Code of a framework that is not converted.

    ## Why
    hybridc converts plain Python, NumPy, PyTorch, MXNet, Paddle, Keras, TensorFlow and Chainer. Functions built on another
    framework, such as Jittor, MindSpore, OneFlow, MLX or Theano, would come out unconverted, or with some of their calls
    changed and others not. CONTRIBUTING.md says what a framework takes.

    ## Instead
    Functions that use NumPy alone convert from a file of their own:

        # before
        import numpy as np
        import theano.tensor as T

        def norm(x):
            return np.sqrt(np.sum(x * x))

        def sine(x):
            return T.sin(x)

        # after, in a file without Theano
        import numpy as np

        def norm(x):
            return np.sqrt(np.sum(x * x))
    """

    framework: str

    code = "HYB407"
    slug = "unsupported-framework"
    severity = Severity.ERROR
    message = "`{framework}` code is not converted"
    help = "move functions that use NumPy alone to a file of their own"
    dirty = (
        program("""
            import jittor


            def f(x):
                return jittor.sin(x)
        """),
    )
    clean = (
        program("""
            import numpy as np


            def f(x):
                return np.sin(x)
        """),
    )
