"""What runs every day, one in six of the cases that compare layers and calls; and the width that JAX counts in."""

import jax
import pytest

from browsing import launched
from sampling import turn


def pytest_collection_modifyitems(items):
    for item in items:
        is_case = hasattr(item, "callspec")
        is_of_layers = any(f"runtime/{part}/" in item.nodeid for part in ("torch", "gluon", "paddle", "keras"))
        files = (
            *(f"dialects/test_{name}_" for name in ("torch", "mxnet", "paddle", "keras")),
            "models/test_keras_flow",
        )
        is_of_lines = any(p in item.nodeid for p in files) and is_case and "tables" not in item.nodeid
        if (is_of_layers or is_of_lines) and turn(item.callspec.id if is_case else item.name):
            item.add_marker(pytest.mark.long)


@pytest.fixture(scope="module", autouse=True)
def _the_width_of_fixtures(request):
    """What a file's fixtures make once is of the width of its tests."""
    yield from _in_width(False if _runs_as_jax(request.node.nodeid) else jax.config.jax_enable_x64)


@pytest.fixture(autouse=True)
def _the_width_of_jax(request):
    """Modules that compare with NumPy turn 64 bits on when they are imported; models run as JAX does by itself."""
    is_wide = request.node.get_closest_marker("wide") is not None
    is_narrow = not is_wide and _runs_as_jax(request.node.nodeid)
    yield from _in_width(False if is_narrow else is_wide or jax.config.jax_enable_x64)


def _runs_as_jax(nodeid):
    kinds = (
        "runtime/",
        "models/",
        "artifacts/",
        "dialects/test_torch_",
        "dialects/test_mxnet_",
        "dialects/test_paddle_",
    )
    return any(kind in nodeid for kind in kinds)


def _in_width(is_wide):
    before = jax.config.jax_enable_x64
    jax.config.update("jax_enable_x64", is_wide)
    yield
    jax.config.update("jax_enable_x64", before)


@pytest.fixture(scope="module")
def browser():
    """Chromium, for pages."""
    yield from launched()
