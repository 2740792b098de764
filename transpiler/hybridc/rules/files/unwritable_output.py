from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule


class UnwritableOutput(Rule):
    """The output cannot be written, or would overwrite somebody else's file.

    ## Why
    hybridc writes nothing but its declared output, and never overwrites a file that it did not write itself. A folder may
    also be missing, read-only or full.

    ## Instead
    Name another output with `-o`, or allow overwriting with `--force`.
    """

    problem: str

    code = "HYB905"
    slug = "unwritable-output"
    severity = Severity.ERROR
    message = "{problem}"
    help = "name another output with `-o`, or allow overwriting with `--force`"
