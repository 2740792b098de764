"""Programs that run over arrays: rows of a vector have the shape (1,) in `mx.nd`, and none in `mx.np`."""

from mxnet_program_parts import ND, NP, Program, block, drawn, floats

BODY = """
t = 0
for v in x:
    t = t + v
for i, v in enumerate(x):
    t = t + v * i
found = [v * 2 for v in x]
pairs = [a + b for a, b in zip(x, x * 2)]
p, q, r = x
return t, found[1], pairs[2], p, r - q
"""
VECTOR = (floats(1.5, -2, 0.25),)
MATRIX = (drawn(3, 2),)
PROGRAMS = {
    "rows": Program(ND + block(BODY), (VECTOR, MATRIX)),
    "rows_np": Program(NP + block(BODY), (VECTOR, MATRIX)),
    "rows_in_turn": Program(
        ND
        + block("""
y = F.relu(x) + 1
found = []
for v in y:
    if v > 1:
        found.append(v * 2)
    else:
        found.append(v)
return F.stack(*found), F.concat(*[v for v in y], dim=0)
"""),
        (VECTOR, (MATRIX[0][:, :1],)),
    ),
    "rows_of_functions": Program(
        ND
        + """def total(x):
    found = 0
    for v in x:
        found = found + v
    return found


class Net(nn.HybridBlock):
    def hybrid_forward(self, F, x):
        return total(x), total([x, x]), [-v for v in x][0]
""",
        (VECTOR, MATRIX),
    ),
}
