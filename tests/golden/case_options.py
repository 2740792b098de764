"""How a golden case is converted: those whose name begins with `checked` look out for everything."""

from hybridc.options import Check, Options


def options_of(name: str) -> Options:
    return Options(checked=frozenset(Check) if name.startswith("checked") else frozenset())
