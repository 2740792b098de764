"""Puts a program together: the kind of array, the way to its part, how it is taken, written and read."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from forwards.holding import Lines, indented
from reached_parts.clean import BODIES, EXPRESSIONS, SHIFTED
from reached_parts.holding import SETUPS
from reached_parts.kinds import Kind, class_of
from reached_parts.takes import Take
from reached_parts.ways import Way
from reached_parts.writes_and_reads import NOTHING, READS, STATEMENTS, VALUES, WRITES

MOST_LINES = 39
GET = ["def get(self):", "    return self.$A"]


class Unfit(Exception):
    """These choices make no program."""


@dataclass
class Pieces:
    """What a program is made of beside the way: the lines of `forward`, and what else they need."""

    block: Lines = field(default_factory=list)
    value: str = ""
    target: str = ""
    of_part: list[Lines] = field(default_factory=list)
    functions: list[Lines] = field(default_factory=list)
    methods: list[Lines] = field(default_factory=list)
    returned: str = ""  # by the function of the way
    before: Lines = field(default_factory=list)
    behind: Lines = field(default_factory=list)
    decorated: bool = False  # `forward` is without gradients


def blocks(text: str) -> list[Lines]:
    """Functions or methods, which empty lines part."""
    return [block.split("\n") for block in text.split("\n\n")] if text else []


def written(take: Take, write: str, way: Way, kind: Kind, draw: random.Random) -> Pieces:
    """The array is taken and written, where that fits."""
    fits = {"buffer": kind.is_buffer, "parameter": kind.is_parameter}.get(take.needs, True)
    if not fits or (way.is_expression and take.lines):
        raise Unfit
    value, number = draw.choice(VALUES[take.size]), draw.choice(VALUES[1])
    gives = draw.random() < 0.5

    def writing(target: str) -> str:
        return write.replace("$V", value).replace("$S", number).replace("$T", target)

    def bump(parameters: str, target: str) -> Lines:
        return [f"def bump({parameters}):", f"    {writing(target)}", *([f"    return {target}"] if gives else [])]

    pieces = Pieces(value=writing(take.target), target=take.target)
    if "shift(" in write:
        pieces.functions.append(["def shift(m, x):", f"    m.add_({value})"])
    match take.needs:
        case "get":
            pieces.of_part.append(GET)
        case "property":
            pieces.of_part.append(["@property", "def current(self):", "    return self.$A"])
        case "function":
            pieces.functions.append(["def array_of(p):", "    return p.$A"])
        case "passed":
            pieces.functions.append(bump("m, x", "m"))
            pieces.value = f"bump({take.target}, x)"
        case "passed to a method":
            pieces.methods.append(bump("self, m, x", "m"))
            pieces.value = f"self.bump({take.target}, x)"
        case "own method":
            pieces.of_part.append(bump("self, x", "self.$A"))
            pieces.value = "$P.bump(x)"
    lines = take.lines.split("\n") if take.lines else []
    pieces.block = [*lines, f"{'    ' if take.lines.endswith(':') else ''}{pieces.value}"]
    return pieces


def without_gradients(way: Way, write: str, kind: Kind, draw: random.Random) -> str:
    """Whether the writes stand in a block `with torch.no_grad()`, `forward` is decorated by it, or neither."""
    roll, style = draw.random(), draw.choice(["with", "with", "decorated"])
    if not kind.is_parameter:
        return style if roll < 0.15 else ""
    if write.startswith("data") and roll < 0.5:
        return ""
    return "decorated" if way.is_expression else style


def kept_name(way: Way, pieces: Pieces, read: str, size: int) -> tuple[str, str]:
    """What the function of the way returns, and the name by which what was written is read."""
    if not way.named:
        raise Unfit
    target = pieces.target if read == "name" else "$P.$A"
    summed = ".sum()" if size == 2 and read == "name" else ""
    if way.is_expression:
        if "$KEEP" not in way.body or read == "part_name":
            raise Unfit
        return way.result, way.result + summed
    return (target, "y" + summed) if way.in_function else ("", target + summed)


def program_text(way: Way, take: Take, write: str, read: str, kind: Kind, seed: int) -> str:
    """The module's text; what is drawn does not depend on what is written, which "nothing" leaves out."""
    draw = random.Random(seed)
    hands_on = take.needs in ("passed", "passed to a method", "own method")
    if way.is_expression and write in STATEMENTS and not hands_on:
        raise Unfit
    if read in ("named", "state_dict") and not (kind.is_buffer or kind.is_parameter):
        raise Unfit
    free = without_gradients(way, write, kind, draw)
    pieces = written(take, NOTHING if write == "nothing" else WRITES[write], way, kind, draw)
    if free == "with" and not way.is_expression:
        pieces.block = ["with torch.no_grad():", *indented(pieces.block)]
    pieces.decorated = free == "decorated"
    setup = SETUPS[way.setup]
    index = way.index if way.index is not None else draw.choice([0, 1])
    path, *others = setup.paths(index)
    names = {
        "$PATH": path,
        "$ALT": draw.choice(others),
        "$ALL": setup.read,
        "$KEY": setup.keys[index],
        "$KIND": "parameters" if kind.is_parameter else "buffers",
    }
    if read in ("name", "part_name"):
        pieces.returned, found = kept_name(way, pieces, read, take.size)
        names |= {"$NAME": found, "$PNAME": found}
    pieces.before = filled(READS[read].before, names)
    pieces.behind = filled(READS[read].behind, names)
    if read == "report":
        pieces.methods.append(["def report(self):", f"    return {path}.$A.sum()"])
    if read == "get" and GET not in pieces.of_part:
        pieces.of_part.insert(0, GET)
    return assembled(way, kind, pieces)


def clean_text(way: Way, clean: str, kind: Kind, seed: int) -> str:
    """The module's text, of which nothing writes into a part."""
    draw = random.Random(seed)
    pieces = Pieces(decorated=(kind.is_parameter and (way.is_expression or clean == "out_new")) or draw.random() < 0.1)
    if not way.named or (way.is_expression and "$KEEP" not in way.body):
        raise Unfit
    if way.is_expression:
        pieces.value, pieces.returned = EXPRESSIONS[clean], way.result
        pieces.behind = [f"return x * {way.result}"]
    else:
        text, result = BODIES[clean]
        pieces.block = text.split("\n")
        pieces.returned = result if way.in_function else ""
        pieces.behind = [f"return {'y' if way.in_function else result}"]
    if "shifted(" in "".join([pieces.value, *pieces.block]):
        pieces.functions = blocks(SHIFTED)
    return assembled(way, kind, pieces)


def filled(text: str, names: dict[str, str]) -> Lines:
    """The lines of a text with what its names stand for."""
    for name, value in names.items():
        text = text.replace(name, value)
    return text.split("\n") if text else []


def expanded(text: str, pieces: Pieces) -> str:
    """A text of the way, with what is done with the part."""
    lines: Lines = []
    for line in text.split("\n") if text else []:
        margin, statement = line[: len(line) - len(line.lstrip())], line.strip()
        if statement == "$WRITES":
            lines += [margin + inner for inner in pieces.block]
        elif statement == "$RETURN":
            lines += [f"{margin}return {pieces.returned}"] if pieces.returned else []
        else:
            lines.append(line.replace("$VALUE", pieces.value).replace("$KEEP ", "y = " if pieces.returned else ""))
    return "\n".join(lines)


def assembled(way: Way, kind: Kind, pieces: Pieces) -> str:
    """The module's text."""
    setup = SETUPS[way.setup]
    start = f"{setup.start}\n{way.start}".strip().split("\n")
    constructor = ["def __init__(self):", "    super().__init__()", *indented(start)]
    body = expanded(way.body, pieces).split("\n")
    gap = [""] if pieces.before and body[0].startswith("def ") else []
    forward = ["def forward(self, x):", *indented([*pieces.before, *gap, *body, *pieces.behind])]
    forward = ["@torch.no_grad()", *forward] if pieces.decorated else forward
    methods = [*blocks(expanded(way.methods, pieces)), *pieces.methods, forward]
    classes = [class_of("Net(nn.Module)", [constructor, *methods])]
    if way.base is not None:
        classes = [class_of("Base(nn.Module)", [constructor, *blocks(way.base)]), class_of("Net(Base)", methods)]
    definitions = [
        *kind.definition(pieces.of_part),
        *([setup.classes.split("\n")] if setup.classes else []),
        *pieces.functions,
        *blocks(expanded(way.functions, pieces)),
        *classes,
    ]
    head = f"{way.imports}\n\n" if way.imports else ""
    text = head + "import torch\nimport torch.nn as nn\n" + "".join(f"\n\n{chr(10).join(d)}\n" for d in definitions)
    for name, value in (
        ("$M0", kind.call(0, pieces.of_part)),
        ("$M1", kind.call(1, pieces.of_part)),
        ("$CLS", kind.name(pieces.of_part)),
        ("$P", way.part),
        ("$A", kind.array),
    ):
        text = text.replace(name, value)
    if sum(bool(line.strip()) for line in text.splitlines()) > MOST_LINES:
        raise Unfit
    return text
