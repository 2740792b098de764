"""The standard library and the installed packages: no traceback, no hang, no crash, and output that parses.

HYBRIDC_LONG_FILES bounds the number of files, taken evenly from all.
"""

import ast
import sysconfig
from pathlib import Path

import pytest

from hybridc.core.options import Options
from hybridc.rules import RULES
from hybridc_cli.discovery import find
from hybridc_cli.pool import run
from hybridc_cli.work import Job, check_file, convert_file
from sampling import bounded

pytestmark = pytest.mark.long


def sources():
    folders = {sysconfig.get_paths()[name] for name in ("stdlib", "purelib")}
    files = sorted(f.path for folder in folders for f in find([folder]) if "site-packages" not in f.relative)
    packages = sorted(str(p) for p in Path(sysconfig.get_paths()["purelib"]).rglob("*.py"))
    everything = sorted({*files, *packages})
    return bounded(everything)


def test_convert_and_check_stand_every_file():
    jobs = [Job(path, Options(partial=True, format=False)) for path in sources()]
    assert len(jobs) > 100
    for work in (check_file, convert_file):
        for done in run(jobs, work, 2):
            assert "HYB906" not in {d.code for d in done.diagnostics}, (done.path, done.diagnostics)
            assert {d.code for d in done.diagnostics} <= RULES.keys()
            if done.output is not None and done.is_changed:
                ast.parse(done.output)
