"""What has left a framework is NumPy's, or Python's: `y = net(x).numpy()`, and `y.max(1)` is what NumPy gives."""

import jax.numpy as jnp
import numpy as np
import pytest
from converted_models import converted

FILES = {
    "torch": (
        "import torch\nfrom torch import nn\n\n\nclass Net(nn.Module):\n    def forward(self, x):\n        return x * 2\n",
        "numpy",
    ),
    "mxnet": (
        "from mxnet import nd\nfrom mxnet.gluon import nn\n\n\nclass Net(nn.HybridBlock):\n"
        "    def hybrid_forward(self, F, x):\n        return x * 2\n",
        "asnumpy",
    ),
    "mxnet.np": (
        "from mxnet import np as mnp\nfrom mxnet.gluon import nn\n\n\nclass Net(nn.Block):\n"
        "    def forward(self, x):\n        return x * 2\n",
        "asnumpy",
    ),
}
USES = [
    "y.max(1)",
    "y.std()",
    "y.argmax(1)",
    "y.argsort(-1)",
    "y[0].max()",
    "y.T.std()",
    "(y - 1).std()",
    "y.reshape(-1).std()",
    "[row.std() for row in y]",
    "[row.max(0) for n, row in enumerate(y)]",
]
X = np.array([[1.0, 5.0, 2.0], [4.0, 3.0, 9.0]], np.float32)


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("file", FILES)
def test_methods_of_what_has_left_are_numpys(file, use):
    text, leaves = FILES[file]
    host = f"def read(net, x):\n    y = net(x).{leaves}()\n    return {use}\n"
    module, _ = converted(f"{text}\n\n{host}")
    found = module.read(module.Net(), jnp.asarray(X))
    expected = eval(use, {"y": X * 2})
    np.testing.assert_allclose(found, expected, rtol=1e-6)
    assert np.shape(found) == np.shape(expected)


@pytest.mark.parametrize(
    "use", ["net(x).numpy().max(1)", "net(x).numpy()[0].std()", "net(x).detach().cpu().numpy().T.std()"]
)
def test_they_stay_as_they_are_written(use):
    text, _ = FILES["torch"]
    host = f"def read(net, x):\n    return {use}\n"
    _, result = converted(f"{text}\n\n{host}")
    assert "tensors" not in result.code
