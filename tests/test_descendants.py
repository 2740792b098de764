"""Processes and all that they started, in whatever group or session, are ended; nothing else is."""

import os
import subprocess
import sys
import time

import pytest

from hybridc.core import descendants
from hybridc.core.options import Options
from hybridc.verification.report import Verdict
from hybridc.verification.request import Request
from hybridc.verification.verifying import verify

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the group is all that is ended")

SLEEP = "import time; time.sleep(600)"
WAYS = {
    "child": "subprocess.Popen([sys.executable, '-c', SLEEP])",
    "session": "subprocess.Popen([sys.executable, '-c', SLEEP], start_new_session=True)",
    "left by its parent": "subprocess.Popen([sys.executable, '-c', INNER], start_new_session=True).wait()",
    "forked twice": "os.fork() or (os.setsid(), os.fork() and os._exit(0), time.sleep(600))",
    "environment of its own": "subprocess.Popen([sys.executable, '-c', SLEEP], env={}, start_new_session=True)",
}
HEAD = """
import os, subprocess, sys, time
SLEEP = "import time; time.sleep(600) # TOKEN"
INNER = "import subprocess, sys; subprocess.Popen([sys.executable, '-c', " + repr(SLEEP) + "], start_new_session=True)"
"""


def alive(token):
    """The processes whose command line, or whose environment, has the token."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            for name in ("cmdline", "environ"):
                with open(f"/proc/{pid}/{name}", "rb") as file:
                    if token.encode() in file.read() and int(pid) != os.getpid():
                        found.append(int(pid))
        except OSError:
            continue
    return found


@pytest.mark.parametrize("way", WAYS)
def test_all_that_was_started_is_ended(way, tmp_path):
    token = f"token{os.getpid()}x{time.monotonic_ns()}"
    marked = descendants.mark()
    text = HEAD.replace("TOKEN", token) + f"{WAYS[way]}\nprint('ready', flush=True)\ntime.sleep(600)\n"
    process = subprocess.Popen(
        [sys.executable, "-c", text],
        stdout=subprocess.PIPE,
        start_new_session=True,
        env={**os.environ, **marked, "T": token},
    )
    other = subprocess.Popen([sys.executable, "-c", SLEEP], env={**os.environ, **descendants.mark()})
    try:
        process.stdout.readline()
        time.sleep(0.3)
        assert len(set(alive(token))) >= 2
        descendants.end(process, marked)
        time.sleep(0.05)
        assert not alive(token) and other.poll() is None
    finally:
        other.kill()
        other.wait()
        process.stdout.close()


FILE = """
import subprocess, sys
import numpy as np

{top}


def f(x: np.ndarray):
    return np.tanh(x)
"""


def test_verify_leaves_nothing_that_left_its_session(tmp_path):
    token = f"token{os.getpid()}x{time.monotonic_ns()}"
    top = f"subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600) # {token}'], start_new_session=True)"
    (tmp_path / "starts.py").write_text(FILE.format(top=top))
    result = verify(str(tmp_path / "starts.py"), Options(), Request(function="f"))
    assert [each.verdict for each in result.functions] == [Verdict.SAME]
    assert not alive(token)


@pytest.mark.parametrize("where", ["in the process", "in another"])
def test_memory_is_limited(tmp_path, where):
    eats = "held = bytearray(b'x') * (3 * 2**30); import time; time.sleep(600)"
    top = (
        eats
        if where == "in the process"
        else f"subprocess.run([sys.executable, '-c', {eats!r}], start_new_session=True)"
    )
    (tmp_path / "eats.py").write_text(FILE.format(top=top))
    begun = time.monotonic()
    result = verify(str(tmp_path / "eats.py"), Options(), Request(function="f", gigabytes=1.5))
    assert "the memory limit of 1.5 GiB was reached" in result.reason and time.monotonic() - begun < 50
