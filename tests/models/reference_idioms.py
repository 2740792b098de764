"""What code around models writes into them: the idioms of repositories, `model` and `other` being two of them."""

HEAD = """
import copy
import math
import numpy as np
import torch
from torch import nn
import torch.nn.functional as F
from torch.nn.utils import parameters_to_vector, vector_to_parameters


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(6, 6)
        self.out = nn.Linear(6, 3)
        self.layers = nn.ModuleList([nn.Linear(6, 6) for _ in range(2)])
        self.scale = nn.Parameter(torch.ones(6))
        self.register_buffer("mean", torch.zeros(6))

    def forward(self, x):
        x = self.fc(x - self.mean) * self.scale
        for layer in self.layers:
            x = torch.tanh(layer(x))
        return self.out(x)
"""

IDIOMS = {
    "sd_copy": """
sd = model.state_dict()
for k, v in other.state_dict().items():
    with torch.no_grad():
        sd[k].copy_(v)
""",
    "sd_copy_t": """
sd = model.state_dict()
sd_hf = other.state_dict()
for k in sd_hf:
    if k.endswith('fc.weight'):
        with torch.no_grad():
            sd[k].copy_(sd_hf[k].t())
    else:
        sd[k].copy_(sd_hf[k])
""",
    "sd_direct": """
model.state_dict()['fc.weight'].copy_(other.state_dict()['fc.weight'])
""",
    "sd_items_mul": """
for k, v in model.state_dict().items():
    v.mul_(2)
""",
    "sd_items_imul": """
for k, v in model.state_dict().items():
    v *= 2
""",
    "sd_rebind_load": """
sd = model.state_dict()
for k in sd:
    sd[k] = sd[k] * 2
model.load_state_dict(sd)
""",
    "sd_rebind_noload": """
sd = model.state_dict()
for k in sd:
    sd[k] = sd[k] * 2
""",
    "sd_clone": """
sd = {k: v.clone() for k, v in model.state_dict().items()}
for k in sd:
    sd[k].mul_(2)
""",
    "sd_clone_iadd": """
sd = {k: v.clone() for k, v in model.state_dict().items()}
for k in sd:
    sd[k] += 2
""",
    "sd_iadd": """
sd = model.state_dict()
for k in sd:
    sd[k] += 2
""",
    "sd_slice": """
sd = model.state_dict()
sd['fc.weight'][:3] = other.state_dict()['fc.weight'][:3]
""",
    "sd_alias_best": """
best = model.state_dict()
model.fc.weight.data.mul_(3)
model.load_state_dict(best)
""",
    "sd_deepcopy_best": """
best = copy.deepcopy(model.state_dict())
model.fc.weight.data.mul_(3)
model.load_state_dict(best)
""",
    "sd_update": """
sd = model.state_dict()
sd.update({k: v for k, v in other.state_dict().items() if k.startswith('fc')})
model.load_state_dict(sd)
""",
    "no_grad_add": """
with torch.no_grad():
    for p in model.parameters():
        p.add_(0.5)
""",
    "no_grad_iadd": """
with torch.no_grad():
    for p in model.parameters():
        p += 0.5
""",
    "no_grad_sgd": """
with torch.no_grad():
    for p, q in zip(model.parameters(), other.parameters()):
        p -= 0.1 * q
""",
    "data_assign": """
for p in model.parameters():
    p.data = p.data * 2
""",
    "data_copy": """
for p, q in zip(model.parameters(), other.parameters()):
    p.data.copy_(q.data)
""",
    "data_iadd": """
for p in model.parameters():
    p.data += 1.0
""",
    "data_item": """
model.fc.weight.data[0] = 3.0
model.fc.bias.data[:] = 2.0
""",
    "data_item_name": """
b = model.fc.bias
b.data[2:4] = 5.0
""",
    "data_iadd_slice": """
b = model.fc.weight
b.data[:, 0] += 1
""",
    "yolo_bias": """
b = model.fc.bias.view(2, 3)
b.data[:, 0] += math.log(8)
b.data[:, 1:] += math.log(5)
model.fc.bias = torch.nn.Parameter(b.view(-1), requires_grad=True)
""",
    "item_no_grad": """
with torch.no_grad():
    model.fc.weight[1] = 4.0
    model.fc.weight[:, 2] = 5.0
""",
    "view_item": """
with torch.no_grad():
    model.fc.weight.view(-1)[3] = 4.0
""",
    "data_view_item": """
model.fc.weight.data.view(-1)[3] = 4.0
""",
    "t_copy": """
with torch.no_grad():
    model.fc.weight.t().copy_(other.fc.weight)
""",
    "T_copy": """
model.fc.weight.data.T.copy_(other.fc.weight.data)
""",
    "getattr_zero": """
getattr(model, 'fc').bias.data.zero_()
getattr(model.fc, 'weight').data.fill_(0.25)
""",
    "data_fill": """
model.fc.bias.data.fill_(0.3)
model.fc.weight.data.mul_(0.5).add_(1.0)
""",
    "row_zero": """
model.fc.weight.data[0].zero_()
model.fc.weight.data[2:4].fill_(0.5)
""",
    "row_name": """
row = model.fc.weight.data[0]
row.zero_()
row += 2
""",
    "chunk": """
a, b, c = model.fc.weight.data.chunk(3)
a.zero_()
b.fill_(1.0)
c.mul_(2)
""",
    "split": """
parts = model.fc.weight.data.split(2)
parts[1].zero_()
for part in model.fc.weight.data.split([1, 5], dim=1):
    part.add_(1)
""",
    "narrow": """
model.fc.weight.data.narrow(0, 1, 2).zero_()
""",
    "unbind": """
for row in model.fc.weight.data.unbind(0):
    row.div_(2)
""",
    "iter_rows": """
for i, row in enumerate(model.fc.weight.data):
    row.add_(i)
""",
    "select": """
model.fc.weight.data.select(1, 2).fill_(7)
""",
    "transpose": """
model.fc.weight.data.transpose(0, 1)[0].fill_(7)
""",
    "permute": """
model.fc.weight.data.permute(1, 0)[1] = 7.0
""",
    "unsqueeze": """
model.fc.bias.data.unsqueeze(0).fill_(7)
""",
    "squeeze": """
model.scale.data.squeeze().mul_(7)
""",
    "flatten": """
model.fc.weight.data.flatten()[2:4] = 9.0
""",
    "reshape": """
model.fc.weight.data.reshape(2, 3, 6)[0] = 9.0
""",
    "diagonal": """
model.fc.weight.data.diagonal().fill_(9.0)
""",
    "expand_as_src": """
model.fc.weight.data.copy_(model.fc.bias.data.expand_as(model.fc.weight.data))
""",
    "init_view": """
nn.init.constant_(model.fc.weight.view([model.fc.weight.shape[0], -1]), 0.5)
""",
    "init_slice": """
nn.init.constant_(model.fc.weight.data[:2], 0.5)
nn.init.zeros_(model.fc.weight[3])
nn.init.ones_(model.fc.weight.T[2])
nn.init.constant_(model.fc.weight.chunk(3)[2], 0.1)
""",
    "init_name": """
w = model.fc.weight.data
nn.init.constant_(w.view([w.shape[0], -1]), 0.7)
""",
    "init_eye": """
nn.init.eye_(model.fc.weight.data[:, :6])
""",
    "named_dict": """
params = dict(model.named_parameters())
for k, v in other.named_parameters():
    params[k].data.mul_(0.5).add_(v.data, alpha=0.5)
""",
    "named_dict_ema": """
params = dict(model.named_parameters())
others = dict(other.named_parameters())
for k in params.keys():
    params[k].data.mul_(0.9).add_(others[k].data, alpha=1 - 0.9)
""",
    "ema": """
m = 0.9
for p, q in zip(model.parameters(), other.parameters()):
    p.data.mul_(m).add_((1 - m) * q.detach().data)
""",
    "ema2": """
m = 0.9
for p, q in zip(model.parameters(), other.parameters()):
    p.data = p.data * m + q.data * (1. - m)
""",
    "ema3": """
d = 0.9
msd = other.state_dict()
for k, v in model.state_dict().items():
    if v.dtype.is_floating_point:
        v *= d
        v += (1 - d) * msd[k].detach()
""",
    "ema4": """
d = 0.9
with torch.no_grad():
    for ema_v, model_v in zip(model.state_dict().values(), other.state_dict().values()):
        ema_v.copy_(d * ema_v + (1. - d) * model_v)
""",
    "buffers": """
model.mean.copy_(torch.arange(6.0))
model.mean[1] = 5.0
model.mean += 1
for b in model.buffers():
    b.mul_(2)
""",
    "detach_copy": """
for p, q in zip(model.parameters(), other.parameters()):
    p.detach().copy_(q.detach())
""",
    "detach_item": """
p = model.fc.weight.detach()
p[0] = 2.0
p *= 2
""",
    "clamp": """
for p in model.parameters():
    p.data.clamp_(-0.01, 0.01)
""",
    "lerp": """
for p, q in zip(model.parameters(), other.parameters()):
    p.data.lerp_(q.data, 0.1)
""",
    "deepcopy": """
new = copy.deepcopy(model)
for p in new.parameters():
    p.data.zero_()
new.fc.weight.data[0] = 5.0
""",
    "clone": """
w = model.fc.weight.data.clone()
w.zero_()
w[0] = 2
w += 1
""",
    "clone_detach": """
w = model.fc.weight.detach().clone()
w[0] = 2
w.mul_(3)
model.fc.weight.data.copy_(w)
""",
    "vector": """
v = parameters_to_vector(model.parameters())
vector_to_parameters(v * 2 + 1, model.parameters())
""",
    "apply_fn": """
def init(m):
    if isinstance(m, nn.Linear):
        m.weight.data.fill_(0.1)
        m.bias.data.zero_()
model.apply(init)
""",
    "apply_isinstance": """
def init(m):
    if type(m) == nn.Linear:
        torch.nn.init.constant_(m.weight, 0.2)
        m.bias.data.fill_(0.01)
model.apply(init)
""",
    "where": """
w = model.fc.weight.data
w[w < 0] = 0.0
""",
    "mask_data": """
model.fc.weight.data[model.fc.weight.data.abs() < 0.2] = 0
""",
    "mask_mul": """
mask = (model.fc.weight.data.abs() > 0.2).float()
model.fc.weight.data.mul_(mask)
""",
    "index": """
idx = torch.tensor([0, 2])
model.fc.weight.data[idx] = 1.5
""",
    "index_copy": """
idx = torch.tensor([0, 2])
model.fc.weight.data[idx].zero_()
""",
    "index_fill": """
idx = torch.tensor([0, 2])
model.fc.weight.data.index_fill_(0, idx, 4.0)
""",
    "masked_fill": """
model.fc.weight.data.masked_fill_(model.fc.weight.data > 0, 4.0)
""",
    "func_param": """
def rescale(param, layer_id):
    param.div_(math.sqrt(2.0 * layer_id))
for i, layer in enumerate(model.layers):
    rescale(layer.weight.data, i + 1)
""",
    "func_aug": """
def rescale(param, c):
    param /= c
for i, layer in enumerate(model.layers):
    rescale(layer.weight.data, i + 1)
""",
    "func_item": """
def rescale(param, c):
    param[0] = c
    param[1] *= 2
for i, layer in enumerate(model.layers):
    rescale(layer.weight.data, i + 1)
""",
    "lambda": """
f = lambda t: t.mul_(2)
f(model.fc.weight.data)
f(model.state_dict()['out.bias'])
""",
    "set_data_names": """
for n, p in model.named_parameters():
    if 'bias' in n:
        p.data.zero_()
    elif p.dim() > 1:
        p.data.uniform_(0.5, 0.5)
""",
    "sub_copy": """
model.fc.weight.data[:3].copy_(other.fc.weight.data[3:])
model.fc.weight.data[:, 0].copy_(other.fc.weight.data[:, 1])
""",
    "ellipsis": """
model.fc.weight.data[...] = 0.5
model.scale.data[...] *= 3
""",
    "own_view_alias": """
w = model.fc.weight.data
v = w.view(-1)
w.fill_(2.0)
model.fc.bias.data.copy_(v[:6])
""",
    "swap_rows": """
w = model.fc.weight.data
t = w[0].clone()
w[0] = w[1]
w[1] = t
""",
    "swap_rows_alias": """
w = model.fc.weight.data
t = w[0]
w[0] = w[1]
w[1] = t
""",
    "share": """
model.fc.weight = model.layers[0].weight
model.fc.weight.data.fill_(0.3)
""",
    "share_data": """
model.fc.weight.data = model.layers[0].weight.data
model.layers[0].weight.data.fill_(0.3)
""",
    "pow_": """
model.fc.weight.data.pow_(2)
model.fc.weight.data.abs_().sqrt_()
model.fc.weight.data.neg_()
model.fc.bias.data.exp_()
""",
    "addcmul": """
model.fc.weight.data.addcmul_(other.fc.weight.data, other.fc.weight.data, value=0.5)
model.fc.bias.data.addcdiv_(other.fc.bias.data, other.scale.data, value=2)
""",
    "norm_div": """
w = model.fc.weight.data
w.div_(torch.norm(w, dim=1, keepdim=True))
""",
    "renorm_row": """
model.fc.weight.data[0] /= model.fc.weight.data[0].norm()
""",
    "numpy_in": """
w = np.ones((6, 6), dtype=np.float32)
w[0] = 2
w[:, 1] += 1
model.fc.weight.data.copy_(torch.from_numpy(w))
""",
    "numpy_data": """
model.fc.weight.data = torch.from_numpy(np.full((6, 6), 0.5, dtype=np.float32))
model.fc.weight.data[0] = 1
""",
    "tensor_local": """
t = torch.zeros(6, 6)
t[0] = 1
t += 2
t[:, 1].fill_(5)
model.fc.weight.data.copy_(t)
""",
    "tensor_to_func": """
def fill(t):
    t.fill_(3)
t = torch.zeros(6)
fill(t)
model.fc.bias.data.copy_(t)
""",
    "tensor_to_func_aug": """
def fill(t):
    t += 3
t = torch.zeros(6)
fill(t)
model.fc.bias.data.copy_(t)
""",
    "tensor_in_dict": """
d = {'a': torch.zeros(6)}
d['a'].fill_(3)
d['a'][0] = 5
d['a'] += 1
model.fc.bias.data.copy_(d['a'])
""",
    "tensor_in_dict_alias": """
t = torch.zeros(6)
d = {'a': t}
d['a'].fill_(3)
model.fc.bias.data.copy_(t)
""",
    "zeros_like_ema": """
avg = {n: torch.zeros_like(p) for n, p in model.named_parameters()}
for n, p in model.named_parameters():
    avg[n].add_(p.data, alpha=0.5)
for n, p in model.named_parameters():
    p.data.copy_(avg[n])
""",
    "param_direct": """
nn.init.constant_(model.fc.weight, 0.1)
model.fc.weight.requires_grad_(False)
with torch.no_grad():
    model.fc.weight.mul_(2).sub_(1)
""",
    "set_submodule_param": """
model.fc.weight = nn.Parameter(model.fc.weight.data.clone())
model.fc.weight.data.mul_(2)
""",
    "param_of_data": """
new = nn.Parameter(model.fc.weight.data)
model.out.weight.data.copy_(new.data[:3])
new.data.zero_()
""",
    "sum_of": """
s = sum(p.data.sum() for p in model.parameters())
model.fc.bias.data.fill_(float(s))
""",
    "weights_view_normal": """
m = model.fc
m.weight.data.view(-1).uniform_(2, 2)
""",
    "stack": """
w = torch.stack([l.weight.data for l in model.layers])
w[0] = 0
model.fc.weight.data.copy_(w.sum(0))
""",
    "cat": """
w = torch.cat([model.fc.weight.data[:3], other.fc.weight.data[:3]])
w[0] = 0
model.fc.weight.data.copy_(w)
""",
    "contiguous": """
w = model.fc.weight.data.contiguous()
w[0] = 3.0
""",
    "t_contig": """
w = model.fc.weight.data.t().contiguous()
w[0] = 3.0
""",
    "to_same": """
w = model.fc.weight.data.to(torch.float32)
w[0] = 3.0
""",
    "float_same": """
w = model.fc.weight.data.float()
w.fill_(3.0)
""",
    "cpu": """
w = model.fc.weight.data.cpu()
w.fill_(3.0)
""",
}
