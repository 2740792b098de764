"""Lists of numbers that are read and written by traced indices."""

import numpy as np
import pytest

import hybridc
from differential import assert_agree, graph_function

pytestmark = pytest.mark.sampled(2)

V = np.array([3.0, -1.0, 4.0, 0.5])
N = -V
I = np.array([3, 1, 4, 1, 5])

# Bodies of functions, their parameters, and arguments.
PROGRAMS = {
    "knapsack":("best=[0]*(c+1)\nfor i in range(len(w)):\n    for k in range(c,w[i]-1,-1):\n        best[k]=max(best[k],best[k-w[i]]+v[i])\nreturn best[c]","w,v,c",[(np.array([1,3,4]),np.array([15,20,30]),4),(np.array([5]),np.array([1]),4)]),
    "counts":("h=[0]*10\nfor v in i:\n    h[v]+=1\nreturn h","i",[(I,)]),
    "edit_distance":("n=len(a)\nm=len(b)\nd=[[0]*(m+1) for _ in range(n+1)]\nfor i in range(n+1):\n    d[i][0]=i\nfor j in range(m+1):\n    d[0][j]=j\nfor i in range(1,n+1):\n    for j in range(1,m+1):\n        c=0 if a[i-1]==b[j-1] else 1\n        d[i][j]=min(d[i-1][j]+1,d[i][j-1]+1,d[i-1][j-1]+c)\nreturn d[n][m]","a,b",[(I,I[1:]),(I,I[::-1].copy())]),
    "longest_rise":("n=len(x)\nd=[1]*n\nfor i in range(n):\n    for j in range(i):\n        if x[j]<x[i]:\n            d[i]=max(d[i],d[j]+1)\nreturn max(d)","x",[(V,),(N,),(I*1.0,)]),
    "ints_become_floats":("d=[0]*len(x)\nfor i in range(1,len(x)):\n    d[i]=d[i-1]*0.5+x[i]\nreturn d[-1],sum(d)","x",[(V,),(N,)]),
    "two_rows":("prev=[0]*(len(b)+1)\nfor v in a:\n    cur=[0]*(len(b)+1)\n    for j in range(1,len(b)+1):\n        if v==b[j-1]:\n            cur[j]=prev[j-1]+1\n        else:\n            cur[j]=max(prev[j],cur[j-1])\n    prev=cur\nreturn prev[-1]","a,b",[(I,I[::-1].copy()),(I,I)]),
    "row_at_a_traced_index":("g=[[0]*3 for _ in range(3)]\nfor v in i:\n    g[v%3][v%3]+=1\nreturn g[i[0]%3]","i",[(I,)]),
    "numbers_among_truth_values":("p=[False]*3\nfor v in i:\n    p[v%3]=2\nreturn p","i",[(I,),(I[:1],)]),
    "floats_in_one_branch":("p=[0]*3\nfor v in i:\n    if v>3:\n        p[v%3]=0.5\n    else:\n        p[v%3]=3\nreturn p","i",[(I,),(I[:1],)]),
    "truth_values_until_a_number":("p=[False]*3\nfor v in i:\n    if p[v%3]:\n        p[v%3]=2\n    else:\n        p[v%3]=True\nreturn p","i",[(I,),(I[:1],)]),
    "sieve":("p=[True]*(n+1)\np[0]=p[1]=False\nk=2\nwhile k*k<=n:\n    if p[k]:\n        for q in range(k*k,n+1,k):\n            p[q]=False\n    k+=1\nreturn sum(p)","n",[(30,),(10,)]),
    "coins":("ways=[0]*(n+1)\nways[0]=1\nfor c in coins:\n    for k in range(c,n+1):\n        ways[k]+=ways[k-c]\nreturn ways[n]","coins,n",[(np.array([1,2,5]),11),(np.array([2]),3)]),
    "parents":("p=[k for k in range(6)]\nfor a,b in e:\n    while p[a]!=a:\n        a=p[a]\n    while p[b]!=b:\n        b=p[b]\n    p[a]=b\nreturn p","e",[(np.array([[0,1],[2,3],[1,3]]),)]),
    "union_find":("p=list(range(6))\nfor a,b in e:\n    while p[a]!=a:\n        a=p[a]\n    while p[b]!=b:\n        b=p[b]\n    p[a]=b\nreturn p","e",[(np.array([[0,1],[2,3],[1,3]]),)]),
    "display":("h=[0,0,0]\nfor v in i:\n    h[v%3]+=1\nreturn h,h[0]","i",[(I,)]),
    "display_of_rows":("g=[[0.0,1.0],[2.0,3.0]]\ns=0.0\nfor v in i:\n    g[v%2][v//4]+=v\n    s=s*0.5+g[v//4][v%2]\nreturn s","i",[(I,)]),
    "returned":("g=[[0]*2 for _ in range(3)]\nfor v in i:\n    g[v%3][v%2]+=v\nreturn g","i",[(I,)]),
    "rows_returned":("g=[[0]*2 for _ in range(3)]\nfor v in i:\n    g[v%3][v%2]+=v\nreturn g[0],g[1][1]","i",[(I,)]),
    "traced_read":("w=[0.5]*3\nfor k in range(3):\n    w[k]=x[k]*2\ns=0.0\nfor v in i:\n    s+=w[v%3]\nreturn s","x,i",[(V,I)]),
    "matrix_index_chain":("m=m.copy()\nfor i in range(m.shape[0]):\n    for j in range(m.shape[1]):\n        m[i][j]=m[i][j]*2+i\n        m[i][j]+=j\nreturn m","m",[(np.arange(6.).reshape(2,3),)]),
    "paths":("g=[[0 for _ in range(m)] for _ in range(n)]\nfor i in range(n):\n    for j in range(m):\n        if i==0 or j==0:\n            g[i][j]=1\n        else:\n            g[i][j]=g[i-1][j]+g[i][j-1]\nreturn g[-1][-1]","n,m",[(3,4),(1,1)]),
    "numbers_of_unknown_type":("h=[a,a*2,0,1.5]\nh[n%4]+=a\nh[n%3]=x[0]\nreturn h","x,a,n",[(V,0.5,3),(V,2,5)]),
    "row_of_a_table":("g=[[0.5 for _ in range(4)] for _ in range(4)]\nreturn np.sum(x)+g[1][n]","x,n",[(V,3)]),
    "floats_into_integers_in_a_loop":("h=[0]*4\ng=[[0]*4 for _ in range(4)]\nk=0\nwhile x[k]<t:\n    h[1]=0.5\n    h[n]+=1\n    g[1][2]-=0.5\n    k+=1\nreturn h,g","x,t,n",[(np.sort(V),2.5,2),(np.sort(V),-5.0,2)]),
    "visited":("seen=[False]*len(x)\nk=0\nn=0\nwhile not seen[k]:\n    seen[k]=True\n    k=x[k]\n    n+=1\nreturn n","x",[(np.array([1,2,0,3]),),(np.array([0,1]),)]),
}  # fmt: skip

REFUSED = {
    "rows_by_name": "g=[[0]*2 for _ in range(3)]\nfor v in i:\n    g[v%3][v%2]+=v\nreturn [r for r in g]",
    "grows": "h=[0]*4\nfor v in i:\n    h[v%4]+=1\n    if v>3:\n        h.append(v)\nreturn h",
    "joined": "h=[0]*4\nfor v in i:\n    h[v%4]+=1\nreturn h+[1]",
    "repeated": "h=[0]*4\nfor v in i:\n    h[v%4]+=1\nreturn h*2",
    "sliced": "h=[0]*4\nfor v in i:\n    h[v%4]+=1\nreturn h[1:]",
    "rows_that_are_one": "g=[[0]*2]*2\nfor v in i:\n    g[v%2][0]+=v\nreturn g[0][0]",
    "rows_of_their_own_length": "g=[[0],[0,0]]\nfor v in i:\n    g[v%2][0]+=v\nreturn g[0][0]",
    "holds_arrays": "h=[0]*4\nfor v in i:\n    h[v%4]=np.cumsum(i)\nreturn h[0]",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_agree(name):
    body, parameters, cases = PROGRAMS[name]
    assert_agree(graph_function(parameters, body), "f", cases)


@pytest.mark.parametrize("name", REFUSED)
def test_is_refused(name):
    assert hybridc.convert(graph_function("i", REFUSED[name])).code is None


def test_a_list_that_python_can_hold_stays_one():
    code = hybridc.convert(graph_function("x", "h=[0.0]*3\nfor k in range(3):\n    h[k]=x[k]*2\nreturn h")).code
    assert "h = [0.0] * 3" in code


def test_a_row_in_the_place_of_a_number_raises():
    code = hybridc.convert(graph_function("x,i", "h=[0]*4\nfor v in i:\n    h[v%4]=x[v]\nreturn h")).code
    scope = {}
    exec(code, scope)
    with pytest.raises(TypeError, match="shape"):
        scope["f"](np.ones((6, 2)), I)
