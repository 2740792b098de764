"""What code around Paddle's models writes into them, `model` and `other` being two: the idioms of repositories."""

HEAD = """
import copy
import math
import numpy as np
import paddle
from paddle import nn
import paddle.nn.functional as F


class Net(nn.Layer):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(6, 6)
        self.out = nn.Linear(6, 3)
        self.layers = nn.LayerList([nn.Linear(6, 6) for _ in range(2)])
        self.scale = self.create_parameter([6], default_initializer=nn.initializer.Constant(1.0))
        self.register_buffer("mean", paddle.zeros([6]))

    def forward(self, x):
        x = self.fc(x - self.mean) * self.scale
        for layer in self.layers:
            x = paddle.tanh(layer(x))
        return self.out(x)
"""

IDIOMS = {
    "set_value": """
model.fc.weight.set_value(model.fc.weight * 2)
""",
    "set_value_numpy": """
model.fc.weight.set_value(np.full((6, 6), 0.5, dtype='float32'))
""",
    "set_value_numpy_of": """
model.fc.weight.set_value(model.fc.weight.numpy() / 3)
""",
    "sd_set_value": """
sd = model.state_dict()
for k, v in other.state_dict().items():
    sd[k].set_value(v)
""",
    "sd_direct": """
model.state_dict()['fc.weight'].set_value(other.state_dict()['fc.weight'])
""",
    "sd_copy_": """
sd = model.state_dict()
for k, v in other.state_dict().items():
    sd[k].copy_(v, True)
""",
    "sd_rebind_load": """
sd = model.state_dict()
for k in sd:
    sd[k] = sd[k] * 2
model.set_state_dict(sd)
""",
    "sd_rebind_noload": """
sd = model.state_dict()
for k in sd:
    sd[k] = sd[k] * 2
""",
    "sd_iadd": """
sd = model.state_dict()
for k in sd:
    sd[k] += 2
""",
    "sd_item_imul": """
for k, v in model.state_dict().items():
    v *= 2
""",
    "sd_imul_load": """
sd = model.state_dict()
for k in sd:
    sd[k] *= 2
model.load_dict(sd)
""",
    "sd_clone": """
sd = {k: v.clone() for k, v in model.state_dict().items()}
for k in sd:
    sd[k].scale_(2.0)
""",
    "sd_update": """
sd = model.state_dict()
sd.update({k: v for k, v in other.state_dict().items() if k.startswith('fc')})
model.set_state_dict(sd)
""",
    "sd_best": """
best = model.state_dict()
model.fc.weight.set_value(model.fc.weight * 3)
model.set_state_dict(best)
""",
    "sd_deepcopy_best": """
best = copy.deepcopy(model.state_dict())
model.fc.weight.set_value(model.fc.weight * 3)
model.set_state_dict(best)
""",
    "scale_": """
with paddle.no_grad():
    model.fc.weight.scale_(0.5)
""",
    "fill_": """
with paddle.no_grad():
    model.fc.weight.fill_(0.5)
    model.fc.bias.zero_()
""",
    "item": """
with paddle.no_grad():
    model.fc.weight[0] = 0.5
    model.fc.bias[1:3] = 2.0
""",
    "item_aug": """
with paddle.no_grad():
    model.fc.weight[0] += 0.5
    model.fc.bias[1:3] *= 2.0
""",
    "assign": """
paddle.assign(other.fc.weight, output=model.fc.weight)
""",
    "assign_np": """
paddle.assign(np.full((6,), 0.25, dtype='float32'), model.fc.bias)
""",
    "assign_row_copy": """
t = paddle.assign(model.fc.weight)
t[0] = 1.0
model.out.bias.set_value(t[0][:3])
""",
    "ema": """
m = 0.9
for p, q in zip(model.parameters(), other.parameters()):
    p.set_value(p * m + q * (1 - m))
""",
    "ema2": """
m = 0.9
with paddle.no_grad():
    for p, q in zip(model.parameters(), other.parameters()):
        p.scale_(m)
        p.add_(q * (1 - m))
""",
    "ema3": """
m = 0.9
sd = other.state_dict()
for k, v in model.state_dict().items():
    v.set_value(v * m + (1 - m) * sd[k])
""",
    "ema4": """
m = 0.9
state = {k: paddle.zeros_like(v) for k, v in model.state_dict().items()}
for k, v in other.state_dict().items():
    v = m * state[k] + (1 - m) * v
    v.stop_gradient = True
    state[k] = v
model.set_state_dict(state)
""",
    "clip": """
for p in model.parameters():
    p.set_value(p.clip(-0.01, 0.01))
""",
    "clip_": """
with paddle.no_grad():
    for p in model.parameters():
        p.clip_(-0.01, 0.01)
""",
    "clip2": """
for p in model.parameters():
    p.set_value(paddle.clip(p, -0.01, 0.01))
""",
    "named": """
params = dict(model.named_parameters())
for k, v in other.named_parameters():
    params[k].set_value(v)
""",
    "dir": """
src = other.state_dict()
for n, p in model.named_parameters():
    if n in src:
        p.set_value(src[n])
""",
    "detach": """
w = model.fc.weight.detach()
w[0] = 2.0
""",
    "detach_fill": """
w = model.fc.weight.detach()
w.fill_(2.0)
""",
    "detach_set": """
w = model.fc.weight.detach()
w.set_value(w * 2)
""",
    "data": """
model.fc.weight.data.set_value(model.fc.weight * 2)
""",
    "data_fill": """
model.fc.weight.data.fill_(0.5)
""",
    "data_assign": """
model.fc.weight.data = model.fc.weight * 2
""",
    "get_tensor": """
model.fc.weight.get_tensor().set(np.full((6, 6), 0.5, dtype='float32'), paddle.CPUPlace())
""",
    "value_get_tensor": """
model.fc.weight.value().get_tensor().set(np.full((6, 6), 0.5, dtype='float32'), paddle.CPUPlace())
""",
    "share": """
model.fc.weight = model.layers[0].weight
model.fc.weight.set_value(model.fc.weight * 2)
""",
    "buffer": """
model.mean.set_value(paddle.arange(6, dtype='float32'))
""",
    "buffer_set": """
model.mean = model.mean + 2.0
""",
    "buffer_item": """
model.mean[1] = 5.0
""",
    "buffer_fill": """
for b in model.buffers():
    b.fill_(3.0)
""",
    "buffer_add_": """
model.mean.add_(paddle.ones([6]))
""",
    "init": """
nn.initializer.Constant(0.3)(model.fc.weight)
""",
    "init_assign": """
nn.initializer.Assign(np.full((6, 6), 0.7, dtype='float32'))(model.fc.weight)
""",
    "init_apply": """
def init(m):
    if isinstance(m, nn.Linear):
        nn.initializer.Constant(0.3)(m.weight)
        m.bias.set_value(paddle.zeros_like(m.bias))
model.apply(init)
""",
    "init_apply2": """
def init(m):
    if isinstance(m, nn.Linear):
        m.weight.set_value(paddle.full_like(m.weight, 0.2))
model.apply(init)
""",
    "rescale": """
def rescale(param, layer_id):
    param.set_value(param / math.sqrt(2.0 * layer_id))
for i, layer in enumerate(model.layers):
    rescale(layer.weight, i + 1)
""",
    "rescale2": """
def rescale(param, layer_id):
    param.scale_(1.0 / math.sqrt(2.0 * layer_id))
with paddle.no_grad():
    for i, layer in enumerate(model.layers):
        rescale(layer.weight, i + 1)
""",
    "func_aug": """
def rescale(param, c):
    param /= c
for i, layer in enumerate(model.layers):
    rescale(layer.weight, i + 1)
""",
    "func_item": """
def rescale(param, c):
    param[0] = c
with paddle.no_grad():
    for i, layer in enumerate(model.layers):
        rescale(layer.weight, float(i + 1))
""",
    "lambda": """
f = lambda p: p.set_value(p * 2)
f(model.fc.weight)
f(model.state_dict()['out.bias'])
""",
    "row": """
with paddle.no_grad():
    model.fc.weight[0].fill_(0.5)
""",
    "slice_set_value": """
model.fc.weight[0].set_value(paddle.zeros([6]))
""",
    "row_add_": """
with paddle.no_grad():
    model.fc.weight[0].add_(paddle.ones([6]))
""",
    "reshape_fill": """
with paddle.no_grad():
    model.fc.weight.reshape([-1]).fill_(0.5)
""",
    "transpose": """
with paddle.no_grad():
    model.fc.weight.t().fill_(0.5)
""",
    "transpose2": """
with paddle.no_grad():
    model.fc.weight.transpose([1, 0])[0] = 0.5
""",
    "mask": """
with paddle.no_grad():
    w = model.fc.weight
    w[w < 0] = 0.0
""",
    "mask_set": """
w = model.fc.weight
w.set_value(paddle.where(w < 0, paddle.zeros_like(w), w))
""",
    "mask_mul": """
mask = (model.fc.weight.abs() > 0.2).astype('float32')
model.fc.weight.set_value(model.fc.weight * mask)
""",
    "local": """
t = paddle.zeros([6, 6])
t[0] = 1
t += 2
model.fc.weight.set_value(t)
""",
    "local_func": """
def fill(t):
    t.fill_(3)
t = paddle.zeros([6])
fill(t)
model.fc.bias.set_value(t)
""",
    "local_dict": """
t = paddle.zeros([6])
d = {'a': t}
d['a'].fill_(3)
model.fc.bias.set_value(t)
""",
    "clone": """
w = model.fc.weight.clone()
w[0] = 1.0
w.fill_(2.0)
""",
    "no_grad_aug": """
with paddle.no_grad():
    for p in model.parameters():
        p += 0.5
""",
    "subtract_": """
with paddle.no_grad():
    for p, q in zip(model.parameters(), other.parameters()):
        p.subtract_(0.1 * q)
""",
    "multiply_": """
with paddle.no_grad():
    for p in model.parameters():
        p.multiply_(paddle.to_tensor(0.5))
""",
    "lerp_": """
with paddle.no_grad():
    for p, q in zip(model.parameters(), other.parameters()):
        p.lerp_(q, 0.1)
""",
    "exp_": """
with paddle.no_grad():
    model.fc.weight.exp_()
    model.fc.weight.sqrt_()
    model.fc.bias.tanh_()
""",
    "set_state_partial": """
model.set_state_dict({k: v for k, v in other.state_dict().items() if 'out' not in k})
""",
    "copy_": """
model.fc.weight.copy_(other.fc.weight, False)
""",
    "set_dict_t": """
sd = other.state_dict()
for k in list(sd):
    if k.endswith('fc.weight'):
        sd[k] = sd[k].t()
model.set_dict(sd)
""",
    "fill_diag": """
with paddle.no_grad():
    model.fc.weight.fill_diagonal_(1.0)
""",
    "index_fill": """
with paddle.no_grad():
    model.fc.weight.index_fill_(paddle.to_tensor([0, 2]), 0, 4.0)
""",
    "index_add": """
with paddle.no_grad():
    model.fc.weight.index_add_(paddle.to_tensor([0, 2]), 0, paddle.ones([2, 6]))
""",
    "put_along": """
with paddle.no_grad():
    model.fc.weight.put_along_axis_(paddle.to_tensor([[0, 2, 1, 0, 1, 2]]), 4.0, 0)
""",
    "scatter_": """
with paddle.no_grad():
    model.fc.weight.scatter_(paddle.to_tensor([0, 2]), paddle.ones([2, 6]))
""",
    "masked_fill_": """
with paddle.no_grad():
    model.fc.weight.masked_fill_(model.fc.weight > 0, 4.0)
""",
    "isinstance": """
for p in model.parameters():
    assert isinstance(p, paddle.Tensor)
for v in model.state_dict().values():
    if isinstance(v, paddle.Tensor):
        v.set_value(v * 2)
""",
    "chunk": """
a, b = model.fc.weight.chunk(2)
with paddle.no_grad():
    a.fill_(1.0)
""",
    "unbind": """
with paddle.no_grad():
    for row in model.fc.weight.unbind(0):
        row.fill_(1.0)
""",
    "iter": """
with paddle.no_grad():
    for row in model.fc.weight:
        row.fill_(1.0)
""",
    "unsqueeze": """
with paddle.no_grad():
    model.fc.bias.unsqueeze(0).fill_(1.0)
""",
    "flatten": """
with paddle.no_grad():
    model.fc.weight.flatten()[2:4] = 1.0
""",
    "cast_same": """
w = model.fc.weight.astype('float32')
with paddle.no_grad():
    w.fill_(1.0)
""",
    "cpu": """
w = model.fc.weight.cpu()
with paddle.no_grad():
    w.fill_(1.0)
""",
    "unbind_copies": """
parts = model.fc.weight.split(2, axis=1)
with paddle.no_grad():
    parts[0].fill_(1.0)
    paddle.unbind(model.fc.weight)[1].zero_()
""",
    "view_by_step": """
with paddle.no_grad():
    model.fc.weight[::2, 1].zero_()
    model.fc.weight.moveaxis(0, 1)[2].fill_(3.0)
    paddle.diagonal(model.fc.weight).fill_(2.0)
""",
    "in_place_of_functions": """
with paddle.no_grad():
    model.fc.weight.clamp_(-0.1, 0.1)
    model.fc.weight.tril_()
    model.fc.bias.atan_()
    model.scale.mod_(paddle.to_tensor(0.7))
""",
    "tied": """
model.layers[1].weight = model.layers[0].weight
model.layers[1].weight.set_value(other.fc.weight)
model.layers[0].weight.set_value(model.layers[1].weight * 2.0)
""",
    "stop_gradient": """
for p in other.parameters():
    p.stop_gradient = True
for p, q in zip(model.parameters(), other.parameters()):
    p.stop_gradient = False
    p.set_value(q)
""",
}
