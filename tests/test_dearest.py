"""Dear tests run in turns, and none is forgotten."""

import dearest
from dearest import DEAR


def test_a_test_of_n_times_the_bound_runs_once_in_n_days():
    for times, period in [(0.9, 1), (1.0, 1), (1.2, 2), (4.0, 4), (9.5, 10)]:
        runs = [not dearest.is_of_another_day(times * DEAR, "tests/a.py::test", day) for day in range(3 * period)]
        assert sum(runs) == 3
        assert runs[:period] == runs[period : 2 * period]


def test_a_day_has_its_share_of_them():
    days = [sum(not dearest.is_of_another_day(3 * DEAR, f"test_{n}", day) for n in range(300)) for day in range(3)]
    assert sum(days) == 300
    assert min(days) > 70


def test_what_is_recorded_is_dear():
    assert all(seconds >= DEAR for seconds in dearest.recorded().values())


def test_what_did_not_run_keeps_its_record(tmp_path, monkeypatch):
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_here.py").touch()
    record = tmp_path / "tests" / "dearest.json"
    record.write_text('{"tests/test_here.py::a": 1.0, "tests/test_here.py::b": 1.0, "tests/test_gone.py::c": 1.0}')
    monkeypatch.setattr(dearest, "RECORD", record)
    recorder = dearest.Recorder()
    recorder.seconds.update({"tests/test_here.py::b": DEAR / 2, "tests/test_here.py::d": 2.0})
    recorder.pytest_sessionfinish()
    assert dearest.recorded() == {"tests/test_here.py::a": 1.0, "tests/test_here.py::d": 2.0}
