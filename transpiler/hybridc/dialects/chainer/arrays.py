"""Functions that reduce arrays, change their shape, or put them together."""

LINES = """
    chainer.functions.sum(x, axis=None, keepdims=False)  -> jnp.sum(x, axis=axis, keepdims=keepdims) : dtype=same shape=reduce
    chainer.functions.mean(x, axis=None, keepdims=False) -> jnp.mean(x, axis=axis, keepdims=keepdims) : dtype=same shape=reduce
    chainer.functions.mean(x, axis=None, weights=None, keepdims=False) -> F.average(...) : dtype=same
    chainer.functions.average                     -> F.average : dtype=same
    chainer.functions.max                         -> F.max : dtype=same shape=reduce
    chainer.functions.min                         -> F.min : dtype=same shape=reduce
    chainer.functions.prod                        -> F.prod : dtype=same shape=reduce
    chainer.functions.argmax                      -> F.argmax : dtype=int shape=reduce
    chainer.functions.argmin                      -> F.argmin : dtype=int shape=reduce
    chainer.functions.logsumexp                   -> F.logsumexp : dtype=same shape=reduce
    chainer.functions.cumsum(x, axis=None)        -> jnp.cumsum(x, axis=axis) : dtype=same
    chainer.functions.cumprod                     -> F.cumprod : dtype=same
    chainer.functions.sum_to                      -> F.sum_to : dtype=same
    chainer.functions.broadcast                   -> F.broadcast : dtype=? items=array
    chainer.functions.broadcast_to(x, shape)      -> jnp.broadcast_to(x, shape) : dtype=same shape=given view
    chainer.functions.concat                      -> F.concat : dtype=?
    chainer.functions.stack(xs, axis=0)           -> jnp.stack(xs, axis=axis) : dtype=?
    chainer.functions.hstack(xs)                  -> jnp.hstack(xs) : dtype=?
    chainer.functions.vstack(xs)                  -> jnp.vstack(xs) : dtype=?
    chainer.functions.dstack(xs)                  -> jnp.dstack(xs) : dtype=?
    chainer.functions.expand_dims(x, axis)        -> jnp.expand_dims(x, axis) : dtype=same view
    chainer.functions.flatten(x)                  -> x.reshape(-1) : dtype=same shape=1 view
    chainer.functions.flip(x, axis)               -> jnp.flip(x, axis) : dtype=same shape=same
    chainer.functions.fliplr(a)                   -> jnp.fliplr(a) : dtype=same shape=same
    chainer.functions.flipud(a)                   -> jnp.flipud(a) : dtype=same shape=same
    chainer.functions.get_item(x, slices)         -> x[slices] : dtype=same view places=slices
    chainer.functions.moveaxis(x, source, destination) -> jnp.moveaxis(x, source, destination) : dtype=same view
    chainer.functions.pad(x, pad_width, mode, **options) -> jnp.pad(x, pad_width, mode) : dtype=same
    chainer.functions.pad_sequence                -> F.pad_sequence : dtype=?
    chainer.functions.permutate                   -> F.permutate : dtype=same places=indices
    chainer.functions.repeat                      -> F.repeat : dtype=same
    chainer.functions.reshape(x, shape)           -> x.reshape(shape) : dtype=same view statics=shape
    chainer.functions.resize_images               -> F.resize_images : dtype=same
    chainer.functions.rollaxis                    -> F.rollaxis : dtype=same view
    chainer.functions.scatter_add                 -> F.scatter_add : dtype=same shape=same places=slices
    chainer.functions.select_item                 -> F.select_item : dtype=same places=t
    chainer.functions.separate                    -> F.separate : dtype=? view
    chainer.functions.space2depth                 -> F.space2depth : dtype=same
    chainer.functions.depth2space                 -> F.depth2space : dtype=same
    chainer.functions.split_axis                  -> F.split_axis : dtype=? view statics=indices_or_sections
    chainer.functions.squeeze(x, axis=None)       -> jnp.squeeze(x, axis=axis) : dtype=same view
    chainer.functions.swapaxes(x, axis1, axis2)   -> jnp.swapaxes(x, axis1, axis2) : dtype=same view
    chainer.functions.tile(x, reps)               -> jnp.tile(x, reps) : dtype=same
    chainer.functions.transpose(x, axes=None)     -> jnp.transpose(x, axes=axes) : dtype=same view
    chainer.functions.transpose_sequence          -> F.transpose_sequence : dtype=?
    chainer.functions.diagonal(x, offset=0, axis1=0, axis2=1) -> jnp.diagonal(x, offset=offset, axis1=axis1, axis2=axis2) : dtype=same view
    chainer.functions.im2col                      -> F.im2col : dtype=same
    chainer.functions.einsum(*operands)           -> jnp.einsum(*operands) : dtype=?
    chainer.functions.tensordot(a, b, axes=2)     -> jnp.tensordot(a, b, axes=axes) : dtype=?
    chainer.functions.matmul                      -> F.matmul : dtype=?
    chainer.functions.inv(a)                      -> jnp.linalg.inv(a) : dtype=same shape=same
    chainer.functions.batch_inv(a)                -> jnp.linalg.inv(a) : dtype=same shape=same
    chainer.functions.det(a)                      -> jnp.linalg.det(a) : dtype=same
    chainer.functions.batch_det(a)                -> jnp.linalg.det(a) : dtype=same
    chainer.functions.batch_l2_norm_squared       -> F.batch_l2_norm_squared : dtype=same
    chainer.functions.cholesky(a)                 -> numpy_like.cholesky(a) : dtype=same shape=same
"""
