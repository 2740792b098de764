"""Writes into slices whose start a buffer holds, as queues of keys have them: `self.queue[:, ptr:ptr + n] = k.T`."""

import pytest
import torch
from converted_models import as_numpy, assert_same, converted, original

TEXT = """import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("queue", torch.arange(48.0).reshape(6, 8))
        self.register_buffer("ptr", torch.zeros(1, dtype=torch.long))

    @torch.no_grad()
    def enqueue(self, k):
        n = k.shape[0]
        p = {start}
        {write}
        self.ptr[0] = {following}

    def forward(self, x):
        out = torch.einsum("nc,ck->nk", [x, self.queue.clone().detach()])
        self.enqueue(x)
        return out
"""
STARTS = ("int(self.ptr)", "self.ptr.item()", "int(self.ptr[0].item())")
WRITES = {
    "columns": "self.queue[:, p:p + n] = k.T",
    "rows": "self.queue[p:p + n] = k[:, :1].expand(n, 8)",
    "rows and all": "self.queue[p:p + n, :] = k[:, :1]",
    "the length first": "self.queue[:, p:n + p] = k.T",
    "a number": "self.queue[..., p:p + n] = 2.5",
    "of one row": "self.queue[2, p:p + n] = k[:, 0]",
    "of some rows": "self.queue[1:4, p:p + n] = k.T[1:4]",
    "an ellipsis": "self.queue[..., p:p + n] = k.T",
    "an operator": "self.queue[:, p:p + n] += k.T",
    "a product": "self.queue[p:p + n] *= 0.5",
    "a name": "q = self.queue.clone()\n        q[:, p:p + n] = k.T\n        self.queue = q",
    "one after another": "self.queue[:, p:p + n] = k.T\n        self.queue[:, p:p + 1] = 0.0",
}


def program(start, write, following):
    return TEXT.format(start=start, write=write, following=following)


def assert_alike(text, calls, pointer=0):
    reference, net = original(text).Net(), converted(text)[0].Net()
    reference.ptr[0] = pointer
    net.ptr[0] = pointer
    for call in range(calls):
        x = torch.linspace(-1, 1, 12).reshape(2, 6) + call
        assert_same(net(x.numpy()), as_numpy(reference(x)))
        assert_same([net.queue * 1, net.ptr * 1], [reference.queue, reference.ptr])


@pytest.mark.parametrize("write", WRITES)
def test_a_queue_that_a_buffer_points_into_is_filled_as_in_pytorch(write):
    size = 6 if "[p:p" in WRITES[write] else 8
    assert_alike(program(STARTS[len(write) % 3], WRITES[write], f"(p + n) % {size}"), 5)


@pytest.mark.parametrize("write", ["a number", "rows and all"])
def test_where_the_queue_ends_the_slice_is_shorter(write):
    text = program("int(self.ptr)", WRITES[write].replace("k[:, :1]", "3.0"), "p")
    for pointer in (-9, -3, -2, -1, 4, 5, 6, 7, 8, 11):
        assert_alike(text, 1, pointer)


def test_a_start_that_python_knows_is_a_slice():
    text = TEXT.format(start="self.at", write=WRITES["columns"], following="0").replace(
        '        self.register_buffer("ptr"', '        self.at = 2\n        self.register_buffer("ptr"'
    )
    assert_alike(text, 2)


def test_what_stands_beside_is_no_array():
    text = program("int(self.ptr)", "self.queue[torch.arange(2), p:p + n] = 1.0", "p")
    with pytest.raises(TypeError, match="no slices or numbers"):
        converted(text)[0].Net()(torch.ones(2, 6).numpy())
