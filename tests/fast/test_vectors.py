"""The loops that are written in vectors: the same numbers as numpy's, whatever the machine makes of them."""

import numba
import numpy as np
import pytest
from numba.core.errors import TypingError

from nimmt.fast.nets import MOST_SECOND, MOST_SUM
from nimmt.fast.vectors import WIDTH, add_columns, dot
from nimmt.fast.weights import CACHE_LINE, shipped_minds

ROWS = 300


@numba.njit
def added(weights, columns, size, sums):  # type: ignore[no-untyped-def]
    add_columns(weights, columns, size, sums)


@numba.njit
def product(weights, row, sums):  # type: ignore[no-untyped-def]
    return dot(weights, row, sums)


@pytest.mark.parametrize("size", [0, 1, 2, 47])
def test_columns_are_added_as_often_as_they_are_listed(size: int) -> None:
    draw = np.random.default_rng(size)
    weights = draw.integers(-600, 600, (ROWS, WIDTH)).astype(np.int16)
    columns, sums = draw.integers(0, ROWS, 60).astype(np.int16), draw.integers(-900, 900, WIDTH).astype(np.int16)
    expected = sums + weights[columns[:size]].sum(axis=0)
    added(weights, columns, size, sums)
    assert (sums == expected).all()


@pytest.mark.parametrize("offset", [0, 1, 7])
def test_products_are_exact_up_to_the_largest_numbers_wherever_they_lie(offset: int) -> None:
    draw = np.random.default_rng(offset)
    room = draw.integers(-MOST_SECOND, MOST_SECOND + 1, ROWS * WIDTH + offset).astype(np.int16)
    weights = room[offset:].reshape(ROWS, WIDTH)
    weights[0], weights[1] = MOST_SECOND, -MOST_SECOND
    for sums in (draw.integers(0, MOST_SUM + 1, WIDTH).astype(np.int16), np.full(WIDTH, MOST_SUM, np.int16)):
        expected = weights.astype(np.int64) @ sums.astype(np.int64)
        assert [product(weights, row, sums) for row in range(ROWS)] == expected.tolist()


def test_numbers_of_another_size_are_refused() -> None:
    with pytest.raises(TypingError):
        product(np.zeros((ROWS, WIDTH), np.int32), 0, np.zeros(WIDTH, np.int16))


def test_shipped_weights_begin_where_a_line_of_the_cache_does() -> None:
    assert {mind.weights.ctypes.data % CACHE_LINE for mind in shipped_minds().values()} == {0}
