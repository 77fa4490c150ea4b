"""Powers and logarithms written out, so that every machine computes the same bits: those of system libraries differ."""

from math import factorial
from math import log as log_of

import numpy as np

from .jit import inner

_PER_OCTAVE = 1.0 / log_of(2.0)
_OCTAVE_HIGH, _OCTAVE_LOW = float.fromhex("0x1.62e42fefa0000p-1"), float.fromhex("0x1.cf79abc9e3b3ap-40")
"""The logarithm of 2 in two parts: products of the first one with whole numbers of up to 10 bits are exact."""
_ROOT_OF_TWO = 2.0**0.5
_BITS, _BIAS = np.int64(52), np.int64(1023)
_FRACTION = np.int64((1 << 52) - 1)
_TERMS, _ODD_TERMS = 14, 12
_OF_EXP = np.array([1.0 / factorial(term) for term in range(_TERMS)])
_OF_LOG = np.array([1.0 / (2 * term + 1) for term in range(_ODD_TERMS)])


@inner
def exp(power: float) -> float:
    """The number e to a power between -700 and 700."""
    octaves = np.floor(power * _PER_OCTAVE + 0.5)
    rest = (power - octaves * _OCTAVE_HIGH) - octaves * _OCTAVE_LOW
    total = 0.0
    for term in range(_TERMS - 1, -1, -1):
        total = total * rest + _OF_EXP[term]
    return float(total * np.int64((np.int64(octaves) + _BIAS) << _BITS).view(np.float64))


@inner
def log(number: float) -> float:
    """The natural logarithm of a positive number that is not tiny."""
    bits = np.float64(number).view(np.int64)
    octaves = (bits >> _BITS) - _BIAS
    between = np.int64((bits & _FRACTION) | (_BIAS << _BITS)).view(np.float64)
    if between > _ROOT_OF_TWO:
        between *= 0.5
        octaves += 1
    step = (between - 1.0) / (between + 1.0)
    square, total = step * step, 0.0
    for term in range(_ODD_TERMS - 1, -1, -1):
        total = total * square + _OF_LOG[term]
    return float(octaves * _OCTAVE_HIGH + (octaves * _OCTAVE_LOW + 2.0 * step * total))


@inner
def power(base: float, exponent: float) -> float:
    """A positive number to a power."""
    return exp(exponent * log(base))
