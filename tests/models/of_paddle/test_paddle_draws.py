"""What Paddle's models draw, told by distributions, and what scripts beside models read of tensors."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from against_paddle import assert_same, converted, original, paddle

from closeness import assert_close

HEADER = "import numpy as np\nimport paddle\nimport paddle.nn.functional as F\nfrom paddle import nn\n\n\n"
SHAPE = (200, 50)
X = np.full(SHAPE, 0.3, np.float32)
# By what is drawn of X: of both sides the mean and the spread, and the range that no value leaves.
DRAWS = {
    "paddle.rand(x.shape)": (0, 1),
    "paddle.rand(x.shape, dtype='float16')": (0, 1),
    "paddle.randn(x.shape)": None,
    "paddle.standard_normal(x.shape)": None,
    "paddle.uniform(x.shape)": (-1, 1),
    "paddle.uniform(x.shape, min=2.0, max=5.0)": (2, 5),
    "paddle.normal(1.0, 2.0, x.shape)": None,
    "paddle.normal(x, 0.1)": None,
    "paddle.randint(3, 9, x.shape)": (3, 8),
    "paddle.randint(9, shape=x.shape, dtype='int32')": (0, 8),
    "paddle.bernoulli(x)": (0, 1),
    "paddle.randperm(10000)": (0, 9999),
    "paddle.rand_like(x)": (0, 1),
    "paddle.randn_like(x)": None,
    "paddle.randint_like(x, 2, 7)": (2, 6),
    "paddle.multinomial(x, 30)": (0, 49),
    "paddle.multinomial(x, 30, replacement=True)": (0, 49),
    "paddle.zeros(x.shape).uniform_(0.0, 3.0)": (0, 3),
    "paddle.zeros(x.shape).normal_(1.0, 0.5)": None,
    "F.dropout(x, 0.4)": (0, 0.51),
    "F.dropout(x, 0.4, mode='downscale_in_infer')": (0, 0.31),
    "F.dropout(x, 0.4, axis=0)": (0, 0.51),
    "F.alpha_dropout(x, 0.4)": None,
    "F.gumbel_softmax(x)": (0, 1),
}


@pytest.mark.parametrize("case", DRAWS)
def test_what_is_drawn_is_distributed_alike(case):
    text = f"{HEADER}class Net(nn.Layer):\n    def forward(self, x):\n        return {case}\n"
    paddle.seed(1)
    theirs = original(text).Net()(paddle.to_tensor(X)).numpy()
    net = converted(text)[0].Net()
    ours, others = (np.asarray(net.apply({}, jnp.asarray(X), train=True, rng=seed)[0]) for seed in (1, 2))
    assert ours.shape == theirs.shape
    assert ours.dtype.name == {"int64": "int32"}.get(theirs.dtype.name, theirs.dtype.name)
    spread = max(float(theirs.astype(np.float64).std()), 1e-3)
    assert abs(ours.astype(np.float64).mean() - theirs.astype(np.float64).mean()) < 0.06 * spread + 0.002
    assert abs(ours.astype(np.float64).std() - spread) < 0.06 * spread
    if DRAWS[case] is not None:
        low, high = DRAWS[case]
        assert low <= ours.min() <= ours.max() <= high
    assert not np.array_equal(ours, others)


def test_multinomial_without_replacement_draws_nothing_twice():
    text = f"{HEADER}class Net(nn.Layer):\n    def forward(self, x):\n        return paddle.multinomial(x, 50)\n"
    drawn = np.asarray(converted(text)[0].Net()(jnp.asarray(X)))
    assert (np.sort(drawn, 1) == np.arange(50)).all()


HOST = f"""{HEADER}class Net(nn.Layer):
    def __init__(self):
        super().__init__()
        self.out = nn.Linear(3, 2)
        self.out.weight.set_value(paddle.ones([3, 2]))

    def forward(self, x):
        return self.out(x)


def told(net, x):
    y = net(x)
    return {{
        "item": y[0, 0].item(),
        "item at": y.item(1),
        "list": y.tolist(),
        "numpy": y.numpy().sum(),
        "cpu": y.detach().cpu().numpy()[0],
        "float": float(y.mean()),
        "nonzero": paddle.nonzero(y > 3).numpy(),
        "places": (y > 3).nonzero().numpy(),
        "unique": paddle.unique(y).numpy(),
        "masked": paddle.masked_select(y, y > 3).numpy(),
        "count": len(list(net.parameters())),
        "shape": list(y.shape),
    }}
"""


def test_scripts_read_of_tensors_what_they_did():
    x = np.array([[1, 2, 3], [0, 1, 0]], np.float32)
    reference, module = original(HOST), converted(HOST)[0]
    net = reference.Net()
    expected = reference.told(net, paddle.to_tensor(x))
    ours = module.Net()
    ours.set_state_dict({name: value.numpy() for name, value in net.state_dict().items()})
    found = module.told(ours, jnp.asarray(x))
    assert found.keys() == expected.keys()
    for name, value in expected.items():
        assert_close(np.asarray(found[name]), np.asarray(value), rtol=1e-6, err_msg=name)


def test_a_key_decides_what_dropout_drops():
    text = f"{HEADER}class Net(nn.Layer):\n    def __init__(self):\n        super().__init__()\n        self.drop = nn.Dropout(0.5)\n\n    def forward(self, x):\n        return self.drop(x)\n"
    net = converted(text)[0].Net()
    one, same = (net.apply({}, jnp.asarray(X), train=True, rng=jax.random.key(3))[0] for _ in range(2))
    assert_same(one, paddle.to_tensor(np.asarray(same)))
    assert_same(net.eval()(jnp.asarray(X)), paddle.to_tensor(X))
