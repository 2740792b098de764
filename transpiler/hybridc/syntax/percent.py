"""`"%d: %.3f" % (i, loss)` and `"{}: {:.3f}".format(i, loss)`, printed: pieces of text, formats and values."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import dataclass
from string import Formatter

_CONVERSION = re.compile(r"%(?P<flags>[-+ 0#]*)(?P<width>\d*)(?P<precision>\.\d*)?(?P<kind>.)", re.DOTALL)
_KINDS = {"d": "d", "i": "d", "u": "d", "s": "", **{kind: kind for kind in "eEfFgG"}}


@dataclass(frozen=True, slots=True)
class Percent:
    """The text between the values, one piece more than there are of these, and how each is formatted."""

    texts: tuple[str, ...]
    formats: tuple[str, ...]
    values: tuple[ast.expr, ...]
    cuts: bool = True  # `%d` takes the whole number of a fraction, where `{:d}` raises


def percent(node: ast.expr) -> Percent | None:
    """What is formatted; None of what is nothing of the kind, or has no counterpart."""
    match node:
        case ast.BinOp(left=ast.Constant(value=str() as text), op=ast.Mod(), right=ast.Tuple(elts=values)):
            pass
        case ast.BinOp(left=ast.Constant(value=str() as text), op=ast.Mod(), right=ast.expr() as only):
            values = [only]
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str() as text), attr="format"), keywords=[]):
            return _braces(text, node.args)
        case _:
            return None
    texts, formats = [""], []
    end = 0
    for found in _CONVERSION.finditer(text):
        texts[-1] += text[end : found.start()]
        end = found.end()
        if found[0] == "%%":
            texts[-1] += "%"
            continue
        form = _format(found)
        if form is None:
            return None
        formats.append(form)
        texts.append("")
    texts[-1] += text[end:]
    is_whole = "%" not in _CONVERSION.sub("", text)
    fits = is_whole and len(formats) == len(values) and not any(isinstance(v, ast.Starred) for v in values)
    return Percent(tuple(texts), tuple(formats), tuple(values)) if fits else None


def _braces(text: str, values: Sequence[ast.expr]) -> Percent | None:
    """A text with `{}` and `{:.3f}`, which take one value after the other."""
    try:
        pieces = [*Formatter().parse(text)]
    except ValueError:  # a brace alone
        return None
    texts, formats = [""], []
    for literal, name, form, conversion in pieces:
        texts[-1] += literal
        if name is None:
            continue
        if name or conversion or form is None or "{" in form:
            return None
        formats.append(form)
        texts.append("")
    if len(formats) != len(values) or any(isinstance(v, ast.Starred) for v in values):
        return None
    return Percent(tuple(texts), tuple(formats), tuple(values), cuts=False)


def _format(found: re.Match[str]) -> str | None:
    flags, width, precision, kind = found["flags"], found["width"], found["precision"] or "", found["kind"]
    if kind not in _KINDS or "#" in flags or (_KINDS[kind] in ("", "d") and precision):
        return None
    if _KINDS[kind] == "" and set(flags) - {"-"}:
        return None
    align = "" if not width else "<" if "-" in flags else ">" if kind == "s" else ""
    sign = "+" if "+" in flags else " " if " " in flags else ""
    zero = "0" if "0" in flags and "-" not in flags else ""
    return f"{align}{sign}{zero}{width}{precision}{_KINDS[kind]}"
