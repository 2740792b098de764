"""Data parallel calls on eight virtual devices give the numbers of one."""

import subprocess
import sys
from pathlib import Path

PROGRAM = """
import jax, jax.numpy as jnp, numpy as np
from small_models import Net, Noisy
from hybridc.runtime.core import randomness
from hybridc.runtime.core.containers import Sequential

assert jax.device_count() == 8
x = jnp.asarray(np.random.default_rng(0).normal(size=(16, 3)), jnp.float32)
one, many = Net(), Net()
many.load_state_dict(one.state_dict())
many.data_parallel()
for net in (one, many):
    net.drop = Sequential()
for _ in range(3):
    expected, found = one(x), many(x)
    np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-6)
    assert len(found.sharding.device_set) == 8
np.testing.assert_allclose(many.norm.mean.data, one.norm.mean.data, rtol=1e-5, atol=1e-6)
assert int(many.norm.seen.data) == 3
few = Net().eval().data_parallel(jax.devices()[:2])
assert len(few(x).sharding.device_set) == 2
try:
    many(x[:5])
except ValueError as error:
    assert "cannot be dealt out to 8 devices" in str(error)
else:
    raise AssertionError("five rows were dealt out to eight devices")
print("same")
"""


def test_eight_devices_agree_with_one():
    here = Path(__file__).parent
    environment = {
        "XLA_FLAGS": "--xla_force_host_platform_device_count=8",
        "PYTHONPATH": f"{here}:{here.parents[1] / 'transpiler'}",
        "JAX_PLATFORMS": "cpu",
        "PATH": "/usr/bin",
    }
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, env=environment, check=False)
    assert done.stdout == "same\n", done.stderr
