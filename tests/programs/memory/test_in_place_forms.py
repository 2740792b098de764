"""Every form in which NumPy code writes in place."""

import numpy as np
import pytest

import hybridc
from differential import assert_agree, graph_function, load

pytestmark = pytest.mark.sampled(3)

V = np.array([3.0, -1.0, 4.0, 0.5])
N = -V
M = np.arange(12.0).reshape(3, 4) - 5
I = np.array([3, 1, 4, 1, 5])
C = np.array([1 + 2j, 3 - 1j, 0.5j])
K = np.array([0, 2, 2, 1])

# Bodies of functions, their parameters, and arguments for both sides of the branches.
PROGRAMS = {
    "into_what_indices_copied": ("y=np.sin(x)\ny[[0,1]][0]=1.0\nreturn y", "x", [(np.arange(4.0),)]),
    "rows_or_numbers_filled": ("y=x.copy()\nb=y[0]\nfor e in y:\n    if e.sum()>b.sum():\n        b=e\nb.fill(0.5)\nb+=1\nreturn y,b", "x", [(V,), (M,), (-M,)]),
    "element": ("y=np.sin(x)\ny[0]=1.0\ny[-1]=2.0\nreturn y", "x", [(V,)]),
    "slices": ("y=np.sin(x)\ny[1:3]=x[2:]\ny[::-2]=9\ny[:1]+=1\nreturn y", "x", [(V,)]),
    "ellipsis": ("y=np.sin(x)\ny[...,0]=1.0\ny[...]=y*2\ny[1,...]-=1\nreturn y", "x", [(M,)]),
    "new_axis": ("y=np.sin(x)\ny[:,None]=x[:,None]*2\nreturn y", "x", [(V,)]),
    "whole_and_backwards": ("y=np.sin(x)\ny[:]=2.0\nz=y[::-1]\ny[...]+=1\nm=np.outer(y,z)\nm[:,:]=0.5\nm[:]*=2\nreturn y[::-1],m[::-1]", "x", [(V,)]),
    "whole_of_another_kind": ("y=np.arange(4)\ny[:]=x\ny[...]*=2\nreturn y", "x", [(V,), (N,)]),
    "lists": ("y=np.sin(x)\ny[:]=[1,2,3,4]\ny[1:3]+=[1,2.5]\ny[:]*=[1,2,3,4]\ny[1:3]=(7,8)\nm=np.zeros((2,2))\nm[:]=[[1],[2]]\nreturn y,m", "x", [(V,)]),
    "slice_of_a_slice": ("y=np.sin(x)\ny[::1][2:]=x[0] and x[1]\ny[1:][0]=x[0] or 2.0\nreturn y", "x:np.ndarray", [(V,)]),
    "tuple": ("y=np.sin(x)\ny[1,2]=5\ny[0,1:]*=2\ny[:,-1]=y[:,0]\nreturn y", "x", [(M,)]),
    "integer_array": ("y=np.sin(x)\ny[k]=x[k]*2\nreturn y", "x,k", [(V, np.array([2, 0]))]),
    "integer_lists": ("y=np.sin(x)\ny[[0,2]]=x[[1,1]]\ny[[0,1],[2,2]]=7.0\nreturn y", "x", [(M,)]),
    "repeated_indices_by_operator": ("y=np.sin(x)\ny[k]+=1.0\ny[k]*=2.0\nreturn y", "x,k:np.ndarray", [(V, K)]),
    "mask": ("y=np.sin(x)\ny[y<0]=0.0\ny[x>1]+=1.0\nreturn y", "x", [(V,), (M,)]),
    "mask_by_values": ("y=np.sin(x)\ny[y<0]=x[y<0]\nm=x>0\ny[m]+=np.sqrt(x[m])*2-y[m]\nreturn y", "x", [(V,), (M,)]),
    "mask_of_rows": ("y=np.sin(x)\nm=y[:,0]>0\ny[m]=np.arange(4.0)\ny[y[:,1]>0]*=2\nreturn y", "x", [(M,)]),
    "mask_and_what_may_be_a_number": ("y=np.sin(x)\ny[y<0]=x[0]\nreturn y", "x", [(V,), (N,)]),
    "mask_of_rows_and_a_row": ("y=np.sin(x)\ny[y[:,0]<0]=x[0]\nreturn y", "x:np.ndarray", [(M,)]),
    "values_at_indices_that_repeat": ("y=np.sin(x)\ny[k]+=x\ny[[0,1,1]]=x[1:]\ny[[0,1,1]]+=x[1:]\nreturn y", "x,k:np.ndarray", [(V, K)]),
    "mask_and_index": ("y=np.sin(x)\ny[0]=-1\ny[y<0]*=2\nreturn y", "x", [(V,)]),
    "several_targets_with_names": ("y=np.ones(4)\ny[1]=a=b\ny[n],y=y[1],y[n]\nreturn a,b,n", "x,n,a,b", [(V, 3, 1.5, 2.5)]),
    "whole": ("y=np.sin(x)\ny[:]=x\ny[:]=3\ny[...]=x*2\nreturn y", "x", [(V,)]),
    "operators": ("y=np.abs(x)+1\ny+=1\ny-=x\ny*=2\ny/=3\ny//=0.3\ny%=2\ny**=2\nreturn y", "x", [(V,)]),
    "matrix_product": ("m=np.outer(x,x)\nm@=m\nreturn m", "x", [(V,)]),
    "integers_keep_their_kind": ("y=np.arange(5)\ny[0]=2.9\ny[1]=-2.9\ny[2:]*=i[0]\ny//=2\ny%=3\nreturn y", "i", [(I,), (-I,)]),
    "bits": ("y=i.copy()\ny&=6\ny|=1\ny^=i\ny<<=2\ny>>=1\nreturn y", "i", [(I,)]),
    "truths": ("b=x>0\nb[0]=False\nb&=x<4\nb|=x==0.5\nb[1]=2.0\nreturn b", "x", [(V,)]),
    "narrow_types": ("y=np.zeros(4,dtype=np.float32)\ny[0]=x[0]\ny+=x\nz=np.zeros(4,dtype=np.int32)\nz[:]=x\nz+=1\nreturn y,z", "x", [(V,)]),
    "swaps": ("y=np.sin(x)\ny[0],y[1]=y[1],y[0]\nm=np.outer(y,y)\nm[[0,2]]=m[[2,0]]\nm[:,[0,1]]=m[:,[1,0]]\nreturn y,m", "x", [(V,)]),
    "overlap": ("y=np.sin(x)\ny[1:]=y[:-1]\ny[::-1]=y\ny[:2]+=y[1:3]\nreturn y", "x", [(V,)]),
    "out": ("y=np.sin(x)\nnp.add(x,1,out=y)\nnp.sqrt(np.abs(y),y)\nreturn y", "x", [(V,)]),
    "out_into_a_slice": ("y=np.sin(x)\nnp.multiply(x[1:],2,out=y[1:])\nreturn y", "x", [(V,)]),
    "out_that_is_used": ("y=np.sin(x)\nz=np.add(x,1,out=y)\nz[0]=5.0\nreturn y,z", "x", [(V,)]),
    "out_that_is_returned": ("y=np.sin(x)\nreturn np.add(x,1,out=y)", "x", [(V,)]),
    "out_of_a_new_array": ("return np.divide(x,y,out=np.zeros_like(x),where=y!=0)", "x,y", [(V, np.array([1.0, 0.0, 2.0, 0.0]))]),
    "out_where": ("y=np.sin(x)\nnp.log(x,out=y,where=x>0)\nreturn y", "x", [(V,)]),
    "out_keeps_the_kind": ("y=np.zeros(4,dtype=np.float32)\nnp.multiply(x,0.1,out=y)\nreturn y", "x", [(V,)]),
    "out_of_a_reduction": ("y=np.zeros(4)\nnp.sum(x,axis=0,out=y)\nx.max(axis=0,out=y)\nnp.cumsum(y,out=y)\nreturn y", "x", [(M,)]),
    "out_in_a_tuple": ("y=np.sin(x)\nnp.add(x,1,out=(y,))\nreturn y", "x", [(V,)]),
    "out_of_a_matrix_product": ("y=np.zeros((4,4))\nnp.matmul(m.T,m,out=y)\nnp.dot(m.T,m,out=y)\nreturn y", "m:np.ndarray", [(M,)]),
    "clip": ("y=np.sin(x)\nnp.clip(x,-1,1,out=y)\nreturn y", "x", [(V,)]),
    "copyto": ("y=np.zeros(4)\nnp.copyto(y,x)\ny[0]=1\nnp.copyto(y,7.0,where=x<0)\nreturn y,x", "x", [(V,)]),
    "copyto_by_name": ("y=np.zeros(4)\nnp.copyto(src=x,dst=y)\nnp.copyto(y,src=7.0,where=x<0)\nz=np.outer(x,x)\nnp.fill_diagonal(a=z,val=y)\nreturn y,z,x", "x", [(V,)]),
    "put": ("y=np.sin(x)\nnp.put(y,[0,-1],[5.0,6.0])\ny.put([1,2],3.0)\nnp.put(y,k,x[0])\nreturn y", "x,k", [(V, np.array([3, 1]))]),
    "put_into_a_matrix": ("y=np.sin(x)\nnp.put(y,[0,-1,5],1.0)\nreturn y", "x", [(M,)]),
    "fill_diagonal": ("y=np.sin(x)\nnp.fill_diagonal(y,1.0)\nz=np.outer(x[0],x[0])\nnp.fill_diagonal(z,x[0])\nreturn y,z", "x", [(M,)]),
    "add_at": ("y=np.zeros(4)\nnp.add.at(y,k,x)\nnp.subtract.at(y,k,1.0)\nnp.multiply.at(y,k,2.0)\nnp.maximum.at(y,k,x)\nnp.minimum.at(y,k,x*2)\nreturn y", "x,k", [(V, K)]),
    "histogram": ("h=np.zeros(6,dtype=int)\nnp.add.at(h,i,1)\nreturn h", "i", [(I,)]),
    "add_at_two_axes": ("y=np.zeros((3,4))\nnp.add.at(y,(k[:3],k[1:]),1.0)\nreturn y", "k", [(K,)]),
    "fill": ("y=np.sin(x)\ny.fill(0)\nz=np.arange(4)\nz.fill(2.7)\nreturn y,z", "x", [(V,)]),
    "fill_what_may_be_a_number": ("y=x.copy()\nt=y[0]\nt.fill(3.0)\ny[1].fill(2.0)\nreturn y,t", "x", [(V,), (M,)]),
    "fill_in_a_loop": ("y=x*2\nfor e in y:\n    e.fill(7.0)\nreturn y", "x", [(V,), (M,)]),
    "fill_a_view": ("y=np.sin(x)\ny[1:].fill(2.0)\ny[0,:2].fill(x[0,0])\nreturn y", "x", [(M,)]),
    "sort": ("y=np.sin(x)\ny.sort()\nreturn y", "x", [(V,), (M,)]),
    "sort_an_axis": ("y=np.sin(x)\ny.sort(axis=0)\ny.sort(0)\nreturn y", "x", [(M,)]),
    "sort_a_part": ("y=np.sin(x)\ny[1:].sort()\nz=y[:2]\nz.sort()\nreturn y", "x", [(V,)]),
    "sort_a_row": ("y=np.sin(x)\nfor r in y:\n    r.sort()\nreturn y", "x", [(M,)]),
    "resize": ("y=np.sin(x)\ny.resize((2,3))\nz=np.arange(5)\nz.resize(2)\nreturn y,z", "x", [(V,)]),
    "shape": ("y=np.sin(x)\ny.shape=(2,2)\ny[0,1]=5.0\nreturn y", "x", [(V,)]),
    "shape_and_a_view": ("y=np.zeros(4)\ny+=x\nv=y[1:]\ny.shape=2,2\ny[1,0]=5.0\nv[0]=6.0\nreturn v", "x", [(V,)]),
    "flat": ("y=np.sin(x)\ny.flat[2]=5.0\ny.flat[[0,1]]=7.0\ny.flat[::5]=1.0\ny.flat[-1]+=2\nreturn y", "x", [(M,)]),
    "flat_whole": ("y=np.sin(x)\ny.flat=0.5\nf=y.flat\nf[3]=2.0\nreturn y", "x", [(M,)]),
    "flat_takes_copies": ("y=np.sin(x)\nf=y.flat[1:3]\nf[0]=9.0\nreturn y,f", "x", [(M,)]),
    "transposed": ("y=np.sin(x)\ny.T[0]=5.0\ny.T[1,2]+=1.0\ny.T[2:]*=2\nreturn y", "x", [(M,)]),
    "real": ("y=x*2\ny.real=1.0\ny.imag[0]=5.0\ny.real[1:]*=3\ny.imag+=1\nreturn y", "x:np.ndarray", [(C,)]),
    "real_of_a_real_array": ("y=np.sin(x)\ny.real=1.0\ny.real[0]=3.0\nreturn y", "x", [(V,)]),
    "chained": ("y=np.sin(x)\ny[0]=y[1]=2.0\na=y[2]=7.0\nreturn y,a", "x", [(V,)]),
    "masked_put": ("y=np.sin(x)\nnp.putmask(y,x<0,x*10)\nnp.place(y,y>0.5,[1.0,2.0])\nreturn y", "x", [(V,), (M,)]),
    "put_along_axis": ("y=np.sin(x)\nk=np.argmax(y,axis=1)[:,None]\nnp.put_along_axis(y,k,0.0,axis=1)\nreturn y", "x", [(M,)]),
    "under_a_branch": ("y=np.sin(x)\nif x[0]>0:\n    y.sort()\nelse:\n    np.negative(y,out=y)\nreturn y", "x", [(V,), (N,)]),
    "in_a_loop": ("y=np.zeros_like(x)\nfor j in range(3):\n    np.add(y,x,out=y)\n    y[j:].fill(j)\nreturn y", "x", [(V,)]),
    "in_a_while_loop": ("y=np.sin(x)\nwhile y[0]<2:\n    np.add(y,1.0,out=y)\nreturn y", "x", [(V,)]),
    "told_to_views": ("y=np.sin(x)\nv=y[1:]\ny.sort()\nnp.add(v,1,out=v)\nreturn y,v", "x", [(V,)]),
}  # fmt: skip


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_agree(name):
    body, parameters, cases = PROGRAMS[name]
    assert_agree(graph_function(parameters, body), "f", cases)


REFUSED = {
    "method_of_a_copy": ("y=np.sin(x)\ny[[0,1]].sort()\nreturn y", "HYB306"),
    "out_into_a_copy": ("y=np.sin(x)\nnp.add(x[:2],1,out=y[[0,1]])\nreturn y", "HYB405"),
    "floats_added_to_integers": ("y=np.arange(4)\nnp.add.at(y,[0,0],1.7)\nreturn y", "HYB306"),
    "added_by_a_mask": ("y=np.sin(x)\nnp.add.at(y,y>0,2.0)\nreturn y", "HYB306"),
    "an_operator_that_integers_do_not_take": ("y=np.arange(4)\ny/=2\nreturn y", "HYB222"),
    "mask_by_values_of_another": ("y=np.sin(x)\nw=x>1\ny[y<0]=x[w]\nreturn y", "HYB403"),
    "mask_by_values_in_order": ("y=np.sin(x)\ny[y<0]=np.sort(x[y<0])\nreturn y", "HYB403"),
    "shape_of_an_array_of_two_names": ("y=np.sin(x)\nz=y\ny.shape=(2,2)\nreturn y,z", "HYB303"),
    "shape_of_what_the_caller_gave": ("x.shape=(2,2)\nreturn np.sum(x)", "HYB309"),
    "partition": ("y=np.sin(x)\ny.partition(1)\nreturn y", "HYB306"),
    "flags": ("y=np.sin(x)\ny.flags.writeable=False\nreturn y", None),
    "out_within_an_expression": ("y=np.sin(x)\nreturn y[0]+np.add(x,1,out=y)", "HYB307"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_is_refused(name):
    body, code = REFUSED[name]
    result = hybridc.convert(graph_function("x,k", body))
    assert result.code is None
    if code is not None:
        assert code in {d.code for d in result.refusals}


def test_a_comment_stays_with_the_call_that_becomes_an_assignment():
    code = hybridc.convert(
        graph_function("x", "y = np.sin(x)\n# in order\ny.sort()  # small ones first\nreturn y")
    ).code
    assert "    # in order\n    y = jnp.sort(y)  # small ones first\n" in code


def test_a_part_by_a_parameter_is_sorted_if_that_is_a_number():
    source = graph_function("x, i", "y = np.sin(x)\ny[i].sort()\nreturn y")
    rows = np.array([[3.0, -2.0, 1.0], [1.0, 5.0, 2.0]])
    code = assert_agree(source, "f", [(rows, 1)])
    with pytest.raises(TypeError, match="was converted as a number"):  # an array would choose a copy
        load(code).f(rows, np.array([0, 1]))
