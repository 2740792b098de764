"""Commands execute nothing of the folder in which they are started."""

import subprocess
import sys

import numpy as np
import pytest

from exported import artifact
from namesakes import Namesakes

PROGRAM = "import numpy as np\n\n\ndef f(x):\n    s = np.sum(x)\n    if s > 0:\n        s = s * 2\n    return s\n"
NAMES = [f"program_{number}.py" for number in range(10)]


@pytest.fixture
def namesakes(tmp_path):
    made = Namesakes(tmp_path)
    for name in NAMES:
        (made.folder / name).write_text(PROGRAM)
    return made


def run(namesakes, *arguments):
    """As the installed command runs: a script beside Python, which imports the command line."""
    script = namesakes.folder.parent / "bin" / "hybridc"
    script.parent.mkdir(exist_ok=True)
    script.write_text("import sys\nfrom hybridc_cli.main import main\nsys.exit(main())\n")
    done = subprocess.run(
        [sys.executable, script, *arguments],
        cwd=namesakes.folder,
        env=namesakes.environment,
        capture_output=True,
        text=True,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["check", NAMES[0]], 1),
        (["check", *NAMES], 1),
        (["check", "-j", "2", "."], 1),
        (["check", *NAMES, "--html", "out.html"], 1),
        (["convert", NAMES[0]], 0),
        (["convert", *NAMES], 0),
        (["convert", "-j", "2", *NAMES, "-o", "out/", "--standalone"], 0),
        (["convert", "--diff", *NAMES], 0),
        (["convert", "--check", *NAMES], 1),
        (["graph", NAMES[0], "-o", "out.svg"], 0),
        (["graph", NAMES[0], "-o", "out.html"], 0),
        (["graph", NAMES[0], "-o", "out.mmd"], 0),
        (["explain", "HYB201"], 0),
        (["apis", "numpy", "sin"], 0),
        (["--version"], 0),
    ],
    ids=lambda value: " ".join(value).replace("program_", "") if isinstance(value, list) else "",
)
def test_commands_that_read_execute_nothing(namesakes, arguments, status):
    done = run(namesakes, *arguments)
    assert (done.returncode, namesakes.executed) == (status, []), done.stderr


def test_artifacts_are_run_and_unpacked_without_it(namesakes, tmp_path):
    path = str(artifact(tmp_path, "Net", "x=f32[b,4]"))
    np.save(tmp_path / "x.npy", np.ones((3, 4), np.float32))
    ran = run(namesakes, "run", path, "--input", "../x.npy", "-o", "../y.npy")
    unpacked = run(namesakes, "unpack", path, "-o", "../unpacked")
    assert (ran.returncode, unpacked.returncode, namesakes.executed) == (0, 0, []), ran.stderr + unpacked.stderr


@pytest.mark.parametrize("options", [["verify"], ["bench", "--input", "x=f32[3]", "--rounds", "2", "--turn", "0.01"]])
def test_what_executes_a_file_executes_no_other_folder_s(namesakes, tmp_path, options):
    (tmp_path / "elsewhere.py").write_text(PROGRAM)
    done = run(namesakes, *options, "../elsewhere.py:f")
    assert (done.returncode, namesakes.executed) == (0, []), done.stderr


def test_a_file_among_namesakes_is_exported_as_anywhere(namesakes):
    assert run(namesakes, "convert", NAMES[0]).returncode == 0
    done = run(namesakes, "export", "program_0_jax.py:f", "--input", "x=f32[3]", "-o", "../out")
    assert (done.returncode, namesakes.executed) == (0, []), done.stderr
