"""What writes into a part's array, and what reads it behind the write, before it, or at the next call."""

from __future__ import annotations

from dataclasses import dataclass

# $T is what is written, $V a value of its shape, $S a number.
WRITES = {
    "iadd": "$T += $V",
    "isub": "$T -= $V",
    "imul": "$T *= 0.5",
    "itruediv": "$T /= 2.0",
    "add_": "$T.add_($V)",
    "sub_": "$T.sub_($V)",
    "add_alpha": "$T.add_($V, alpha=0.1)",
    "mul_": "$T.mul_(1.5)",
    "copy_": "$T.copy_($V)",
    "copy_self": "$T.copy_($T * 0.9 + $V)",
    "setitem": "$T[0] = $S",
    "setitem_neg": "$T[-1] = 3.0",
    "setslice": "$T[:] = $V",
    "setdots": "$T[...] = $V",
    "elem_iadd": "$T[0] += $S",
    "slice_imul": "$T[1:] *= 2",
    "slice_add_": "$T[:1].add_(1.0)",
    "helper": "shift($T, x)",
    "out": "torch.add($T, $V, out=$T)",
    "mul_out": "torch.mul($T, 0.5, out=$T)",
    "data_add_": "$T.data.add_($V)",
    "data_iadd": "$T.data += $V",
    "zero_": "$T.zero_()",
    "fill_": "$T.fill_(0.25)",
    "lerp_": "$T.lerp_($V, 0.1)",
    "chain": "$T.mul_(0.9).add_($V)",
    "init": "nn.init.constant_($T, 2.0)",
    "masked_fill_": "$T.masked_fill_($T > 0.4, 0.0)",
    "clamp_": "$T.clamp_(max=0.2)",
}

NOTHING = "$T.add_(0.0)"  # in the place of a write
STATEMENTS = (
    "iadd",
    "isub",
    "imul",
    "itruediv",
    "setitem",
    "setitem_neg",
    "setslice",
    "setdots",
    "elem_iadd",
    "slice_imul",
    "data_iadd",
)
VALUES = {
    3: ("x.sum(0)", "x.mean(0)", "x[0]", "x.mean(dim=0)", "x[1] * 0.5"),
    2: ("x[0, 1:]", "x.sum(0)[1:]", "x.mean(0)[:2]"),
    1: ("x.sum()", "x[0, 0]", "x.mean()"),
}


@dataclass(frozen=True)
class Read:
    """Statements behind the write, and before it.

    $PATH and $ALT are the part by two ways, $ALL reads all arrays, $NAME and $PNAME what the write left under a name.
    """

    behind: str
    before: str = ""


READS = {
    "path": Read("return x + $PATH.$A"),
    "path_late": Read("y = $PATH.$A * 2\nreturn x - y"),
    "name": Read("return x * $NAME"),
    "part_name": Read("return x + $PNAME"),
    "second_call": Read("return y", before="y = x - $PATH.$A"),
    "second_call_alt": Read("return seen", before="seen = ($ALT.$A * x).sum()"),
    "old_alias": Read("return x + old", before="old = $PATH.$A"),
    "old_part": Read("return x + first.$A", before="first = $PATH"),
    "diff": Read("return x + ($PATH.$A - old)", before="old = $PATH.$A.clone()"),
    "alt": Read("return x * $ALT.$A"),
    "clone": Read("return $PATH.$A.clone()"),
    "itself": Read("return $PATH.$A"),
    "call": Read("return $PATH(x)"),
    "call_before": Read("return y", before="y = $PATH(x)"),
    "tuple": Read("return x * $PATH.$A, $ALT.$A.sum()"),
    "report": Read("return x * self.report()"),
    "all": Read("return x + $ALL"),
    "getattr": Read('return x + getattr($PATH, "$A")'),
    "get": Read("return x + $PATH.get()"),
    "state_dict": Read('return x + self.state_dict()["$KEY.$A"]'),
    "named": Read('return x + dict(self.named_$KIND())["$KEY.$A"]'),
    "item": Read("y = x.clone()\ny[0] = $PATH.$A\nreturn y"),
    "closure": Read("return x * look()", before="look = lambda: $PATH.$A.sum()"),
}
