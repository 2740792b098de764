"""`hybridc bench` as its users call it, for so short a time that its figures mean nothing."""

import json

from click.testing import CliRunner

from hybridc_cli.main import cli

SHORT = ("--rounds", "4", "--turn", "0.002")


def run(*arguments):
    """The command's result; nothing of the user's file reaches a terminal."""
    result = CliRunner().invoke(cli, ["bench", *map(str, arguments), *SHORT])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output
    return result


def measured(*arguments, status=0):
    """The report, and the timings of its first size by the ids of forms."""
    result = run(*arguments, "--output-format", "json")
    assert result.exit_code == status, result.output
    report = json.loads(result.stdout)
    assert report["exit_status"] == status
    first = report["batches"][0]["systems"] if report["batches"] else []
    return report, {timing["id"]: timing for timing in first}


def refused(*arguments):
    """The one line that is said."""
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, ""), result.output
    [line] = result.stderr.splitlines()
    return line
