"""What is kept between runs has a bound, and is what JAX uses."""

import os
import subprocess
import sys
from pathlib import Path

import jax

import compiled_before

PROGRAM = """
import compiled_before, jax, pathlib, sys
compiled_before.use()
assert jax.config.jax_compilation_cache_dir == sys.argv[1]
print(jax.jit(lambda x: x * 7 + 2)(3))
"""


def test_tests_run_with_it():
    assert jax.config.jax_compilation_cache_dir == os.environ["JAX_COMPILATION_CACHE_DIR"]


def test_programs_are_kept_read_and_compiled_again_where_they_are_damaged(tmp_path):
    settings = {"JAX_COMPILATION_CACHE_DIR": str(tmp_path), "PYTHONPATH": str(Path(__file__).parent)}
    environment = {k: v for k, v in os.environ.items() if not k.startswith("JAX_")} | settings
    for _ in range(3):
        done = subprocess.run(
            [sys.executable, "-W", "ignore", "-c", PROGRAM, str(tmp_path)],
            capture_output=True,
            text=True,
            env=environment,
        )
        assert done.stdout == "23\n", done.stderr
        [kept] = tmp_path.glob("jit__lambda*-cache")
        kept.write_bytes(kept.read_bytes()[:40])


def test_the_oldest_go_when_there_are_too_many(tmp_path):
    for place in range(8):
        file = tmp_path / f"{place}-cache"
        file.write_bytes(bytes(10))
        os.utime(file, (place, place))
    compiled_before.prune(tmp_path, 80)
    assert len(list(tmp_path.iterdir())) == 8
    compiled_before.prune(tmp_path, 79)
    assert sorted(f.name for f in tmp_path.iterdir()) == ["5-cache", "6-cache", "7-cache"]
