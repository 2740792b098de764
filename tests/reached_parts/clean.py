"""What is done with a part that writes nothing of it: it is called, read, copied, and copies are written."""

from __future__ import annotations

SHIFTED = """def shifted(m, x):
    m = m.clone()
    m += x.sum(0)
    return m"""
# Statements, and the expression of their result.
BODIES = {
    "call": ("x = $P(x)", "x"),
    "call_out": ("out = $P(x)", "out"),
    "call_twice": ("out = $P($P(x))", "out"),
    "call_iadd": ("out = $P(x)\nout += 1", "out"),
    "read": ("out = x + $P.$A", "out"),
    "read_name": ("m = $P.$A\nout = x * m", "out"),
    "clone_iadd": ("m = $P.$A.clone()\nm += 1\nout = x + m", "out"),
    "clone_add_": ("m = $P.$A.detach().clone()\nm.add_(x.sum(0))\nout = x * m", "out"),
    "clone_setitem": ("m = $P.$A.clone()\nm[0] = 0.0\nout = x * m", "out"),
    "clone_rebind": ("m = $P.$A\nm = m.clone()\nm += x.sum(0)\nout = x - m", "out"),
    "rebind": ("m = $P.$A\nm = m + x.sum(0)\nout = x - m", "out"),
    "rebind_iadd": ("m = $P.$A\nm = m * 2\nm += x.sum(0)\nout = x - m", "out"),
    "times_iadd": ("m = $P.$A * 2\nm += x.mean(0)\nout = x + m", "out"),
    "add_fn": ("m = torch.add($P.$A, x.sum(0))\nm.mul_(2.0)\nout = x + m", "out"),
    "pure_add": ("m = $P.$A.add(x.sum(0)).mul(0.5)\nout = x - m", "out"),
    "zeros_like": ("m = torch.zeros_like($P.$A)\nm += x.sum(0)\nout = x - m * $P.$A", "out"),
    "copy_into_new": ("m = torch.empty(3)\nm.copy_($P.$A)\nm[0] = 1.0\nout = x * m", "out"),
    "iadd_of_own": ("s = x.sum(0)\ns += $P.$A\nout = x + s", "out"),
    "mul_of_own": ("out = x.clone()\nout.mul_($P.$A)", "out"),
    "scalar": ("s = $P.$A.sum()\ns += 1\nout = x * s", "out"),
    "view_clone": ("m = $P.$A[0:1].clone()\nm += 1\nout = x + m", "out"),
    "stack": ("s = torch.stack([$P.$A, $P.$A])\ns[0] += x.sum(0)\nout = x + s", "out"),
    "out_new": ("m = torch.empty(3)\ntorch.add($P.$A, x.sum(0), out=m)\nout = x - m", "out"),
    "read_view": ("m = $P.$A[1:]\nout = x[:, 1:] + m", "out"),
    "getattr_clone": ('m = getattr($P, "$A").clone()\nm.zero_()\nout = x + m', "out"),
    "helper_copy": ("m = shifted($P.$A, x)\nout = x + m", "out"),
    "list_read": ("ms = [$P.$A]\nms[0] = x.sum(0)\nout = x + ms[0] * $P.$A", "out"),
    "advanced_index": ("m = $P.$A[[0, 2]]\nm += 1\nout = x[:, :2] + m", "out"),
}

# The same of ways that have room for an expression alone.
EXPRESSIONS = {
    "call": "$P(x)",
    "read": "$P.$A * 2",
    "read_x": "x + $P.$A",
    "clone_add_": "$P.$A.clone().add_(1.0)",
    "pure_add": "$P.$A.add(x.sum(0))",
    "helper_copy": "shifted($P.$A, x)",
}
