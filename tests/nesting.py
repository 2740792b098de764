"""Programs in which functions of the file are nested in the one that is converted."""

import ast


def nested(source: str, entry: str = "f") -> str | None:
    """The program with its other functions moved into the entry, which calls them as before; None if it has none."""
    tree, lines = ast.parse(source), source.split("\n")
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    others = [node for node in functions if node.name != entry]
    first = next(node for node in functions if node.name == entry).body[0].lineno
    spans = [range(node.lineno, (node.end_lineno or 0) + 1) for node in others]
    inside = [f"    {lines[n - 1]}".rstrip() for span in spans for n in span]
    moved = {n for span in spans for n in span}
    kept = {n: line for n, line in enumerate(lines, 1) if n not in moved}
    above = [line for n, line in kept.items() if n < first]
    below = [line for n, line in kept.items() if n >= first]
    return "\n".join([*above, *inside, *below]) if others else None
