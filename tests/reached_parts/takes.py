"""How a part's array is taken before it is written: under a name, as a view, out of a container, by a call."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Take:
    """Statements, and the expression of what is written then; $P is the part, $A the name of its array.

    `needs`: a method, property or function of the program, into which the write may go, or the kind of array.
    """

    lines: str
    target: str
    size: int = 3
    needs: str = ""


TAKES = {
    "name": Take("m = $P.$A", "m"),
    "direct": Take("", "$P.$A"),
    "view": Take("m = $P.$A[0:1]", "m", size=1),
    "view_direct": Take("", "$P.$A[0:1]", size=1),
    "view_tail": Take("m = $P.$A[1:]", "m", size=2),
    "view_of_name": Take("m = $P.$A\nv = m[1:]", "v", size=2),
    "view_all": Take("m = $P.$A[:]", "m"),
    "getattr": Take('m = getattr($P, "$A")', "m"),
    "getattr_direct": Take("", 'getattr($P, "$A")'),
    "method": Take("m = $P.get()", "m", needs="get"),
    "method_direct": Take("", "$P.get()", needs="get"),
    "property": Take("m = $P.current", "m", needs="property"),
    "tuple": Take("pair = ($P.$A, x)\nm = pair[0]", "m"),
    "tuple_unpack": Take("m, n = $P.$A, x.sum(0)", "m"),
    "tuple_one": Take("(m,) = ($P.$A,)", "m"),
    "tuple_index": Take("", "($P.$A,)[0]"),
    "list": Take("ms = [$P.$A]\nm = ms[0]", "m"),
    "list_direct": Take("ms = [$P.$A]", "ms[0]"),
    "list_append": Take("ms = []\nms.append($P.$A)\nm = ms[-1]", "m"),
    "dict": Take('held = {"m": $P.$A}', 'held["m"]'),
    "flat": Take("m = $P.$A.view(-1)", "m"),
    "flat_direct": Take("", "$P.$A.view(-1)"),
    "reshape": Take("m = $P.$A.reshape(3)", "m"),
    "alias": Take("k = $P.$A\nm = k", "m"),
    "walrus": Take("n = (m := $P.$A).sum()", "m"),
    "data": Take("m = $P.$A.data", "m"),
    "detach": Take("m = $P.$A.detach()", "m"),
    "detach_direct": Take("", "$P.$A.detach()"),
    "for": Take("for m in ($P.$A,):", "m"),
    "ifexp": Take("m = $P.$A if x.dim() == 2 else x", "m"),
    "lambda": Take("take = lambda q: q.$A\nm = take($P)", "m"),
    "function": Take("m = array_of($P)", "m", needs="function"),
    "function_direct": Take("", "array_of($P)", needs="function"),
    "pass": Take("", "$P.$A", needs="passed"),
    "pass_view": Take("", "$P.$A[1:]", size=2, needs="passed"),
    "pass_name": Take("m = $P.$A", "m", needs="passed"),
    "pass_method": Take("", "$P.$A", needs="passed to a method"),
    "own_method": Take("", "$P.$A", needs="own method"),
    "_buffers": Take('m = $P._buffers["$A"]', "m", needs="buffer"),
    "named_buffers": Take('m = dict($P.named_buffers())["$A"]', "m", needs="buffer"),
    "next_buffers": Take("m = next($P.buffers())", "m", needs="buffer"),
    "named_parameters": Take('m = dict($P.named_parameters())["$A"]', "m", needs="parameter"),
    "next_parameters": Take("m = next($P.parameters())", "m", needs="parameter"),
}
