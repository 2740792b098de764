"""Tells at the end how many of the random programs were refused, by code; the processes of a run are taken together."""

from collections import Counter, defaultdict

import pytest


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    programs: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    codes: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for report in terminalreporter.getreports("passed"):
        for name, value in report.user_properties:
            if name == "refusals" and report.when == "call":
                of, count, refused_of, codes_of = value
                programs[of] += count
                refused[of] += refused_of
                codes[of].update(codes_of)
    for of, count in sorted(programs.items()):
        shares = [f"{code} {n / count:.1%}" for code, n in codes[of].most_common()]
        terminalreporter.write_line(f"{of}: {count} programs, {refused[of] / count:.1%} refused: {', '.join(shares)}")
