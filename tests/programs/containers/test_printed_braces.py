"""Braces in printed texts are printed as they are, wherever they stand."""

import jax
import numpy as np

import hybridc

TEXT = """import numpy as np


def f(x):
    y = np.sum(x)
    print("{a}:", y)
    print("b {c}", y, "{d}")
    print("{only}")
    print("plain", y)
    print(f"{{z}} {y:.2f} }}")
    print("}", "{", sep="{}")
    print(y, "{end}")
    return y
"""


def test_texts_are_printed_as_python_prints_them(capsys):
    printed = []
    for text in (TEXT, hybridc.convert(TEXT).code):
        scope = {}
        exec(text, scope)
        scope["f"](np.ones(3))
        jax.effects_barrier()
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]
    assert printed[0].startswith("{a}: 3.0\nb {c} 3.0 {d}\n{only}\n")
