"""What constructors of PyTorch models make and write before it becomes a parameter or a buffer: bodies of `__init__`."""

HEAD = """import copy
import functools
import torch
from torch import nn
import torch.nn.functional as F


def made():
    return torch.zeros(4, 4)


def doubled(x):
    y = torch.tanh(x)
    return y * 2


def fill_first(w):
    nn.init.ones_(w[0])


class Net(nn.Module):
    def made(self):
        return torch.zeros(4, 4)

    def __init__(self):
        super().__init__()
        t = torch.zeros(4, 4)
        a = torch.linspace(0, 1, 4)
"""
# What gives an array of (4, 4) that is written afterwards.
GIVEN = {
    "a function": "made()",
    "a compiled function": "doubled(torch.ones(4, 4))",
    "a method": "self.made()",
    "a lambda": "(lambda: torch.zeros(4, 4))()",
    "a list": "[t][0]",
    "a dict": "{'a': t}['a']",
    "a copy": "copy.deepcopy(t)",
    "a choice": "t if len(t) else a",
    "chunks": "torch.zeros(8, 4).chunk(2)[0]",
    "parts": "torch.zeros(8, 4).split(4)[1]",
    "a sum": "sum([torch.eye(4), torch.eye(4)])",
    "a reduction": "functools.reduce(lambda a, b: a @ b, [torch.eye(4), torch.eye(4)])",
    "qr": "torch.linalg.qr(torch.eye(4))[0]",
    "svd": "torch.svd(torch.diag(torch.arange(1.0, 5.0)))[2]",
    "eigh": "torch.linalg.eigh(torch.diag(torch.arange(1.0, 5.0)))[1]",
    "sort": "torch.sort(torch.arange(16.0).view(4, 4), descending=True)[0]",
    "topk": "torch.topk(torch.arange(20.0).view(4, 5), 4)[0]",
    "einsum": "torch.einsum('i,j->ij', a, a)",
    "einsum of what is written": "torch.einsum('i,j->ij', self.z, self.z)",
    "places": "torch.eye(4)[torch.arange(4)]",
    "a grid": "torch.meshgrid(a, a, indexing='ij')[0].clone()",
    "a vector": "nn.utils.parameters_to_vector([nn.Parameter(torch.ones(4, 4))]).detach().view(4, 4)",
    "padding": "F.pad(torch.ones(4, 3), (1, 0))",
}
WRITES = {
    "an initializer": "nn.init.ones_(w[0])",
    "an initializer of the whole": "nn.init.ones_(w)",
    "a function that initializes": "fill_first(w)",
    "elements": "w[:, 0] = 5.0",
    "elements by places": "w[torch.tensor([0, 2])] = 5.0",
    "a mask": "w[w < 0.5] = 5.0",
    "elements of the data": "w.data[0] = 5.0",
    "an operator": "w[1] *= 3.0; w += 1",
    "a method": "w.mul_(2).add_(1)",
    "a method of a slice": "w[:1].fill_(3.0)",
    "a view": "v = w.t(); v[0] = 7.0",
    "the diagonal": "torch.diagonal(w).fill_(4.0)",
    "rows": "for row in w:\n    nn.init.constant_(row[:2], 2.0)",
}
SHARED = {
    "double": "a.double()",
    "double of double": "a.double().double()",
    "back from double": "a.double().float()",
    "to float64": "a.to(torch.float64)",
    "to float64 by a keyword": "a.to(dtype=torch.float64)",
    "to the same dtype": "a.to(torch.float32)",
    "to another's dtype": "a.to(torch.zeros(1, dtype=torch.float64))",
    "type": "a.type(torch.float64)",
    "a copy that is asked for": "a.to(torch.float32, copy=True)",
    "int": "torch.arange(4).int()",
    "pixel_shuffle": "F.pixel_shuffle(a.view(1, 4, 1, 1), 2)",
    "sign": "torch.sign(a > 0.5)",
    "narrow_copy": "a.narrow_copy(0, 0, 3)",
    "swapaxes": "torch.swapaxes(a.view(2, 2), 0, 1)",
    "transpose": "torch.transpose(a.view(2, 2), 0, 1)",
    "permute": "torch.permute(a.view(2, 2), (1, 0))",
    "adjoint": "torch.adjoint(a.view(2, 2))",
    "conj": "torch.conj(a)",
    "flatten": "torch.flatten(a.view(2, 2))",
    "ravel": "torch.ravel(a.view(2, 2))",
    "squeeze": "torch.squeeze(a.view(1, 4))",
    "moveaxis": "torch.moveaxis(a.view(2, 2), 0, 1)",
    "atleast_2d": "torch.atleast_2d(a)",
    "hsplit": "torch.hsplit(a, 2)[0]",
    "vsplit": "torch.vsplit(a.view(2, 2), 2)[0]",
    "dsplit": "torch.dsplit(a.view(1, 2, 2), 2)[1]",
    "diagonal": "torch.linalg.diagonal(a.view(2, 2))",
    "broadcast_tensors": "torch.broadcast_tensors(a, torch.zeros(2, 4))[0]",
    "meshgrid": "torch.meshgrid(a, a, indexing='xy')[0]",
    "the second of a grid": "torch.meshgrid(torch.ones(2), a, indexing='ij')[1]",
}
# Casts and views of arrays of either kind, written by one of two names.
MADE = {
    "float64": "torch.linspace(0, 1, 4, dtype=torch.float64)",
    "cast": "a.double()",
    "computed of float64": "-a.double() * 2",
    "an operator": "a * 2",
    "a sign": "-a",
    "float32": "a.exp()",
}
CASTS = {
    "double": "d.double()",
    "float": "d.float()",
    "to": "d.to(torch.float64)",
    "its dtype": "d.to(d.dtype)",
    "its type": "d.type_as(d)",
    "cpu": "d.cpu()",
    "detach": "d.detach()",
    "device": "d.to('cpu')",
}
READ = {
    "pad": "F.pad(a, (1, 0))",
    "pad around": "F.pad(a.view(1, 1, 4), (1, 0), mode='circular')",
    "conv1d": "F.conv1d(a.view(1, 1, 4), a.view(1, 1, 4)[..., :2])",
    "linear": "F.linear(a, a.view(1, 4))",
    "unfold": "F.unfold(a.view(1, 1, 2, 2), 1)",
    "fold": "F.fold(a.view(1, 1, 4), (2, 2), 1)",
    "avg_pool1d": "F.avg_pool1d(a.view(1, 1, 4), 2)",
    "max_pool1d": "F.max_pool1d(a.view(1, 1, 4), 2)",
    "sort": "a.sort(descending=True)[0]",
    "cummax": "a.cummax(0)[0]",
    "rsqrt": "torch.rsqrt(a + 1)",
    "scatter": "a.scatter(0, torch.tensor([1]), 3.0)",
    "index_add": "a.index_add(0, torch.tensor([1]), torch.ones(1))",
}
# Views that are no names of their own when a buffer or a parameter is made of them.
VIEWED = {
    "unsqueeze": "a.unsqueeze(0)",
    "a function": "torch.unsqueeze(a, 0)",
    "view": "a.view(2, 2)",
    "detach": "a.detach()",
    "several": "a.view(2, 2).t().unsqueeze(0)[:, 1:]",
    "contiguous": "a.view(2, 2).t().contiguous()",
    "an attribute's": "self.z.view(2, 2).t()",
}
