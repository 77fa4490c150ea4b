"""What knows numba: typed decorators, the cache of compiled code, and the notice while it compiles.

numba is slow to import, so only modules with kernels import this one, and those are imported only when needed.
"""

import hashlib
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.core import event, types
from numba.core.dispatcher import Dispatcher
from numba.extending import intrinsic

from .. import kernels
from ..kernels.cache import cache_home
from ..kernels.layout import Layout
from .notice import announce

F = TypeVar("F", bound=Callable[..., Any])


def cache_folder() -> Path:
    """Where compiled kernels are kept, in a separate folder for each version of the sources.

    numba looks only at the file of the function itself, not at what that function calls in other files.
    """
    folders = Path(__file__).parent, Path(kernels.__file__).parent
    sources = b"".join(path.read_bytes() for folder in folders for path in sorted(folder.glob("*.py")))
    return cache_home() / f"kernels-{hashlib.sha256(sources).hexdigest()[:16]}"


def kernel(function: F) -> F:
    """Compile a function that Python calls; it runs without the interpreter's lock, and is kept on disk if possible."""
    with _decorating:
        return _kernel(function)


def _kernel(function: F) -> F:
    before = _config.CACHE_DIR
    try:
        folder = cache_folder()
        folder.mkdir(parents=True, exist_ok=True)
        _config.CACHE_DIR = str(folder)  # numba reads it while it decorates; other users of numba keep their own
        compiled = compile_later(function, cache=True)
    except (OSError, RuntimeError):  # no home, a read-only disk: compile in every process
        compiled = compile_later(function, cache=False)
    finally:
        _config.CACHE_DIR = before
    _ours.add(compiled)
    return compiled


def is_kernel(value: object) -> bool:
    """Whether this is a kernel of ours."""
    return isinstance(value, Dispatcher) and value in _ours


def inner(function: F) -> F:
    """Compile a function that only kernels call: it becomes part of them, on disk too.

    Python cannot call it: the code for that would take as long to compile as the function. Whole numbers come to it in
    64 bits, or it would be compiled once more for every mixture of sizes.
    """
    compiled: Any = exact(function)
    template = compiled.get_call_template
    compiled.get_call_template = lambda args, kws: template(
        [_widened(kind) for kind in args], {name: _widened(kind) for name, kind in kws.items()}
    )
    return cast(F, compiled)


def exact(function: F) -> F:
    """The same with numbers in the sizes they have: in lanes, where small ones share a vector."""
    return compile_later(function, no_cpython_wrapper=True, no_cfunc_wrapper=True)


def _widened(kind: Any) -> Any:
    plain = _types.unliteral(kind)
    return _types.int64 if isinstance(plain, _types.Integer) and plain.signed else plain


def folded(function: F) -> F:
    """The same for what is called so often that the call itself would cost more than the work: it is copied there."""
    return compile_later(function, no_cpython_wrapper=True, no_cfunc_wrapper=True, forceinline=True)


def copied(function: F) -> F:
    """The same for what is given arrays: its lines become its caller's, so that no reference count is updated."""
    return compile_later(function, no_cpython_wrapper=True, no_cfunc_wrapper=True, inline="always")


def generated(function: Callable[..., Any]) -> Any:
    """A function that kernels call and whose code is not compiled: this one generates it, when it is told the types."""
    return _intrinsic(function)


def compile_later(function: F, **options: bool | str) -> F:
    """Hand a function to numba, which compiles it when it knows the types."""
    return cast(F, _njit(nogil=True, error_model="numpy", **options)(function))


Record = Any
"""A record as kernels see it: its fields are attributes, arrays among them views."""


def dtype_of(layout: Layout) -> np.dtype[Any]:
    """The type of a record for kernels.

    They take an array of one record: passing it on passes a single address, while each array of a tuple would cost two
    updates of its reference count.
    """
    fields = layout.fields.values()
    return np.dtype(
        {
            "names": list(layout.fields),
            "formats": [(NUMPY_NAMES[field.format], field.shape) for field in fields],
            "offsets": [field.offset for field in fields],
            "itemsize": layout.size,
        }
    )


NUMPY_NAMES = {"h": "<i2", "q": "<i8", "Q": "<u8", "f": "<f4", "d": "<f8"}
"""By the formats of a layout."""
_config: Any = numba.config
_njit: Any = numba.njit  # whose types lack some of its options
_intrinsic: Any = intrinsic
_types: Any = types
carray: Any = numba.carray  # type: ignore[attr-defined]
_decorating = threading.Lock()  # bots may be asked for the first time in two threads at once
_ours: set[Any] = set()


class _Notice(event.Listener):
    """Announces that a kernel of ours is being compiled, because it is not on disk yet."""

    def on_start(self, happening: Any) -> None:
        if is_kernel(happening.data["dispatcher"]):
            announce(happening.data["dispatcher"].__name__)

    def on_end(self, happening: Any) -> None:
        pass


event.register("numba:compile", _Notice())  # type: ignore[no-untyped-call]
