"""Records as kernels see them."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from nimmt.fast.jit import dtype_of
from nimmt.kernels.layout import Record


def as_array(record: Record) -> NDArray[Any]:
    """An array of one record, which shares the record's memory."""
    return np.frombuffer(record.memory, dtype_of(record.layout), 1)
