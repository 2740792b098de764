"""What is read, and how what cannot be read is said."""

import os
import socket
import sys

import pytest

import hybridc
from hybridc.core.deep import run_deep
from hybridc.core.source import LARGEST, Unreadable, decode, read


def refusal(data, name="f.py"):
    with pytest.raises(Unreadable) as caught:
        run_deep(decode, data, name)
    return caught.value.diagnostic


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_line_ends_survive(newline):
    data = newline.join(["x = 1", "y = 2", ""]).encode()
    source = decode(data, "f.py")
    assert source.text == "x = 1\ny = 2\n"
    assert source.encode(source.text) == data


def test_a_bom_survives():
    data = b"\xef\xbb\xbfx = 'caf\xc3\xa9'\n"
    source = decode(data, "f.py")
    assert source.has_bom
    assert source.encode(source.text) == data


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252", "utf-8", "shift_jis"])
def test_a_coding_comment_is_obeyed(encoding):
    text = f"# -*- coding: {encoding} -*-\nx = '{'日本' if encoding == 'shift_jis' else 'é'}'\n"
    source = decode(text.encode(encoding), "f.py")
    assert source.text == text
    assert source.encode(text) == text.encode(encoding)


@pytest.mark.parametrize(
    ("data", "code", "line"),
    [
        (b"def f(:\n", "HYB901", 1),
        (b"x = 1\n\n  y = 2\n", "HYB901", 3),
        (b"print 'hello'\n", "HYB901", 1),
        (b"try:\n    pass\nexcept A, e:\n    pass\n", "HYB901", 3),
        (b"x = 0777\n", "HYB901", 1),
        (b"return 1\n", "HYB901", 1),
        (b"if x:\n\ty = 1\n        z = 2\n", "HYB901", 3),
        (b"x = '\x00'\n", "HYB901", 0),
        (b"x = 1\ny = '\xff'\n", "HYB902", 2),
        (b"# coding: nonsense\n", "HYB902", 0),
        (b"\xef\xbb\xbf# coding: latin-1\nx = 1\n", "HYB902", 0),
        (b"(" * 10_000 + b")" * 10_000, "HYB904", 0),
        (b"x = " + b"-" * 9_000 + b"1\n", "HYB904", 0),
        (b"x = " + b"+".join([b"a"] * 20_000) + b"\n", "HYB904", 0),
        (b"if a:\n    pass\n" + b"elif a:\n    pass\n" * 10_000, "HYB904", 0),
        (b"x = a" + b".b" * 10_000 + b"\n", "HYB904", 0),
    ],
    ids=lambda v: repr(v)[:24],
)  # fmt: skip
def test_what_is_no_program_is_one_diagnostic(data, code, line):
    diagnostic = refusal(data)
    assert diagnostic.code == code
    assert diagnostic.location.line == line or code == "HYB904"


def test_python_2_is_recognised():
    assert "Python 2" in refusal(b"print 'hello'\n").message


def test_a_long_sum_is_legal():
    assert run_deep(decode, ("x = " + "+".join(["a"] * 1000)).encode(), "f.py").tree.body


def test_a_long_chain_on_traced_values_is_refused():
    chain = "".join(f"    elif x == {i}:\n        y = {i}.0\n" for i in range(300))
    source = (
        f"import numpy as np\n\ndef f(x):\n    y = np.sin(1.0)\n    if x < 0:\n        y = 1.0\n{chain}    return y\n"
    )
    codes = {d.code for d in hybridc.convert(source).refusals}
    assert "HYB222" in codes or (sys.version_info[:2] == (3, 12) and codes == {"HYB904"})  # whose own stack ends first


@pytest.mark.parametrize("data", [b"", b"\n\n", b"\x0c\nx = 1\n", b"if a:\n\tx = 1\n"])
def test_odd_but_legal_files_are_read(data):
    assert decode(data, "f.py").encode(decode(data, "f.py").text) == data


def unreadable(path):
    with pytest.raises(Unreadable) as caught:
        read(path)
    return caught.value.diagnostic.code


def test_what_is_no_regular_file_is_not_opened(tmp_path):
    os.mkfifo(tmp_path / "pipe.py")
    (tmp_path / "zero.py").symlink_to("/dev/zero")
    with socket.socket(socket.AF_UNIX) as listener:
        os.chdir(tmp_path)
        listener.bind("socket.py")
        assert [unreadable(tmp_path / n) for n in ("pipe.py", "zero.py", "socket.py")] == ["HYB907"] * 3
    assert unreadable(tmp_path) == "HYB907"


def test_missing_looping_and_huge_files_are_refused(tmp_path):
    (tmp_path / "loop.py").symlink_to("loop.py")
    (tmp_path / "huge.py").write_bytes(b"#" * (LARGEST + 1))
    assert [unreadable(tmp_path / n) for n in ("none.py", "loop.py", "huge.py", "\0.py")] == ["HYB903"] * 4


def test_deep_work_passes_errors_on_and_leaves_the_limit():
    limit = sys.getrecursionlimit()

    def down(n):
        return 0 if n == 0 else 1 + down(n - 1)

    assert run_deep(down, 20_000) == 20_000
    with pytest.raises(ZeroDivisionError):
        run_deep(lambda: 1 / 0)
    assert sys.getrecursionlimit() == limit
