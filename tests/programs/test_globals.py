"""Globals that change: what compiled code reads of them is never stale."""

import pytest

import hybridc

READS = "\n\ndef f(x):\n    return np.sin(x) * rate\n"

# Programs of which some function must not be compiled, since the global that it reads is bound or changed elsewhere.
CHANGING = {
    "by_an_async_function": "rate = 1.0\n\nasync def g():\n    global rate\n    rate += 2.0\n    rate = [rate]\n" + READS,
    "by_a_nested_function": (
        "rate = [1.0]\n\ndef g():\n    def h():\n        global rate\n        rate = 2.0\n    return h\n" + READS
    ),
    "by_the_body_of_a_class": "rate = [1.0]\n\nclass A:\n    global rate\n    rate = 3.0\n" + READS,
    "by_an_import": "rate = [1.0]\n\ndef g():\n    global rate\n    import math as rate\n" + READS,
    "in_place_by_an_async_function": "rate = [1.0]\n\nasync def g():\n    rate[0] = 2.0\n" + READS,
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGING)
def test_who_changes_a_global_is_found(name):
    assert {d.code for d in hybridc.check("import numpy as np\n\n" + CHANGING[name]).refusals} & {"HYB601", "HYB603"}


def test_a_host_function_that_reads_a_changing_global_is_not_passed_into_compiled_code():
    text = (
        "import numpy as np\n\nrate = [1.0]\n\ndef g(x):  # hybridc: host\n    return x * rate[0]\n\n"
        "def f(xs):\n    return np.sum(xs) + sum(map(g, xs))\n\nrate = [2.0]\n"
    )
    assert [d.code for d in hybridc.check(text).refusals] == ["HYB601"]


def test_a_result_that_must_be_known_while_tracing_does_not_come_from_a_changing_global():
    text = (
        "import numpy as np\n\nn = [3]\n\ndef size():\n    return len(n)\n\n"
        "def f(x):\n    return np.zeros(size()) + np.sum(x)\n\nn = [3, 4]\n"
    )
    assert "HYB601" in {d.code for d in hybridc.check(text).refusals}
