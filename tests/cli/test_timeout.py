"""A file that takes too long is given up, whatever the other files are."""

import pytest
from click.testing import CliRunner

import hybridc
from hybridc import pipeline
from hybridc.core.attempt import attempt
from hybridc.core.deep import OutOfTime, run_within
from hybridc.core.options import Options
from hybridc_cli import pool
from hybridc_cli.main import cli
from hybridc_cli.work import Done, Job

SHORT = "import numpy as np\n\n\ndef f(x):\n    return np.sin(x)\n"


def run(*arguments):
    return CliRunner().invoke(cli, [*map(str, arguments)])


def never_ends(*arguments):
    while True:
        try:
            len("x")
        except Exception:
            raise AssertionError from None


@pytest.mark.parametrize("command", ["check", "convert"])
def test_the_others_are_done(command, tmp_path, monkeypatch):
    hybridc.convert(SHORT)  # what is imported first is not counted
    plain = getattr(pipeline, command)

    def work(source, options):
        return (never_ends if source.filename.endswith("b.py") else plain)(source, options)

    monkeypatch.setattr(pipeline, command, work)
    for name in "abc":
        (tmp_path / f"{name}.py").write_text(SHORT)
    result = run(command, tmp_path, "--timeout", "2")
    assert result.exit_code == 2
    assert result.output.count("HYB910 [error] given up after 2 seconds") == 1
    if command == "convert":
        assert sorted(p.name for p in tmp_path.glob("*_jax.py")) == ["a_jax.py", "c_jax.py"]


def never_ends_at_five(job):
    found = attempt(never_ends if job.path == "5.py" else lambda source: None, "x = 1\n", job.path, job.timeout)
    return Done(job.path, () if found is None else (found,))


def test_on_several_processes():
    jobs = [Job(f"{number}.py", Options(), timeout=2.0 if number == 5 else None) for number in range(20)]
    done = list(pool.run(jobs, never_ends_at_five, 3))
    assert [d.path for d in done if d.diagnostics] == ["5.py"]
    assert done[5].diagnostics[0].code == "HYB910"


def test_no_limit_and_no_such_limit(tmp_path):
    (tmp_path / "a.py").write_text(SHORT)
    assert run("check", tmp_path, "--timeout", "0").exit_code == run("check", tmp_path).exit_code
    assert run("check", tmp_path, "--timeout", "-1").exit_code == 2


def test_what_never_ends_is_stopped():
    found = attempt(never_ends, "x = 1\n", "a.py", limit=0.1)
    assert (found.code, found.message) == ("HYB910", "given up after 0.1 seconds")
    with pytest.raises(OutOfTime):
        run_within(0.1, never_ends)
    assert run_within(None, len, "abc") == 3
