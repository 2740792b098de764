"""Ctrl-C ends every command with one line and the status 2, and leaves nothing behind."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from hybridc_cli.main import cli

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    "arguments",
    [["export", "stopped.py:f", "-o", "out"], ["graph", "stopped.py:f", "--traced", "-o", "out.dot"]],
)
def test_commands_that_run_the_file(tmp_path, monkeypatch, arguments):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", [*sys.path])
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    (tmp_path / "stopped.py").write_text("raise KeyboardInterrupt\n")
    done = CliRunner().invoke(cli, arguments)
    assert (done.exit_code, done.output) == (2, "hybridc: interrupted\n")
    assert os.listdir() == ["stopped.py"]


def wait_for_readers(group):
    """Until there are processes besides the first one, and these had the time to begin."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and len(processes(group)) < 3:
        time.sleep(0.1)
    time.sleep(2)


def processes(group):
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if os.getpgid(int(entry.name)) == group:
                found.append(int(entry.name))
        except ProcessLookupError:
            continue
    return found


def test_files_on_several_processes(tmp_path):
    text = (ROOT / "samples" / "transformer.py").read_text()
    for number in range(300):
        (tmp_path / f"file_{number}.py").write_text(text)
    before = sorted(os.listdir(tmp_path))
    process = subprocess.Popen(
        [sys.executable, "-m", "hybridc_cli.main", "convert", ".", "-j", "2", "-o", "out", "--html", "out.html"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "transpiler"), str(ROOT / "cli")])},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # tests may run where it is ignored
    )
    wait_for_readers(process.pid)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal sends it: to the processes that read files as well
    output, said = process.communicate(timeout=60)
    assert (process.returncode, output, said.splitlines()[-1]) == (2, "", "hybridc: interrupted")
    assert "Traceback" not in said and not (tmp_path / "out.html").exists()
    assert [name for name in sorted(os.listdir(tmp_path)) if name != "out"] == before
