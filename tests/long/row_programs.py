"""Random programs over an array of one to three dimensions: elements or rows, kept, changed, swapped, told and returned."""

import random
import textwrap

_INDICES = ("0", "1", "2", "-1", "i", "i")
_SLICES = ("1:", ":2", "::-1", "...", ":")
_HEADS = ("for i in range(3):", "for i in range(1, len(y)):", "if k > 0.5:", "if np.sum(y) > 3:", "for row in y:")
_OF_ROWS = ("row *= 2", "s = s + np.sum(row)", "row += k")


class _Writer:
    """Writes one program: names of arrays (the whole one and views), and of elements."""

    def __init__(self, seed: int) -> None:
        self.draw = random.Random(seed)
        self.arrays = ["y"]
        self.elements: list[str] = []
        self.names = 0

    def program(self) -> str:
        body = ["y = y * 1.0"] if self.draw.random() < 0.6 else []
        body += ["s = 0.0", "i = 1"]
        for _ in range(self.draw.randint(3, 8)):
            body += self.statement(0)
        body.append("return " + ", ".join(["y", "s", *self.elements, *self.arrays[1:]]))
        return (
            "import numpy as np\n\n\ndef f(y, k):  # hybridc: graph\n" + textwrap.indent("\n".join(body), "    ") + "\n"
        )

    def index(self) -> str:
        return self.draw.choice(_INDICES)

    def fresh(self, kind: str) -> str:
        self.names += 1
        return f"{kind}{self.names}"

    def operand(self) -> str:
        return self.draw.choice(["1", "0.5", "k", *self.elements])

    def statement(self, depth: int) -> list[str]:
        draw, array = self.draw, self.draw.choice(self.arrays)
        kinds = ["element", "element", "view", "set", "set", "swap", "slice", "augmented", "count"]
        kinds += ["operator", "operator", "computed", "read"] if self.elements else []
        kinds += ["block", "block"] if depth < 2 else []
        match draw.choice(kinds):
            case "element":
                name = self.fresh("e")
                self.elements.append(name)
                return [f"{name} = {array}[{self.index()}]"]
            case "view":
                name = self.fresh("v")
                self.arrays.append(name)
                return [f"{name} = {array}[{draw.choice(_SLICES)}]"]
            case "operator":
                return [f"{draw.choice(self.elements)} {draw.choice(['+=', '*=', '-='])} {self.operand()}"]
            case "set":
                value = draw.choice(["7.0", f"{array}[{self.index()}]", f"{array}[{self.index()}] + 1", *self.elements])
                return [f"{array}[{self.index()}] = {value}"]
            case "swap":
                one, other = self.index(), self.index()
                return [f"{array}[{one}], {array}[{other}] = {array}[{other}], {array}[{one}]"]
            case "slice":
                return [f"{array}[{draw.choice(['1:', ':2', '::2'])}] {draw.choice(['=', '+=', '*='])} k"]
            case "augmented":
                return [f"{array}[{self.index()}] {draw.choice(['+=', '*='])} {self.operand()}"]
            case "computed":
                source = draw.choice(self.elements)
                name = self.fresh("e")
                self.elements.append(name)
                return [f"{name} = {draw.choice([source, f'{source} + 1', f'np.sum({source})'])}"]
            case "read":
                return [f"s = s + np.sum({draw.choice(self.elements)})"]
            case "block":
                return self.block(depth)
        return ["s = s + k"]

    def block(self, depth: int) -> list[str]:
        """A branch or a loop, whose names nobody reads afterwards."""
        arrays, elements = len(self.arrays), len(self.elements)
        head, body = self.draw.choice(_HEADS), []
        for _ in range(self.draw.randint(1, 3)):
            body += self.statement(depth + 1)
        del self.arrays[arrays:], self.elements[elements:]
        if head == "for row in y:":
            body.insert(0, self.draw.choice(_OF_ROWS))
        return [head, *(f"    {line}" for line in body)]


def program(seed: int) -> str:
    """The text of one, of a function `f(y, k)`."""
    return _Writer(seed).program()
