"""Classes whose objects compute in `__call__`, and ask for what the class above computes."""

import jax.numpy as jnp
import numpy as np
import pytest

from closeness import assert_close
from hybridc.runtime import chainer
from hybridc.runtime.chainer import links
from hybridc.runtime.keras import modules

X = jnp.linspace(-1, 1, 6).reshape(2, 3)


class Link(chainer.Chain):
    def __init__(self):
        super().__init__()
        with self.init_scope():
            self.fc = links.Linear(3, 2)

    def __call__(self, x):
        return self.fc(x)


class Module(modules.Module):
    def __call__(self, x):
        return x * 3


@pytest.mark.parametrize("base", [Link, Module])
def test_the_class_above_is_asked_plainly(base):
    class Twice(base):
        def __call__(self, x, times=2):
            return super().__call__(x) * times

    class Same(Twice):
        pass

    class Thrice(Same):
        def __call__(self, x):
            return super().__call__(x, times=3) + 1

    made = {cls: cls() for cls in (base, Same, Thrice)}
    for net in made.values():
        net.load_state_dict(made[base].state_dict())
    once = np.asarray(made[base](X))
    for _ in range(2):
        assert_close(made[Same](X), once * 2, rtol=1e-6)
        assert_close(made[Thrice](X), once * 3 + 1, rtol=1e-6)
        assert_close(made[Thrice].freeze()(X), once * 3 + 1, rtol=1e-6)
