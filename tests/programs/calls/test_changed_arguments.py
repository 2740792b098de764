"""Functions that change the arrays they are given: what they make of them reaches those who call them."""

import numpy as np
import pytest

import hybridc
from closeness import assert_close
from differential import assert_agree, assert_same, converted, function_file, load
from hybridc import Options

V = np.array([3.0, -1.0, 4.0, 0.5])
N = -V
M = np.arange(12.0).reshape(3, 4) - 5

FILL = "def fill(x, v):\n    x[0] = v\n\n\n"
COPY_TO = "def copy_to(a, b):\n    b[1:]=a[:-1]\n\n\n"
TOTAL = "def total(x):\n    x[1:] += 1.0\n    return np.sum(x)\n\n\n"
CLAMP = "def clamp(u):\n    u[u < 0] = 0.0\n    return u\n\n\n"

# Functions before `f`, its body, its parameters and arguments.
PROGRAMS = {
    "nothing_returned": (FILL, "y=np.sin(x)\nfill(y,2.0)\nreturn y", "x", [(V,)]),
    "by_keyword": (FILL, "y=np.sin(x)\nfill(v=2.0,x=y)\nreturn y", "x", [(V,)]),
    "something_returned": (TOTAL, "y=np.sin(x)\ns=total(y)\nreturn y,s", "x", [(V,)]),
    "the_result_is_not_used": (TOTAL, "y=np.sin(x)\ntotal(y)\nreturn y", "x", [(V,)]),
    "the_array_is_returned": (CLAMP, "y=np.sin(x)\nz=clamp(y)\nz[0]=9.0\nreturn y,z", "x", [(V,)]),
    "the_array_is_returned_under_its_name": (CLAMP, "y=np.sin(x)\ny=clamp(y)\nreturn y", "x", [(V,)]),
    "a_view_is_returned": ("def tail(u):\n    u[0]=1.0\n    return u[1:]\n\n\n", "y=np.sin(x)\nz=tail(y)\nz[0]=9.0\nreturn y,z", "x", [(V,)]),
    "a_slice_is_given": (FILL, "y=np.sin(x)\nfill(y[1:],2.0)\nfill(y[::2],3.0)\nreturn y", "x", [(V,)]),
    "a_row_is_given": (FILL, "m=np.sin(x)\nfill(m[1],2.0)\nfor r in m:\n    fill(r[2:],5.0)\nreturn m", "x", [(M,)]),
    "a_view_in_a_name": (TOTAL, "y=np.sin(x)\nv=y[1:]\ns=total(v)\nreturn y,v,s", "x", [(V,)]),
    "the_base_of_a_view": (TOTAL, "y=np.sin(x)\nv=y[1:]\ns=total(y)\nreturn v,s", "x", [(V,)]),
    "two_names": (TOTAL, "y=np.sin(x)\nz=y\ns=total(y)\nreturn z,s", "x", [(V,)]),
    "a_new_array": (TOTAL, "return total(np.sin(x)) + total(x + 1)", "x", [(V,)]),
    "in_an_expression": (TOTAL, "y=np.sin(x)\ns=np.sqrt(total(y))+1\nreturn y,s", "x", [(V,)]),
    "in_what_is_returned": (TOTAL, "y=np.sin(x)\nv=y[1:]\nreturn total(y)+0.5", "x", [(V,)]),
    "added_up": (TOTAL, "y=np.sin(x)\ns=0.0\nfor i in range(n):\n    s+=total(y)\nreturn y,s", "x,n", [(V, 3), (V, 0)]),
    "one_in_another": (TOTAL + CLAMP, "y=np.sin(x)\ns=total(clamp(y))\nreturn y,s", "x", [(V,)]),
    "twice": (TOTAL, "y=np.sin(x)\ns=total(y)+total(y)\nreturn y,s", "x", [(V,)]),
    "in_a_branch": (FILL, "y=np.sin(x)\nif x[0]>0:\n    fill(y,2.0)\nelse:\n    fill(y[1:],3.0)\nreturn y", "x", [(V,), (N,)]),
    "on_one_path": ("def fill(x, v):\n    if v > 0:\n        x[0] = v\n\n\n", "y=np.sin(x)\nfill(y,x[0])\nreturn y", "x", [(V,), (N,)]),
    "after_an_early_return": ("def fill(x, v):\n    if v < 0:\n        return 0.0\n    x[0] = v\n    return x[0]\n\n\n", "y=np.sin(x)\ns=fill(y,x[0])\nreturn y,s", "x", [(V,), (N,)]),
    "of_a_callee": (FILL + "def both(x, v):\n    fill(x, v)\n    fill(x[1:], v)\n\n\n", "y=np.sin(x)\nboth(y,2.0)\nreturn y", "x", [(V,)]),
    "bound_anew_after_the_change": ("def late(x):\n    x[0]=5.0\n    x=x*2\n    x[1]=7.0\n    return np.sum(x)\n\n\n", "y=np.sin(x)\ns=late(y)\nreturn y,s", "x", [(V,)]),
    "through_a_view_of_the_argument": ("def inner(x):\n    v=x[1:-1]\n    v*=2\n\n\n", "y=np.sin(x)\ninner(y)\nreturn y", "x", [(V,)]),
    "a_view_taken_for_the_array": ("def turned(p):\n    p += 2\n    return p[::-1]\n\n\n", "y=np.sin(x)\ny=turned(y[...])\nz=y\nz=turned(z[1:])\nreturn y,z", "x:np.ndarray", [(V,)]),
    "numbers_that_operators_change": ("def twice(u, v):\n    w = u if v > 0.5 else 1.75\n    w += w\n    return w\n\n\ndef least(zs, u):\n    v = min(zs, key=lambda v: v)\n    v += u\n    return v\n\n\n", "s=twice(1.5,x[0])\ny=np.sin(x)\nt=least(y,s)+least(x,1.0)\nreturn [0.25,s,t],y", "x:np.ndarray", [(V,), (N,)]),
    "two_arguments": ("def swap(a, b):\n    t=a.copy()\n    a[:]=b\n    b[:]=t\n\n\n", "y=np.sin(x)\nz=np.cos(x)\nswap(y,z)\nreturn y,z", "x", [(V,)]),
    "two_rows": ("def swap(a, b):\n    t=a.copy()\n    a[:]=b\n    b[:]=t\n\n\n", "m=np.sin(x)\na=m[0]*1\nswap(a,m[1])\nreturn m,a", "x", [(M,)]),
    "arguments_that_change_places": ("def flow(u, w, n):\n    for _ in range(n):\n        w[1:]=u[:-1]\n        w[0]=1.0\n        u,w=w,u\n    return u,w\n\n\n", "u=np.sin(x)\nreturn flow(u.copy(),u.copy(),3)", "x", [(V,)]),
    "sorted": ("def order(x):\n    x.sort()\n    return x[0]\n\n\n", "y=np.sin(x)\ns=order(y)\nreturn y,s", "x", [(V,)]),
    "by_an_operator": ("def scale(x, v):\n    x *= v\n    x[0] = 0.0\n\n\n", "y=np.sin(x)\nscale(y,2.0)\nreturn y", "x", [(V,)]),
    "a_call_that_changes_among_the_arguments": (COPY_TO + "def one(a):\n    a[0]+=1\n    return a\n\n\n", "y=np.sin(x)\nt=one(y)\ncopy_to(one(y),y)\nreturn y", "x:np.ndarray", [(V,)]),
    "a_number_that_a_changing_call_gives": ("def add(a, n, b):\n    a[1:]=b[:-1]+n\n\n\ndef pick(y):\n    y[0]+=1\n    return y[0]\n\n\n", "y=np.sin(x)\nadd(y,pick(y),y)\nreturn y", "x:np.ndarray", [(V,)]),
    "a_tuple_of_a_nested_function": ("", "y=np.sin(x)\ndef put():\n    y[0]=5.0\n    return 1.0,2.0\na,b=put()\nreturn y,a,b", "x:np.ndarray", [(V,)]),
    "what_a_loop_runs_over": ("def grow(u, p):\n    p[1:]+=u\n    return u\n\n\n", "y=np.sin(x)\ns=0.0\nfor v in y:\n    s+=v\n    s+=grow(0.5,y)\nfor w in reversed(y):\n    t=y[1:]\n    t[0]+=1.0\n    s+=w\nreturn y,s", "x:np.ndarray", [(V,)]),
    "a_result_that_is_used_at_once": ("def put(p, q):\n    p[0]=q[1]\n    return q.copy()\n\n\n", "y=np.sin(x)\nz=put(x*2,y)\nb=(z,y)\nput(b[0][::-1],x)\nw=z\nput(w,y)\nreturn y,z", "x:np.ndarray", [(V,)]),
    "one_of_two_arrays": (FILL, "y=np.sin(x)\nz=np.cos(x)\nw=y if x[0]>0 else z\nfill(w,1.0)\nreturn y,z", "x", [(V,), (N,)]),
    "one_array_twice": (COPY_TO, "y=np.sin(x)\ncopy_to(y,y)\nreturn y", "x", [(V,)]),
    "an_array_and_its_view": ("def copy_to(a, b):\n    b[:]=a[:2]\n    a+=1.0\n\n\n", "y=np.sin(x)\ncopy_to(y,y[2:])\nreturn y", "x", [(V,)]),
    "two_views_of_one_array": (COPY_TO, "y=np.sin(x)\ncopy_to(y[1:],y[:-1])\ncopy_to(y[:2],y[2:])\nreturn y", "x", [(V,)]),
    "one_array_by_keyword": (COPY_TO, "y=np.sin(x)\ncopy_to(b=y,a=y[::-1])\nreturn y", "x", [(V,)]),
    "one_array_and_numbers_between": ("def add(a, k, b, v=2.0, *, w=1.0):\n    a[k]+=v\n    b[0]=w+a[1]\n    return a.sum()+b[1]\n\n\n", "y=np.sin(x)\ns=add(y,1,y[1:],w=3.0)+add(y,0,y)\nreturn y,s", "x", [(V,)]),
    "rows_of_one_array": (COPY_TO, "m=np.sin(x)\nfor i in range(1,3):\n    copy_to(m[i-1],m[i])\nreturn m", "x", [(M,)]),
    "a_result_that_is_the_array": ("def put(a, b):\n    b[0]=a[1]+1\n    return a\n\n\n", "y=np.sin(x)\nz=put(y,y[1:])\nz[2]=7.0\nreturn y,z", "x", [(V,)]),
    "two_pairs_of_one_array": ("def mix(a, b, c, d):\n    a[0]=c[1]\n    b[1]+=a[0]\n    c[2]=d[0]\n    d*=2\n\n\n", "y=np.sin(x)\nz=np.cos(x)\nmix(y,y[1:],z,z)\nreturn y,z", "x", [(V,)]),
    "an_element_beside_the_array": ("def put(u, p):\n    p*=2\n    p[0]=u\n\n\n", "y=np.sin(x)\nput(y[1],y)\nput(y[2],y[1:])\nreturn y", "x:np.ndarray", [(V,)]),
    "one_array_twice_on_one_path": (COPY_TO, "y=np.sin(x)\nif x[0]>0:\n    copy_to(y,y)\nelse:\n    copy_to(y[::-1],y)\nreturn y", "x", [(V,), (N,)]),
    "what_the_caller_of_the_caller_gave": (FILL, "fill(x,2.0)\nreturn x", "x", [(V,)]),
    "an_index_that_the_function_reads_as_a_global": ("k=3.0\n\n\ndef scale(a, b):\n    a[1:]=b[:-1]*k\n\n\n", "k=int(3)%2\ny=np.sin(x)\nscale(y[k],y[1])\nreturn y", "x", [(M,)]),
    "the_name_of_the_parameter_is_a_global": ("shared=4.0\n\n\ndef scale(a, b):\n    a[:]=b*shared\n\n\n", "y=np.sin(x)\nscale(y[1:],y[:-1])\nreturn y", "x", [(V,), (N,)]),
    "an_index_that_a_parameter_hides": ("K=1\n\n\ndef put(a, b, K):\n    a[0]=b[0,1]*K\n\n\n", "y=np.outer(x,x)\nput(y[K],y,2)\nreturn y", "x", [(V,), (N,)]),
    "a_row_held_by_a_list_whose_index_changed": ("def put(a, b):\n    a[0]=b[1,1]\n\n\n", "y=np.outer(x,x)\ni=0\nbox=[y[i],y]\ni=i+1\nput(box[0],y)\nreturn y", "x", [(V,), (N,)]),
    "one_array_twice_in_a_test": ("def put(a, b):\n    a[0]=b[1]+1.0\n    return a[0]+b[1]\n\n\n", "y=np.sin(x)\nif put(y,y)>0:\n    y=y*2.0\nreturn y", "x", [(V,), (N,)]),
    "one_array_for_keywords_alone": ("def put(*, a, b):\n    a[0]=b[1]\n\n\n", "y=np.sin(x)\nput(a=y,b=y)\nreturn y", "x", [(V,), (N,)]),
    "an_index_that_reads_the_array": (COPY_TO, "y=np.sin(x)\ncopy_to(y[np.argmax(y[0])],y[0])\nreturn y", "x", [(M,)]),
    "after_a_part_was_read": (TOTAL, "y=np.sin(x)\nreturn y[1]+total(y)", "x", [(V,), (N,)]),
    "in_the_test_of_a_loop": (TOTAL, "y=np.sin(x)\nwhile total(y)<9:\n    y+=1\nreturn y", "x", [(V,), (N,)]),
    "on_one_side_of_or": (TOTAL, "y=np.sin(x)\ns=x[0]>0 and total(y)>0\nreturn y,s", "x", [(V,), (N,)]),
    "itself": ("def down(x, n):\n    if n == 0:\n        return\n    x[n] += 1.0\n    down(x, n - 1)\n\n\n", "y=np.sin(x)\ndown(y,3)\nreturn y", "x", [(V,), (N,)]),
    "a_list": (FILL, "y=[0.0,1.0]\nfill(y,3.0)\nreturn x*y[0]", "x", [(V,), (N,)]),
    "one_array_twice_to_itself": ("def down(a, b, n):\n    if n == 0:\n        return\n    b[n]=a[0]\n    down(a, b, n - 1)\n\n\n", "y=np.sin(x)\ndown(y,y,3)\nreturn y", "x", [(V,), (N,)]),
}  # fmt: skip


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_agree(name):
    before, body, parameters, cases = PROGRAMS[name]
    lines = "\n".join(f"    {line}" for line in body.split("\n"))
    assert_agree(function_file(f"{before}def f({parameters}):\n{lines}\n"), "f", cases)


REFUSED = {
    "one_array_and_what_may_be_it": (COPY_TO, "y=np.sin(x)\nz=y.reshape(-1)\ncopy_to(y,z)\nreturn y", "HYB303"),
    "two_functions_that_call_each_other": ("def p(a, b, n):\n    a[0]=b[0]\n    if n > 0:\n        q(a, b, n - 1)\n\n\ndef q(a, b, n):\n    a[1]=b[1]\n    p(a, b, n)\n\n\n", "y=np.sin(x)\np(y,y[1:],3)\nreturn y", None),
    "a_function_that_writes_is_given": (FILL + "def apply(fn, a):\n    fn(a, 1.0)\n\n\n", "y=np.sin(x)\napply(fill,y)\nreturn y", "HYB308"),
    "a_default": ("def keep(a, b=np.zeros(4)):\n    b += a\n    return b.sum()\n\n\n", "return keep(x)+keep(x)", "HYB308"),
    "a_dict": ("def count(d):\n    d['n'] += 1.0\n\n\n", "d={'n':x[0]}\ncount(d)\nreturn d", None),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_is_refused(name):
    before, body, code = REFUSED[name]
    lines = "\n".join(f"    {line}" for line in body.split("\n"))
    result = hybridc.convert(function_file(f"{before}def f(x):\n{lines}\n"))
    assert result.code is None
    assert code is None or code in {d.code for d in result.refusals}


HOST = """
import numpy as np

{functions}
class Box:
    pass

def main():  # hybridc: host
    log = []
    u = np.arange(4.0)
    w = u
    v = u[1:]
{body}
    return [u, w, v, *log]
"""

HOST_BODIES = {
    "nothing_returned": "fill(u, 2.0)",
    "something_returned": "s = total(u)\nlog.append(s)",
    "the_result_is_not_used": "total(u)",
    "an_element_of_a_list": "b = [u, u[2:]]\nfill(b[0], 2.0)\nfill(b[1], 3.0)\nlog.append(b[0])",
    "an_element_of_a_dict": "d = {'u': u}\nfill(d['u'], 2.0)\ntotal(d['u'][1:])",
    "a_view_by_a_method": "fill(u.ravel(), 2.0)\nfill(np.flip(u), 3.0)\nm = u.reshape(2, 2).T\nfill(m.ravel(), 4.0)",
    "a_copy_by_indices": "fill(u[[0, 1]], 2.0)",
    "a_new_array": "s = total(u + 1)\ntotal(np.zeros(3))\nlog.append(s)",
    "the_array_is_returned_and_has_two_names": "u = clamp(u)",
    "a_bare_return": "some(u)\nlog.append(u.sum())",
    "a_slice": "fill(u[1:], 2.0)\nfill(v[1:], 3.0)",
    "an_attribute": "b = Box()\nb.u = u\nfill(b.u, 2.0)",
    "in_a_loop": "for i in range(3):\n    fill(u[i:], i)\n    s = total(w)\n    log.append(s)",
    "the_array_is_returned_under_its_name": "u = clamp(u - 2)",
    "in_an_expression": "log.append(total(u))",
    "what_compiled_code_made_in_a_list": "b = [made(4), u]\nlog.append(total(b[0]))\nlog.append(b)",
    "what_compiled_code_made_under_two_names": "m = made(4)\nn = m\nfill(n, 2.0)\nn += 1.0\nlog.append(m)",
    "results_that_are_kept": "m = made(4)\ns = total(m)\nfill(m, 3.0)\nb = [s, clamp(m)]\nlog.append(b)\nlog.append(total(u))",
}


@pytest.mark.parametrize("name", HOST_BODIES)
def test_host_code_takes_back_what_changes(name):
    body = "\n".join(f"    {line}" for line in HOST_BODIES[name].split("\n"))
    named = {
        "some": "def some(u):\n    u[0] += np.pi\n    if u[0] > 9:\n        return\n    u[1] = 1.0\n\n\n",
        "fill": FILL.replace("= v", "= v * np.pi"),
        "total": TOTAL,
        "clamp": CLAMP.replace("u < 0", "np.sin(u) < 0"),
        "made": "def made(n):\n    return np.sin(np.arange(n)) * 2.0\n\n\n",
    }
    functions = "".join(text for name, text in named.items() if f"{name}(" in body)
    source = HOST.format(functions=functions, body=body)
    assert_same(load(source).main(), load(converted(source), "generated").main())


GLOBALS = {
    "by_another_name": "y = G\ny[0] = x[0]\nreturn G * 1",
    "by_a_view": "y = G[1:]\ny += x[0]\nreturn x * 1",
    "by_rows": "for r in G:\n    r[0] = x[0]\nreturn x * 1",
    "by_a_callee": "bump(G)\nreturn x * 1",
    "by_a_display": "b = [G, x]\nb[0][0] = 1.0\nreturn x * 1",
}


@pytest.mark.parametrize("name", GLOBALS)
def test_a_global_array_is_written_by_another_way(name):
    body = "\n".join(f"    {line}" for line in GLOBALS[name].split("\n"))
    source = f"import numpy as np\n\nG = np.zeros((2, 4))\n\n\ndef bump(u):\n    u[0] = 1.0\n    return u\n\n\ndef f(x):  # hybridc: graph\n{body}\n"
    ours, theirs = load(converted(source), "generated"), load(source)
    for x in (V, V + 1):
        assert_same((theirs.f(x), theirs.G), (ours.f(x), ours.G))


@pytest.mark.parametrize("body", ["    step(u, u)", "    step(u, u[1:])"])
def test_host_code_may_give_arrays_that_share_memory(body):
    functions = "def step(a, b):\n    a[1:] = np.sin(b[:3])\n\n\n"
    source = HOST.format(functions=functions, body=body)
    assert_same(load(source).main(), load(converted(source), "generated").main())


def test_an_entry_function_returns_what_it_changes_if_asked():
    source = "import numpy as np\n\n\ndef step(u, w, dt):\n    u[1:-1] += dt * np.sin(w[1:-1])\n    w *= 0.5\n    w[0] = 1.0\n"
    generated = load(converted(source, return_mutated=True), "generated")
    u, w = V.copy(), N.copy()
    load(source).step(u, w, 0.1)
    ours = generated.step(V.copy(), N.copy(), 0.1)
    assert_close(ours[0], u)
    assert_close(ours[1], w)


def test_it_returns_them_after_its_result():
    source = "import numpy as np\n\n\ndef step(u):\n    u[0] = np.pi\n    return np.sum(u), u[1:]\n"
    total, tail, u = load(converted(source, return_mutated=True), "generated").step(V.copy()), None, None
    (total, tail), u = total
    assert float(total) == pytest.approx(np.pi - 1 + 4 + 0.5)
    assert tail.shape == (3,)
    assert_close(u, [np.pi, -1.0, 4.0, 0.5])


def test_what_is_returned_whole_is_not_returned_twice():
    code = converted("import numpy as np\n\n\ndef step(u):\n    u[0] = np.pi\n    return u\n", return_mutated=True)
    assert "return u.at[0].set(jnp.pi)" in code or "    return u\n" in code


def test_both_arrays_that_change_places_are_reported():
    source = "import numpy as np\n\n\ndef flow(u, w, n):\n    for _ in range(n):\n        w[1:] = np.sin(u[:-1])\n        u, w = w, u\n    return u, w\n"
    result = hybridc.convert(source, options=Options())
    assert {d.message.split("`")[1] for d in result.diagnostics if d.code == "HYB304"} == {"u", "w"}


WRITTEN = {
    "in_a_loop": "for i in range(n):\n    u[i] += 1.0",
    "in_a_branch_of_a_loop": "for i in range(n):\n    if u[i] > 0:\n        w[i] = u[i] * 2.0\n    u[i] += 1.0",
    "in_loops_in_loops": "for i in range(n):\n    u[i] /= 2.0\n    for j in range(i, n):\n        w[j] -= u[i] * w[i]",
    "in_a_while_loop": "i = 0\nwhile u[i] > 0 and i < n:\n    u[i] *= 0.5\n    w[i] = u[i]\n    i += 1",
    "by_operators": "u *= 2.0\nu[0] = w[1]\nw -= u",
    "in_a_with_block": "with np.errstate(all='ignore'):\n    u[0] = np.log(w[1])\nreturn u.sum()",
    "by_a_nested_function": "def put(i):\n    u[i] = w[i]\nput(0)\nput(1)",
    "in_one_of_two_branches": "u[1] = 0.5\nif w[0] > 0:\n    w[2] = u[0]\nelse:\n    u[2] = w[0]\nreturn w[0]",
}
BOUND_ANEW = {
    "in_a_branch": "u[0] = 4.0\nif w[0] > 0:\n    u = u * 2.0\nu[1] = w[0]\nw[1] = 2.0",
    "to_one_another": "u[0] = 1.0\nu, w = w, u\nu[1] = 2.0\nw[2] = u[0]",
    "by_an_inner_function": "u[0] = 4.0\ndef twice():\n    nonlocal u\n    u = u * 2.0\ntwice()\nu[1] = w[0]\nw[0] = 3.0",
    "by_a_loop_over_it": "w[0] = 1.0\nfor u in u:\n    w[1] += u",
}


def returning(body):
    lines = "\n".join(f"    {line}" for line in body.split("\n"))
    return f"import numpy as np\n\n\ndef f(u, w, n: int):  # hybridc: graph\n{lines}\n"


def assert_returns_what_it_changes(source):
    result = hybridc.convert(source, options=Options(return_mutated=True))
    assert result.code is not None
    names = result.functions[0].returned_mutated
    for first, second in ((V, N), (N, V)):
        u, w = first.copy(), second.copy()
        own = load(source).f(u, w, 3)
        given = load(result.code, "generated").f(first.copy(), second.copy(), 3)
        given = given if isinstance(given, tuple) else (given,)
        if "return" in source:
            assert_same(own, given[0])
            given = given[1:]
        ours = dict(zip(names, given, strict=True))
        assert_same([u, w], [ours.get("u", first), ours.get("w", second)])
    return result.code


@pytest.mark.parametrize("name", WRITTEN)
def test_what_keeps_its_name_is_returned_under_it(name):
    assert "_given" not in assert_returns_what_it_changes(returning(WRITTEN[name]))


@pytest.mark.parametrize("name", BOUND_ANEW)
def test_the_array_of_a_name_that_is_bound_anew_is_returned(name):
    assert_returns_what_it_changes(returning(BOUND_ANEW[name]))


OF_ANOTHER_ARRAY = {
    "one or the other": "a = u if n > 2 else w\na[0] = 7.0\nb = u[1:]\nb += a[1]\nreturn b, w.sum()",
    "in turns": "for i in range(n):\n    u, w = w, u\n    u[0] += i\n    v = w.reshape(-1)\n    v[1] = u[0]",
    "itself": "v = u[::-1]\nq = v if n > 5 else w\nq[1] = v[0]\nv -= 1\nreturn u",
}


@pytest.mark.parametrize("name", OF_ANOTHER_ARRAY)
def test_what_is_written_through_another_array_is_returned(name):
    assert_returns_what_it_changes(returning(OF_ANOTHER_ARRAY[name]).replace("n: int", "n"))


def test_an_argument_that_cannot_be_returned_is_not_forgotten():
    body = (
        "j = 0\nwhile j < 2 and u[1] < 9.0:\n    j += 1\n    if np.max(w) > 0.8:\n        w[1] = 1.5\n"
        "    else:\n        u = u * 0.5 + 1.0\nu[0] = 1.5\nreturn w if np.max(w) > 0.9 else u"
    )
    result = hybridc.convert(returning(body), options=Options(return_mutated=True))
    if result.code is None:
        assert "HYB308" in {d.code for d in result.refusals}
    else:
        assert {*result.functions[0].returned_mutated} == {"u", "w"}


def test_what_may_be_a_number_is_returned_as_it_is_afterwards():
    body = "w[0] = 1.0\nif n > 1:\n    v = u\n    v -= w[2]\nreturn w[1:]"
    source = returning(body).replace("n: int", "n")
    assert_returns_what_it_changes(source)
    w, u, _ = load(converted(source, return_mutated=True), "generated").f(2.5, N.copy(), 3)
    assert_same([2.5, load(source).f(2.5, N.copy(), 3)], [u, w])


@pytest.mark.parametrize(
    "body", ["step(x, z)", "if k > 1:\n        step(x, z)", "step(z, x)\n    q = x.astype(x.dtype)", "step(x, b=z)"]
)
def test_every_argument_that_a_call_changes_is_told_of(body):
    helper = "def step(a, b):\n    a[...] = a + 1\n    b[1:] += np.sin(b[:-1])\n\n\n"
    source = f"import numpy as np\n\n\n{helper}def f(x, z, k):  # hybridc: graph\n    {body}\n    return z\n"
    result = hybridc.convert(source, options=hybridc.Options(return_mutated=True))
    of_f = [d.message for d in result.diagnostics if d.code == "HYB304" and d.location.line > 7]
    assert all(any(f"`{name}`" in message for message in of_f) for name in ("x", "z")), of_f


SHARED_BY_NAMES = [
    "v = a",
    "v = np.asarray(a)",
    "w = a[:]\n    v = w[::-1]",
    "v = a\n    v[0] = 2.0",
    "v = a.T\n    if b[0] > 0:\n        v = v[1:]\n        a = a[1:]",
]


@pytest.mark.parametrize("bound", SHARED_BY_NAMES)
def test_host_code_gives_one_array_by_two_names(bound):
    source = (
        "import numpy as np\n\n\ndef f(x, y):\n    x[1:] += np.sin(y[:-1])\n    y *= 0.5\n    return np.sum(x)\n\n\n"
        f"def main(a, b):  # hybridc: host\n    {bound}\n    return f(a, v), f(b, b.copy()), a, b, v\n"
    )
    generated = load(converted(source), "generated")
    assert_same(load(source).main(V.copy(), N.copy()), generated.main(V.copy(), N.copy()))
