"""Functions with a derivative of their own, and what their context has."""

_IN_PLACE = "JAX's arrays never change: return the new one, and leave the mark out"
_FORWARD = "`jax.jvp` has no rule of one's own beside that of `jax.grad`: use `jax.custom_jvp`"

LINES = f"""
    torch.autograd.Function                         -> autograd.Function : part derivative
    torch.autograd.function.Function                -> autograd.Function : part derivative
    torch.autograd.function.FunctionCtx             -> autograd.Context : static
    torch.autograd.function.BackwardCFunction       -> autograd.Context : static
    torch.autograd.function.once_differentiable     -> ! HYB402 : gone
    torch.autograd.function.InplaceFunction         -> ! HYB402 {_IN_PLACE}
    torch.amp.custom_fwd                            -> ! HYB402 : gone lowers=fwd,device_type,cast_inputs
    torch.amp.custom_bwd                            -> ! HYB402 : gone

    Context.saved_tensors                           -> self.saved_tensors : dtype=? shape=?
    Context.saved_variables                         -> self.saved_variables : dtype=? shape=?
    Context.needs_input_grad                        -> self.needs_input_grad : static
    Context.mark_dirty(self, *args)                 -> ! HYB402 {_IN_PLACE}
    Context.save_for_forward(self, *args)           -> ! HYB402 {_FORWARD}
    Context.mark_shared_storage(self, *args)        -> ! HYB402 PyTorch has removed it
    Context.maybe_clear_saved_tensors               -> ! HYB402 PyTorch alone frees them
"""
