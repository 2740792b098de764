"""What runs every day, one in six of the cases that compare layers and calls; and the width that JAX counts in."""

import jax
import pytest

from sampling import turn


def pytest_collection_modifyitems(items):
    for item in items:
        is_case = hasattr(item, "callspec")
        is_of_layers = any(part in item.nodeid for part in ("runtime/torch/", "runtime/gluon/"))
        is_of_lines = (
            any(p in item.nodeid for p in ("dialects/test_torch_", "dialects/test_mxnet_"))
            and is_case
            and "tables" not in item.nodeid
        )
        if (is_of_layers or is_of_lines) and turn(item.callspec.id if is_case else item.name):
            item.add_marker(pytest.mark.long)


@pytest.fixture(autouse=True)
def _the_width_of_jax(request):
    """Modules that compare with NumPy turn 64 bits on when they are imported; models run as JAX does by itself."""
    before = jax.config.jax_enable_x64
    if request.node.get_closest_marker("wide"):
        jax.config.update("jax_enable_x64", True)
    elif any(
        part in request.node.nodeid
        for part in ("runtime/", "models/", "artifacts/", "dialects/test_torch_", "dialects/test_mxnet_")
    ):
        jax.config.update("jax_enable_x64", False)
    yield
    jax.config.update("jax_enable_x64", before)
