from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class SyntaxProblem(Rule):
    """The file is not Python 3.

    ## Why
    hybridc reads what the Python that runs it would read; newer syntax needs a newer Python.

    ## Instead
    Mend the syntax. Bring code of Python 2 to Python 3 first:

        # before: print "done"
        # after
        print("done")
    """

    problem: str

    code = "HYB901"
    slug = "syntax-error"
    severity = Severity.ERROR
    message = "{problem}"
    help = "mend the syntax; code of Python 2 must be brought to Python 3 first"
    dirty = (
        program("""
            def f(:
                pass
        """),
        program("""
            print "done"
        """),
    )
    clean = (
        program("""
            print("done")
        """),
    )
