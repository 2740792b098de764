"""Every line of Paddle's tables is run against Paddle, in a model that is converted as any other."""

import ast
import re
import warnings

import jax.numpy as jnp
import numpy as np
import pytest
from against_paddle import assert_same, loaded, paddle
from paddle_cases import CASES, INPUTS

from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.dialects.paddle import PADDLE
from hybridc.pipeline import convert

_HEADER = "import paddle\nimport paddle.nn.functional as F\nfrom paddle import nn\n"
_SPACE = {"paddle": paddle, "F": paddle.nn.functional}
# NumPy and XLA take other steps to these, some of them in fewer digits.
LOOSE = {"erfinv": 1e-4, "lgamma": 1e-4, "digamma": 1e-4}

# Not on a machine without a GPU; of parameters, tested with layers.
APART = frozenset({"cuda", "create_parameter"})


def names_in(case):
    return [n for n in dict.fromkeys(re.findall(r"\b[A-Z][A-Z0-9]*\b", case)) if n in INPUTS]


def program():
    classes = [
        f"class Case{number}(nn.Layer):\n    def forward(self, {', '.join(names_in(case)) or 'X'}):\n        return {case}\n"
        for number, case in enumerate(CASES)
    ]
    return _HEADER + "\n\n" + "\n\n".join(classes)


@pytest.fixture(scope="module")
def module():
    text = program()
    result = convert(Source("cases.py", text, ast.parse(text)), Options(partial=True, format=False))
    refused = [f"{text.splitlines()[d.location.line - 1].strip()}: {d.message}" for d in result.refusals]
    assert refused == []
    return loaded(result.code)


@pytest.mark.parametrize("number", range(len(CASES)), ids=[c.replace(" ", "") for c in CASES])
def test_a_call_agrees(module, number):
    case = CASES[number]
    names = names_in(case) or ["X"]
    with warnings.catch_warnings(), paddle.no_grad():
        warnings.simplefilter("ignore")
        expected = eval(case, dict(_SPACE), {n: paddle.to_tensor(INPUTS[n]) for n in names})
    found = getattr(module, f"Case{number}")().eval()(*[jnp.asarray(INPUTS[n]) for n in names])
    rtol = max((v for k, v in LOOSE.items() if k in case), default=1e-5)
    rtol = 2e-3 if any(np.asarray(INPUTS[n]).dtype == np.float16 for n in names) or "float16" in case else rtol
    assert_same(found, expected, rtol=rtol, atol=rtol / 5)


def test_every_line_that_computes_has_a_case():
    text = "\n".join(CASES)
    missing = []
    for name in PADDLE.names:
        owner, _, last = name.rpartition(".")
        entries = PADDLE.lookup(name)
        if not any(e.target and e.parameters is not None and not e.is_static and not e.is_host for e in entries):
            continue
        if (
            any(e.writes or e.draws for e in entries)
            or last in APART
            or owner.partition(".")[0] in ("Copied", "Host", "Module", "Shared")
        ):
            continue
        wanted = f".{last}(" if owner == "Tensor" else f"{owner.replace('paddle.nn.functional', 'F')}.{last}("
        if wanted not in text:
            missing.append(name)
    assert missing == []
