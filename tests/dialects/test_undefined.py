"""The tables of where functions raise, warn and give NaN, against the functions themselves."""

import importlib
import itertools
import math
import warnings

import numpy as np
import pytest

from hybridc.dialects import ALL, DIVISORS, INDICES, NAN, POSITIONS

FINITE = [-2.5, -1.0, -0.5, 0.0, 0.5, 1.0, 2.5]


def entries(name):
    return next(found for dialect in ALL if (found := dialect.lookup(name)))


def elementwise():
    for dialect in ALL:
        for name in dialect.names:
            for entry in dialect.lookup(name):
                parameters = entry.parameters
                fits = parameters and len(parameters) <= 2 and all(p.default is None for p in parameters)
                if (
                    fits
                    and entry.refusal is None
                    and entry.shape == "elementwise"
                    and name.startswith(("numpy.", "math."))
                ):
                    yield name, len(parameters)


def gives_nan(name, count, numbers):
    module, _, function = name.rpartition(".")
    function = getattr(importlib.import_module(module), function)
    for arguments in itertools.product(numbers, repeat=count):
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            try:
                result = function(*arguments)
            except ValueError:
                if name.startswith("math."):  # which raises instead
                    return True
                continue
            except (TypeError, ArithmeticError):
                continue
        if any(isinstance(r, float | np.floating) and math.isnan(r) for r in np.atleast_1d(result).tolist()):
            return True
    return False


@pytest.mark.parametrize(("name", "count"), sorted(set(elementwise())))
def test_functions_that_give_nan_for_finite_numbers_are_known(name, count):
    assert gives_nan(name, count, FINITE) is (name in NAN)


@pytest.mark.parametrize("name", sorted(DIVISORS))
def test_the_parameter_that_divides_is_one_of_the_lines(name):
    assert DIVISORS[name] in {p.name for entry in entries(name) for p in entry.parameters or ()}


@pytest.mark.parametrize("name", sorted(POSITIONS))
def test_the_parameter_with_places_is_one_of_the_lines(name):
    place, axis = POSITIONS[name]
    line = entries(name)[0]
    default = next((p.default for p in line.parameters if p.name == "axis"), None)
    assert place in {p.name for p in line.parameters} and str(default) == str(axis)
    assert any(entry.places == place for dialect in ALL for entry in dialect.lookup(name))


@pytest.mark.parametrize("name", sorted(INDICES))
def test_the_parameter_with_an_index_is_one_of_the_lines(name):
    assert entries(name)[0].places == INDICES[name]


@pytest.mark.parametrize("name", sorted(NAN))
def test_every_function_that_gives_nan_has_a_line(name):
    assert any(entry.refusal is None for entry in entries(name))
