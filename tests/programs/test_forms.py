"""Small programs of every form that the language offers, as people write them."""

import numpy as np
import pytest

import hybridc
from differential import assert_agree, graph_function

pytestmark = pytest.mark.sampled(3)

V = np.array([3.0, -1.0, 4.0, 0.5])
N = -V
M = np.arange(12.0).reshape(3, 4)
I = np.array([3, 1, 4, 1, 5])

# Bodies of functions, their parameters, and arguments for both sides of the branches.
PROGRAMS = {
    "while_else":("i=0\nwhile i<len(x):\n    if x[i]>t:\n        break\n    i+=1\nelse:\n    i=-1\nreturn i","x,t",[(V,3.5),(V,9.)]),
    "an_array_of_one_element":("n=0\ny=x[:1]\nif y:\n    n=1\nreturn n","x",[(V,),(N,),(V*0,)]),
    "shapes_in_lists":("y=np.ones([len(x),2])+np.full([2],3.0)\nreturn y*np.reshape(x,[-1,1])+np.zeros([2])","x",[(V,)]),
    "with_return":("with np.errstate(divide='ignore'):\n    if np.sum(x)>0:\n        return x*2\n    y=x/2\nreturn y","x",[(V,),(N,)]),
    "tuple_target":("s=0.0\nfor (a,b),c in zip(zip(x,x[::-1]),x):\n    s+=a*b-c\nreturn s","x",[(V,)]),
    "starred":("a,*b=x[0],x[1],x[2]\nreturn a*sum(b)","x",[(V,)]),
    "dict_items":("d={'a':x[0],'b':x[1]}\ns=0.0\nfor k,v in d.items():\n    if v>0:\n        s+=v\n    else:\n        s-=2*v\nreturn s","x",[(V,),(N,)]),
    "dict_update":("d={'n':0,'s':0.0}\nfor v in x:\n    if v>0:\n        d['n']+=1\n        d['s']+=v\nreturn d","x",[(V,),(N,)]),
    "walrus_while":("k=0\nwhile (y:=x[k])>0:\n    k+=1\nreturn k,y","x",[(V,),(N,)]),
    "chained":("n=0\nfor v in x:\n    if 0<v<=3<10:\n        n+=1\nreturn n","x",[(V,)]),
    "in_tuple":("n=0\nfor v in x:\n    if v in (3.0,0.5):\n        n+=1\nreturn n","x",[(V,)]),
    "not_in":("n=0\nfor v in x:\n    if v not in (3.0,0.5):\n        n+=1\nreturn n","x",[(V,)]),
    "divmod":("s=0\nfor v in i:\n    q,r=divmod(v,3)\n    s+=q*10+r\nreturn s","i",[(I,),(-I,)]),
    "anyall":("if any(v>3 for v in x) and all(v>-2 for v in x):\n    return np.sum(x)\nreturn -np.sum(x)","x",[(V,),(N,)]),
    "sum_if":("return sum(v*v for v in x if v>0)","x",[(V,),(N,)]),
    "count_if":("return sum(1 for v in x if v>0)","x",[(V,),(N,)]),
    "sum_bool":("return sum(v>0 for v in x)","x",[(V,),(N,)]),
    "max_gen":("return max(abs(v) for v in x)","x",[(V,),(N,)]),
    "map":("return sum(map(lambda v:v*v,x))","x",[(V,)]),
    "kwargs":("def g(a,*r,k=2.0,**kw):\n    return a*k+len(r)+kw.get('z',0)\nreturn g(x,1,2,k=3.0,z=4)","x",[(V,)]),
    "enum_start":("s=0.0\nfor k,v in enumerate(x,1):\n    s+=k*v\nreturn s","x",[(V,)]),
    "zip_range":("s=0.0\nfor k,v in zip(range(1,n),x):\n    s+=k*v\nreturn s","x,n",[(V,3),(V,9)]),
    "neg_step":("s=0.0\nfor k in range(len(x)-1,-1,-1):\n    s=s*0.5+x[k]\nreturn s","x",[(V,)]),
    "step_traced":("s=0\nfor k in range(0,n,2):\n    s+=k\nreturn s","n",[(7,),(0,)]),
    "found_flag":("found=False\nfor v in x:\n    found|=v>3\nreturn found","x",[(V,),(V*0,)]),
    "found_or":("found=False\nfor v in x:\n    found=found or v>3\nreturn found","x",[(V,),(V*0,)]),
    "int_to_float":("s=0\nfor v in x:\n    s=s/2+v\nreturn s","x",[(V,)]),
    "ternary":("s=0.0\nfor v in x:\n    s+=v if v>0 else (-v if v<-2 else 0.0)\nreturn s","x",[(V,),(N,)]),
    "mode":("if mode=='a':\n    return np.sum(x)\nelif mode=='b':\n    return np.max(x)\nraise ValueError(mode)","x,mode='a'",[(V,),(V,'b')]),
    "optional":("if w is None:\n    w=np.ones_like(x)\nreturn np.sum(x*w)","x,w=None",[(V,),(V,V)]),
    "assert":("assert x.ndim==1\nassert np.sum(x)>-100\nreturn x*2","x",[(V,)]),
    "raise_guard":("if np.any(np.isnan(x)):\n    raise ValueError('nan')\nreturn x*2","x",[(V,)]),
    "del":("y=x*2\nz=y+1\ndel y\nreturn z","x",[(V,)]),
    "match":("match k:\n    case 0:\n        return x\n    case 1|2:\n        return x*2\n    case _:\n        return -x","x,k",[(V,0),(V,2),(V,5)]),
    "print":("for v in x:\n    if v>0:\n        print(f'v={v}')\nreturn x","x",[(V,)]),
    "bubble":("x=x.copy()\nfor i in range(len(x)):\n    for j in range(len(x)-i-1):\n        if x[j]>x[j+1]:\n            x[j],x[j+1]=x[j+1],x[j]\nreturn x","x",[(V,),(N,)]),
    "binsearch":("lo,hi=0,len(x)\nwhile lo<hi:\n    mid=(lo+hi)//2\n    if x[mid]<t:\n        lo=mid+1\n    else:\n        hi=mid\nreturn lo","x,t",[(np.sort(V),.7),(np.sort(V),9.)]),
    "gcd":("while b:\n    a,b=b,a%b\nreturn a","a,b",[(12,18),(7,0)]),
    "primes":("c=0\nfor k in range(2,n):\n    for d in range(2,k):\n        if k%d==0:\n            break\n    else:\n        c+=1\nreturn c","n",[(20,),(2,)]),
    "matpow":("r=np.eye(2)\nwhile n>0:\n    if n%2==1:\n        r=r@m\n    m=m@m\n    n//=2\nreturn r","m,n",[(M[:2,:2],5),(M[:2,:2],0)]),
    "fib":("a,b=0,1\nfor _ in range(n):\n    a,b=b,a+b\nreturn a","n",[(10,),(0,)]),
    "cumlist":("out=[]\ns=0.0\nfor v in x:\n    s+=v\n    out.append(s)\nreturn np.array(out)","x",[(V,)]),
    "window":("out=[]\nfor k in range(len(x)-1):\n    out.append((x[k]+x[k+1])/2)\nreturn np.array(out)","x",[(V,)]),
    "dot2d":("r=np.zeros((m.shape[0],m.shape[0]))\nfor i in range(m.shape[0]):\n    for j in range(m.shape[0]):\n        for k in range(m.shape[1]):\n            r[i,j]+=m[i,k]*m[j,k]\nreturn r","m",[(M,)]),
    "hist":("h=np.zeros(6,dtype=int)\nfor v in i:\n    h[v]+=1\nreturn h","i",[(I,)]),
    "rowmax":("return np.array([max(r) for r in m])","m",[(M,)]),
    "listcomp2":("return np.array([[a*b for a in x] for b in x])","x",[(V,)]),
    "dictcomp":("d={k:x[k]*2 for k in range(3)}\nreturn d[0]+d[2]","x",[(V,)]),
    "while_true2":("n=0\nwhile True:\n    n+=1\n    if x>100:\n        return n\n    if n>50:\n        return -n\n    x=x*t","x,t",[(1.,3.),(1.,.5)]),
    "argmin":("best=0\nfor k in range(1,len(x)):\n    if x[k]<x[best]:\n        best=k\nreturn best","x",[(V,),(N,)]),
    "two_max":("a=b=-np.inf\nfor v in x:\n    if v>a:\n        a,b=v,a\n    elif v>b:\n        b=v\nreturn a,b","x",[(V,),(N,)]),
    "kadane":("best=cur=x[0]\nfor v in x[1:]:\n    cur=max(v,cur+v)\n    best=max(best,cur)\nreturn best","x",[(V,),(N,)]),
    "setitem_slice":("y=np.zeros(6)\nfor k in range(3):\n    y[k:k+2]+=x[k]\nreturn y","x",[(V,)]),
    "clip":("y=x.copy()\ny[y<0]=0\nreturn y","x",[(V,)]),
    "globals_const":("return x*np.pi+np.e","x",[(V,)]),
    "nested_early":("def inner(v):\n    for k in range(3):\n        if v>k:\n            return v*k\n        v+=1\n    return -v\nreturn inner(x[0])+inner(x[1])","x",[(V,),(N,)]),
    "str_join":("names=['a','b']\nd={n:x[k] for k,n in enumerate(names)}\nreturn d['a']-d['b']","x",[(V,)]),
    "bitcount":("c=0\nwhile n:\n    c+=n&1\n    n>>=1\nreturn c","n",[(13,),(0,)]),
    "horner":("s=0.0\nfor c in reversed(x):\n    s=s*t+c\nreturn s","x,t",[(V,2.)]),
    "interp":("for k in range(len(x)-1):\n    if x[k]<=t<=x[k+1]:\n        w=(t-x[k])/(x[k+1]-x[k])\n        return k+w\nreturn -1.0","x,t",[(np.sort(V),1.),(np.sort(V),9.)]),
    "newton":("for _ in range(20):\n    fx=x*x-2\n    if abs(fx)<1e-12:\n        break\n    x-=fx/(2*x)\nreturn x","x",[(1.,),(3.,)]),
    "median3":("if a>b:\n    a,b=b,a\nif b>c:\n    b,c=c,b\nif a>b:\n    a,b=b,a\nreturn b","a,b,c",[(3.,1.,2.),(1.,2.,3.)]),
    "tuple_ret":("if x[0]>0:\n    return x[0],1\nreturn x[1],2.5","x",[(V,),(N,)]),
    "broadcast":("if np.sum(x)>0:\n    y=0.0\nelse:\n    y=x\nreturn y+x","x",[(V,),(N,)]),
    "masks": ("y=x.copy()\ny[y<0]=0\ny[x>t]*=2\nz=np.zeros(x.shape,dtype=int)\nz[y>1]=1\nz[y==2.0]+=3\nz[~(y>1)&(x<0)]=2.7\nreturn y,z", "x,t", [(V, 0.7), (M - 2, 1.0)]),
    "masks_of_rows": ("y=np.sin(x)\ny[k>0]=1.0\nreturn y", "x,k", [(M[:, :3], np.array([1, 0, 1])), (M[:2], np.array([1, 0]))]),
    "none_asked_for_twice": (
        "w=None\nif x[0]>0:\n    w=t*2\n    x=x+1\ny=np.sin(x)\nif w is not None:\n    y=y*w\nz=np.sum(y)\nreturn z if w is None else z+w",
        "x,t", [(V, 1.5), (N, 1.5)],
    ),
    "none_in_a_loop": (
        "s=0.0\nfor v in x:\n    if v>t:\n        w=np.sqrt(v)\n    else:\n        w=None\n    if w is None:\n        continue\n    s+=w\nreturn s",
        "x,t", [(V, 0.7), (V, 9.0)],
    ),
    "none_in_one_of_two": (
        "a=None\nb=None\nif x[0]>0:\n    a=x*2\nelse:\n    b=x*3\nif a is not None:\n    y=a+1\nelse:\n    y=b-1\nfor v in x:\n    if v>0:\n        y=y+v\nreturn y",
        "x", [(V,), (N,)],
    ),
    "none_in_nested_branches": (
        "w=None\nif x[0]>0:\n    if x[1]>0:\n        w=1.0\n    else:\n        w=2.0\ns=np.sum(x)\nif w is None:\n    w=0.5\nreturn s*w",
        "x", [(V,), (N,), (np.abs(V),)],
    ),
    "none_after_two_branches": (
        "w=None\nif x[0]>0:\n    w=2.0\nif x[1]>0:\n    w=3.0\nif w is None:\n    return x\nreturn x*w",
        "x", [(V,), (N,), (np.abs(V),), (-np.abs(V),)],
    ),
    "set_by_a_loop_that_takes_a_turn": (
        "s=0.0\nfor i in range(4):\n    r=x[i]*i\nif s<n:\n    s=s+1\nelse:\n    r=r+x[2]\nreturn s+r", "x,n", [(V, 1), (V, -1)],
    ),
    "set_by_a_loop_in_a_loop": (
        "t=0.5\nfor v in x:\n    for i in range(1,4):\n        t+=v\n    t+=x[i]\nreturn t", "x", [(V,), (N,)],
    ),
    "set_where_no_return_was": (
        "s=0.0\nif n==0 or n>3:\n    u=a>1\n    if not (not u or n>5):\n        return s+1,2\n    e=np.minimum(1.0,a)\nelse:\n    e=x[0]+n\n"
        "for i in range(len(x)):\n    for j in range(4):\n        s+=e if x[i]>j else n\n    s-=x[i]\n    s*=0.5\ns=s+np.sum(x)\ns=s+np.max(x)\nreturn s,3",
        "x,a,n", [(V, 2.0, 0), (V, 0.5, 0), (V, 2.0, 6), (V, 0.5, 1)],
    ),
    "filled_until_a_return": (
        "h=[]\nfor i in range(4):\n    if b<x[i]:\n        return b\n    h.append(x[i]*2)\nreturn h[-1]", "x,b", [(V, 9.0), (V, 3.5), (V, -9.0)],
    ),
    "set_in_a_loop_until_a_return": (
        "for i in range(1,4):\n    r=x[i]\n    h=[]\n    for j in range(4):\n        if b<x[j]:\n            return b\n        h.append(x[j]*i)\n    b=np.sum(h)\nreturn r",
        "x,b", [(V, 3.5), (V, -9.0), (V, 6.0), (V * 0, 0.0)],
    ),
    "a_zipped_array_that_the_loop_writes": (
        "o=np.zeros_like(x)\nfor i,v in zip(range(4),o):\n    o[1:]=x[:-1]\n    o[n%4]+=v+i\nreturn o", "x,n", [(V, 2), (V, 3), (V[:3], 1)],
    ),
    "an_array_that_the_loop_writes_beside_a_tuple": (
        "y=x*2\ns=0.0\nfor v,k in zip(y,(1,2,3)):\n    y[2]=v*k\n    s=s+v\nreturn s", "x", [(V,), (N,)],
    ),
    "a_number_changed_in_a_closure": (
        "c=np.sum(x)\ndef h(u):\n    w=b\n    w+=u\n    return w\nreturn h(a)+c+b", "x,a,b", [(V, 1.0, 2.0), (V, 1, 2)],
    ),
    "last_or_none": ("last=None\nfor v in x:\n    if v>0:\n        last=v\nif last is None:\n    return -1.0\nreturn last*2","x",[(V,),(-abs(V),),(V[:0],)]),
    "index_or_none": ("idx=None\nfor i,v in enumerate(x):\n    if v>t:\n        idx=i\n        break\nif idx is not None:\n    return x[idx]\nreturn t*1.0","x,t",[(V,3.5),(V,9.0),(V,-9.0)]),
    "best_or_none_in_a_while":("best=None\nwhere=None\ni=0\nwhile i<n:\n    if best is None or x[i]>best:\n        best=x[i]\n        where=i\n    i+=1\ns=0.0\nif best is not None:\n    s=best+where\nreturn s","x,n",[(V,4),(V,0),(V,1),(N,4)]),
    "none_set_again_in_a_loop":("prev=None\ntotal=0.0\nfor v in x:\n    if prev is not None and v>prev:\n        total+=v-prev\n    if v>0:\n        prev=v\n    else:\n        prev=None\nreturn total","x",[(V,),(N,),(np.array([1.,2.,-1.,3.,5.]),)]),
    "none_in_an_inner_branch":("w=None\nif x[0]>0:\n    if x[1]>0:\n        w=1.0\nelse:\n    w=2.0\nif w is None:\n    w=0.5\nreturn x*w","x",[(V,),(N,),(abs(V),)]),
    "none_by_a_conditional_expression":("s=0.0\nfor v in x:\n    w=v*2 if v>c else None\n    if w is not None:\n        s+=w\n    else:\n        s-=1\nreturn s","x,c",[(V,1.0),(V,9.0)]),
    "none_asked_by_truth":("a=b=None\nfor v in x:\n    if v>c:\n        a=v\n    if not a:\n        b=v\nr=0.0\nif b is not None:\n    r=b*2\nreturn r","x,c",[(V,1.0),(V,9.0),(N,-0.6)]),
    "array_or_none":("row=None\nfor k in range(len(m)):\n    if m[k,0]>t:\n        row=m[k]\nreturn np.zeros(m.shape[1]) if row is None else row*2","m,t",[(M,3.0),(M,30.0)]),
    "none_or_parameter":("w=None\nfor v in x:\n    if v>3:\n        w=p\nif w is None:\n    return 0\nreturn 1","x,p",[(V,2.0),(V*0,2.0)]),
    "none_again": (
        "w=None\nif x[0]>0:\n    w=2.0\nif x[1]>0:\n    w=None\nif w is None:\n    return x\nreturn x*w",
        "x", [(V,), (N,), (np.abs(V),), (-np.abs(V),)],
    ),
    "walrus_and":("n=0\nfor v in x:\n    if v>0 and (w:=v*2)<7:\n        n+=w\nreturn n","x",[(V,),(N,)]),
    "walrus_and_else":("n=0.0\nfor v in x:\n    if v>0 and (w:=v*2)<7:\n        n+=w\n    else:\n        n-=1\nreturn n","x",[(V,),(N,)]),
    "walrus_else_reads":("n=0.0\nw=1.0\nfor v in x:\n    if v>0 and (w:=v*2)<7:\n        n+=w\n    else:\n        n-=w\nreturn n,w","x",[(V,),(N,)]),
    "walrus_while_and":("i=0\ns=0.0\nwhile i<len(x) and (v:=x[i])<t:\n    s+=v\n    i+=1\nreturn s,i","x,t",[(V,3.5),(V,9.),(V,-9.)]),
    "walrus_while_and_continue":("i=0\ns=0.0\nwhile i<len(x) and (v:=x[i])<t:\n    i+=1\n    if v<0:\n        continue\n    s+=v\nreturn s,i","x,t",[(V,3.5),(V,9.),(V,-9.)]),
    "or_value":("s=0.0\nfor v in x:\n    w=v or 2.5\n    s+=w\nreturn s","x",[(V,),(V*0,)]),
    "or_value_of_call":("return max(x[0],0.0) or np.sum(x)","x",[(V,),(N,)]),
    "and_value":("c=x[0] and x[1]*2\nreturn c","x",[(V,),(V*0,)]),
    "three":("return a or b or c","a,b,c",[(0.,0.,3.),(0.,2.,3.),(1.,2.,3.),(0,0,0)]),
    "or_in_sum":("s=1+(a or b)*2\nreturn s","a,b",[(0.,2.),(1.,2.)]),
    "or_none":("w=w or 2.0\nreturn x*w","x,w=None",[(V,),(V,3.0),(V,0.0)]),
    "and_in_or":("return (a and b) or c","a,b,c",[(0.,2.,3.),(1.,2.,3.),(1.,0.,3.)]),
    "traced_step":("s=0.0\nfor i in range(a,n,k):\n    s=s*0.5+x[i]\nreturn s","x,a,n,k",[(V,0,4,1),(V,0,4,2),(V,3,-1,-1),(V,3,0,-2),(V,2,2,1),(V,3,1,1),(V,0,4,3)]),
    "traced_step_and_break":("s=0.0\nfor i in range(0,n,k):\n    if x[i]>t:\n        break\n    s+=x[i]\nelse:\n    s=-s\nreturn s","x,n,k,t",[(V,4,1,3.5),(V,4,2,9.0),(V,4,3,9.0)]),
    "traced_step_index_after":("i=-1\nfor i in range(0,n,k):\n    pass\nreturn i","n,k",[(7,2),(7,3)]),
    "dict_by_keywords":("d=dict(a=x,b=y)\ns=0.0\nfor k in d.keys():\n    s=s+d[k]\nfor v in d.values():\n    s=s+v\nd['a']=s\nreturn d","x,y",[(1.0,2.0),(V,N)]),
    "dict_by_keywords_in_a_loop":("d=dict(n=0,s=0.0)\nfor v in x:\n    if v>0:\n        d['n']+=1\n        d['s']+=v\nreturn d['s'],d['n']","x",[(V,),(N,)]),
    "casts":("s=0\nfor v in x:\n    s+=int(v/2)\nc=float(s)/len(x)\nreturn c,bool(s),int(np.argmax(x)),float(np.sum(x))","x",[(V,),(N,),(V*3,)]),
    "cast_as_index":("k=int(np.argmax(x))\nreturn x[k]*2","x",[(V,),(N,)]),
    "not_of_a_comparison":("m=~(x>t)\ny=np.where(m,x,0.0)\nreturn y[0],np.sum(~(x>0)&m)","x,t",[(V,0.7),(N,0.7)]),
    "max_key":("return max(x, key=lambda v: -v)","x",[(V,),(N,)]),
    "max_key_abs":("return max(x, key=abs)","x",[(V,),(N,),(V-2,)]),
    "min_key_rows":("return min(m, key=lambda r: r[1]*r[1])","m",[(M,)]),
    "max_key_list":("return max([a,b,c], key=lambda v: v if v>0 else -2*v)","a,b,c",[(1.,-3.,2.),(1,5,-2)]),
    "min_default":("return min(x, default=0.5)","x",[(V,),(V[:0],)]),
    "sum_start":("return sum(x, 10.0)+sum([x[0],x[1]],1)","x",[(V,)]),
    "map_abs":("return sum(map(abs,x))","x",[(V,)]),
    "map_floor":("return sum(map(np.floor,x))+sum(map(int,x))+sum(map(float,x))","x",[(V,)]),
    "apply":("def g(h,v):\n    return h(v)+h(v*2)\nreturn g(np.sqrt,abs(x[0]))+g(abs,x[1])+g(np.sum,x)","x",[(V,)]),
    "key_tie":("return max(x, key=lambda v: v>0)","x",[(V,),(N,)]),
    "key_over_a_range":("return min(range(len(x)), key=lambda i: x[i])","x",[(V,),(N,)]),
    "default_of_a_list":("return min([v for v in x], default=0.0)","x",[(V,)]),
    "nonlocal":("c=0.0\ndef add(v):\n    nonlocal c\n    c+=v\nfor k in range(3):\n    add(x[k])\nreturn c","x",[(V,)]),
    "nonlocal_in_a_branch":("c=0\ndef count():\n    nonlocal c\n    c+=1\nfor v in x:\n    if v>0:\n        count()\nreturn c","x",[(V,),(N,),(V[:0],)]),
    "nonlocal_and_value":("last=0.0\ndef step(v,scale=2.0):\n    nonlocal last\n    if v>last:\n        last=v\n        return v*scale\n    return last-v\ns=0.0\nfor v in x:\n    r=step(v)\n    s=s*0.5+r\nstep(9.0)\nreturn s,last","x",[(V,),(N,)]),
    "closure_over_a_changing_name":("a=1.0\ndef g(v):\n    return v*a\ns=g(x[0])\na=2.0\ns+=g(x[1])\nfor v in x:\n    a=a*0.5+v\n    s+=g(v)\nreturn s","x",[(V,),(N,)]),
    "closure_changes_in_a_branch":("a=1.0\ndef g(v):\n    return v*a\nif x[0]>0:\n    a=3.0\nreturn g(x)","x",[(V,),(N,)]),
    "nonlocal_that_the_call_sets_again":("c=1.0\ndef add(v):\n    nonlocal c\n    c+=v\n    return c*2\nc=add(x[0])\nc=add(c)\nreturn c","x",[(V,),(N,)]),
    "nonlocal_index_of_a_result":("k=0\ny=np.zeros(3)\ndef take(v):\n    nonlocal k\n    k+=1\n    return v*k\ny[k]=take(x[0])\ny[k]=take(x[1])\nreturn y,k","x",[(V,)]),
    "nonlocal_not_read_again":("t=np.sum(x)\ndef g(v):\n    nonlocal t\n    t+=v\n    t=v*0.5\ng(x[0])\nreturn t","x",[(V,)]),
    "name_of_a_comprehension_in_a_closure":("k=1.0\ndef g(v):\n    a=[k*v for k in range(3)]\n    return a[2]+k\nk=x[0]\nreturn g(x[1])","x",[(V,)]),
    "loops_in_with":("s=0.0\nwith np.errstate(all='ignore'):\n    for v in x[1:]:\n        if v<0:\n            break\n        s+=v\n    else:\n        s=-s\n    def g(u):\n        return u*s\n    s=g(x[0])\nreturn s","x",[(V,),(N,)]),
    "break_in_with_in_a_loop":("s=0.0\nfor v in x:\n    with np.errstate(all='ignore'):\n        s+=v\n        if s>4:\n            break\n    s*=2\nreturn s","x",[(V,),(N,)]),
    "loop_in_try":("s=0.0\ntry:\n    for v in x:\n        s+=v\nfinally:\n    s*=2\nreturn s","x",[(V,),(N,)]),
    "return_in_try":("s=0.0\ntry:\n    for v in x:\n        if v<0:\n            return s\n        s+=v\nfinally:\n    s=0.0\nreturn s","x",[(V,),(np.abs(V),)]),
    "nonlocal_in_an_expression":("c=0.0\ndef add(v):\n    nonlocal c\n    c+=v\n    return c\nreturn add(x[0])*2+c","x",[(V,)]),
    "sum_with_a_start_is_one_operand":("a=x[1]\nb=x[0]-sum(x,a)\nb-=sum(x,a)*2\nreturn b,-sum(x,a),sum(x,a)**2,pow(b,2)**3","x",[(V,)]),
    "operands_in_a_lambda":("h=lambda u:u or x[0]\nreturn h(x[1])+h(x[2]*0)","x",[(V,)]),
    "break_and_a_step_that_is_calculated":("s=0.0\nfor k in range(0,len(x),5%3):\n    s+=x[k]\n    if s>t:\n        break\nreturn s","x,t",[(V,2.0),(V,9.0)]),
    "nonlocal_two":("lo=hi=x[0]\ndef see(v):\n    nonlocal lo,hi\n    lo=min(lo,v)\n    hi=max(hi,v)\nfor v in x:\n    see(v)\nreturn hi-lo","x",[(V,),(N,)]),
    "return_of_nonlocal":("n=0\ndef tick(v):\n    nonlocal n\n    n+=1\n    return v+n\ntick(1.0)\nreturn tick(x[0])","x",[(V,)]),
    "in_comprehension":("a=1.0\ndef g(v):\n    return v*a\na=x[0]\nreturn sum(g(v) for v in x)","x",[(V,)]),
    "guards":("if not isinstance(x,(list,np.ndarray)):\n    raise TypeError('x')\nif x.shape[0]!=4:\n    raise ValueError\nassert isinstance(x,np.ndarray)\nassert x.ndim==1\nreturn x*2","x",[(V,)]),
    "guard_in_loop":("s=0.0\nfor v in x:\n    if isinstance(v,str):\n        raise TypeError\n    s+=v\nreturn s","x",[(V,)]),
    "chain":("a=np.zeros(4)\nb=np.zeros(4)\na[0]=b[1]=x[0]*2\na[2]=t=x[1]\nc=b[3]=a[0]\nreturn a,b,t,c","x",[(V,)]),
    "chain_index":("i=0\na=np.zeros(4)\ni=a[i]=2\nreturn i,a","x",[(V,)]),
    "none_by_truth_first":("s=0.0\nlast=None\nfor v in x:\n    if last:\n        s+=last*2\n    else:\n        s-=1\n    last=v\nreturn s","x",[(V,),(N,)]),
    "none_by_truth_known":("s=0.0\nlast=None\nfor v in x:\n    if last:\n        s+=last*2\n    else:\n        s-=1\n    last=np.sum(x)\nreturn s","x",[(V,),(N,)]),
    "none_by_not_first":("s=0.0\nlast=None\nfor i in range(4):\n    if not last:\n        last=a\n    s+=last*i\nreturn s","a",[(1.0,),(0.0,)]),
    "none_by_and_first":("s=0.0\nlast=None\nfor v in x:\n    if last and v>last:\n        s+=last\n    last=v\nreturn s","x",[(V,),(N,)]),
    "none_by_ifexp":("s=0.0\nlast=None\nfor v in x:\n    s+=last if last else 7.0\n    last=v\nreturn s","x",[(V,),(N,)]),
    "none_by_truth_counts":("s=0.0\nlast=None\nfor v in x:\n    if last:\n        s+=1\n    else:\n        s-=1\n    last=v\nreturn s","x",[(V,),(N,)]),
    "none_equals":("s=0.0\nlast=None\nfor v in x:\n    if last==v:\n        s+=1\n    last=v\nreturn s","x",[(V,),(np.array([1.,1.,2.]),)]),
    "none_differs":("s=0.0\nlast=None\nfor v in x:\n    if last!=v:\n        s+=1\n    last=v\nreturn s","x",[(V,),(np.array([1.,1.,2.]),)]),
    "a_tuple_on_the_path_that_returns": ("k=n\nif n<0:\n    c=[0,x[0]]\n    if x[1]>0:\n        return c[0],c[1]\n    k=k+1\nfor i in range(4):\n    k=k+x[i]\ns=k*2\nfor v in x:\n    s=s+v*k\n    s=s*0.5\nreturn s,k","x,n",[(V,-1),(N,-1),(V,1)]),
    "truth_of_one_element":("y=x[:1]\nn=0\nif y>2:\n    n=1\nreturn n","x",[(V,),(N,)]),
    "truth_of_one_element_and":("y=x[:1]\nn=0\nif y and c:\n    n=1\nreturn n","x,c",[(V,1),(N*0,1)]),
    "truth_of_one_element_not":("y=x[:1]\nn=0\nif not y:\n    n=1\nreturn n","x",[(V,),(N*0,)]),
    "truth_of_one_element_ifexp":("y=x[:1]\nreturn 1 if y>0 else 2","x",[(V,),(N,)]),
    "truth_of_one_element_and2":("y=x[:1]\nn=0\nif y>0 and y<3.5:\n    n=1\nreturn n","x",[(V,),(N,),(V*2,)]),
    "truth_of_one_element_loop":("y=x[:1]\nn=0\nfor v in x:\n    if y>v:\n        n+=1\nreturn n","x",[(V,),(N,)]),
    "none_until_a_loop_in_a_turn":("s=0.0\nat=None\nfor v in x[1:]:\n    c=0\n    while c<2 and v<=x[n]:\n        c+=1\n        if at is None:\n            at=v\n    s+=c\nif at is None:\n    return s\nreturn s+at","x,n",[(V,0),(V,1),(N,1),(N,2)]),
    "hinted_number_none_if":("n=0\nif w:\n    n=1\nreturn n+np.sum(x)","x,w: float=None",[(V,),(V,2.0),(V,0.0)]),
    "hinted_number_none_or":("w=w or 2.0\nreturn x*w","x,w: float=None",[(V,),(V,3.0),(V,0.0)]),
    "hinted_number_none_not":("return x*2 if not w else x","x,w: float=None",[(V,),(V,3.0),(V,0.0)]),
    "hinted_number_none_or_or":("w=w or v or 2.0\nreturn x*w","x,w: float=None,v=None",[(V,),(V,3.0),(V,0.0,1.0)]),
    "compared_number_none_if":("n=0\nif w is not None and w>1:\n    n=2\nif w:\n    n+=1\nreturn n+np.sum(x)","x,w=None",[(V,),(V,2.0),(V,0.0)]),
    "number_bound_again_or":("w=x[0]*2\nw=w or 2.0\nreturn x*w","x,w=None",[(V,),(V*0,)]),
    "none_branch": ("r=None\nif np.sum(x)>0:\n    r=x*2\nif r is None:\n    return x\nreturn r", "x", [(V,), (N,)]),
}  # fmt: skip

REFUSED = {
    "powmod":("s=1\nfor v in i:\n    s=pow(s*3+v,2,7)\nreturn s","i",[(I,)]),
    "round":("return round(float_sum,2)" ,"float_sum",[(3.14159,)]),
    "reduce":("from functools import reduce\nreturn reduce(lambda a,b:a*0.5+b,x,1.0)","x",[(V,)]),
    "filter":("return sum(filter(lambda v:v>0,x))","x",[(V,)]),
    "rec":("def f2(n,v):\n    return v if n==0 else f2(n-1,v*0.5+1)\nreturn f2(3,x)","x",[(V,)]),
    "nonlocal_of_what_is_passed_on":("c=0.0\ndef add(v):\n    nonlocal c\n    c+=v\n    return c\nreturn sum(map(add,x))","x",[(V,)]),
    "nonlocal_in_a_lambda":("c=0.0\ndef add(v):\n    nonlocal c\n    c+=v\ng=lambda v: add(v)\ng(x[0])\nreturn c","x",[(V,)]),
    "isinst":("if isinstance(x,np.ndarray) and x.ndim==1:\n    return x*2\nreturn x","x",[(V,)]),
    "lambda_default":("fs=[lambda v,k=k:v*k for k in range(3)]\nreturn sum(f(x) for f in fs)","x",[(V,)]),
}  # fmt: skip


def source(name, programs):
    body, parameters, _ = programs[name]
    return graph_function(parameters, body)


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_agree(name):
    assert_agree(source(name, PROGRAMS), "f", PROGRAMS[name][2])


@pytest.mark.parametrize("name", REFUSED)
def test_what_has_no_form_is_refused(name):
    assert hybridc.convert(source(name, REFUSED)).code is None
