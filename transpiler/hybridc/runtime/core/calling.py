"""Calling a model: compiled by XLA, with its parameters as arguments of the compiled program."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any, ClassVar, Self

import jax

from hybridc.runtime.core import clock
from hybridc.runtime.core.compiled import CompiledCalls
from hybridc.runtime.core.deferred import Deferred
from hybridc.runtime.core.effects import Again, WithEffects
from hybridc.runtime.core.handed import kept
from hybridc.runtime.core.package import RUNTIME
from hybridc.runtime.core.parallel import Sharing
from hybridc.runtime.core.runs import NeedsKey, this_thread
from hybridc.runtime.mutables.in_models import as_written, of_values, settled

if TYPE_CHECKING:
    from hybridc.runtime.core.runs import Run

_OWN = f"{RUNTIME}."


class Calling:
    """The calls that a module takes."""

    _hybridc_shares_memory: ClassVar[bool] = False  # what it gives may be a view of what it is given

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        run = this_thread.run
        if run is not None:
            return self._hybridc_within(run, args, kwargs)
        calls = self.__dict__.get("_hybridc_calls") or self._hybridc_compiled_calls()
        entry = calls.quick
        if entry is not None and entry.structure == clock.structure and entry.data == clock.data and not kwargs:
            kinds = type(args[0]) if len(args) == 1 else tuple(map(type, args))
            variant = entry.quick.get(kinds)
            if variant is not None and variant.is_light:
                if kinds in entry.of_numpy:
                    args = tuple(map(kept, args))
                try:
                    result = variant.program(entry.leaves, None, *args)
                except (NeedsKey, Again):  # in tracing it for other shapes
                    return entry.run(variant, args)
                if variant.is_light and type(result) is not WithEffects:
                    return result
                return entry.finished(variant, result, [], args)
            if variant is not None:
                return entry.run(variant, variant.arrays(args) if variant.takes_none else args)
        return self._hybridc_from_outside(calls, args, kwargs)

    def _hybridc_from_outside(self, calls: CompiledCalls, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """A call of the module by itself, of which nothing is known yet."""
        return calls(args, kwargs)

    def _hybridc_computed(self, *args: Any, **kwargs: Any) -> Any:
        """What the module computes: what its users wrote as `forward`."""
        module: Any = self
        return module.forward(*args, **kwargs)

    def _hybridc_takes_mutable(self) -> bool:
        """It is given arrays that are written in place as they are: it writes into them, or gives views of them."""
        methods = (type(self)._hybridc_computed, getattr(type(self), "forward", None))
        is_asked = self._hybridc_shares_memory or self.__dict__.get("inplace") is True
        return is_asked or any(getattr(method, "takes_mutable", False) for method in methods)

    def _hybridc_within(self, run: Run, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """The module as a part of a model that runs, or as the whole of it."""
        module: Any = self
        if module is run.root and not run.is_entered:
            return run.entered(lambda: settled(run, self._hybridc_within(run, args, kwargs)))
        run.meet(module)
        try:
            if isinstance(self, Deferred) and self.has_uninitialized_params():
                with run.settling():
                    self.initialize_parameters(*args, **kwargs)
                run.deferred.append(module)
            for hook in module.__dict__.get("_hybridc_before", ()):
                if isinstance(hook, WithKeywords):
                    args, kwargs = hook.arguments(module, args, kwargs)
                    continue
                changed, args = _hooked(hook, (module,), args)
                if changed is not None:
                    args = changed if isinstance(changed, tuple) else (changed,)
            if this_thread.refers and not module._hybridc_takes_mutable():
                result = of_values(module._hybridc_computed, args, kwargs)
            else:
                result = module._hybridc_computed(*args, **kwargs)
            hooks = module.__dict__.get("_hybridc_after", ())
            result = as_written(result) if hooks else result
            for hook in hooks:
                given = (args, kwargs) if isinstance(hook, WithKeywords) else (args,)
                changed, result = _hooked(hook, (module, *given), result)
                result = result if changed is None else changed
            return result
        except Exception as error:
            run.note_place(error, module)
            raise

    def _hybridc_as_called(self, run: Run, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """What a call of the whole model gives, by the `__call__` that its users wrote, if any."""
        kind: Any = type(self)
        owner = next(cls for cls in kind.__mro__ if "__call__" in vars(cls))
        if owner.__module__.startswith(_OWN) or getattr(kind, "_hybridc_computes_as", None) is not None:
            return self._hybridc_within(run, args, kwargs)
        return self(*args, **kwargs)

    def hybridize(self, active: bool = True) -> Self:
        """Compiled calls, or, with `active=False`, calls that run `forward` step by step, for debugging."""
        calls = self._hybridc_compiled_calls()
        calls.is_active = active
        calls.forget()
        return self

    def data_parallel(self, devices: Sequence[jax.Device] | None = None) -> Self:
        """From now on calls deal their inputs out along the first axis to the devices, all of JAX's by default.

        Results, and the running statistics of normalization in training, are those of one device.
        """
        calls = self._hybridc_compiled_calls()
        calls.sharing = Sharing(devices)
        calls.forget()
        return self

    def _hybridc_compiled_calls(self) -> CompiledCalls:
        own = self.__dict__
        if "_hybridc_calls" not in own:
            own["_hybridc_calls"] = CompiledCalls(self)  # type: ignore[arg-type]
        return own["_hybridc_calls"]  # type: ignore[no-any-return]

    def register_forward_pre_hook(
        self, hook: Callable[..., Any], *, prepend: bool = False, with_kwargs: bool = False
    ) -> Removable:
        """Calls `hook(module, args)` before `forward`; what it returns takes the place of the arguments.

        `prepend`: before all others. `with_kwargs`: calls `hook(module, args, kwargs)`, which returns both or None.
        """
        return Removable(self, "_hybridc_before", WithKeywords(hook) if with_kwargs else hook, prepend)

    def register_forward_hook(
        self, hook: Callable[..., Any], *, prepend: bool = False, with_kwargs: bool = False
    ) -> Removable:
        """Calls `hook(module, args, result)` after `forward`; what it returns takes the place of the result.

        `prepend`: before all others. `with_kwargs`: calls `hook(module, args, kwargs, result)`.
        """
        return Removable(self, "_hybridc_after", WithKeywords(hook) if with_kwargs else hook, prepend)

    def _hybridc_remove_hook(self, kind: str, hook: Callable[..., Any]) -> None:
        own = self.__dict__
        own[kind] = tuple(h for h in own.get(kind, ()) if h is not hook)
        clock.structure += 1


def compute_by_call(cls: Any, base: Any) -> None:
    """What users write as `__call__` is what a call runs once it is compiled; `base` is the class that takes calls.

    `super().__call__(x)` in a class derived from it is a plain call: the model runs already.
    """
    written = cls.__dict__.get("__call__")
    if written is None:
        return

    @wraps(written)
    def call(self: Any, *args: Any, **kwargs: Any) -> Any:
        if type(self)._hybridc_computes_as is cls:
            return base.__call__(self, *args, **kwargs)
        return written.__get__(self, cls)(*args, **kwargs)

    cls._hybridc_computed, cls._hybridc_computes_as, cls.__call__ = written, cls, call


def _hooked(hook: Any, fixed: tuple[Any, ...], given: Any) -> tuple[Any, Any]:
    """What a hook returns, and what it was given, as it leaves that: it may write in place."""
    written_back = getattr(hook, "written_back", None)
    return (hook(*fixed, given), given) if written_back is None else written_back(hook, fixed, given)


class WithKeywords:
    """A hook that is given keyword arguments as well."""

    def __init__(self, hook: Callable[..., Any]) -> None:
        self._hook = hook
        self.written_back = getattr(hook, "written_back", None)

    def __call__(self, *given: Any) -> Any:
        return self._hook(*given)

    def arguments(self, module: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[tuple[Any, ...], Any]:
        """Both, as the hook leaves them. Raises RuntimeError where it returns anything else."""
        changed = self(module, args, kwargs)
        if changed is None:
            return args, kwargs
        if not isinstance(changed, tuple) or len(changed) != 2:
            raise RuntimeError(
                f"forward pre-hook must return None or a tuple of (new_args, new_kwargs), but got {changed}."
            )
        return changed


class Removable:
    """A hook of a module, until it is removed."""

    def __init__(self, module: Any, kind: str, hook: Callable[..., Any], is_first: bool = False) -> None:
        self._module, self._kind, self._hook = module, kind, hook
        others = module.__dict__.get(kind, ())
        module.__dict__[kind] = (hook, *others) if is_first else (*others, hook)
        clock.structure += 1

    def remove(self) -> None:
        self._module._hybridc_remove_hook(self._kind, self._hook)
