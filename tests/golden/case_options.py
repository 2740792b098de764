"""How a golden case is converted, by how its name begins.

Those of `checked` look out for everything. Those of `refused` keep the functions that are refused.
"""

from hybridc.core.options import Check, Options


def options_of(name: str) -> Options:
    checked = frozenset(Check) if name.startswith("checked") else frozenset()
    return Options(checked=checked, partial=name.startswith("refused"))


PICTURES = ("fancy_func", "clipped_ema", "transformer")  # samples whose pictures are kept
