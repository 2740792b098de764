"""What a part's array is: a buffer, an attribute, a parameter, or one that a layer of PyTorch has by itself."""

from __future__ import annotations

from dataclasses import dataclass

from forwards.holding import Lines, indented

STARTS = ("0.5", "1.5")


@dataclass(frozen=True)
class Kind:
    """`made` is the constructor's line, `used` what the part gives; without them it is a BatchNorm1d."""

    array: str
    made: str = ""
    used: str = ""
    is_parameter: bool = False
    is_buffer: bool = False

    def name(self, methods: list[Lines]) -> str:
        if self.made:
            return "Part"
        return "Norm" if methods else "nn.BatchNorm1d"

    def call(self, index: int, methods: list[Lines]) -> str:
        """What makes the part of this place."""
        return f"{self.name(methods)}({STARTS[index] if self.made else 3})"

    def definition(self, methods: list[Lines]) -> list[Lines]:
        """The class, where it needs one."""
        if not self.made:
            return [class_of("Norm(nn.BatchNorm1d)", methods)] if methods else []
        constructor = ["def __init__(self, start):", "    super().__init__()", f"    {self.made}"]
        forward = ["def forward(self, x):", f"    return {self.used}"]
        return [class_of("Part(nn.Module)", [constructor, *methods, forward])]


KINDS = {
    "buffer": Kind("mean", 'self.register_buffer("mean", torch.full((3,), start))', "x - self.mean", is_buffer=True),
    "attr": Kind("total", "self.total = torch.full((3,), start)", "x + self.total"),
    "param": Kind("scale", "self.scale = nn.Parameter(torch.full((3,), start))", "x * self.scale", is_parameter=True),
    "bnmean": Kind("running_mean", is_buffer=True),
    "bnvar": Kind("running_var", is_buffer=True),
    "bnweight": Kind("weight", is_parameter=True),
}
DRAWN = (*KINDS, "buffer")


def class_of(head: str, methods: list[Lines]) -> Lines:
    """A class of these methods, with an empty line between them."""
    body: Lines = []
    for method in methods:
        body += ["", *method] if body else method
    return [f"class {head}:", *indented(body)]
