"""Small algorithms in loops, branches and lists, as people write them."""

import numpy as np
import pytest

import hybridc
from differential import assert_agree, graph_function

V = np.array([3.0, -1.0, 4.0, 0.5])
N = -V
M = np.arange(12.0).reshape(3, 4)
I = np.array([3, 1, 4, 1, 5])

# Bodies of functions, their parameters, and arguments for both sides of the branches.
PROGRAMS = {
    "else_after_continue":("n=0\nfor v in x:\n    if v<0:\n        continue\n    n+=1\nelse:\n    n*=10\nreturn n","x",[(V,),(N,)]),
    "nested_break_else":("r=-1\nfor i in range(len(m)):\n    for v in m[i]:\n        if v>t:\n            break\n    else:\n        continue\n    r=i\n    break\nreturn r","m,t",[(M,5.),(M,99.),(M,-1.)]),
    "return_in_else":("for v in x:\n    if v>t:\n        break\nelse:\n    return -1.0\nreturn v*2","x,t",[(V,3.5),(V,9.)]),
    "while_two_conds":("i=0\ns=0.0\nwhile i<len(x) and s<t:\n    s+=abs(x[i])\n    i+=1\nreturn i,s","x,t",[(V,5.),(V,99.),(V,-1.)]),
    "shadow_loopvar":("s=0.0\nfor v in x:\n    for v in range(3):\n        s+=v\nreturn s","x",[(V,)]),
    "loopvar_after":("for k in range(len(x)):\n    if x[k]>t:\n        break\nreturn k","x,t",[(V,3.5),(V,99.)]),
    "change_index":("s=0\nfor k in range(5):\n    k=k*2\n    s+=k\nreturn s+k","x",[(V,)]),
    "while_dec":("n=5\ns=0.0\nwhile n:\n    n-=1\n    if n==2:\n        continue\n    s+=x[n%4]\nreturn s","x",[(V,)]),
    "carry_swap":("a,b,c=x[0],x[1],x[2]\nfor _ in range(5):\n    a,b,c=b,c,a+0.5*b\nreturn a,b,c","x",[(V,)]),
    "closure_changes":("k=1.0\ndef g(v):\n    return v*k\na=g(2.0)\nreturn a+x","x",[(V,)]),
    "cond_side_effect_list":("log=[]\nfor i in range(3):\n    if i%2==0:\n        log.append(x[i])\nreturn sum(log)","x",[(V,)]),
    "early_none":("if np.sum(x)<0:\n    return None\nreturn None","x",[(V,),(N,)]),
    "bool_return":("return np.sum(x)>0 and np.max(x)>3","x",[(V,),(N,)]),
    "not_ret":("return not np.sum(x)>0","x",[(V,),(N,)]),
    "or_default":("return np.sum(x)>0 or np.min(x)<-3","x",[(V,),(N,)]),
    "int_div":("a=n//3\nb=-n//3\nc=n%-3\nd=-n%3\nreturn a,b,c,d","n",[(7,),(-7,),(9,)]),
    "float_mod":("return t%2.5,-t%2.5,t//0.7","t",[(7.3,),(-7.3,)]),
    "shift":("s=0\nfor v in i:\n    s=(s<<1)^(v&3)\nreturn s","i",[(I,)]),
    "minmax3":("return min(a,b,c),max(a,b,c)","a,b,c",[(1.,2.,3.),(3.,1.,2.)]),
    "abs_":("return abs(x)+abs(np.sum(x))","x",[(V,),(N,)]),
    "len_of_list":("h=[x[0],x[1]]\nif len(h)>1:\n    h.append(x[2])\nreturn sum(h)*len(h)","x",[(V,)]),
    "slice_loop":("s=0.0\nfor v in x[1:-1]:\n    s+=v\nreturn s","x",[(V,)]),
    "two_d_enum":("t=0.0\nfor i,row in enumerate(m):\n    for j,v in enumerate(row):\n        if (i+j)%2==0:\n            t+=v\n        else:\n            t-=v\nreturn t","m",[(M,)]),
    "zip3":("s=0.0\nfor a,b,c in zip(x,x[1:],x[2:]):\n    s+=a*b-c\nreturn s","x",[(V,)]),
    "zip_strict_rows":("s=0.0\nfor r,w in zip(m,x):\n    s+=np.sum(r)*w\nreturn s","m,x",[(M,V)]),
    "reversed_enum":("s=0.0\nfor k in reversed(range(1,4)):\n    s=s*k+x[k]\nreturn s","x",[(V,)]),
    "accum_array":("s=0\nfor row in m:\n    s=s+row\nreturn s","m",[(M,)]),
    "accum_array_inplace":("s=np.zeros(4)\nfor row in m:\n    s+=row\nreturn s","m",[(M,)]),
    "grow":("s=x[0]\nfor k in range(3):\n    s=np.tanh(s+x)\nreturn s","x",[(V,)]),
    "inplace_alias_safe":("y=x.copy()\nz=y*1.0\ny[0]=9.0\nreturn y,z","x",[(V,)]),
    "diag":("r=np.zeros((3,3))\nfor i in range(3):\n    r[i,i]=x[i]\nr[0]=x[:3]\nr[:,2]+=1\nreturn r","x",[(V,)]),
    "heat":("u=x.copy()\nfor _ in range(4):\n    u[1:-1]=u[1:-1]+0.25*(u[2:]-2*u[1:-1]+u[:-2])\nreturn u","x",[(V,)]),
    "life_rule":("c=np.sum(m>t)\nif c==3:\n    return 1\nelif c==2:\n    return 2\nelse:\n    return 0","m,t",[(M,8.),(M,9.),(M,0.)]),
    "runge":("def f1(t,y):\n    return -2*t*y\nh=0.1\nt=0.0\nfor _ in range(10):\n    k1=f1(t,y)\n    k2=f1(t+h/2,y+h*k1/2)\n    y=y+h*k2\n    t+=h\nreturn y","y",[(1.0,),(2.5,)]),
    "power_iter":("v=np.ones(m.shape[0])\nfor _ in range(30):\n    w=m@m.T@v\n    n=np.sqrt(np.sum(w*w))\n    if n==0:\n        break\n    v=w/n\nreturn v","m",[(M,),(M*0,)]),
    "lu":("a=m.copy()\nn=a.shape[0]\nfor k in range(n):\n    for i in range(k+1,n):\n        a[i,k]=a[i,k]/a[k,k]\n        for j in range(k+1,n):\n            a[i,j]-=a[i,k]*a[k,j]\nreturn a","m",[(np.eye(3)*5+M[:,:3],)]),
    "backsub":("n=len(b)\nx=np.zeros(n)\nfor i in range(n-1,-1,-1):\n    s=b[i]\n    for j in range(i+1,n):\n        s-=m[i,j]*x[j]\n    x[i]=s/m[i,i]\nreturn x","m,b",[(np.triu(M[:,:3]+1),V[:3])]),
    "dp_lcs":("n,k=len(i),len(j)\nd=np.zeros((n+1,k+1),dtype=int)\nfor a in range(n):\n    for b in range(k):\n        if i[a]==j[b]:\n            d[a+1,b+1]=d[a,b]+1\n        else:\n            d[a+1,b+1]=max(d[a,b+1],d[a+1,b])\nreturn d[n,k]","i,j",[(I,I[::-1].copy())]),
    "insertion":("x=x.copy()\nfor k in range(1,len(x)):\n    v=x[k]\n    j=k-1\n    while j>=0 and x[j]>v:\n        x[j+1]=x[j]\n        j-=1\n    x[j+1]=v\nreturn x","x",[(V,),(N,)]),
    "mean_var":("m=0.0\ns=0.0\nfor k,v in enumerate(x,1):\n    d=v-m\n    m+=d/k\n    s+=d*(v-m)\nreturn m,s/len(x)","x",[(V,)]),
    "reservoir":("acc=x[0]\nfor v in x[1:]:\n    acc=acc*0.9+v*0.1 if v>acc else acc\nreturn acc","x",[(V,),(N,)]),
    "string_flag":("def g(v,mode):\n    if mode=='sq':\n        return v*v\n    return v\nreturn g(x,'sq')+g(x,'id')","x",[(V,)]),
    "default_mut":("def g(v,w=None):\n    if w is None:\n        w=1.0\n    return v*w\nreturn g(x)+g(x,2.0)","x",[(V,)]),
    "argsort_like":("r=np.zeros(len(x),dtype=int)\nfor a in range(len(x)):\n    for b in range(len(x)):\n        if x[b]<x[a]:\n            r[a]+=1\nreturn r","x",[(V,)]),
    "count_digits":("c=0\nwhile n>0:\n    n//=10\n    c+=1\nreturn c","n",[(12345,),(0,)]),
    "rev_int":("r=0\nwhile n>0:\n    n,d=divmod(n,10)\n    r=r*10+d\nreturn r","n",[(1234,),(0,)]),
    "is_sorted":("for k in range(len(x)-1):\n    if x[k]>x[k+1]:\n        return False\nreturn True","x",[(V,),(np.sort(V),)]),
    "first_index":("for k,v in enumerate(x):\n    if v==t:\n        return k\nreturn -1","x,t",[(V,4.),(V,7.)]),
    "pairs":("c=0\nfor a in range(len(x)):\n    for b in range(a+1,len(x)):\n        if x[a]+x[b]>t:\n            c+=1\nreturn c","x,t",[(V,3.),(V,99.)]),
    "trapz":("s=0.0\nfor k in range(1,len(x)):\n    s+=(x[k]+x[k-1])*0.5\nreturn s","x",[(V,)]),
    "softmax":("e=np.exp(x-np.max(x))\nreturn e/e.sum()","x",[(V,)]),
    "attn":("s=m@m.T\nfor i in range(s.shape[0]):\n    for j in range(s.shape[1]):\n        if j>i:\n            s[i,j]=-np.inf\ne=np.exp(s-s.max(axis=1,keepdims=True))\nreturn e/e.sum(axis=1,keepdims=True)","m",[(M/10,)]),
    "rnn_out":("h=np.zeros(4)\nouts=[]\nfor r in m:\n    h=np.tanh(r+0.5*h)\n    outs.append(h)\nreturn np.stack(outs),h","m",[(M,)]),
    "gd":("w=0.0\nfor step in range(100):\n    g=2*(w-t)\n    if abs(g)<1e-3:\n        return w,step\n    w-=0.1*g\nreturn w,100","t",[(3.,),(0.,)]),
    "secant":("a,b=0.0,t\nfor _ in range(30):\n    fa,fb=a*a-2,b*b-2\n    if fb==fa:\n        break\n    a,b=b,b-fb*(b-a)/(fb-fa)\nreturn b","t",[(2.,),(3.,)]),
    "list_eq":("h=[1,2,3]\nif 2 in h:\n    return x*2\nreturn x","x",[(V,)]),
    "nested_tuple":("p=((x[0],x[1]),x[2])\n(a,b),c=p\nfor _ in range(3):\n    (a,b),c=(b,c),a\nreturn a,b,c","x",[(V,)]),
    "aug_tuple":("s=(0.0,0)\nfor v in x:\n    s=(s[0]+v,s[1]+1)\nreturn s[0]/s[1]","x",[(V,)]),
    "global_like":("G=2.0\nreturn x*G","x",[(V,)]),
    "complexnum":("z=0j\nfor k in range(5):\n    z=z*z+c\nreturn abs(z)","c",[(0.1+0.2j,)]),
    "mandel":("z=0j\nfor k in range(30):\n    if abs(z)>2:\n        return k\n    z=z*z+c\nreturn 30","c",[(0.1+0.2j,),(1+1j,)]),
    "ravel_loop":("t=0.0\nfor v in m.ravel():\n    t=max(t,v)\nreturn t","m",[(M,)]),
    "flat_T":("return np.array([r.sum() for r in m.T])","m",[(M,)]),
    "where_chain":("return np.where(x>0,np.sqrt(np.abs(x)),np.where(x<-2,0.0,x))","x",[(V,),(N,)]),
    "try_pass":("y=x*2\ntry:\n    y=y+1\nfinally:\n    pass\nreturn y","x",[(V,)]),
    "sieve":("p=np.ones(20,dtype=bool)\np[0]=p[1]=False\nfor k in range(2,20):\n    if p[k]:\n        for q in range(k*k,20,k):\n            p[q]=False\nreturn p","x",[(V,)]),
    "sum_start":("return sum([x[0],x[1]],10.0)","x",[(V,)]),
    "star_rest":("a,*b=x\nb.append(a)\nreturn a+sum(b),len(b),b[-1],b","x",[(V,),(M,)]),
    "star_first":("*b,c=x\ns=0.0\nfor k,v in enumerate(b):\n    s=s+k*v\nreturn s+c,np.max(np.array(b))","x",[(V,),(M,)]),
    "star_slot":("y=x*1.0\na,*b=y\nb[0]=7.0\nb.reverse()\nreturn y,b","x",[(V,)]),
    "del_elem":("h=[x[0],x[1],x[2]]\ndel h[1]\nreturn sum(h)","x",[(V,)]),
}  # fmt: skip

REFUSED = {
    "dict_of_lists":("d={}\nfor k in ('a','b'):\n    d[k]=[x[0],x[1]]\nd['a'].append(x[2])\nreturn sum(d['a'])-sum(d['b'])","x",[(V,)]),
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
