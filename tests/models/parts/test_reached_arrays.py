"""Arrays that code around models reaches by names, lists, dicts, objects, closures, parameters and buffers show what is
written into them by any of these ways."""

import ast
import textwrap

import numpy as np
import pytest
import torch
from converted_models import assert_same, loaded, original
from reached_files import DEFAULTS, FILES, IN_FORWARD, READ_DEFAULT, REFUSED, RETURNED
from reached_objects import IMPORTS, OBJECTS
from reached_sources import BODIES, COMPUTED, HEAD, MADE

from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import check, convert

X = torch.linspace(-1, 1, 6).reshape(2, 3)


def in_function(name):
    body, seen = BODIES[name]
    lines = textwrap.indent(f"{MADE}{body}\nreturn [{seen}]\n", "    ")
    return f"{HEAD}\n\ndef run():\n{lines}\n\nout = run()\n"


def of_arguments(name):
    body, seen = BODIES[name]
    lines = textwrap.indent(f"{body}\nreturn [{seen}]\n", "    ")
    return f"{HEAD}\n\ndef run(w, b):\n{lines}\n\nout = run(torch.ones(3), torch.zeros(3))\n"


def of_arrays(text):
    """Writes of arrays, with which functions beside models compute."""
    return text.replace(".add_(1)", ".add_(torch.ones(3))").replace("+= 1\n", "+= torch.ones(3)\n")


def at_the_top(name):
    body, seen = BODIES[name]
    return f"{HEAD}\n\n{MADE}{body}\nout = [{seen}]\n"


def assert_agrees(text):
    result = convert(Source("model.py", text, ast.parse(text)), Options(format=False))
    assert result.code is not None and not result.refusals, [(d.code, d.location.line) for d in result.refusals]
    there, here = original(text), loaded(result.code)
    assert len(here.out) == len(there.out) > 0
    for mine, theirs in zip(here.out, there.out, strict=True):
        assert_same(np.asarray(mine), theirs.detach() if isinstance(theirs, torch.Tensor) else theirs)


@pytest.mark.sampled(8)
@pytest.mark.parametrize("form", [in_function, of_arguments, at_the_top])
@pytest.mark.parametrize("name", BODIES)
def test_a_write_is_seen_by_all_ways(name, form):
    assert_agrees(form(name))


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", FILES)
def test_a_write_is_seen_by_all_functions_and_models(name):
    assert_agrees(f"{HEAD}\n\n{FILES[name]}")


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", OBJECTS)
def test_a_write_is_seen_by_all_that_objects_hand_it_to(name):
    assert_agrees(f"{IMPORTS}\n\n{OBJECTS[name]}")


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", COMPUTED)
def test_what_functions_that_compute_write_is_seen_by_their_callers(name):
    assert_agrees(of_arrays(of_arguments(name) if name in BODIES else f"{HEAD}\n\n{FILES[name]}"))


def test_arrays_that_are_defaults_stay_what_calls_have_made_of_them():
    assert_agrees(f"{HEAD}\n\n{DEFAULTS}")
    read = f"{HEAD}\n\n{READ_DEFAULT}"
    code = convert(Source("model.py", read, ast.parse(read)), Options(format=False)).code
    assert code is not None and "mutable" not in code


@pytest.mark.parametrize("name", IN_FORWARD)
def test_what_is_written_under_no_name_of_its_own_while_a_model_runs_is_seen(name):
    assert_agrees(f"{HEAD}\n\n{IN_FORWARD[name]}")


def test_what_comprehensions_and_dicts_of_the_model_would_write_is_refused():
    for name, file in REFUSED.items():
        text = f"{HEAD}\n\n{file}"
        found = {
            d.code for d in check(Source("model.py", text, ast.parse(text)), Options()).diagnostics if d.is_refusal
        }
        assert found & {"HYB303", "HYB306"}, name


def test_a_model_that_writes_into_what_code_around_it_keeps_is_refused_when_it_is_called():
    for part in ("nn.ReLU(inplace=True)", "nn.Sequential(nn.Identity(), nn.ReLU(inplace=True))"):
        text = f"{HEAD}\n\nheld = [torch.ones(3)]\nheld[0] -= 2\nmodel = {part}\n\n\ndef run():\n    return model(held[0])\n"
        result = convert(Source("model.py", text, ast.parse(text)), Options(format=False))
        with pytest.raises(RuntimeError, match="writes in place into an array that is read afterwards"):
            loaded(result.code).run()


def test_what_a_model_gives_of_its_input_is_the_input():
    text = f"{HEAD}\n\nheld = [torch.zeros(2, 3)]\nflat = nn.Sequential(nn.Identity(), nn.Flatten(0))\n"
    text += "seen = flat(held[0])\nseen[1] = 5\nseen += 1\nheld[0][1] *= 2\nout = [held[0], seen, flat(held[0] + 0)]\n"
    assert_agrees(text)


def test_a_buffer_that_a_model_returns_is_what_it_was_after_the_call():
    """PyTorch's is the buffer itself, which later calls write: docs/pytorch.md."""
    text = f"{HEAD}\n"
    for place, body in enumerate(RETURNED.values()):
        text += f"\n\nclass N{place}(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        text += '        self.register_buffer("b", torch.ones(3))\n\n    def forward(self, x):\n'
        text += textwrap.indent(body, " " * 8) + "\n"
    result = convert(Source("model.py", text, ast.parse(text)), Options(format=False))
    assert result.code is not None and not result.refusals
    there, here = original(text), loaded(result.code)
    for place, name in enumerate(RETURNED):
        theirs, mine = getattr(there, f"N{place}")(), getattr(here, f"N{place}")()
        given, seen = [], []
        for scale in (2.0, 3.0):
            result_there, result_here = theirs(torch.ones(3) * scale), mine(torch.ones(3).numpy() * scale)
            is_tuple = isinstance(result_there, tuple)
            given.append((result_there[-1] if is_tuple else result_there).clone())
            seen.append(result_here[-1] if is_tuple else result_here)
        assert not torch.equal(*given), name
        for one, other in zip([*seen, mine.b], [*given, theirs.b], strict=True):
            assert_same(np.asarray(one), other)
