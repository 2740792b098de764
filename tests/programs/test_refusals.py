"""What cannot be converted to the same meaning is refused, with the code that says why."""

import pytest

import hybridc
from hybridc.dialects import UNSUPPORTED

REFUSED = {
    "return_from_a_loop_that_cannot_be_counted": (
        "for i, v in zip(range(n, 0, -1), x):\n    if v > 0:\n        return i\nreturn np.sum(x)",
        "HYB211",
    ),
    "break_from_a_loop_that_cannot_be_counted": (
        "s = 0.0\nfor i, v in zip(range(n, 0, -1), x):\n    if v < 0:\n        break\n    s = s + v\nreturn np.sin(s)",
        "HYB212",
    ),
    "read_in_the_loop_before_it_is_set": (
        "for i in range(n):\n    if np.sum(x) > i:\n        y = np.sin(x)\n    x = y * i\nreturn x",
        "HYB215",
    ),
    "set_in_a_branch_only": ("if np.sum(x) > 0:\n    y = 1.0\nreturn y", "HYB215"),
    "none_or_array": ("y = None\nif np.sum(x) > 0:\n    y = x\nreturn y", "HYB216"),
    "string_by_branch": ("y = 'a'\nif np.sum(x) > 0:\n    y = 'b'\nreturn np.sin(x) if y == 'a' else x", "HYB216"),
    "append_if": (
        "out = []\nfor v in x:\n    if v > 0:\n        out.append(v)\nreturn np.stack(out)",
        "HYB214",
    ),
    "mask_read": ("return x[x > 0]", "HYB403"),
    "nonzero": ("return np.nonzero(x)", "HYB403"),
    "one_argument_where": ("return np.where(x > 0)", "HYB403"),
    "slice_by_value": ("k = np.argmax(x)\nreturn np.sort(x[:k])", "HYB220"),
    "slice_by_loop_variable": ("i = 0\nwhile i < np.sum(x):\n    i = i + 1\nreturn np.cumsum(x[:i])", "HYB220"),
    "item": ("return np.sum(x).item()", "HYB101"),
    "float": ("return float(np.outer(x, x))", "HYB102"),
    "random": ("if x[0] > 0:\n    return x\nreturn x + np.random.normal(size=3)", "HYB404"),
    "counted_truths": ("return np.sin(x) * ((a > 0) + (b > 0))", "HYB506"),
    "unknown_name": ("return np.sine(x)", "HYB401"),
    "unsupported_argument": ("return np.sin(x, casting='unsafe')", "HYB405"),
    "walrus_on_one_side": ("return x * s if n > 0 and (s := np.sum(x)) > 0 else x", "HYB222"),
    "try": ("try:\n    y = np.log(x)\nexcept ValueError:\n    y = x\nreturn y", "HYB218"),
    "with": ("with a:\n    y = np.log(x)\nreturn y", "HYB222"),
    "star_print": ("print(*x)\nreturn np.sin(x)", "HYB222"),
    "step_of_a_range": ("r = range(0, n, k)\ns = 0.0\nfor i in r:\n    s = s + x[i]\nreturn np.sin(s)", "HYB220"),
    "identity_with_true": ("y = np.sin(x)\nif a is True:\n    y = -y\nreturn y", "HYB220"),
    "isinstance": ("if isinstance(a, float):\n    return np.sin(x)\nreturn np.cos(x)", "HYB220"),
    "isscalar": ("if np.isscalar(a):\n    return np.sin(x)\nreturn np.cos(x)", "HYB402"),
    "traced_index_of_a_list": (
        "w = [np.sin(x), np.cos(x)]\ns = 0.0\nwhile s < 2:\n    s = s + 1\ni = np.argmax(x)\nreturn w[i]",
        "HYB220",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_is_refused(name):
    body, code = REFUSED[name]
    lines = "\n".join(f"    {line}" for line in body.split("\n"))
    result = hybridc.convert(f"import numpy as np\n\n\ndef f(x, n, k, a, b):  # hybridc: graph\n{lines}\n")
    assert result.code is None
    if code is not None:
        assert code in {d.code for d in result.refusals}


WHOLE = {
    "global_rebound": ("rate = [0.1]\n\ndef f(x):\n    return np.sin(x) * rate[0]\n\nfor rate in ([0.1], [0.2]):\n    print(f(1.0))\n", "HYB601"),
    "global_by_declaration": ("rate = [0.1]\n\ndef set_rate(r):\n    global rate\n    rate = [r]\n\ndef f(x):\n    return np.sin(x) * rate[0]\n", "HYB601"),
    "global_list_changed": ("w = [0.0]\n\ndef f(x):\n    return np.sin(x) * w[0]\n\nw[0] = 1.0\n", "HYB603"),
    "function_rebound": ("def g(x):\n    return np.sin(x)\n\ndef f(x):\n    return g(x) + np.pi\n\ng = np.cos\n", "HYB601"),
    "recursion": ("def f(x):\n    if np.sum(x) > 1:\n        x = f(np.sin(x))\n    return x\n", "HYB221"),
    "a_function_returned": (
        "def f(x):  # hybridc: graph\n    y = np.sin(x)\n\n    def g(v):\n        return v * y\n\n    return g\n",
        "HYB222",
    ),
    "mutual_recursion": ("def f(x):\n    return g(np.sin(x))\n\ndef g(x):\n    return f(np.cos(x))\n", "HYB221"),
    **{
        name: (f"import {name}.nn\n\ndef f(x):\n    return {name}.nn.relu(x)\n", "HYB407") for name in sorted(UNSUPPORTED)
    },
}  # fmt: skip


@pytest.mark.parametrize("name", WHOLE)
def test_a_whole_file_is_refused(name):
    source, code = WHOLE[name]
    result = hybridc.convert("import numpy as np\n\n" + source)
    assert result.code is None
    assert code in {d.code for d in result.refusals}
