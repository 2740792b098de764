"""Rules on files: what cannot be read or written."""

from hybridc.diagnostics import Severity
from hybridc.rules.base import Rule


class SyntaxProblem(Rule):
    """The file is not Python 3.

    ## Why
    hybridc reads what the running Python would read.

    ## Instead
    Mend the syntax. Python 2 code converts with `2to3` or `python-modernize` first.
    """

    code = "HYB901"
    name = "syntax-error"
    severity = Severity.ERROR
    message = "{problem}"
    help = "mend the syntax; code of Python 2 must be brought to Python 3 first"
    dirty = ("def f(:\n    pass\n",)
    clean = ("def f():\n    pass\n",)


class EncodingProblem(Rule):
    """The file's bytes are no text in its encoding.

    ## Why
    Python source is UTF-8 unless a coding comment in the first two lines says otherwise.

    ## Instead
    Save the file as UTF-8, or correct the coding comment.
    """

    code = "HYB902"
    name = "encoding"
    severity = Severity.ERROR
    message = "{problem}"
    help = "save the file as UTF-8, or correct its coding comment"


class UnreadableFile(Rule):
    """The file cannot be read.

    ## Why
    It does not exist, may not be read, or is too large to be a source file.

    ## Instead
    Check the path and its permissions.
    """

    code = "HYB903"
    name = "unreadable-file"
    severity = Severity.ERROR
    message = "{problem}"
    help = "check the path and its permissions"


class TooDeep(Rule):
    """The code is nested too deeply to be analysed.

    ## Why
    Thousands of nested brackets, operators or `elif` exhaust the stack of every tool that follows the structure.

    ## Instead
    Split the expression, or use a table or a loop.
    """

    code = "HYB904"
    name = "too-deep"
    severity = Severity.ERROR
    message = "{problem}"
    help = "split the expression or the chain"


class UnwritableOutput(Rule):
    """The output cannot be written, or would overwrite somebody else's file.

    ## Why
    hybridc writes nothing but its declared output, and never overwrites a file of yours unasked.

    ## Instead
    Name another output with `-o`, or allow it with `--force`.
    """

    code = "HYB905"
    name = "unwritable-output"
    severity = Severity.ERROR
    message = "{problem}"
    help = "name another output with `-o`, or allow overwriting with `--force`"


class InternalError(Rule):
    """A defect of hybridc's own.

    ## Why
    Something happened that should not. Nothing was written.

    ## Instead
    Please report it, with the smallest file that shows it.
    """

    code = "HYB906"
    name = "internal-error"
    severity = Severity.ERROR
    message = "{problem}"
    help = "this is a defect of hybridc: please report it with the file"


class NotAFile(Rule):
    """The path is no regular file.

    ## Why
    Pipes, devices and sockets may never end.

    ## Instead
    Pipe the program into `-`.
    """

    code = "HYB907"
    name = "not-a-file"
    severity = Severity.ERROR
    message = "{problem}"
    help = "give a regular file, or pipe the program into `-`"
