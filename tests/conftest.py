"""What runs every day, one in six of the cases that compare with PyTorch or MXNet; and the width that JAX counts in."""

import zlib

import jax
import pytest

_EVERY = 6


def pytest_collection_modifyitems(items):
    for item in items:
        is_exhaustive = "runtime/torch/" in item.nodeid or any(
            f"dialects/test_{name}" in item.nodeid for name in ("torch_", "mxnet_calls")
        )
        is_a_case = hasattr(item, "callspec") and "tables" not in item.nodeid
        if is_exhaustive and is_a_case and zlib.crc32(item.nodeid.encode()) % _EVERY:
            item.add_marker(pytest.mark.long)


@pytest.fixture(autouse=True)
def _the_width_of_jax(request):
    """Modules that compare with NumPy turn 64 bits on when they are imported; models run as JAX does by itself."""
    before = jax.config.jax_enable_x64
    if request.node.get_closest_marker("wide"):
        jax.config.update("jax_enable_x64", True)
    elif any(
        part in request.node.nodeid for part in ("runtime/", "models/", "dialects/test_torch_", "dialects/test_mxnet_")
    ):
        jax.config.update("jax_enable_x64", False)
    yield
    jax.config.update("jax_enable_x64", before)
