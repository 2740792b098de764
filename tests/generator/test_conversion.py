"""What is taken for a difference between a program and its conversion, and what for a refusal."""

from types import SimpleNamespace

import pytest
from in_place import conversion
from in_place.conversion import verdict
from in_place.programs import generate_in_place

from programs import Program

SOURCE = "def f(x):\n    x[0] = 1.5\n    return x\n"
PROGRAM = Program(SOURCE, "f", [(generate_in_place(0, 1).arguments[0][3],)])
CHANGED = "the array that the caller passes as `{}` is changed by the original, not by the converted function"


def diagnostic(code: str, message: str) -> SimpleNamespace:
    return SimpleNamespace(code=code, message=message)


def converted(monkeypatch: pytest.MonkeyPatch, code: str | None, *diagnostics: SimpleNamespace) -> conversion.Verdict:
    refusals = diagnostics if code is None else ()
    functions = [SimpleNamespace(name="f", returned_mutated=())]
    result = SimpleNamespace(code=code, diagnostics=diagnostics, refusals=refusals, functions=functions)
    monkeypatch.setattr(conversion.hybridc, "convert", lambda *_, **__: result)
    return verdict(PROGRAM)


def test_the_program_itself_differs_in_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert converted(monkeypatch, SOURCE).difference is None


def test_a_refusal_is_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    found = converted(monkeypatch, None, diagnostic("HYB303", "shared"))
    assert found.refused == {"HYB303"} and found.difference is None


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("def f(x):\n    x[0] = 1.0\n    return x\n", "argument"),
        ("def f(x):\n    x[0] = 1.5\n    return x + 1\n", "values"),
        ("def f(x):\n    x[0] = 1.5\n    return x[:2]\n", "values"),
        ("def f(x):\n    x[0] = 1.5\n    return x.astype('float32')\n", "values"),
        ("def f(x):\n    x[0] = 1.5\n    return (x,)\n", "values"),
        ("def f(x):\n    raise TypeError('no')\n", "TypeError"),
        ("def g(x):\n    return x\n", "AttributeError"),
    ],
)
def test_what_the_caller_gets_is_compared(monkeypatch: pytest.MonkeyPatch, code: str, kind: str) -> None:
    difference = converted(monkeypatch, code).difference
    assert difference is not None and difference.split(":")[0] == kind


COPYING = "def f(x):\n    x = x.copy()\n    x[0] = 1.5\n    return x\n"


@pytest.mark.parametrize(("name", "is_difference"), [("x", False), ("y", True)])
def test_a_change_that_stays_inside_is_to_be_reported(
    monkeypatch: pytest.MonkeyPatch, name: str, is_difference: bool
) -> None:
    found = converted(monkeypatch, COPYING, diagnostic("HYB304", CHANGED.format(name)))
    assert (found.difference is not None) is is_difference


def test_a_refusal_when_run_that_was_foretold_is_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    code = "def f(x):\n    raise TypeError('`x` was converted as a number')\n"
    assert converted(monkeypatch, code, diagnostic("HYB311", "`x`")).refused == {"HYB311"}
    assert converted(monkeypatch, code).difference is not None
