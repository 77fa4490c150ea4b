"""What choices led to, world by world, summed up: means, standard errors, and how far two choices are apart."""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple


class Half(NamedTuple):
    """Every other world: how many, the sum by choice, and the sum of the products of two choices."""

    worlds: int
    sums: Sequence[float]
    products: Sequence[Sequence[float]]

    def __add__(self, other: "Half") -> "Half":  # type: ignore[override]
        """Both of them."""
        sums = [one + more for one, more in zip(self.sums, other.sums, strict=True)]
        products = [
            [one + more for one, more in zip(row, others, strict=True)]
            for row, others in zip(self.products, other.products, strict=True)
        ]
        return Half(self.worlds + other.worlds, sums, products)

    @property
    def means(self) -> list[float]:
        """By choice."""
        return [total / self.worlds for total in self.sums]

    @property
    def best(self) -> int:
        """The choice with the lowest mean."""
        return self.sums.index(min(self.sums))

    def variance(self, choice: int) -> float:
        """Of a choice over the worlds."""
        mean = self.sums[choice] / self.worlds
        return max(self.products[choice][choice] / self.worlds - mean**2, 0.0)

    def error(self, choice: int) -> float:
        """The standard error of a choice's mean."""
        return sqrt(self.variance(choice) / self.worlds)

    def variance_between(self, one: int, other: int) -> float:
        """Of the difference of two choices over the worlds."""
        mean = (self.sums[one] - self.sums[other]) / self.worlds
        squares = self.products[one][one] - 2 * self.products[one][other] + self.products[other][other]
        return max(squares / self.worlds - mean**2, 0.0)

    def more(self, one: int, other: int) -> tuple[float, float]:
        """How much more a choice comes to than another one, and the standard error of that."""
        mean = (self.sums[one] - self.sums[other]) / self.worlds
        return mean, sqrt(self.variance_between(one, other) / self.worlds)


class Figures(NamedTuple):
    """The worlds of even and those of odd numbers: what is found in one half can be measured in the other."""

    even: Half
    odd: Half

    @classmethod
    def of(cls, rows: Sequence[Sequence[float]]) -> "Figures":
        """From what each choice led to, by world and choice."""
        return cls(_summed_up(rows[0::2]), _summed_up(rows[1::2]))

    @property
    def whole(self) -> Half:
        """All worlds."""
        return self.even + self.odd

    def joined(self, later: "Figures") -> "Figures":
        """With those of later worlds."""
        return Figures(self.even + later.even, self.odd + later.odd)

    def times(self, factor: float) -> "Figures":
        """As if each choice had led to so many times as much."""
        return Figures(*(_times(half, factor) for half in self))


def _summed_up(rows: Sequence[Sequence[float]]) -> Half:
    columns = list(zip(*rows, strict=True))
    products = [[sum(a * b for a, b in zip(one, other, strict=True)) for other in columns] for one in columns]
    return Half(len(rows), [sum(column) for column in columns], products)


def _times(half: Half, factor: float) -> Half:
    products = [[factor**2 * product for product in row] for row in half.products]
    return Half(half.worlds, [factor * total for total in half.sums], products)
