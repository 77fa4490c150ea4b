"""The games of the rulebooks. They have what a new game need not have: kernels, golden records, cited figures."""

BOOKS = ("base", "even_odd", "climb", "caper", "reversed_digits", "surprise", "versus_ox", "bullenparty")

WITH_PRO = ("pro", *BOOKS)
"""The same, as players choose among them."""
