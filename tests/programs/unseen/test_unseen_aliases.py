"""Views, swaps, buffers and stores of all kinds of numbers, in programs written after the code that converts them."""

import numpy as np
import pytest

from differential import assert_agree, assert_same, converted, graph_function, load

pytestmark = pytest.mark.sampled(3)

V = np.array([3.0, -1.0, 4.0, 0.5])
N = -V
M = np.arange(12.0).reshape(3, 4) - 5
Q = np.arange(9.0).reshape(3, 3) - 4
T = np.arange(24.0).reshape(2, 3, 4) - 11
I = np.array([3, 1, 4, 1, 5])
U = np.array([3, 250, 7, 0], dtype=np.uint8)
F = V.astype(np.float32)
C = np.array([1 + 2j, 3 - 1j, 0.5j])
A = np.array([[4.0, 1, 2, 0], [1, 3, 0, 1], [2, 0, 5, 1], [0, 1, 1, 2]])
G = np.sin(np.arange(36.0)).reshape(6, 6)

# Bodies of functions, their parameters, and arguments for both sides of the branches.
PROGRAMS = {
    "one_view_in_both_branches": ("y=np.sin(x)\nif x[0]>0:\n    v=y[1:]\nelse:\n    v=y[1:]\nv[0]=5\nreturn y,v", "x", [(V,), (N,)]),
    "names_change_places": ("y=np.sin(x)\nz=np.cos(x)\nv=y[1:]\ny,z=z,y\nv[0]=5\nz[2]=8\nreturn y,v,z", "x", [(V,)]),
    "base_gone_views_stay": ("y=np.sin(x)\nv=y[1:]\nw=v[::-1]\ny=np.cos(x)\nw[0]=5\nreturn y,v,w", "x", [(V,)]),
    "backwards_of_backwards": ("y=np.sin(x)\nv=y[::-1][1:]\nv[0]=5\nv[-1]=6\nw=y[-2::-1]\nw[1:]=9\nreturn y,v,w", "x", [(V,)]),
    "steps_downwards": ("y=np.sin(x)\nv=y[3:0:-2]\nv*=2\nv[0]-=1\nreturn y,v", "x", [(V,)]),
    "axes_on_both_sides": ("y=np.sin(x)\nv=y[np.newaxis,:,None]\nv[0,1,0]=3\nv+=1\ny[0]=7\nreturn y,v", "x", [(V,)]),
    "ellipsis_and_axis": ("m=np.sin(x)\nv=m[...,1:]\nv[0]=2\nw=v[...,None]\nw[1,0,0]=9\nreturn m,v,w", "x", [(M,)]),
    "array_of_no_dimensions": ("y=np.array(2.0)\ny[()]=x[0]\ny[...]=y+1\nreturn y", "x", [(V,)]),
    "number_of_two_names": ("y=np.sum(x)\nz=y\nz+=1\nreturn y,z", "x", [(V,)]),
    "array_of_one_element": ("y=np.sin(x)[:1]\nz=y\nz+=1\nv=z[0:1]\nv[...]=7\nreturn y,z", "x", [(V,)]),
    "empty_slices": ("y=np.sin(x)\nv=y[4:]\nv[:]=3\nv+=1\ny[2:2]=5\nreturn y,v", "x", [(V,)]),
    "rows_over_the_whole": ("m=np.sin(x)\nm[:]=m[0]\nm[1:]=m[:,:1][1:]\nm[:,1]=5\nm[:2]=m[2]\nreturn m", "x", [(M,)]),
    "transposed_vector": ("y=np.sin(x)\nt=y.T\nt[0]=5\nreturn y,t", "x", [(V,)]),
    "made_a_matrix": ("y=np.sin(x)\nt=np.atleast_2d(y)\nt[0,1]=5\nreturn y,t", "x", [(V,)]),
    "whole_view": ("y=np.sin(x)\nt=y.view()\nt[1]=5\nreturn y,t", "x", [(V,)]),
    "flat_copy": ("m=np.zeros((3,4))\nr=m.flatten()\nr[0]=x[0]\nreturn m,r", "x", [(V,)]),
    "flat_view_of_rows": ("m=np.zeros((3,4))\nr=m[1:].reshape(-1)\nr[0]=x[0]\nreturn m,r", "x", [(V,)]),
    "flat_view_of_a_copy": ("m=x.T.copy()\nr=m.reshape(-1)\nr[1]=5\nreturn m,r", "x", [(M,), (np.asfortranarray(M),)]),
    "reshaped_and_transposed": ("y=np.arange(6.0)\nv=y.reshape(2,3)\nw=v.T\nw[0,1]=x[0]\ny[5]=x[1]\nreturn y,v,w", "x", [(V,)]),
    "turned_twice": ("m=np.sin(x)\nt=m[1:,1:]\nu=t[::-1,::-1]\nu[0,0]=3\nu.T[1]=9\nreturn m,t,u", "x", [(M,)]),
    "chain_of_names_and_views": ("a=np.zeros(3)\nb=c=a[1:]\nb[0]=x[0]\nc[1]=x[1]\nc=c+1\nb+=1\nreturn a,b,c", "x", [(V,)]),
    "mask_of_a_row": ("m=np.sin(x)\nr=m[1]\nr[r<0]=0\nr[r>0]*=2\nreturn m,r", "x", [(M,)]),
    "masks_of_parts": ("m=np.sin(x)\nm[1][x[1]>0]=7\nm[1:][x[1:]>3]-=1\nreturn m", "x", [(M,)]),
    "masks_that_change": ("m=x.copy()\nb=m>0\nb[0]=False\nm[b]=9\nb[:]=True\nm[b]+=1\nreturn m,b", "x", [(M,), (V,)]),
    "columns_in_turn": ("st=np.zeros(10)\np,q=st[:4],st[4:8]\np[:]=x\nq+=x*2\nst*=2\nreturn st,p,q", "x", [(V,)]),
    "halves_in_a_nested_function": ("st=np.zeros(10)\ndef deriv(s):\n    d=np.empty_like(s)\n    p,v=d[:5],d[5:]\n    p[:]=s[5:]\n    v[:]=-s[:5]\n    return d\nst[:4]=x\nfor _ in range(2):\n    st+=0.1*deriv(st)\nreturn st", "x", [(V,)]),
    "three_buffers": ("a=np.sin(x)\nb=np.cos(x)\nc=np.zeros(4)\nfor i in range(n):\n    c[:]=a+b\n    a,b,c=b,c,a\nreturn a,b,c", "x,n", [(V, 4), (V, 0), (V, 1)]),
    "three_buffers_by_a_name": ("a=np.sin(x)\nb=np.cos(x)\nc=np.zeros(4)\nfor i in range(n):\n    c[1:]=a[:-1]+b[1:]\n    t=a\n    a=b\n    b=c\n    c=t\nreturn a,b,c", "x,n", [(V, 4), (V, 0)]),
    "name_of_the_last_turn": ("a=np.sin(x)\nold=a\nfor i in range(n):\n    old=a\n    a=a+1\n    a[0]=old[1]\nreturn a,old", "x,n", [(V, 4), (V, 0)]),
    "name_of_the_changed_one": ("a=np.sin(x)\nold=a\nfor i in range(n):\n    old=a\n    a+=1\n    a[0]=old[1]\nreturn a,old", "x,n", [(V, 4), (V, 0)]),
    "buffers_as_rows": ("b=np.zeros((2,4))\nb[0]=x\nc=0\nfor i in range(3):\n    n=1-c\n    b[n]=b[c]*2\n    b[n][0]+=1\n    c=n\nreturn b,c", "x", [(V,)]),
    "buffers_as_views_of_rows": ("b=np.zeros((2,4))\nb[0]=x\nfor i in range(3):\n    old,new=b[i%2],b[(i+1)%2]\n    new[1:]=old[:-1]\n    new[0]=i\nreturn b", "x", [(V,)]),
    "row_of_the_turn_before": ("m=x.copy()\np=m[0]\nfor i in range(1,3):\n    m[i]+=p\n    p=m[i]\nreturn m,p", "x", [(M,)]),
    "rows_that_read_the_first": ("m=x.copy()\nfor r in m[::-1]:\n    r+=m[0]\nreturn m", "x", [(M,)]),
    "rows_and_their_neighbours": ("m=x.copy()\nfor r,s in zip(m[:-1],m[1:]):\n    s[0]=r[0]\n    r[1]=s[1]\nreturn m", "x", [(M,)]),
    "blocks": ("m=x.copy()\nfor b in m.reshape(3,2,2):\n    b[0]=b[1]\nreturn m", "x", [(M,)]),
    "rows_of_planes": ("m=x.copy()\nfor p in m:\n    for r in p:\n        r[0]=1\nreturn m", "x", [(T,)]),
    "base_bound_anew_in_the_loop": ("m=x.copy()\nk=m\nfor r in m:\n    m=m*2\n    r[0]=9\nreturn m,k", "x", [(M,)]),
    "cycle_of_rows": ("m=x.copy()\nt=m[0].copy()\nm[0]=m[1]\nm[1]=m[2]\nm[2]=t\nreturn m", "x", [(M,)]),
    "rows_through_views": ("m=x.copy()\na,b=m[0],m[1]\na[:],b[:]=b,a\nreturn m,a,b", "x", [(M,)]),
    "rows_without_copies": ("m=x.copy()\nm[0,:],m[1,:]=m[1,:],m[0,:]\nreturn m", "x", [(M,)]),
    "index_before_the_store": ("a=x.copy()\ni=0\ni,a[i]=2,9.0\nreturn a", "x", [(V,)]),
    "store_before_the_index": ("a=x.copy()\ni=0\na[i],i=9.0,2\na[i]=1\nreturn a", "x", [(V,)]),
    "halves_change_places": ("a=x.copy()\na[:2],a[2:]=a[2:],a[:2]\nreturn a", "x", [(V,)]),
    "shifted_both_ways": ("a=x.copy()\na[1:],a[:-1]=a[:-1],a[1:]\nreturn a", "x", [(V,)]),
    "whole_and_its_element": ("a=x.copy()\na[:],b=a[::-1],a[0]\nreturn a,b", "x", [(V,)]),
    "reversed_through_a_view": ("a=x.copy()\nv=a[1:]\nlo,hi=0,len(v)-1\nwhile lo<hi:\n    v[lo],v[hi]=v[hi],v[lo]\n    lo+=1\n    hi-=1\nreturn a,v", "x", [(V,)]),
    "slice_in_a_name": ("a=x.copy()\ns=slice(1,3)\nc=a[s]\nc[0]=4\ns=slice(0,1)\nc[1]=5\nreturn a,c", "x", [(V,)]),
    "list_of_indices_that_changes": ("a=x.copy()\nidx=[1,2]\nc=a[idx]\nidx[0]=0\nc[0]=4\na[idx]=7\nreturn a,c", "x", [(V,)]),
    "bound_by_the_walrus": ("a=x.copy()\nc=(b:=a[1:])\nc[0]=4\nreturn a,b", "x", [(V,)]),
    "name_deleted": ("a=x.copy()\nb=a[1:]\ndel a\nb[0]=3\nreturn b", "x", [(V,)]),
    "return_between_writes": ("a=x.copy()\nb=a[:2]\nfor i in range(4):\n    if a[i]<0:\n        b[0]=i\n        return a\n    b[1]+=i\nreturn a*2", "x", [(V,), (np.abs(V),)]),
    "else_of_the_loop": ("a=x.copy()\nb=a[1:]\nfor i in range(3):\n    if b[i]<0:\n        continue\n    a[i]=b[i]\n    b[i]-=1\nelse:\n    b[:]=b[::-1]\nreturn a,b", "x", [(V,), (N,)]),
    "else_of_the_while_loop": ("a=x.copy()\nb=a[::-1]\ni=0\nwhile i<4:\n    if b[i]<0:\n        break\n    b[i]+=a[i]\n    i+=1\nelse:\n    a[0]=99\nreturn a,b", "x", [(V,), (np.abs(V),)]),
    "tuple_of_arrays": ("z=np.zeros(2)\nt=(z,)\nt[0][0]=x[0]\nt[0][:]+=1\nreturn t,z", "x", [(V,)]),
    "list_operator_and_its_name": ("z=np.zeros(2)\nh=[z]\nh[0]+=x[0]\nreturn h,z", "x", [(V,)]),
    "slot_bound_anew": ("z=np.zeros(2)\nh=[z]\nh[0]=h[0]+x[0]\nh[0][0]=9\nreturn h,z", "x", [(V,)]),
    "one_array_in_two_slots": ("z=np.zeros(2)\nh=[z,z]\nh[0][0]=x[0]\nreturn h,z", "x", [(V,)]),
    "nested_functions_in_turn": ("y=np.sin(x)\ndef a():\n    y[0]+=1\ndef b():\n    y[1]+=y[0]\na()\nb()\na()\nreturn y", "x", [(V,)]),
    "nested_function_and_new_array": ("y=np.sin(x)\ndef put(i,v):\n    y[i]=v\nput(0,1.0)\nz=y\ny=y*2\nput(1,5.0)\nreturn y,z", "x", [(V,)]),
    "nested_function_under_a_branch": ("y=np.sin(x)\ndef a():\n    y[0]+=1\nfor i in range(3):\n    if x[i]>0:\n        a()\nreturn y", "x", [(V,), (N,)]),
    "signs_of_integers": ("y=i.copy()\ny%=4\ny//=2\ny-=5\ny//=2\ny%=-3\nreturn y", "i", [(I,), (-I,)]),
    "signs_of_numbers": ("y=x.copy()\ny//=-0.7\ny%=-1.3\nreturn y", "x", [(V,), (N,)]),
    "bytes_wrap_around": ("y=u.copy()\ny-=10\ny*=3\ny//=2\ny%=7\nreturn y", "u", [(U,)]),
    "bytes_are_shifted": ("y=u.copy()\ny<<=3\ny>>=1\ny|=1\ny+=y\nreturn y", "u", [(U,)]),
    "single_precision_stays": ("y=s.copy()\nfor k in range(3):\n    y+=x*k\ny[0]+=0.1\ny**=2\nreturn y", "s,x", [(F, V)]),
    "integers_by_elements": ("y=i.copy()\nfor j in range(3):\n    y[j]+=0.5\n    y[j]=y[j]/2\nreturn y", "i", [(I,), (-I,)]),
    "integers_by_a_view": ("y=i.copy()\nv=y[1:]\nv//=2\nv%=3\nv[0]=2.9\nreturn y", "i", [(I,), (-I,)]),
    "complex_numbers": ("y=c.copy()\ny+=1\ny/=2\ny[0]*=1j\nr=y.real\nr+=1\ny[0]=0\nreturn y,r", "c", [(C,)]),
    "truths_from_numbers": ("b=x>0\nb[0]=0.3\nb[1]=np.nan\nb[1:]|=x[:-1]>3\nb[0]^=True\nreturn b", "x", [(V,)]),
    "out_of_neighbours": ("y=x.copy()\nnp.add(y[1:],y[:-1],out=y[1:])\nnp.sqrt(np.abs(y),out=y)\nreturn y", "x", [(V,)]),
    "out_of_a_maximum": ("q=np.zeros(3)\nz=x.max(1,out=q)\nq[0]=9\nreturn q,z", "x", [(M,)]),
    "put_repeatedly": ("y=x.copy()\nnp.put(y,[0,1,2,3],[1.0,2.0])\nnp.put(y[1:],[0],7.0)\nreturn y", "x", [(V,)]),
    "put_into_the_transposed": ("y=x.copy()\nnp.put(y.T,[1],7.0)\ny.T.flat[1]=77\nreturn y", "x", [(M,)]),
    "copied_from_itself": ("y=x.copy()\nnp.copyto(y,y[::-1])\nnp.copyto(y[1:],y[:-1])\nreturn y", "x", [(V,), (M,)]),
    "chosen_by_itself": ("y=x.copy()\nnp.putmask(y,y>0,y[::-1])\nnp.putmask(y[1:],y[1:]>0,9)\nreturn y", "x", [(V,)]),
    "added_to_views": ("y=x.copy()\nnp.add.at(y[1:],[0,0],2.0)\nnp.add.at(y.T,[1,1],1.0)\nreturn y", "x", [(V,), (M,)]),
    "diagonals_of_views": ("y=x.copy()\nnp.fill_diagonal(y[1:],7)\nnp.fill_diagonal(np.fliplr(y),8)\nreturn y", "x", [(M,)]),
    "sorted_views": ("y=x.copy()\ny[::-1].sort()\ny.T.sort()\ny[:,1].sort()\nreturn y", "x", [(M[::-1],)]),
    "shape_and_its_view": ("y=x.copy()\ny.resize((2,2))\nz=y.T\nz[0]=1\nreturn y", "x", [(V,)]),
    "indices_of_all_kinds": ("m=x.copy()\nm[0,:,[1,2]]=m[1,:,[2,3]]*2\nm[:,1,[0,0]]+=1\nm[...,1]=m[...,2]\nreturn m", "x", [(T,)]),
    "triangles": ("m=x.copy()\nm[np.triu_indices(3,1)]*=2\nm[np.diag_indices(3)]=1\nm[np.tril(np.ones((3,3),bool),-1)]=0\nreturn m", "x", [(Q,)]),
    "places_of_the_largest": ("m=x.copy()\nm[np.arange(3),np.argmax(m,axis=1)]=0\nm[np.unravel_index(np.argmax(m),m.shape)]=-1\nreturn m", "x", [(M,)]),
    "row_of_the_largest": ("a=x.copy()\nk=np.argmax(a[:,0])\nc=a[k]\nc[0]=40\na[k]+=1\nreturn a,c", "x", [(M,), (-M,)]),
    "elimination": ("n=len(b)\na=a.copy()\nb=b.copy()\nfor k in range(n):\n    p=k+np.argmax(np.abs(a[k:,k]))\n    if p!=k:\n        a[[k,p]]=a[[p,k]]\n        b[k],b[p]=b[p],b[k]\n    for i in range(k+1,n):\n        m=a[i,k]/a[k,k]\n        a[i,k:]-=m*a[k,k:]\n        b[i]-=m*b[k]\nx=np.zeros(n)\nfor i in range(n-1,-1,-1):\n    x[i]=(b[i]-a[i,i+1:]@x[i+1:])/a[i,i]\nreturn x", "a,b", [(A, V), (A[::-1], N)]),
    "factors_by_rows": ("n=len(a)\nl=np.eye(n)\nu=a.copy()\nfor k in range(n-1):\n    for i in range(k+1,n):\n        l[i,k]=u[i,k]/u[k,k]\n        row=u[i]\n        row-=l[i,k]*u[k]\nreturn l,u", "a", [(A,)]),
    "shortest_paths": ("d=d.copy()\nfor k in range(len(d)):\n    np.minimum(d,d[:,k:k+1]+d[k],out=d)\nreturn d", "d", [(np.abs(A - 3),)]),
    "sieve": ("s=np.ones(30,dtype=bool)\ns[:2]=False\nfor i in range(2,6):\n    if s[i]:\n        s[i*i::i]=False\nreturn s,x", "x", [(V,)]),
    "cells": ("g=(x>0).astype(int)\nfor _ in range(3):\n    n=np.zeros_like(g)\n    n[1:-1,1:-1]=g[:-2,1:-1]+g[2:,1:-1]+g[1:-1,:-2]+g[1:-1,2:]\n    g[n==2]=1\n    g[n>2]=0\nreturn g", "x", [(G,)]),
    "descent_with_moments": ("p=np.sin(x)\nv=np.zeros_like(p)\nm=np.zeros_like(p)\nfor t in range(1,4):\n    g=2*p\n    m*=0.9\n    m+=0.1*g\n    v*=0.99\n    v+=0.01*g**2\n    p-=0.1*(m/(1-0.9**t))/(np.sqrt(v/(1-0.99**t))+1e-8)\nreturn p,m,v", "x", [(V,)]),
    "walls": ("pos=np.sin(x)\nvel=np.zeros_like(pos)\nfor _ in range(3):\n    vel-=0.1*pos\n    pos+=0.1*vel\n    hit=pos<0\n    pos[hit]=-pos[hit]\n    vel[hit]*=-1\nreturn pos,vel", "x", [(V,), (N,)]),
    "rows_of_a_table": ("prev=np.zeros(5)\ncur=np.zeros(5)\nfor v in x:\n    for j in range(1,5):\n        cur[j]=max(prev[j],cur[j-1]+v)\n    prev,cur=cur,prev\nreturn prev,cur", "x", [(V,), (N,)]),
    "one_row_of_two_names": ("prev=np.zeros(5)\nfor v in x:\n    cur=prev\n    cur[1:]+=v\n    prev=cur\nreturn prev,cur", "x", [(V,)]),
}  # fmt: skip


def assert_same_kinds(expected, actual, rtol=1e-5):
    """The arrays have the very dtypes of the original's, besides the same values."""
    assert_same(expected, actual, rtol)
    for one, other in zip(_arrays(expected), _arrays(actual), strict=True):
        if isinstance(one, np.ndarray):
            assert np.asarray(other).dtype == one.dtype


def _arrays(value):
    return [a for v in value for a in _arrays(v)] if isinstance(value, tuple | list) else [value]


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_and_kinds_agree(name):
    body, parameters, cases = PROGRAMS[name]
    assert_agree(graph_function(parameters, body), "f", cases, assert_same_kinds)


CALLED = {
    "fill": "def fill(x, v):\n    x[0] = v * np.pi\n",
    "step": "def step(u, w):\n    w[1:-1] = np.sin(u[2:]) + u[:-2]\n",
}

HOST_BODIES = {
    "views": "u=np.zeros(4)\nw=u\nv=u[1:]\nfill(w,1.0)\nfill(v,2.0)\nreturn [u,w,v]",
    "rows": "m=np.zeros((3,4))\nfor r in m:\n    fill(r,1.0)\n    fill(r[1:],2.0)\nreturn m",
    "rows_and_columns": "m=np.zeros((3,4))\nfor i in range(3):\n    fill(m[i],i)\nfill(m.T[2],9.0)\nfill(m[:,3],8.0)\nreturn m",
    "buffers": "u=np.arange(5.0)\nw=np.zeros(5)\nfor _ in range(4):\n    step(u,w)\n    u,w=w,u\nreturn [u,w]",
    "buffers_as_rows": "b=np.zeros((2,5))\nb[0]=np.arange(5.0)\nfor k in range(4):\n    step(b[k%2],b[(k+1)%2])\nreturn b",
}


@pytest.mark.parametrize("name", HOST_BODIES)
def test_host_code_agrees(name):
    body = "\n".join(f"    {line}" for line in HOST_BODIES[name].split("\n"))
    functions = "\n\n".join(text for called, text in CALLED.items() if f"{called}(" in body)
    source = f"import numpy as np\n\n\n{functions}\n\ndef main():  # hybridc: host\n{body}\n"
    assert_same(load(source).main(), load(converted(source), "generated").main())
