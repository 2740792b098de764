"""Nested functions that change what they are given or what they see: what they make of it reaches those who call them."""

import numpy as np
import pytest
from test_changed_arguments import PROGRAMS as OF_THE_FILE

import hybridc
from differential import assert_agree, assert_same, converted, fresh, function_file, graph_function, load
from hybridc import Options
from nesting import nested

V = np.array([3.0, -1.0, 4.0, 0.5])
N = -V
M = np.arange(12.0).reshape(3, 4) - 5
RECURSIVE = ("itself", "one_array_twice_to_itself")  # which nested functions are not compiled for
PLAIN = {name: given for name, given in OF_THE_FILE.items() if given[0] and name not in RECURSIVE}


def with_nested(name):
    before, body, parameters, _ = OF_THE_FILE[name]
    lines = "\n".join(f"    {line}" for line in body.split("\n"))
    source = nested(function_file(f"{before}def f({parameters}):\n{lines}\n"))
    assert source is not None
    return source


@pytest.mark.parametrize("name", PLAIN)
def test_what_converts_of_functions_of_the_file_converts_of_nested_ones(name):
    assert_agree(with_nested(name), "f", PLAIN[name][-1])


@pytest.mark.parametrize("name", RECURSIVE)
def test_nested_functions_that_call_themselves_are_refused(name):
    assert {d.code for d in hybridc.convert(with_nested(name)).refusals} == {"HYB308", "HYB406"}


BUMP = "def bump(u):\n    u += 1\n"
MARK = "def bump(u):\n    u[0] = 7.0\n"
PUT = "def put(u, i: int, v):\n    u[i] = v\n    return u.sum()\n"
ANY = [(V,), (M,), (2.5,)]

# The body of `f`, its parameters and arguments.
PROGRAMS = {
    "a_statement": (f"y=np.sin(x)\n{BUMP}bump(y)\nreturn y*2", "x", ANY),
    "what_is_given_may_be_a_number": (f"y=x*2\nz=y\n{BUMP}bump(z)\nbump(3.0)\nreturn y,z", "x", ANY),
    "a_part_that_may_be_a_row": (f"y=np.sin(x)\ne=y[0]\n{BUMP}bump(e)\nbump(y[1])\nreturn y,e", "x", [(V,), (M,)]),
    "a_part_that_is_an_array": (f"y=np.sin(x)\nz=y\n{BUMP}bump(y[1:])\nbump(z.T)\nreturn y,z", "x", [(V,), (M,)]),
    "its_result": (f"y=np.sin(x)\n{PUT}t=put(y,0,2.0)+1\nreturn y,t,put(y,1,t)", "x", [(V,), (M,)]),
    "in_loops_and_branches": (f"y=np.sin(x)\n{PUT}s=0.0\nfor i in range(3):\n    if y[i]>0:\n        s+=put(y,i,-2.0)\n    else:\n        put(y,0,s)\nreturn y,s", "x", [(V,), (N,)]),
    "two_arguments": ("a,b=np.sin(x),np.cos(x)\ndef swap(u, w):\n    t=u.copy()\n    u[:]=w\n    w[:]=t\nswap(a,b)\nswap(a[1:],b[:-1])\nreturn a,b", "x", [(V,), (M,)]),
    "one_array_twice": ("a=np.sin(x)\ndef move(u, w):\n    u[1:]=w[:-1]\n    w[0]=u[1]\nmove(a,a)\nmove(a[1:],a[:-1])\nreturn a", "x", [(V,), (M,)]),
    "what_it_sees": ("y=np.sin(x)\nz=y[1:]\ndef mark(v):\n    y[1]=v\n    z[0]+=1.0\nmark(2.0)\nmark(x[0])\nreturn y,z", "x", [(V,), (M,)]),
    "what_it_sees_and_is_given": ("y=np.sin(x)\ndef mark(u):\n    y[1]=u[0]\n    u[0]=4.0\n    return y.sum()\na=mark(y)\nb=mark(x*2)\nreturn y,a,b", "x", [(V,), (M,)]),
    "what_it_sees_is_bound_anew": ("y=np.sin(x)\nk=2.0\ndef mark(u):\n    u[0]=k\n    y[1]=k\nmark(y)\nk=3.0\nw=y\ny=np.cos(x)\nmark(w)\nreturn y,w", "x", [(V,), (M,)]),
    "one_calls_another": ("y=np.sin(x)\nz=np.cos(x)\ndef first(u):\n    u[0]=z[1]\ndef both(u, w):\n    first(u)\n    first(w)\n    z[1]+=1.0\n    return u[0]\na=both(y,x*2)+1.0\nb=both(y[1:],x*3)+1.0\nreturn y,z,a,b", "x", [(V,), (M,)]),
    "it_calls_a_function_of_its_own": ("y=np.sin(x)\ndef outer(u):\n    def inner(w):\n        return w*2.0\n    u[0]=inner(u[1])\nouter(y)\nreturn y", "x", [(V,), (M,)]),
    "it_returns_early": ("y=np.sin(x)\ndef clip(u, v):\n    if u.sum()>v:\n        u[0]=v\n        return 1.0\n    u*=0.5\n    return u[1].sum()\na=clip(y,0.0)\nb=clip(y,5.0)\nreturn y,a,b", "x", [(V,), (N,), (M,)]),
    "it_returns_what_it_was_given": ("y=np.sin(x)\ndef scale(u, v):\n    u*=v\n    return u\nz=scale(y,2.0)\nz[0]=5.0\nw=scale(z[1:],3.0)\nreturn y,z,w", "x", [(V,), (M,)]),
    "it_binds_its_argument_anew": ("y=np.sin(x)\ndef late(u):\n    u[0]=5.0\n    u=u*2\n    u[1]=7.0\n    return u.sum()\ns=late(y)\nreturn y,s", "x", [(V,), (M,)]),
    "an_array_as_a_default": ("y=np.sin(x)\ndef put(v, u=y):\n    u[0]=v\n    return u.sum()\na=put(1.0)\nw=y\ny=np.cos(x)\nb=put(2.0)+put(3.0,y)\nput(u=w,v=4.0)\nreturn y,w,a,b", "x", [(V,), (M,)]),
    "a_parameter_as_a_default": ("x=x.copy()\ndef put(u=x, *, v=1.0, k=x.sum()):\n    u[0]=v+k\nput()\nput(v=2.0)\nput(x[1:],k=3.0)\nreturn x", "x", [(V,), (M,)]),
    "a_default_that_is_kept": ("def keep(a, b=np.zeros(4)):\n    b+=a\n    return b.sum()\nreturn keep(x)+keep(x*2)", "x", [(V,)]),
    "an_entry_of_a_list": ("y=np.sin(x)\nb=[y,np.cos(x)]\ndef put(u):\n    u[0]=1.0\nput(b[0])\nput(b[1])\nreturn y,b", "x", [(V,), (M,)]),
    "in_a_loop_made_anew": ("y=np.sin(x)\nfor i in range(3):\n    def put(u):\n        u[i]=y[0]+i\n    put(y)\nreturn y", "x", [(V,)]),
    "alone_in_a_block": ("y=np.sin(x)\nif n>1:\n    def put(u):\n        u[0]=9.0\nelse:\n    n=1\nif n>1:\n    put(y)\nreturn y", "x,n:int", [(V, 2), (V, 0)]),
    "in_one_line": ("y=np.sin(x)\ndef put(u): u[0]=9.0; y[1]=2.0\nput(y); put(x*1)\nreturn y", "x", [(V,), (M,)]),
    "handed_to_a_function": (f"y=np.sin(x)\n{MARK}[*map(bump,[y])]\nreturn y", "x:np.ndarray", [(V,), (N,)]),
    "held_by_a_list": (f"y=np.sin(x)\n{MARK}fs=[bump]\nfs[0](y)\nreturn y", "x:np.ndarray", [(V,), (N,)]),
    "under_another_name": (f"y=np.sin(x)\n{MARK}again=bump\nagain(y)\nreturn y", "x:np.ndarray", [(V,), (N,)]),
    "another_function_under_its_name": (f"y=np.sin(x)\n{MARK}bump(y)\ndef bump(u):\n    u*=2\nbump(y)\nreturn y", "x:np.ndarray", [(V,), (N,)]),
    "where_its_name_means_another_thing": (f"y=np.sin(x)\n{MARK}def g(bump):\n    bump[0]=1\nbump(y)\ng(y)\nreturn y", "x:np.ndarray", [(V,), (N,)]),
    "after_a_part_was_read": (f"y=np.sin(x)\n{PUT}return y[1]+put(y,1,2.0)", "x:np.ndarray", [(V,), (N,)]),
    "in_the_test_of_a_loop": (f"y=np.sin(x)\n{PUT}while put(y,1,y[0]+1.0)<9:\n    y+=1\nreturn y", "x:np.ndarray", [(V,), (N,)]),
    "in_a_comprehension": (f"y=np.sin(x)\n{PUT}return [put(y,i,1.0) for i in range(3)],y", "x:np.ndarray", [(V,), (N,)]),
    "in_a_lambda": (f"y=np.sin(x)\n{PUT}g=lambda: put(y,1,2.0)\nreturn g()+y", "x:np.ndarray", [(V,), (N,)]),
}  # fmt: skip


@pytest.mark.parametrize("name", PROGRAMS)
def test_it_agrees(name):
    body, parameters, cases = PROGRAMS[name]
    source = graph_function(parameters, body)
    code = converted(source)
    own, ours = load(source).f, load(code, "generated").f
    for case in cases:
        theirs, given = fresh(case), fresh(case)
        assert_same(own(*theirs), ours(*given))
        assert_same(list(case), given)


REFUSED = {
    "returned": f"y=np.sin(x)\n{MARK}bump(y)\nreturn y,bump",
    "itself": "y=np.sin(x)\ndef down(u, n):\n    if n>0:\n        u[n]=1.0\n        down(u,n-1)\ndown(y,3)\nreturn y",
    "what_it_sees_changes_as_its_argument_is_computed": "y=np.sin(x)\nz=y*2\ndef put(u):\n    u[0]=y[0]\nput((y:=z)*2)\nput(y:=x*3)\nreturn y",
}


@pytest.mark.parametrize("name", REFUSED)
def test_it_is_refused(name):
    assert hybridc.convert(graph_function("x:np.ndarray", REFUSED[name])).code is None


def test_a_call_that_binds_anew_what_it_sees_agrees():
    body = "y=np.sin(x)\nz=np.cos(x)\ndef turn():\n    nonlocal y\n    y=y*2\n    return z\ndef put(u):\n    u[0]=y[0]\nput(turn())\nreturn y,z"
    assert_agree(graph_function("x:np.ndarray", body), "f", [(V,), (M,)])


WITH_COMMENTS = '''import numpy as np


# What f does.
@staticmethod
def g(x):
    return x


def f(x, rate):  # hybridc: graph
    """Two of them."""
    y = np.sin(x)

    # Lets heat flow.
    def flow(u):
        """One step."""
        u[1:-1] += rate * (u[2:] - u[:-2])  # in place

    flow(y)
    flow(
        y[::-1],
    )  # the other way
    return y
'''


def test_comments_go_with_it_and_lines_are_told_right():
    result = hybridc.convert(WITH_COMMENTS)
    code = result.code
    assert code is not None
    start = code.index("# Lets heat flow.\ndef _flow(rate, u):")
    assert start < code.index("# in place") < code.index("def f(")
    assert code.count('"""One step."""') == 1
    assert "flow(u)" not in code
    assert "# the other way" in code
    line = WITH_COMMENTS.split("\n").index("        u[1:-1] += rate * (u[2:] - u[:-2])  # in place") + 1
    assert {d.location.line for d in result.diagnostics if d.code == "HYB301"} == {line}
    assert not [d for d in result.diagnostics if d.code == "HYB304"]
    assert {f.name for f in result.functions} == {"f", "g"}


def test_names_that_are_taken_are_left():
    source = "import numpy as np\n\n\ndef _bump(v):\n    return np.sin(v)\n\n\n" + graph_function(
        "x", f"y=_bump(x)\n{BUMP}bump(y)\nreturn y"
    ).removeprefix("import numpy as np\n\n\n")
    assert "def _f_bump(u)" in assert_agree(source, "f", [(V,), (M,)])


def test_what_converts_as_it_stands_stays_where_it_is():
    source = graph_function("x", "y=np.sin(x)\ndef put(i: int, v):\n    y[i]=v\nput(0,1.0)\nreturn y")
    assert "    def put(y, i: int, v):" in assert_agree(source, "f", [(V,)])


def test_a_function_that_is_refused_for_other_reasons_does_not_keep_others():
    source = graph_function("x", f"y=np.sin(x)\n{BUMP}bump(y)\nreturn y")
    source += "\n\ndef g(x):  # hybridc: graph\n    y = np.sin(x)\n    def grow(u):\n        u += 1\n    grow(y)\n    return hash(y)\n"
    result = hybridc.convert(source, options=Options(partial=True))
    assert result.code is not None
    assert {f.name: f.outcome.value for f in result.functions}["f"] == "compiled"
    assert "def _bump(u)" in result.code
    assert "        u += 1\n" in result.code
    assert_same(load(source).f(V.copy()), load(result.code, "generated").f(V.copy()))


def test_what_it_changes_of_an_argument_is_returned_if_asked():
    source = graph_function("x, n", "def halve(u):\n    u*=0.5\n    return u.sum()\nhalve(x[1:])\nreturn n+halve(x)")
    code = converted(source, return_mutated=True)
    for given in (V, M):
        x = given.copy()
        total = load(source).f(x, 2.0)
        assert_same([total, x], list(load(code, "generated").f(given.copy(), 2.0)))


def test_hybridize_does_so_too(tmp_path, monkeypatch):
    source = graph_function(
        "x", "y=np.sin(x)\ndef put(u, v: int = 2):\n    u[0]=v\n    y[1]=v\nput(y)\nput(x*1)\nreturn y"
    )
    (tmp_path / "nested_changes_of_a_file.py").write_text(source)
    monkeypatch.syspath_prepend(str(tmp_path))
    import nested_changes_of_a_file as module

    assert_same(module.f(V), hybridc.hybridize(module.f)(V))


TOTAL = "def total(t):\n    t *= 0.5\n    return t.ndim + np.sum(t)\n\n\n"


@pytest.mark.parametrize("body", ["s=total(x)", "s=0.0\ntotal(x)", "z=x\ns=total(z)", "s=0.0\nif k>1:\n    s=total(x)"])
def test_what_a_callee_changes_of_an_argument_is_returned_whatever_it_is(body):
    lines = "\n".join(f"    {line}" for line in f"{body}\nreturn s".split("\n"))
    source = f"import numpy as np\n\n\n{TOTAL}def f(x, k):  # hybridc: graph\n{lines}\n"
    code = converted(source, return_mutated=True)
    for given, k in ((V, 1), (M, 2), (M[None], 2), (V, 3)):
        x = given.copy()
        s = load(source).f(x, k)
        assert_same([s, x], list(load(code, "generated").f(given.copy(), k)))
    assert_same([load(source).f(np.float64(2.5), 2), 2.5], list(load(code, "generated").f(2.5, 2)))
