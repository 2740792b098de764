"""Views of arrays whose names are gone, of arrays that were taken apart, and of rows that have names."""

import numpy as np
import pytest

import hybridc
from differential import assert_agree, assert_same, fresh, graph_function, load

V = np.array([3.0, -1.0, 4.0, 0.5])
W = np.array([1.0, 2.0, -5.0, 7.0])
M = np.arange(16.0).reshape(4, 4) - 5
BOTH = [(V, W, 1), (V, W, 3), (M, M.T.copy(), 3), (M, M.T.copy(), 1)]
LINES = [(V, W, 1), (V, W, 3)]

PROGRAMS = {
    "the_base_gets_another_array": ("p=a[1:]\nq=a[:-1]\na=b\np[0]=1\nreturn p,q,a", BOTH),
    "the_base_is_computed_anew": ("p=a[1:]\nq=a[:-1]\na=a*2\nq*=3\nreturn p,q,a", BOTH),
    "the_base_becomes_its_view": ("v=a[:]\np=a[1:]\na=v\np[0]=1\nreturn a,v,p", BOTH),
    "views_of_the_old_in_a_loop": ("p=a[1:]\nq=a[:-1]\na=a*2\nfor i in range(k):\n    p[0]+=q[0]\nreturn a,p,q", BOTH),
    "the_base_goes_in_a_branch": ("p=a[:2]\nq=a[1:]\nif k>2:\n    c=a\n    a=b\np[0]=0\nreturn p,q", BOTH),
    "the_base_goes_in_a_loop": ("p=a[:2]\nq=a[1:]\ns=0\nfor i in range(k):\n    s+=a.sum()\n    a=b\np[0]=0\nreturn p,q,s", BOTH),
    "the_base_goes_in_a_while": ("p=a[:2]\nq=a[1:]\ns=0\nwhile s<k:\n    s+=np.sum(a)**2+1\n    a=b\np[0]=0\nreturn p,q,s", BOTH),
    "twice": ("p=a[1:]\nq=a[:-1]\na=b\nr=a[1:]\ns=a[:-1]\na=p\nr[0]=1\np[0]=2\nreturn p,q,r,s,a", BOTH),
    "halves": ("p,q=np.split(a,2)\np[0]=5\nq+=p\nreturn a,p,q", BOTH),
    "halves_by_an_operator": ("p,q=np.split(a,2)\np*=2\nreturn a,q", BOTH),
    "thirds": ("p,q,r=np.split(a,[1,2])\nq[0]=5\nr+=1\na[0]=3\nreturn p,q,r,a", BOTH),
    "parts_up_to_a_number": ("p,q=np.split(a,[k])\nk=0\nq[0]=5\na[0]=3\nreturn p,q,a", BOTH),
    "four_parts": ("p,q,r,s=np.split(a,4)\nr[0]=5\ns+=r\na[0]=3\nreturn p,q,r,s,a", BOTH),
    "parts_of_what_is_computed": ("p,q=np.split(a*2,2)\np[0]=5\nq+=p\nreturn p,q", BOTH),
    "a_part_by_the_name_of_the_whole": ("b=a\na,q=np.split(a,2)\na[0]=5\nq+=a\nreturn a,q,b", BOTH),
    "parts_of_a_derivative": ("x,v=np.split(a,2)\nd=np.empty_like(a)\ndx,dv=np.split(d,2)\ndx[:]=v\ndv[:]=-x\ndv-=0.1*v\nreturn d", BOTH),
    "the_first_rows": ("p,q,*_=a\np[...]=q\nreturn a,p,q", [(M, M, 3)]),
    "the_last_rows": ("*_,p,q=a\nq+=1\na[-2]=3\nreturn a,p,q", [(M, M, 3)]),
    "rows_around": ("p,*_,q=a\na[a>3]=0\nreturn p,q", BOTH),
}  # fmt: skip

DOUBTFUL = {
    "a_branch_that_leaves_the_base": "p=a[:2]\nq=a[1:]\nif k>2:\n    a=b\np[0]=0\nreturn p,q,a,b",
    "the_base_of_each_turn": "p=a[1:]\nq=a[:-1]\nfor i in range(k):\n    a=a+1\n    p[0]+=a[0]\nreturn p,q,a",
    "views_that_change_places": "p=a[1:]\nq=a[:-1]\na=b\np,q=q,p\np[0]=3\nreturn p,q",
    "a_view_of_either": "p=a[1:] if k>2 else b[1:]\nq=a[:-1]\na=b\np[0]=3\nreturn p,q,b",
    "parts_of_a_list": "p,q=np.split(np.array([1.0,2.0,3.0,a[0].sum()]),2)\np[0]=5\nq+=p\nreturn p,q",
    "parts_of_unequal_size": "p,q=np.array_split(a,2)\np[0]=5\nq[0]=1\nreturn p,q,a",
    "parts_in_a_list": "h=np.split(a,2)\nh[0][0]=5\nreturn h,a",
}  # fmt: skip


@pytest.mark.parametrize("own", ["a=a.copy()\nb=b.copy()\n", "a=np.abs(a)\nb=np.abs(b)\n"], ids=["a copy", "computed"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_values_agree(name, own):
    body, cases = PROGRAMS[name]
    assert_agree(graph_function("a,b,k", own + body), "f", cases)


@pytest.mark.parametrize("name", DOUBTFUL)
def test_never_silently_different(name):
    source = graph_function("a,b,k", "a=np.abs(a)\nb=np.abs(b)\n" + DOUBTFUL[name])
    code = hybridc.convert(source).code
    for case in BOTH if code is not None else ():
        try:
            given = load(code, "generated").f(*fresh(case))
        except TypeError as error:
            if "was converted as a number" not in str(error):
                raise
            continue
        assert_same(load(source).f(*fresh(case)), given)
