"""What goes wrong in kernels."""

from ..errors import NimmtError


class KernelFailed(NimmtError):
    """A kernel came to no end, or into a state that its authors did not foresee."""

    def __init__(self, kernel: str, reason: str) -> None:
        """Say which one, and what stopped it."""
        super().__init__("kernel_failed", f"The kernel {kernel} failed: {reason}")
