"""Scripts of several fields, unedited but for their sizes: they print and draw what they did, and their loops compile."""

import pytest

import hybridc
from played import assert_plays_as, with_sizes
from scripts import ROOT

SIZES = {
    "finite_volume": {"N": 12, "tEnd": 0.5},
    "heat_plate": {"nx, ny": "20, 24", "nt": 1001},
    "ising": {"L": 12, "sweeps": 40},
    "lattice_boltzmann": {"Nx, Ny": "24, 12", "Nt": 40},
    "logistic_regression": {"n, d": "40, 4", "epochs": 260},
    "lorenz": {"members": 5, "steps": 120, "every": 50},
    "mandelbrot": {"width, height": "20, 14", "max_iter": 40},
    "molecules": {"n_side": 3, "steps": 110},
    "nbody": {"N": 8, "Nt": 110},
    "reaction_diffusion": {"N": 24, "steps": 1001},
    "schroedinger": {"N": 64, "steps": 1001},
    "wave_string": {"n": 41, "steps": 2001},
}
MADE = {  # what becomes of the loop: all its turns until something is drawn, one, or all of it
    "_turns": ["heat_plate", "ising", "lorenz", "molecules", "reaction_diffusion"],
    "_main_turns": ["finite_volume", "logistic_regression", "nbody", "schroedinger", "wave_string"],
    "_main_step": ["lattice_boltzmann"],
    "_loop": ["mandelbrot"],
}


def test_every_script_is_played():
    names = {path.stem for path in (ROOT / "benchmarks" / "scripts").glob("*.py")}
    assert names == SIZES.keys() == {name for made in MADE.values() for name in made}


@pytest.mark.parametrize(("function", "name"), [(f, name) for f, made in MADE.items() for name in made])
def test_it_prints_and_draws_the_same(function, name, tmp_path):
    text = with_sizes((ROOT / "benchmarks" / "scripts" / f"{name}.py").read_text(), **SIZES[name])
    result = hybridc.convert(text, filename=f"{name}.py")
    assert result.code is not None
    outcomes = {f.name: f.outcome for f in result.functions}
    assert outcomes[function] is hybridc.Outcome.COMPILED
    assert_plays_as(text, result.code, tmp_path)
