"""Liveness against the equations of a control-flow graph, solved by going round until nothing changes."""

import ast
import random

import pytest

from hybridc.syntax.liveness import Liveness, transfer_of

NAMES = "abcd"


def block(draw, depth, in_loop):
    lines = []
    for _ in range(draw.randint(1, 3)):
        lines += statement(draw, depth, in_loop)
    return lines


def statement(draw, depth, in_loop):
    one, other = draw.choice(NAMES), draw.choice(NAMES)
    simple = [f"{one} = {other} + 1", f"{one} += 1", f"{one}[0] = {other}", f"print({one})"]
    kind = draw.choice(["simple", "simple", "if", "while", "for", "leave"] if depth else ["simple", "leave"])
    inside = ["    " + line for line in block(draw, depth - 1, in_loop or kind in ("while", "for"))] if depth else []
    rest = (
        ["else:", *("    " + line for line in block(draw, depth - 1, in_loop))] if depth and draw.random() < 0.5 else []
    )
    match kind:
        case "if":
            return [f"if {one}:", *inside, *rest]
        case "while":
            return [f"while {one}:", *inside, *rest]
        case "for":
            return [f"for {one} in {other}:", *inside, *rest]
        case "leave":
            return [draw.choice(["break", "continue", f"return {one}"] if in_loop else [f"return {one}"])]
    return [draw.choice(simple)]


class Graph:
    """For each point before a statement, a loop's head among them: what is read, what is set, and where it goes on."""

    def __init__(self, body, live_out):
        self.points = {"end": (live_out, frozenset(), ())}
        self.first = self.block(body, "end", None)
        self.live = dict.fromkeys(self.points, frozenset())
        changed = True
        while changed:
            changed = False
            for point, (reads, sets, following) in self.points.items():
                new = reads | frozenset().union(*(self.live[f] for f in following)) - sets
                changed |= new != self.live[point]
                self.live[point] = new

    def block(self, statements, after, loop):
        for each in reversed(statements):
            self.points["after", each] = (frozenset(), frozenset(), (after,))
            after = self.statement(each, ("after", each), loop)
        return after

    def statement(self, node, after, loop):
        point = ("before", node)
        reads, sets = facts(node)
        match node:
            case ast.If():
                following = self.block(node.body, after, loop), self.block(node.orelse, after, loop)
            case ast.While():
                following = self.block(node.body, point, (point, after)), self.block(node.orelse, after, loop)
            case ast.For():
                head, turn = ("head", node), ("turn", node)
                self.points[point] = (reads, frozenset(), (head,))
                first = self.block(node.body, head, (head, after))
                self.points[turn] = (frozenset(), sets, (first,))
                self.points[head] = (frozenset(), frozenset(), (turn, self.block(node.orelse, after, loop)))
                return point
            case ast.Continue():
                following = (loop[0],)
            case ast.Break():
                following = (loop[1],)
            case ast.Return():
                following = ()
            case _:
                following = (after,)
        self.points[point] = (reads, sets, following)
        return point


def facts(node):
    parts = [c for c in ast.iter_child_nodes(node) if not isinstance(c, ast.stmt)]
    names = [n for part in parts for n in ast.walk(part) if isinstance(n, ast.Name)]
    reads = {n.id for n in names if isinstance(n.ctx, ast.Load) or isinstance(node, ast.AugAssign)}
    sets = {n.id for n in names if isinstance(n.ctx, ast.Store) and not isinstance(node, ast.AugAssign)}
    return frozenset(reads), frozenset(sets)


@pytest.mark.parametrize("shard", range(4))
def test_the_same_as_the_graph_says(shard):
    for seed in range(shard, 600, 4):
        draw = random.Random(seed)
        source = "\n".join(block(draw, 3, in_loop=False))
        body, live_out = ast.parse(source).body, frozenset(draw.sample(NAMES, 2))
        graph, liveness = Graph(body, live_out), Liveness()
        before = liveness.block(body, live_out)
        assert before == graph.live[graph.first] == transfer_of(body).of(live_out), source
        for each, names in liveness.after.items():
            assert names == graph.live["after", each], f"line {each.lineno} of\n{source}"
        for loop, names in liveness.at_head.items():
            head = "head" if isinstance(loop, ast.For) else "before"
            assert names == graph.live[head, loop], f"the loop of line {loop.lineno} of\n{source}"
