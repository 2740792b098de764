from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule


class NotAFile(Rule):
    """The path is no regular file.

    ## Why
    Pipes, devices and sockets may never end, so hybridc does not open them.

    ## Instead
    Pipe the program into `-`: it is read from standard input.
    """

    problem: str

    code = "HYB907"
    slug = "not-a-file"
    severity = Severity.ERROR
    message = "{problem}"
    help = "give a regular file, or pipe the program into `-`"
