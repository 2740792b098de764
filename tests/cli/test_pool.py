"""Files are done on several processes, whatever becomes of these."""

import os
import signal
import time

import pytest

from hybridc.core import processes
from hybridc.core.options import Options
from hybridc_cli import pool
from hybridc_cli.work import Done, Job, check_file

JOBS = [Job(f"{number}.py", Options(), b"x = 1\n") for number in range(20)]


def dies_at_five(job):
    if job.path == "5.py":
        os.kill(os.getpid(), signal.SIGKILL)
    return Done(job.path, (), original=str(os.getpid()))


def cannot_be_handed_over(job):
    nested = []
    for _ in range(100_000):
        nested = [nested]
    return Done(job.path, (), sides=nested)


def prints_and_reads(job):
    print("x" * 100_000, flush=True)
    os.write(1, b"x")
    return Done(job.path, (), original=os.read(0, 1).decode())


def test_results_come_in_the_order_of_the_files():
    assert [done.path for done in pool.run(JOBS, check_file, 3)] == [job.path for job in JOBS]


def test_a_process_that_dies_costs_the_file_that_it_was_at():
    found = [*pool.run(JOBS, dies_at_five, 2)]
    assert [done.path for done in found if not done.is_readable] == ["5.py"]
    assert found[5].diagnostics[0].message == "the process that read it died"
    assert len({done.original for done in found} - {str(os.getpid()), ""}) in (2, 3)


@pytest.mark.parametrize("executable", ["/bin/false", "/there/is/none"])
def test_where_no_process_can_be_started_the_files_are_done_here(monkeypatch, executable):
    monkeypatch.setattr("sys.executable", executable)
    found = [*pool.run(JOBS, prints_pid, 2)]
    assert {done.original for done in found} == {str(os.getpid())}


def prints_pid(job):
    return Done(job.path, (), original=str(os.getpid()))


def test_what_cannot_be_handed_over_is_a_defect_of_one_file():
    found = [*pool.run(JOBS, cannot_be_handed_over, 2)]
    assert {done.diagnostics[0].code for done in found} == {"HYB906"}
    assert "RecursionError" in found[0].diagnostics[0].message


def test_what_is_printed_gets_nowhere_near_the_answers(capfd):
    assert {done.original for done in pool.run(JOBS, prints_and_reads, 2)} == {""}
    assert capfd.readouterr() == ("", "")


def test_who_stops_asking_leaves_no_process_behind(monkeypatch):
    started = []
    start = processes.start
    monkeypatch.setattr(
        processes, "start", lambda *args, **kwargs: started.append(start(*args, **kwargs)) or started[-1]
    )
    results = pool.run(JOBS, check_file, 2)
    next(results)
    since = time.monotonic()
    results.close()
    assert len(started) == 2 and all(process.returncode is not None for process in started)
    assert time.monotonic() - since < 5
