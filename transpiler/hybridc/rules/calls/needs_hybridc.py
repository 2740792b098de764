from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class NeedsHybridc(Rule):
    """A standalone module that imports hybridc itself.

    ## Why
    `convert --standalone` writes the files of `hybridc.runtime` that a module needs beside it, so that it runs where
    hybridc is not installed. The rest of hybridc converts programs, and does not come along. `import hybridc.runtime...`
    is followed by that name wherever the module is used, which is hybridc's.

    ## Instead
    What is of the runtime is imported with `from`:

        # before
        import hybridc.runtime.weights

        arrays = hybridc.runtime.weights.read("net.npz")

        # after
        from hybridc.runtime import weights

        arrays = weights.read("net.npz")

    `@hybridc.hybridize` goes: the module is converted as a whole. Or convert without `--standalone`.
    """

    statement: str

    code = "HYB409"
    slug = "needs-hybridc"
    severity = Severity.ERROR
    message = "`{statement}` needs hybridc, which a standalone module does without"
    help = "import what is of the runtime with `from hybridc.runtime import ...`, or convert without `--standalone`"
    dirty = (
        program("""
            import hybridc.runtime.weights


            def read(path):
                return hybridc.runtime.weights.read(path)
        """),
        program("""
            import hybridc
            import numpy as np


            @hybridc.hybridize
            def f(x):
                return np.sin(x)
        """),
    )
    clean = (
        program("""
            from hybridc.runtime import weights


            def read(path):
                return weights.read(path)
        """),
    )
