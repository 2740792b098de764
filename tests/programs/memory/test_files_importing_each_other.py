"""What a helper of another file writes is followed through files that import each other, each of which is read once."""

import sys

import numpy as np

import hybridc
from differential import assert_same, load

COUNT = 12
TEXT = """import numpy as np
from around_0 import bump


def main(n):  # hybridc: host
    u = work(np.ones(n))
    bump(u, 3)
    return u


def work(x):
    return np.sin(x)
"""


def test_it_ends_and_sees_the_write(tmp_path, monkeypatch):
    for number in range(COUNT):
        others = [other for other in range(COUNT) if other != number]
        imports = "".join(f"import around_{other}\n" for other in others)
        calls = "".join(f"        around_{other}.bump(a, k - 1)\n" for other in others[:1])
        body = f"    if k > 0:\n{calls}    a += {number}.0\n" if number else f"    if k > 0:\n{calls}    a += 1.0\n"
        unused = "".join(f"    around_{other}.bump(a, k)\n" for other in others)
        text = f"{imports}\n\ndef bump(a, k):\n{body}\n\ndef never(a, k):\n{unused}"
        (tmp_path / f"around_{number}.py").write_text(text)
    path = tmp_path / "program.py"
    path.write_text(TEXT)
    result = hybridc.convert(TEXT, filename=str(path))
    assert result.code is not None and "@control.gives_numpy()" in result.code
    monkeypatch.syspath_prepend(str(tmp_path))
    try:
        assert_same(load(TEXT).main(4), load(result.code, "generated").main(4))
        assert np.ptp(load(TEXT).main(4)) == 0
    finally:
        for number in range(COUNT):
            sys.modules.pop(f"around_{number}", None)
