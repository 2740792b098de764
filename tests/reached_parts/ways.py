"""What a way to a part is: statements of `forward`, in whose midst something is done with the part."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Way:
    """`index` is the place of the part that is written, None for all, and `part` the expression of it.

    In the texts $WRITES stands for the statements, alone on a line, or $VALUE for one expression; $RETURN for the
    function's `return` and $KEEP for the `y = ` before its call, where the result asks for them. $CLS is the class of
    the part.
    """

    name: str
    setup: str
    index: int | None
    body: str
    part: str = "p"
    functions: str = ""
    methods: str = ""
    base: str | None = None  # methods of a class between, which has the constructor
    start: str = ""  # more of the constructor
    result: str = "y"  # what an expression's value is
    imports: str = ""
    named: bool = True  # behind it, `part` is still what is written

    @property
    def is_expression(self) -> bool:
        return "$VALUE" in self.body

    @property
    def in_function(self) -> bool:
        return any("$RETURN" in text for text in (self.body, self.functions, self.methods))
