"""Ways of writing into the weights of a Keras model, as scripts do: `model`, `other` are of one class, `HEAD`'s."""

HEAD = """
import copy
import numpy as np
import tensorflow as tf
import keras
from keras import layers, ops


class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.a = layers.Dense(4)
        self.b = layers.Dense(4)
        self.n = layers.BatchNormalization()

    def call(self, x):
        return self.n(self.b(self.a(x)))
"""
IDIOMS = {
    "flattened": """
for w in tf.nest.flatten({"a": model.weights[:1], "b": other.weights[1:]}):
    w.assign(w * 2.0)
""",
    "assign": """
model.a.kernel.assign(model.a.kernel * 2)
""",
    "assign_np": """
model.a.kernel.assign(np.full((4, 4), 0.5))
""",
    "assign_add": """
model.a.kernel.assign_add(model.b.kernel)
model.a.bias.assign_sub(ops.ones(4))
""",
    "set_weights": """
model.a.set_weights([np.ones((4, 4)), np.zeros(4)])
""",
    "set_from_get": """
model.a.set_weights(model.b.get_weights())
""",
    "get_weights_write": """
w = model.a.get_weights()
w[0][0] = 5.0
model.a.set_weights(w)
""",
    "get_weights_lost": """
w = model.a.get_weights()
w[0][0] = 5.0
""",
    "model_set": """
model.set_weights(other.get_weights())
""",
    "zip": """
for w, v in zip(model.weights, other.weights):
    w.assign(v)
""",
    "polyak": """
tau = 0.1
for a, b in zip(model.variables, other.variables):
    a.assign(b * tau + a * (1 - tau))
""",
    "ema": """
for w, v in zip(model.trainable_weights, other.trainable_weights):
    w.assign(0.9 * w + 0.1 * v)
""",
    "ema_weights": """
new = [0.9 * w + 0.1 * v for w, v in zip(model.get_weights(), other.get_weights())]
model.set_weights(new)
""",
    "clip": """
for w in model.trainable_variables:
    w.assign(ops.clip(w, -0.01, 0.01))
""",
    "clip_tf": """
for w in model.trainable_variables:
    w.assign(tf.clip_by_value(w, -0.01, 0.01))
""",
    "clip_w": """
for layer in model.layers:
    weights = layer.get_weights()
    weights = [np.clip(w, -0.01, 0.01) for w in weights]
    layer.set_weights(weights)
""",
    "by_name": """
src = {w.name + str(i): w for i, w in enumerate(other.weights)}
for i, w in enumerate(model.weights):
    w.assign(src[w.name + str(i)])
""",
    "iadd": """
w = model.a.kernel
w += 1.0
""",
    "iadd_loop": """
for w in model.weights:
    w *= 2.0
""",
    "func": """
def rescale(w, c):
    w.assign(w / c)
rescale(model.a.kernel, 2.0)
""",
    "lambda": """
f = lambda w: w.assign(w * 2)
f(model.a.kernel)
""",
    "numpy_write": """
w = model.a.kernel.numpy()
w[0] = 5.0
model.a.kernel.assign(w)
""",
    "numpy_lost": """
w = model.a.kernel.numpy()
w[0] = 5.0
""",
    "value": """
model.a.kernel.assign(model.b.kernel.value)
""",
    "scatter": """
model.a.kernel.assign(tf.tensor_scatter_nd_update(model.a.kernel, [[0]], tf.ones((1, 4))))
""",
    "slice_assign": """
model.a.kernel[0].assign(tf.ones(4))
""",
    "tfvar": """
v = tf.Variable(tf.zeros(4))
v.assign(tf.ones(4))
v.assign_add(tf.ones(4))
model.a.bias.assign(v)
""",
    "tfvar_scatter": """
v = tf.Variable(tf.zeros(4))
v.scatter_nd_update([[1]], [3.0])
v[2].assign(4.0)
model.a.bias.assign(v)
""",
    "kvar": """
v = keras.Variable(np.zeros(4))
v.assign(v + 1)
model.a.bias.assign(v)
""",
    "bn": """
model.n.moving_mean.assign(np.full(4, 0.5))
model.n.moving_variance.assign(ops.ones(4) * 2)
""",
    "clone": """
w = tf.identity(model.a.kernel)
w = w * 2
model.b.kernel.assign(w)
""",
    "initializer": """
model.a.kernel.assign(keras.initializers.Constant(0.3)(model.a.kernel.shape))
""",
    "batch_set": """
for l, m in zip(model.layers, other.layers):
    l.set_weights(m.get_weights())
""",
    "isinstance": """
for w in model.weights:
    if isinstance(w, keras.Variable):
        w.assign(w * 2)
    if isinstance(w, tf.Variable) or isinstance(w, tf.Tensor):
        w.assign(w * 3)
""",
    "istensor": """
w = model.a.kernel
v = tf.Variable(tf.zeros(4))
if tf.is_tensor(w) and keras.ops.is_tensor(w) and isinstance(w[0], tf.Tensor) and isinstance(v, tf.Variable):
    w.assign(w + 1)
if isinstance(v, keras.Variable) or isinstance(v, tf.Tensor):
    w.assign(w + 5)
""",
    "tied": """
model.b.set_weights(model.a.get_weights())
model.a.kernel.assign(model.a.kernel * 2)
""",
    "map": """
list(map(lambda p: p[0].assign(p[1]), zip(model.weights, other.weights)))
""",
    "tfmap": """
tf.nest.map_structure(lambda a, b: a.assign(b), model.weights, other.weights)
""",
    "weights_item": """
model.weights[0].assign(model.weights[0] * 3)
""",
    "get_layer": """
model.get_layer(index=0).kernel.assign(model.a.kernel * 3)
""",
    "tfmap_function": """
def take(a, b):
    a.assign(b)
tf.nest.map_structure(take, model.weights, other.weights)
""",
    "tfflatten": """
for w in tf.nest.flatten([model.weights, None]):
    if w is not None:
        w.assign(w * 2)
""",
    "slice_kept": """
row = model.a.kernel[0]
model.a.kernel.assign(model.a.kernel * 2)
model.a.bias.assign(row)
""",
    "value_seen": """
v = model.a.kernel.value
model.a.kernel.assign(model.a.kernel * 2)
model.b.kernel.assign(v)
""",
    "value_method": """
v = tf.Variable(tf.zeros(4))
before = v.value()
v.assign(tf.ones(4))
model.a.bias.assign(before + 2 * v.read_value())
""",
    "assigned_kept": """
r = model.a.bias.assign(tf.ones(4))
model.a.bias.assign(tf.zeros(4))
model.b.bias.assign(r)
""",
    "assigned_seen": """
v = tf.Variable(tf.zeros(4))
r = v.assign(tf.ones(4))
r.assign_add(tf.ones(4))
model.b.bias.assign(v)
""",
    "computed": """
w = model.a.kernel * 2
v = w
w += 1.0
model.a.kernel.assign(v)
model.b.kernel.assign(w)
""",
    "slice_column": """
model.a.kernel[:, 1].assign(tf.ones(4))
model.a.kernel[1:3, :2].assign(tf.zeros((2, 2)))
model.b.kernel[-1, ..., 0].assign(9.0)
""",
    "scatter_kinds": """
v = tf.Variable(tf.zeros((4, 4)))
v.scatter_nd_add([[1], [1]], tf.ones((2, 4)))
v.scatter_nd_sub([[2, 3]], [3.0])
v.scatter_nd_max([[0, 0]], [5.0])
v.scatter_nd_min([[0, 1]], [-5.0])
model.a.kernel.assign(v)
""",
}
