from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule


class EncodingProblem(Rule):
    """The file's bytes are no text in its encoding.

    ## Why
    Python source is UTF-8 unless a coding comment in its first two lines says otherwise.

    ## Instead
    Save the file as UTF-8, or let the comment say what it is:

        # -*- coding: latin-1 -*-
    """

    problem: str

    code = "HYB902"
    slug = "encoding"
    severity = Severity.ERROR
    message = "{problem}"
    help = "save the file as UTF-8, or correct its coding comment"
