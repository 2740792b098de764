"""What people write with arrays: tables of lines, with holes for names and numbers. In those of `PLAIN` nothing shares memory.

{a} and {b} are arrays of one shape (maybe the same array), {w} is a vector, {c} and {d} are numbers, {f} a factor, {i} an
index, {test} a test, {n} a number that makes names new. Behind each text: the new names, and what they hold: "a" as {a} does, "r" as a
row of {a}, "n" a number, "l" a list, "o" something else.
"""

from __future__ import annotations

Idioms = list[tuple[str, str]]

SHARING: Idioms = [
    # lists that a loop fills, with what changes later
    ("out{n} = []\nfor e{n} in {a}:\n    out{n}.append(e{n})\n{a}[0] = {c}", "out:o"),
    ("out{n} = []\nfor i{n} in range(3):\n    {a}[0] += {c}\n    out{n}.append({a})", "out:o"),
    (
        "s{n} = {a}.copy()\nout{n} = [s{n}]\nfor i{n} in range(2):\n    s{n} = s{n} + {c}\n    out{n}.append(s{n})\ns{n}[0] = {d}",
        "out:o s:a",
    ),
    (
        "s{n} = {a}.copy()\nout{n} = [s{n}]\nfor i{n} in range(2):\n    s{n} += {c}\n    out{n}.append(s{n})",
        "out:o s:a",
    ),
    ("out{n} = [{a}] * 2\nout{n}[0][0] = {c}", "out:o"),
    ("out{n} = [{a}, {b}]\nmore{n} = list(out{n})\nmore{n}[0] = {b}\nmore{n}[1][0] = {c}", "out:o more:o"),
    ("out{n} = [{a}, {b}]\nmore{n} = out{n}\nmore{n}[0] = {a} + {c}\nout{n}[1] += {d}", "out:o more:o"),
    ("out{n} = [{a}, {b}]\nlast{n} = out{n}.pop()\nlast{n}[0] = {c}", "out:o last:a"),
    ("out{n} = [{a}, {b}]\nout{n}.reverse()\nout{n}[0][0] = {c}", "out:o"),
    ("out{n} = [{a}] + [{b}]\nfor e{n} in out{n}:\n    e{n}[0] += {c}", "out:o"),
    ("out{n} = [{a}, {b}]\nout{n}[0] += {c}\nfirst{n} = out{n}[0]\nfirst{n}[1] = {d}", "out:o first:a"),
    ("rows{n} = list({a})\n{a}[1:] *= {f}", "rows:o"),
    ("rows{n} = [e{n} for e{n} in {a}]\n{a}[0] = {c}", "rows:o"),
    # tuples and dicts
    ("t{n} = ({a}, {c})\nt{n}[0][0] = {d}", "t:o"),
    ("p{n}, q{n} = {a}, {b}\np{n}, q{n} = q{n}, p{n}\np{n}[0] = {c}", "p:a q:a"),
    ("(p{n}, q{n}), s{n} = ({a}, {b}), {c}\nq{n} += s{n}", "p:a q:a"),
    ("first{n}, *rest{n} = [{a}, {b}, {a}]\nrest{n}[0][0] = {c}", "first:a rest:o"),
    ("d{n} = {{'u': {a}, 'n': 0}}\nd{n}['u'][0] = {c}\nd{n}['n'] += 1", "d:o"),
    ("d{n} = {{'u': {a}, 'v': {b}}}\nfor key{n}, e{n} in d{n}.items():\n    e{n}[0] = {c}", "d:o"),
    ("d{n} = {{'u': {a}}}\nd{n}['v'] = d{n}['u']\nd{n}['v'] += {c}", "d:o"),
    ("d{n} = {{'u': {a}}}\nd{n}.update(v={b})\ne{n} = d{n}.get('v')\ne{n}[0] = {c}", "d:o e:a"),
    ("d{n} = dict(u={a}, v={b})\nd{n}['u'], d{n}['v'] = d{n}['v'], d{n}['u']\nd{n}['u'][0] = {c}", "d:o"),
    ("d{n} = {{'u': {a}}}\ne{n} = dict(d{n})\ne{n}['u'][0] = {c}\ne{n}['u'] = {b}", "d:o e:o"),
    ("d{n} = {{'u': {a}}}\np{n} = d{n}.pop('u')\np{n}[0] = {c}", "d:o p:a"),
    ("d{n} = {{'u': [{a}, {b}]}}\nd{n}['u'][1][0] = {c}\nd{n}['u'].append({a})", "d:o"),
    ("d{n} = {{k{n}: {a} for k{n} in 'uv'}}\nd{n}['u'][0] = {c}", "d:o"),
    # closures
    ("def g{n}(u={a}):\n    u[0] = {c}\n    return u.max()\n\nt{n} = g{n}() + g{n}({b})", "t:n"),
    (
        "def make{n}(u):\n    def put(e):\n        u[0] = e\n        return u.sum()\n    return put\n\ng{n} = make{n}({a})\nt{n} = g{n}({c})",
        "t:n",
    ),
    ("p{n} = {a}\ndef grow{n}():\n    nonlocal p{n}\n    p{n} = p{n} + {c}\n\ngrow{n}()\np{n}[0] = {d}", "p:a"),
    ("p{n} = {a}\ndef grow{n}():\n    nonlocal p{n}\n    p{n} += {c}\n\ngrow{n}()", "p:a"),
    (
        "p{n} = {a}.copy()\nlook{n} = lambda: p{n}[0]\nold{n} = look{n}()\np{n} = {b}\np{n}[0] = {c}\nnew{n} = look{n}()",
        "p:a old:r new:r",
    ),
    (
        "def both{n}(u, v):\n    u[0] = {c}\n    v += {d}\n    return v\n\np{n} = both{n}({a}, {b})\np{n}[1] = {c}",
        "p:a",
    ),
    ("def all{n}(*us):\n    for u in us:\n        u[0] += {c}\n    return len(us)\n\nt{n} = all{n}({a}, {b})", "t:n"),
    ("def named{n}(**us):\n    us['u'][0] = {c}\n    return us['v'].sum()\n\nt{n} = named{n}(u={a}, v={b})", "t:n"),
    # names and chains
    ("p{n} = q{n} = {a}\np{n} += {c}", "p:a q:a"),
    ("p{n} = q{n} = {a} + 0\np{n}[0] = {c}", "p:a q:a"),
    ("p{n} = {a}\n{a} = {a} + {c}\np{n}[0] = {d}", "p:a"),
    ("p{n} = {a}\n{a} += {c}\np{n} = p{n} * {f}", "p:a"),
    ("p{n} = {a}[1:]\n{a} = {b}\np{n}[0] = {c}", "p:o"),
    ("p{n} = {a}[1:]\n{a}[1:] = p{n} + {a}[:-1]", "p:o"),
    ("p{n} = {a}.reshape({a}.shape)\nq{n} = p{n}.copy()\nq{n}[0] = {c}", "p:a q:a"),
    ("p{n} = {a}[None]\np{n}[0, 0] = {c}", "p:o"),
    ("p{n} = np.stack([{a}, {b}])\nfor e{n} in p{n}:\n    e{n} *= {f}", "p:o"),
    ("p{n} = {a} if {test} else {b}\np{n}[0] = {c}\nq{n} = {a} if {test} else p{n}\nq{n}[1] = {d}", "p:a q:a"),
    ("if {test}:\n    p{n} = {a}\nelse:\n    p{n} = {b}\np{n} += {c}", "p:a"),
    ("if {test}:\n    p{n} = {a}[1:]\nelse:\n    p{n} = {a}[:-1]\np{n}[0] = {c}", "p:o"),
    ("p{n} = {a}\nif {test}:\n    p{n} = {a}.copy()\np{n}[0] = {c}", "p:a"),
    ("p{n} = None\nfor e{n} in {a}:\n    p{n} = e{n}\n{a}[-1] = {c}", "p:r"),
    (
        "best{n} = {a}[0]\nfor e{n} in {a}:\n    if e{n}.sum() > best{n}.sum():\n        best{n} = e{n}\n{a}[1] = {c}",
        "best:r",
    ),
    (
        "p{n}, q{n} = {a}, {b}\nfor i{n} in range(3):\n    q{n}[1:] = p{n}[:-1] * {f}\n    p{n}, q{n} = q{n}, p{n}",
        "p:a q:a",
    ),
    ("del{n} = {a}\ndel del{n}\n{a}[0] = {c}", ""),
    # elements and rows
    ("t{n} = {a}[0]\n{a}[0] = {c}\n{a}[1] = t{n}", "t:r"),
    ("t{n} = {a}[0]\nt{n} += {c}\n{a}[1] += t{n}", "t:r"),
    ("t{n} = {a}[{i}]\nif np.sum(t{n}) > {c}:\n    t{n} = t{n} * {f}\n{a}[0] = t{n}", "t:r"),
    ("t{n} = {a}[0]\nfor i{n} in range(1, 3):\n    t{n} = t{n} + {a}[i{n}]\n    {a}[i{n}] = t{n}", "t:r"),
    ("t{n} = {a}[0]\nfor i{n} in range(1, 3):\n    t{n} += {a}[i{n}]", "t:r"),
    ("for e{n} in {a}:\n    e{n} += {c}", ""),
    ("for i{n}, e{n} in enumerate({a}):\n    {a}[i{n}] = e{n} + i{n}", ""),
    ("for e{n}, g{n} in zip({a}, {b}):\n    e{n} += g{n}", ""),
    # dtypes
    ("q{n} = {a}.astype({a}.dtype, copy=False)\nq{n}[0] = {c}", "q:a"),
    ("q{n} = np.asarray({a})\nq{n} += {c}", "q:a"),
    ("q{n} = np.ascontiguousarray({a})\nq{n}[0] = {c}", "q:a"),
    ("p{n} = {a}.view()\np{n}[0] = {c}", "p:a"),
    ("p{n}, q{n} = np.split({a}, 2)\np{n}[0] = {c}\nq{n} += p{n}", "p:o q:o"),
    ("p{n} = np.atleast_2d({a})\np{n}[0] = {c}", "p:o"),
    ("p{n} = np.moveaxis({a}, 0, -1)\np{n}[0] += {c}", "p:o"),
    ("{w}[:2], {w}[2:] = {w}[2:], {w}[:2]", ""),
    ("{w}[:] = {w}[::-1]", ""),
]

PLAIN: Idioms = [
    # lists that a loop fills, with what changes later
    ("out{n} = []\nfor i{n} in range(3):\n    {a}[0] += {c}\n    out{n}.append({a}.copy())", "out:o"),
    ("out{n} = []\nfor i{n} in range(3):\n    out{n}.append({a}[i{n}] * {f})\n    {a}[i{n} + 1] = {c}", "out:o"),
    ("sums{n} = [e{n}.sum() for e{n} in ({a}, {b})]\n{a}[0] = {c}", "sums:o"),
    (
        "out{n} = []\nfor i{n}, e{n} in enumerate({a}):\n    if i{n} == 2:\n        break\n    out{n}.append(e{n} + i{n})",
        "out:o",
    ),
    # closures
    ("g{n} = lambda: {a}.sum()\ns{n} = g{n}()\n{a}[0] = {c}\nt{n} = g{n}()", "s:n t:n"),
    ("s{n} = 1\ng{n} = lambda: {a} * s{n}\ns{n} = 3\np{n} = g{n}()", "p:a"),
    ("fs{n} = []\nfor i{n} in range(3):\n    fs{n}.append(lambda: {a}.sum() + i{n})\nt{n} = fs{n}[0]()", "t:n"),
    (
        "fs{n} = []\nfor i{n} in range(3):\n    fs{n}.append(lambda j=i{n}: {a}.sum() + j)\nt{n} = fs{n}[0]() + fs{n}[1]()",
        "t:n",
    ),
    ("fs{n} = [lambda: {a}.sum(), lambda: {a}.max()]\n{a}[0] = {c}\nt{n} = [g() for g in fs{n}]", "t:o"),
    (
        "s{n} = 0\ndef count{n}(by):\n    nonlocal s{n}\n    s{n} += by\n    return s{n}\n\ncount{n}({a}.sum())\ncount{n}({c})",
        "s:n",
    ),
    ("t{n} = list(map(lambda e: e.sum(), [{a}, {b}]))\n{a}[0] = {c}", "t:o"),
    ("t{n} = sorted([{a}.sum(), {b}.max()])", "t:o"),
    # names and chains
    ("p{n} = {a}[[0, 1]]\np{n}[0] = {c}", "p:o"),
    ("p{n} = np.array([{a}, {b}])\np{n}[0, 0] = {c}\np{n}[1] += p{n}[0]", "p:o"),
    ("p{n} = np.concatenate([{a}, {b}])\np{n}[:2] = {c}", "p:o"),
    ("if (s{n} := {a}.sum()) > {c}:\n    {a}[0] = s{n}", "s:n"),
    # elements and rows
    ("t{n} = {a}[0] + 0\nt{n} += {c}", "t:r"),
    ("t{n} = {a}.max(axis=0)\n{a}[0] = t{n}\n{a}[1] -= t{n}", "t:r"),
    ("for e{n} in {a}:\n    e{n} = e{n} + {c}", ""),
    ("for i{n} in range(len({a}) - 1, 0, -1):\n    {a}[i{n}] = {a}[i{n} - 1]", ""),
    # loops that leave, numbers
    ("i{n} = 0\nwhile i{n} < len({a}) and np.sum({a}[i{n}]) < {c}:\n    {a}[i{n}] = {d}\n    i{n} += 1", "i:n"),
    ("for i{n} in range(4):\n    if np.sum({a}[i{n}]) > {c}:\n        break\nelse:\n    i{n} = -1", "i:n"),
    (
        "for i{n} in range(3):\n    for j{n} in range(3):\n        if np.sum({a}[j{n}]) > {c}:\n            break\n        {a}[i{n}] += 1",
        "",
    ),
    (
        "t{n} = 0\nwhile True:\n    t{n} += 1\n    {a}[0] += {c}\n    if t{n} > 2 or {a}.sum() > 3:\n        break",
        "t:n",
    ),
    ("t{n} = {c}\nfor e{n} in {a}:\n    if np.sum(e{n}) < 0:\n        continue\n    t{n} += np.sum(e{n})", "t:n"),
    ("t{n} = {c}\nfor i{n} in range(3):\n    t{n} = t{n} if t{n} > {d} else t{n} + {a}[0].sum()", "t:n"),
    ("s{n} = max({a}.sum(), {c}, {b}.sum())\nt{n} = min(s{n}, 2)", "s:n t:n"),
    ("s{n} = {a}.sum() > {c} and {b}.sum() > {d}\nt{n} = int(s{n}) + 1", "t:n"),
    ("t{n} = 1 if {a}.sum() > {c} else 0\n{a}[t{n}] = {d}", "t:n"),
    ("t{n} = {c} < {a}.sum() < 5", "t:n"),
    ("t{n} = np.argmax({w})\n{w}[t{n}] = {c}\n{w}[t{n} - 1] += {d}", "t:n"),
    ("t{n} = abs({w}[0]) + round(float({w}[1]))", "t:n"),
    ("t{n} = {a}.sum() // 2\ns{n} = {a}.sum() % 3", "t:n s:n"),
    ("with np.errstate(all='ignore'):\n    {a}[0] = {c}", ""),
    ("try:\n    {a}[0] = {c}\n    if {test}:\n        {a}[1] = {d}\nfinally:\n    {a} += 1", ""),
    ("assert {a}.ndim > 0\n{a}[0] = {c}", ""),
    # dtypes
    ("m{n} = {a} > {c}\nm{n}[0] = True\nm{n} |= {b} > {d}", "m:o"),
    ("m{n} = np.zeros({a}.shape, bool)\nm{n}[1:] = {a}[:-1]\nm{n} &= {b} > {c}", "m:o"),
    ("m{n} = {a} > {c}\nm{n} ^= True\nt{n} = m{n}.sum() + m{n}[0].sum()", "m:o t:n"),
    ("q{n} = np.zeros({a}.shape, int)\nq{n}[0] = 2.7\nq{n}[1:] += 3", "q:o"),
    ("q{n} = np.abs({a}).astype(np.int64)\nq{n}[...] = np.abs({b}) * 1.5\nq{n} //= 2", "q:o"),
    ("q{n} = {a}.astype(np.float32)\nq{n} += {b}\nq{n}[0] = {c}", "q:o"),
    ("q{n} = {a}.astype({a}.dtype)\nq{n}[0] = {c}", "q:a"),
    ("q{n} = np.array({a}, copy=True)\nq{n} += {c}", "q:a"),
    ("q{n} = np.full_like({a}, {c})\nq{n}[1:] = {a}[1:]\nq{n}[{a} > {d}] = {c}", "q:a"),
    ("q{n} = np.empty_like({a})\nfor i{n} in range(len({a})):\n    q{n}[i{n}] = {a}[i{n}] + i{n}", "q:a"),
    ("np.maximum({a}, {b}, out={a})\nnp.clip({a}, {c}, 3, out={b})", ""),
    ("{a}[{a} > {b}] = {b}[{a} > {b}]", ""),
    ("{a}[({a} > {c}) & ({b} < {d})] += 1", ""),
    ("p{n} = {a}.flatten()\np{n}[0] = {c}\nq{n} = np.ravel({b}).copy()\nq{n}[1] = {d}", "p:o q:o"),
    ("p{n} = np.broadcast_to({a}[0], {a}.shape).copy()\np{n}[1] = {c}", "p:a"),
    ("{a}[1], {a}[0], s{n} = {a}[0].copy(), {c}, {b}.sum()", "s:n"),
    ("{a}[0], s{n} = {c}, {a}[0].sum()", "s:n"),
    ("{w}[0], {w}[1], {w}[2] = {w}[1], {w}[2], {w}[0]", ""),
    ("{w}[{i}] = {w}[0] = {c}", ""),
    ("{w}[:2], {w}[2:] = {w}[2:].copy(), {w}[:2].copy()", ""),
    ("{w}[:] = {w}[::-1].copy()\n{w}[1:] -= {w}[:-1]", ""),
    ("d{n} = {w}[1:] - {w}[:-1]\ns{n} = np.sum(d{n} * d{n})", "s:n"),
    ("rows{n} = [e{n} * {f} for e{n} in {a}]\np{n} = np.stack(rows{n})", "p:a"),
    ("for i{n} in range(1, len({w})):\n    {w}[i{n}] = {w}[i{n} - 1] * {f} + {w}[i{n}]", ""),
    (
        "best{n} = 0\nfor i{n} in range(len({w})):\n    if np.sum({w}[i{n}]) > np.sum({w}[best{n}]):\n        best{n} = i{n}",
        "best:n",
    ),
    ("p{n} = np.zeros_like({a})\nfor i{n} in range(len({a}) - 1):\n    p{n}[i{n}] = {a}[i{n} + 1] - {a}[i{n}]", "p:a"),
]
