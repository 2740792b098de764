"""Models for the tests of the runtime, written as converted ones are."""

import jax
import jax.numpy as jnp
from jax import lax

from hybridc.runtime.core import randomness
from hybridc.runtime.core.deferred import Deferred
from hybridc.runtime.core.modules import Module
from hybridc.runtime.torch.cells import Parameter, UninitializedParameter


class Dense(Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.inputs = inputs
        self.weight = Parameter(jnp.zeros((outputs, inputs)))
        self.bias = Parameter(jnp.zeros(outputs))
        self.reset_parameters()

    def reset_parameters(self):
        self.weight.uniform_(-1, 1)
        self.bias.zero_()

    def forward(self, x):
        return lax.dot_general(x, self.weight, (((x.ndim - 1,), (1,)), ((), ()))) + self.bias


class LazyDense(Deferred, Dense):
    def __init__(self, outputs):
        Module.__init__(self)
        self.outputs = outputs
        self.weight = UninitializedParameter()
        self.bias = Parameter(jnp.zeros(outputs))

    def initialize_parameters(self, x):
        self.weight.materialize((self.outputs, x.shape[-1]))


class Noisy(Module):
    """Scales by what it draws when it is trained."""

    def forward(self, x):
        return x * jax.random.bernoulli(randomness.next_key(), 0.5, x.shape) * 2 if self.training else x


class Centred(Module):
    """Takes away a running mean, which training moves."""

    def __init__(self, size):
        super().__init__()
        self.register_buffer("mean", jnp.zeros(size))
        self.register_buffer("seen", jnp.zeros((), jnp.int32))

    def forward(self, x):
        if self.training:
            self.mean = 0.5 * self.mean + 0.5 * x.mean(axis=0)
            self.seen = self.seen + 1
        return x - self.mean


class Net(Module):
    def __init__(self, hidden=4):
        super().__init__()
        self.first = Dense(3, hidden)
        self.norm = Centred(hidden)
        self.drop = Noisy()
        self.last = Dense(hidden, 2)

    def forward(self, x):
        return self.last(self.drop(self.norm(jnp.tanh(self.first(x)))))
