"""TensorFlow's branches, loops and prints that are functions, and its arrays that loops write."""

_WAYS = "parallel_iterations=None, back_prop=True, swap_memory=False"

LINES = f"""
    tensorflow.print(*inputs, output_stream=None, summarize=3, sep=' ', name=None) -> print(*inputs, sep=sep) : prints
    Host.tensorflow.print(*inputs, output_stream=None, summarize=3, sep=' ', name=None) -> ops.show(*inputs, sep=sep)
    tensorflow.cond(pred, true_fn, false_fn, name=None) -> ops.cond(pred, true_fn, false_fn) : dtype=?
    tensorflow.case(pred_fn_pairs, default=None, exclusive=False, strict=False, name='case') -> ops.case(pred_fn_pairs, default) : dtype=? lists
    tensorflow.switch_case(branch_index, branch_fns, default=None, name=None) -> ops.switch_case(branch_index, branch_fns, default) : dtype=?
    tensorflow.while_loop(cond, body, loop_vars, shape_invariants=None, parallel_iterations=10, back_prop=True, swap_memory=False, maximum_iterations=None, name=None) -> ops.while_loop(cond, body, loop_vars, maximum_iterations=maximum_iterations) : dtype=?
    tensorflow.map_fn(fn, elems, dtype=None, {_WAYS}, infer_shape=True, name=None, fn_output_signature=None) -> ops.map_fn(fn, elems) : dtype=?
    tensorflow.vectorized_map(fn, elems, fallback_to_while_loop=True, warn=True) -> jax.vmap(fn)(elems) : dtype=?
    tensorflow.scan(fn, elems, initializer=None, {_WAYS}, infer_shape=True, reverse=False, name=None) -> ops.scan(fn, elems, initializer=initializer, reverse=reverse) : dtype=?
    tensorflow.foldl(fn, elems, initializer=None, {_WAYS}, name=None) -> ops.foldl(fn, elems, initializer) : dtype=?
    tensorflow.foldr(fn, elems, initializer=None, {_WAYS}, name=None) -> ops.foldr(fn, elems, initializer) : dtype=?
    tensorflow.TensorArray(dtype, size=None, dynamic_size=None, clear_after_read=None, tensor_array_name=None, *, infer_shape=True, element_shape=None, colocate_with_first_write_call=True, name=None) -> ops.TensorArray(dtype, size, dynamic_size=dynamic_size, element_shape=element_shape) : dtype=?
    Tensor.write(self, index, value, name=None)  -> self.write(index, value) : dtype=? writes
    Tensor.read(self, index, name=None)          -> self.read(index) : dtype=?
    Tensor.gather(self, indices, name=None)      -> self.gather(indices) : dtype=?
    Tensor.scatter(self, indices, value, name=None) -> self.scatter(indices, value) : dtype=? writes
    Tensor.unstack(self, value, name=None)       -> self.unstack(value) : dtype=? writes
    Tensor.stack(self, name=None)                -> self.stack() : dtype=?
    Tensor.concat(self, name=None)               -> self.concat() : dtype=?
    Tensor.size(self, name=None)                 -> self.size() : static
    Tensor.mark_used(self)                       -> self.mark_used() : dtype=?
"""
