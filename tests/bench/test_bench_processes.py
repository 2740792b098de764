"""What runs the user's code stands alone, and can be run by older Pythons."""

import ast
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from hybridc.bench import process
from hybridc.bench.process import Ended, Process
from hybridc.bench.systems import ALL, ORIGINALS

FOLDER = Path(process.__file__).parent
FILES = [
    FOLDER / "__init__.py",
    FOLDER / "alone" / "start.py",
    *sorted(FOLDER.glob("systems/*.py")),
    *sorted(FOLDER.glob("worker/*.py")),
]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_what_runs_the_code_is_of_python_3_8_and_needs_numpy_alone(path):
    tree = ast.parse(path.read_text(), feature_version=(3, 8))
    names = [n.module or "" for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) and not n.level]
    names += [alias.name for n in ast.walk(tree) if isinstance(n, ast.Import) for alias in n.names]
    assert {name.partition(".")[0] for name in names} - sys.stdlib_module_names <= {"numpy"}


def test_frameworks_stand_in_files_of_their_own():
    for path in FOLDER.rglob("*.py"):
        strings = [n.value for n in ast.walk(ast.parse(path.read_text())) if isinstance(n, ast.Constant)]
        named = {name for name in ("torch", "mxnet") if name in strings}
        assert named <= {path.stem}, path
    assert {system.id for system in ORIGINALS} < ALL.keys()


def test_ids_of_forms_are_unique():
    ids = [form.id for system in ALL.values() for form in system.forms]
    assert len(ids) == len(set(ids))


def test_a_process_answers_and_dies_with_a_reason(tmp_path):
    one = Process(sys.executable, {}, None, str(tmp_path / "log"))
    try:
        one.send("turn", calls=1)  # nothing was loaded
        assert one.receive(60)["kind"] == "raised"
        one.send("load", system="numpy", form="numpy", target="none.py:f", origin="none.py", inputs=[], root="")
        assert "none.py" in one.receive(60)["error"]
    finally:
        one.end()
    with pytest.raises(Ended, match="killed by SIGKILL"):
        one.receive(60)


def test_pythons_without_numpy_say_so(tmp_path):
    (tmp_path / "numpy.py").write_text("raise ModuleNotFoundError(\"No module named 'numpy'\")\n")
    one = Process(sys.executable, {"PYTHONPATH": str(tmp_path)}, None, str(tmp_path / "log"))
    with pytest.raises(Ended, match="ended with status 1: ModuleNotFoundError: No module named 'numpy'"):
        one.receive(60)


@pytest.mark.skipif(sys.platform != "linux", reason="memory is looked at in /proc")
@pytest.mark.parametrize("whose", ["its own", "what it started"])
def test_a_process_that_takes_too_much_memory_is_ended(tmp_path, whose):
    hold = "import time\nheld = bytes([1]) * (200 * 2**20)\ntime.sleep(60)\n"
    started = f"import subprocess, sys\nsubprocess.run([sys.executable, '-c', {hold!r}])\n"
    (tmp_path / "user.py").write_text(hold if whose == "its own" else started)
    one = Process(sys.executable, {}, None, str(tmp_path / "log"))
    target = str(tmp_path / "user.py")
    one.send("load", system="numpy", form="numpy", target=f"{target}:f", origin=target, inputs=[], root="")
    with pytest.raises(Ended, match="more memory than"):
        one.receive(60, 0.15)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the group is all that is ended")
def test_what_left_its_session_is_ended_too(tmp_path):
    """As the user's code starts it, of which bench knows nothing."""
    process = Process(sys.executable, {}, None, str(tmp_path / "log"))
    pid = subprocess.Popen(
        [sys.executable, "-c", "import time; print(flush=True); time.sleep(600)"],
        start_new_session=True,
        env={**os.environ, **process._mark},
        stdout=subprocess.PIPE,
    )
    pid.stdout.readline()  # it runs, with an environment of its own
    process.end()
    assert pid.wait(10) == -signal.SIGKILL
    pid.stdout.close()
