"""The expressions of a table's lines, filled with the arguments of a call."""

from __future__ import annotations

import ast
from collections.abc import Mapping as Arguments
from functools import lru_cache

import libcst as cst

from hybridc.dialects.entry import Entry
from hybridc.emit.templates import expression, unparenthesized
from hybridc.program.lists_given import STATIC_ARRAYS
from hybridc.program.plans import Mapping


def arguments_of(mapping: Mapping, call: cst.Call) -> dict[str, cst.BaseExpression]:
    """What a mapped call gives to the parameters of its line."""
    parts: dict[str, cst.BaseExpression] = {}
    if mapping.is_method:
        assert isinstance(call.func, cst.Attribute) and mapping.entry.parameters is not None
        parts[mapping.entry.parameters[0].name] = unparenthesized(call.func.value)
    positional = [a for a in call.args if a.keyword is None and a.star != "**"]
    variadic = next((p.name for p in mapping.entry.parameters or () if p.variadic), None)
    several: list[cst.Arg] = []
    for index, (argument, place) in enumerate(zip(positional, mapping.places, strict=True)):
        if place == variadic:
            wrapped = array_of(argument.value, place) if index in mapping.wraps else argument.value
            several.append(argument.with_changes(value=wrapped))
        else:
            parts[place] = array_of(argument.value, place) if index in mapping.wraps else _axes(place, argument.value)
    if variadic is not None:
        parts[variadic] = _tuple_of(several)
    for index, argument in enumerate(call.args):
        if argument.keyword is not None:
            place, value = argument.keyword.value, argument.value
            parts[place] = array_of(value, place) if index in mapping.wraps else _axes(place, value)
    return parts


def _axes(place: str, node: cst.BaseExpression) -> cst.BaseExpression:
    """Several axes as JAX takes them: in a tuple."""
    if place in ("dim", "axis", "dims") and isinstance(node, cst.List) and node.elements:
        return cst.Tuple(node.elements)
    return node


def filled(target: str, entry: Entry, parts: Arguments[str, cst.BaseExpression]) -> cst.BaseExpression:
    """An expression of a line, filled with arguments; one that is not given is left out."""
    given = frozenset(parts)
    missing = frozenset(p.name for p in entry.parameters or ()) - given
    new = expression(_template(target, given, missing), **parts)
    return _one_by_one(new) if "*" in target else new


def _one_by_one(node: cst.BaseExpression) -> cst.BaseExpression:
    """`g(f(a, b))` for `g(f(*(a, b)))`."""
    if not isinstance(node, cst.Call):
        return node
    arguments: list[cst.Arg] = []
    for argument in node.args:
        if argument.star == "*" and isinstance(argument.value, cst.Tuple):
            elements = argument.value.elements
            arguments += [cst.Arg(e.value, star="*" if isinstance(e, cst.StarredElement) else "") for e in elements]
        else:
            arguments.append(argument.with_changes(value=_one_by_one(argument.value)))
    return node.with_changes(args=arguments)


def keyword(name: str, value: str) -> cst.Arg:
    """The argument `name=value`."""
    no_space = cst.SimpleWhitespace("")
    equal = cst.AssignEqual(whitespace_before=no_space, whitespace_after=no_space)
    return cst.Arg(expression(value), keyword=cst.Name(name), equal=equal)


def array_of(node: cst.BaseExpression, place: str = "") -> cst.BaseExpression:
    """A list as an array, for the parameter `place`."""
    if place in STATIC_ARRAYS:
        return expression("numpy_like.known({x})", x=node)
    if isinstance(node, cst.GeneratorExp):
        node = cst.ListComp(node.elt, node.for_in)
    return expression("jnp.asarray({x})" if isinstance(node, cst.Name) else "jnp.array({x})", x=node)


def _tuple_of(arguments: list[cst.Arg]) -> cst.BaseExpression:
    """Arguments as a tuple; one that is spread is the tuple itself."""
    if len(arguments) == 1 and arguments[0].star:
        return arguments[0].value
    elements = [
        cst.StarredElement(a.value) if a.star else cst.Element(a.value, cst.MaybeSentinel.DEFAULT) for a in arguments
    ]
    return cst.Tuple(elements)


@lru_cache(maxsize=512)
def _template(target: str, given: frozenset[str], missing: frozenset[str]) -> str:
    """The line's right side as a template, without the parameters that are missing."""
    tree = ast.parse(target, mode="eval").body
    for call in [n for n in ast.walk(tree) if isinstance(n, ast.Call)]:
        call.args = [a for a in call.args if not _is_among(missing, a)]
        call.keywords = [k for k in call.keywords if not _is_among(missing, k.value)]
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in given:
            node.id = f"HYB_{node.id}"
    return ast.unparse(tree)


def _is_among(names: frozenset[str], node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id in names


@lru_cache(maxsize=512)
def as_value(entry: Entry) -> str:
    """What stands for the name itself: of a function, one that may be passed on."""
    assert entry.target is not None
    if entry.parameters is None or entry.passes_on:
        return entry.target
    names = [p.name for p in entry.parameters if not p.keyword_only]
    match ast.parse(entry.target, mode="eval").body:
        case ast.Call(func=function, args=arguments, keywords=keywords):
            given = [ast.unparse(a) for a in arguments]
            named = all(k.arg == ast.unparse(k.value) for k in keywords)
            required = [p.name for p in entry.parameters if p.default is None and not p.variadic]
            several = [f"*{p.name}" for p in entry.parameters if p.variadic]
            is_spread = several == [a for a in given if a.startswith("*")]
            given = [a.removeprefix("*") for a in given]
            is_whole = set(required) <= {*given, *(k.arg for k in keywords)}
            if named and is_spread and is_whole and given == names[: len(given)]:
                return ast.unparse(function)
    return adapted(entry)


def adapted(entry: Entry) -> str:
    """The line as a function of its own, with the parameters that its right side mentions or that have to be given."""
    assert entry.target is not None
    used = {n.id for n in ast.walk(ast.parse(entry.target, mode="eval")) if isinstance(n, ast.Name)}
    shown: list[str] = []
    has_star = False
    for parameter in entry.parameters or ():
        if parameter.name not in used and parameter.default is not None:
            continue
        if parameter.keyword_only and not has_star:
            shown.append("*")
        has_star |= parameter.keyword_only or parameter.variadic
        text = f"*{parameter.name}" if parameter.variadic else parameter.name
        shown.append(text if parameter.default is None else f"{text}={parameter.default}")
    return f"(lambda {', '.join(shown)}: {entry.target})"


def key_of(node: cst.Subscript) -> cst.BaseExpression:
    """What stands between the brackets, as an expression."""
    keys = [_slice(e.slice) for e in node.slice]
    is_tuple = len(keys) > 1 or isinstance(node.slice[0].comma, cst.Comma)
    return cst.Tuple([cst.Element(k) for k in keys]) if is_tuple else keys[0]


def _slice(part: cst.BaseSlice) -> cst.BaseExpression:
    if isinstance(part, cst.Index):
        return part.value
    assert isinstance(part, cst.Slice)
    bounds = [cst.Name("None") if b is None else b for b in (part.lower, part.upper, part.step)]
    given = bounds[1:2] if part.lower is None and part.step is None else bounds if part.step is not None else bounds[:2]
    return cst.Call(cst.Name("slice"), [cst.Arg(b) for b in given])
