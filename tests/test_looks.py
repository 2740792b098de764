"""How often statements are looked at: some times each, whatever they stand in."""

from pathlib import Path

import pytest

import hybridc
from hybridc import Options
from interpreted import looks

ROOT = Path(__file__).parent
FILES = [*(ROOT.parent / "samples").glob("*.py"), *(ROOT / "golden" / "cases").glob("*.py")]
CORPUS = sorted(path for path in FILES if not path.stem.endswith("_jax"))


def test_statements_are_looked_at_a_few_times():
    counts = {}
    for path in CORPUS:
        with looks() as found:
            hybridc.check(path.read_text(), options=Options(partial=True))
        if found.kept:
            counts[path.stem] = found.count / len(found.kept)
    assert len(counts) > 30
    assert sum(counts.values()) < 2.5 * len(counts)
    assert {name: count for name, count in counts.items() if count > 8} == {}


HEADS = {
    "while": "while y.sum() < {}:",
    "while that stays": "while len(x) < {}:",
    "range": "for i{} in range(s):",
    "array": "for e{} in x:",
    "list": "for e{} in [x, y]:",
    "if": "if y[0] > {}:",
}
BODIES = {
    "sum": ["y = y + 1"],
    "swap": ["x, y = y * 1, x"],
    "branch": ["if y[0] > {}:", "    y = y + 1", "else:", "    y = y * 2"],
    "break": ["if y[0] > {}:", "    break"],
    "continue": ["if y[0] > {}:", "    continue", "y = y * 2"],
    "store": ["y[{}] = y.max()"],
    "first set": ["w = np.sort(y)"],
    "number": ["n{} = 0", "n{} += 1"],
    "unknown": ["y = np.dot(x, y) * y"],
}
LINEAR = 4
NEARLY = 5.5  # the innermost loops are looked at less often
TIMES = {
    **{(head, body): NEARLY if head in ("list", "while that stays") else LINEAR for head in HEADS for body in BODIES},
    **{(head, "swap"): NEARLY for head in ("while", "range", "while that stays")},
    ("array", "swap"): 9,
    # A loop that carries an array of any type is looked at by each loop around it anew: the square of the depth.
    **{(head, "unknown"): 16 for head in HEADS if head != "if"},
}
# Arrays that change places in turns of Python's: each loop adds memory that those around it have not seen.
del TIMES["list", "swap"]
NO_LOOP = {("if", "break"), ("if", "continue")}


def nest(head, body, depth):
    lines = ["import numpy as np", "", "", "def f(x, s):", "    y = np.cos(x)"]
    for i in range(depth):
        inner = "    " * (i + 2)
        lines += ["    " * (i + 1) + HEADS[head].format(i), *(inner + line.format(i) for line in BODIES[body])]
    return "\n".join([*lines, "    return y", ""])


@pytest.mark.parametrize(("head", "body"), sorted(TIMES.keys() - NO_LOOP))
def test_looks_into_nests(head, body):
    """Depth 12 to depth 3: 4 times as much text, and never two to the depth."""
    counts = []
    for depth in (3, 12):
        with looks() as found:
            hybridc.check(nest(head, body, depth))
        counts.append(found.count)
    assert counts[1] <= TIMES[head, body] * counts[0]
