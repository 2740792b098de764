"""Dear tests take turns: one of n times `DEAR` seconds runs every n-th day, and with the long tests on the others.

`pytest -n 2 -m "" --record-dearest tests` measures them anew, on a quiet machine and for the second time in a row; what
did not run keeps its record.
"""

import datetime
import json
import math
import os
import zlib
from collections import Counter
from pathlib import Path

RECORD = Path(__file__).with_suffix(".json")
DEAR, RECORDED = 0.03, 0.05  # seconds; what takes less than the second runs every day
DAY = int(
    os.environ.setdefault("HYBRIDC_TEST_DAY", str(datetime.date.today().toordinal()))
)  # child processes have the same


def recorded() -> dict[str, float]:
    return json.loads(RECORD.read_text())


def is_of_another_day(seconds: float, nodeid: str, day: int = DAY) -> bool:
    """The tests of one duration are spread over the days by their names."""
    return (zlib.crc32(nodeid.encode()) + day) % math.ceil(round(seconds / DEAR, 6)) != 0


class Recorder:
    """A plugin that writes what tests took, their fixtures included."""

    def __init__(self) -> None:
        self.seconds: Counter[str] = Counter()

    def pytest_runtest_logreport(self, report) -> None:
        self.seconds[report.nodeid] += report.duration

    def pytest_sessionfinish(self) -> None:
        kept = {name: taken for name, taken in recorded().items() if (RECORD.parents[1] / name.split("::")[0]).exists()}
        known = {**kept, **{name: round(taken, 2) for name, taken in self.seconds.items()}}
        dear = {name: taken for name, taken in sorted(known.items()) if taken > RECORDED}
        RECORD.write_text(json.dumps(dear, indent=0, ensure_ascii=True) + "\n")
