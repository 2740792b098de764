from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule


class TooLong(Rule):
    """The file takes longer than the limit.

    ## Why
    Each file has 60 seconds, or what `--timeout` says: one that takes longer does not keep the others waiting. Most files
    take less than one; a table of many thousand numbers, or code that a program wrote, may take longer.

    ## Instead
    Give it more time, `--timeout 300`; leave tables to a file of data; or mark what is to stay Python:

        def table():  # hybridc: host
            ...
    """

    problem: str

    code = "HYB910"
    slug = "too-long"
    severity = Severity.ERROR
    message = "{problem}"
    help = "give it more time with `--timeout`, or split the file"
