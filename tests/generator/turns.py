"""What a `for` may go over, and what that makes of its names."""

from __future__ import annotations

from dataclasses import dataclass

from expressions import LENGTH


@dataclass(frozen=True)
class Turns:
    """The header of a `for`. `surely` where there is a turn for all arguments."""

    header: str
    floats: tuple[str, ...] = ()
    integers: tuple[str, ...] = ()
    indices: tuple[str, ...] = ()
    surely: bool = True


def over_integers(i: str, fixed: bool, bounds: list[str], steps: list[str]) -> dict[str, list[Turns]]:
    """Ranges by construct; with `fixed`, only those with as many turns as an array has items."""

    def whole(header: str) -> Turns:
        return Turns(f"{i} in {header}", integers=(i,), indices=(i,))

    options = {
        "range": [whole(f"range({LENGTH})")],
        "negative step": [whole(f"range({LENGTH - 1}, -1, -1)")],
        "reversed": [whole(f"reversed(range({LENGTH}))")],
    }
    if not fixed:
        options["range"].append(Turns(f"{i} in range(1, {LENGTH})", integers=(i,), indices=(i, f"{i} - 1")))
        options["negative step"].append(whole(f"range({LENGTH - 1}, 0, -2)"))
        options["step"] = [whole(f"range(0, {LENGTH}, 2)"), whole(f"range(1, {LENGTH}, 3)")]
        options["traced step"] = [
            Turns(f"{i} in {header}", integers=(i,), indices=indices, surely=False)
            for step in steps
            for header, indices in (
                (f"range(0, {LENGTH}, {step})", (i,)),
                (f"range({LENGTH - 1}, -1, -({step}))", (i,)),
                (f"range({bounds[0]}, -1, -({step}))", ()),
                (f"range(1, {bounds[0]}, {step})", ()),
            )
        ]
        options["traced range"] = [Turns(f"{i} in range({b})", integers=(i,), surely=False) for b in bounds]
    return options


def over_arrays(i: str, v: str, w: str, fixed: bool, one: str, other: str) -> dict[str, list[Turns]]:
    """Loops over the items of arrays by construct; `fixed` as above."""

    def counted(header: str) -> Turns:
        return Turns(header, (v,), (i,), (i,))

    options = {
        "array": [Turns(f"{v} in {one}", (v,))],
        "reversed": [Turns(f"{v} in reversed({one})", (v,))],
        "slice": [Turns(f"{v} in {one}[::-1]", (v,))],
        "enumerate": [counted(f"{i}, {v} in enumerate({one})")],
        "zip": [
            Turns(f"{v}, {w} in zip({one}, {other})", (v, w)),
            counted(f"{i}, {v} in zip(range({LENGTH}), {one})"),
            Turns(f"{i}, ({v}, {w}) in enumerate(zip({one}, {other}))", (v, w), (i,), (i,)),
        ],
        "range": [Turns(f"{i} in range(len({one}))", integers=(i,), indices=(i,))],
    }
    if not fixed:
        options["slice"].append(Turns(f"{v} in {one}[1:]", (v,)))
        options["enumerate"].append(Turns(f"{i}, {v} in enumerate({one}, 1)", (v,), (i,)))
        options["zip"].append(Turns(f"{v}, {w} in zip({one}[1:], {other})", (v, w)))
    return options
