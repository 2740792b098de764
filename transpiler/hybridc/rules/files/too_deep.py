from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule


class TooDeep(Rule):
    """The code is nested too deeply to be analysed.

    ## Why
    Thousands of nested brackets, operators or `elif` exhaust the stack of every tool that follows the structure, Python's
    own compiler included; so do thousands of texts in a row, `"a" "b"`.

    ## Instead
    Split the expression, or use a table or a loop:

        # before
        total = a[0] + a[1] + a[2]  # and thousands more

        # after
        total = sum(a)
    """

    problem: str

    code = "HYB904"
    slug = "too-deep"
    severity = Severity.ERROR
    message = "{problem}"
    help = "split the expression or the chain"
