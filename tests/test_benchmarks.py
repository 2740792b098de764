"""What the benchmarks compare gives the same values: the original, what was converted, and the twin by hand."""

import importlib.util
import sys
from pathlib import Path

import jax
import numpy as np
import pytest

from differential import fresh, load

PATH = Path(__file__).parents[1] / "benchmarks" / "control_flow.py"
SPEC = importlib.util.spec_from_file_location("control_flow", PATH)
control_flow = importlib.util.module_from_spec(SPEC)
sys.modules[SPEC.name] = control_flow
SPEC.loader.exec_module(control_flow)


@pytest.mark.parametrize("program", control_flow.PROGRAMS, ids=lambda p: p.name)
def test_the_programs_agree(program):
    arguments = program.arguments(min(program.turns, 60))
    original = load("import numpy as np\n\n" + program.source).run(*fresh(arguments))
    converted = control_flow.converted(program)()(*fresh(arguments))
    twin = jax.jit(program.twin())(*fresh(arguments))
    for one, *others in zip(*map(jax.tree.leaves, (original, converted, twin)), strict=True):
        for other in others:
            np.testing.assert_allclose(np.asarray(other), np.asarray(one), rtol=1e-9)
