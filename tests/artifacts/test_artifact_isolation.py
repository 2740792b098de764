"""`hybridc.load` in a process of its own: without the model's source, and without what converts."""

import subprocess
import sys

import numpy as np

import hybridc
from exported import artifact
from isolation import INSTALLED

SCRIPT = """
import sys

sys.path += PATHS


class Blocked:
    def find_spec(self, name, path=None, target=None):
        part = name.split(".")
        allowed = ("artifacts", "runtime", "core")
        if part[0] in ("libcst", "click", "torch", "source_of_it", "hybridc_cli"):
            raise ImportError(f"{name} is asked for")
        if part[0] == "hybridc" and len(part) > 1 and part[1] not in allowed:
            raise ImportError(f"{name} is asked for")


sys.meta_path.insert(0, Blocked())
import hybridc

assert not {"jax", "numpy"} & set(sys.modules)
loaded = hybridc.load(sys.argv[1])
import numpy as np

np.save(sys.argv[3], np.asarray(loaded(np.load(sys.argv[2]))))
loaded.load_state_dict(loaded.parameters())
print(*sorted(name for name in sys.modules if name.startswith(("hybridc", "libcst", "torch", "source_of_it"))))
"""


def test_artifacts_run_without_the_source_and_without_what_converts(tmp_path):
    path = artifact(tmp_path, "Net", "x=f32[b,4]")
    (tmp_path / "source_of_it.py").unlink()
    x = np.ones((3, 4), np.float32)
    np.save(tmp_path / "x.npy", x)
    root = hybridc.__file__.rpartition("/hybridc/")[0]
    script = SCRIPT.replace("PATHS", repr([root, *INSTALLED]))
    files = [path, tmp_path / "x.npy", tmp_path / "y.npy"]
    command = [sys.executable, "-I", "-S", "-c", script, *map(str, files)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    names = done.stdout.split()
    assert "hybridc.artifacts.loading" in names
    assert not [n for n in names if n.split(".")[0] in ("libcst", "torch", "source_of_it")]
    assert np.array_equal(np.load(tmp_path / "y.npy"), np.asarray(hybridc.load(path)(x)))
