"""Globals that host code binds through the namespace of the file: compiled code reads what they are at each call."""

from __future__ import annotations

import sys

import numpy as np
import pytest

import hybridc
from differential import load

WAYS = {
    "globals": "globals()['K'] = {new}",
    "update": "globals().update(K={new})",
    "update with a dict": "globals().update({'K': {new}})",
    "a name for it": "names = globals()\nnames['K'] = {new}",
    "the module": "sys.modules[__name__].K = {new}",
    "a name for the module": "me = sys.modules[__name__]\nme.K = {new}",
    "setattr": "setattr(sys.modules[__name__], 'K', {new})",
    "any name": "for name in ['K']:\n    globals()[name] = {new}",
    "the file by its name": "import generated_module\ngenerated_module.K = {new}",
    "importlib": "importlib.import_module('generated_module').K = {new}",
    "of a function": "change.__globals__['K'] = {new}",
    "vars": "vars(sys.modules[__name__])['K'] = {new}",
    "the dict of the module": "sys.modules[__name__].__dict__['K'] = {new}",
}
KINDS = {
    "a number": ("K = 2.0", "x.sum() * K", "5.0"),
    "an array": ("K = np.ones(2) * 2", "(x * K).sum()", "np.ones(2) * 5"),
    "text": ("K = 'a'", "(x.sum() if K == 'a' else -x.sum())", "'b'"),
    "None": ("K = None", "(x.sum() if K is None else -x.sum())", "1"),
    "a function": ("def K(x):\n    return x * 2.0", "K(x).sum()", "lambda x: x * 5.0"),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("way", WAYS)
def test_compiled_code_reads_what_it_is_bound_to(kind: str, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    head, read, new = KINDS[kind]
    lines = "".join(f"    {line}\n" for line in WAYS[way].replace("{new}", new).split("\n"))
    source = (
        f"import importlib\nimport sys\nimport numpy as np\n\n{head}\n\n\ndef read(x):\n    return np.multiply(1.0, {read})\n"
        f"\n\ndef change():  # hybridc: host\n{lines}"
    )
    result = hybridc.convert(source)
    if result.code is None:
        assert {d.code for d in result.refusals} <= {"HYB601", "HYB220"}
        return
    found = []
    for text in (source, result.code):
        module = load(text, "generated_module")
        monkeypatch.setitem(sys.modules, "generated_module", module)
        before = float(module.read(np.ones(2)))
        module.change()
        found.append((before, float(module.read(np.ones(2)))))
    assert found[0] == found[1] and found[0][0] != found[0][1]


def test_what_is_read_through_the_namespace_stays_a_constant() -> None:
    source = (
        "import numpy as np\n\nK = 2.0\n\n\ndef read(x):\n    return np.sum(x) * K\n\n\n"
        "def show():  # hybridc: host\n    return globals()['K'], 'K' in globals(), globals().get('K')\n"
    )
    assert "    return jnp.sum(x) * K\n" in hybridc.convert(source).code
