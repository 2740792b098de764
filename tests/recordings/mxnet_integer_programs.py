"""Programs whose inputs are integers, of which MXNet has arithmetic of its own."""

import numpy as np
from mxnet_program_parts import ND, NP, Program, block, drawn

I = np.array([[3, -7, 2], [1, 5, -4]], np.int32)
J = np.array([[2, 3, -2], [4, -3, 1]], np.int32)
U = np.array([3, 1, 250], np.uint8)
X = drawn(2, 3)
WITH_ZEROS = np.array([[0, 2, -1.5], [0.5, 0, 3]], np.float32)

BOTH = ((I, J), (X, X + 2))
PROGRAMS = {
    "divided_integers": Program(ND + block("return i / 2, i / j, 7 / j, -(i / 2) / 3", "F, i, j"), BOTH),
    "fractions_beside_integers": Program(
        ND + block("return i * 0.5, i + 0.5, 1.5 - i, 2.5 * i, (i * 2 + 1) * 0.5, i * 2 + 1, i + j * i", "F, i, j"),
        BOTH,
    ),
    "rests_of_integers": Program(
        ND + block("return i % 2, i % 2.5, i % j, 7 % j, -7 % i", "F, i, j"), ((I, J), (X + 4, X + 2))
    ),
    "rests_of_nothing": Program(ND + block("return x % y, 5 % y, y % 2", "F, x, y"), ((X, WITH_ZEROS),)),
    "powers_of_integers": Program(
        ND + block("return i ** 2, i ** -1, i ** 0.5, 2 ** j, abs(i) ** j", "F, i, j"), ((abs(I), J), (abs(X), X))
    ),
    "integers_in_place": Program(
        ND
        + block(
            """
k = i * 1
k /= 2
k += 0.5
m = j * 1
m[0] /= 2
m[1, 0] *= 0.5
m[:] += 1.5
n = i * 1
n[:, 1] -= 0.5
s = 0.5
s *= j
return k, m, n, s
""",
            "F, i, j",
        ),
        BOTH,
    ),
    "integers_through_operators": Program(
        ND
        + block("""
y = F.concat(F.relu(x), x.reshape((2, 3)), dim=1)
z = F.transpose(y)[1:4] / 2
return z, F.sum(x) / 4, x.mean() * 0.5, F.split(x, 3)[0] / 2, F.stack(x, x).max(axis=0) * 1.5, F.where(x > 0, x, -x) / 3
"""),
        ((I,), (X,), (U.reshape(3, 1)[:2].repeat(3, 1),)),
    ),
    "integers_of_functions": Program(
        ND
        + """def scaled(x, by=0.5):
    return x * by


def shifted(x, by):
    return x + by


class Net(nn.HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self._scale = 1.5
        self.body = nn.HybridSequential()
        self.body.add(nn.Flatten())

    def _halved(self, x):
        return x / 2

    def hybrid_forward(self, F, x):
        return scaled(x), shifted(x, 0.5), self._halved(x), x * self._scale, self.body(x) / 2
""",
        ((I,), (X,)),
    ),
    "integers_of_a_test": Program(
        ND + block("if F.sum(i) > j[0, 0] / 4:\n    i = i / 2\nelse:\n    i = i * 0.5\nreturn i", "F, i, j"),
        ((I, J), (abs(I), J), (X, X)),
    ),
    "fractions_beside_integers_np": Program(
        NP + block("return i / 2, i / j, i * 0.5, i + 1.5, 2.5 - i, i * 2, i > 0.5, 1.5 <= j, i + j", "F, i, j"), BOTH
    ),
    "rests_np": Program(
        NP + block("return i % 2, i % 2.5, i % j, -7 % j, 7.5 % j", "F, i, j"),
        ((I, J), (X + 4, X + 2), (X, WITH_ZEROS)),
    ),
    "powers_np": Program(
        NP + block("return i ** 2, i ** -1, i ** 0.5, 2 ** j, abs(i) ** j", "F, i, j"), ((abs(I), J), (abs(X), X))
    ),
    "reduced_integers_np": Program(
        NP
        + block(
            """
k = i.mean(axis=0)
s = i.sum(axis=1)
return k / 2, s * 0.5, i.max() * 1.5, i.std(), i.var(axis=1), np.average(i), s / 2, np.hypot(i, 2), k * 0.5
""",
            "F, i",
        ),
        ((I,), (X,)),
    ),
    "integers_in_place_np": Program(
        NP + block("k = i * 1\nk *= 0.5\nk += 1.5\nif k.sum() > 0.5:\n    k = k + 1\nreturn k", "F, i"),
        ((I,), (-I,), (X,)),
    ),
}
