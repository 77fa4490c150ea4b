"""The games of the family, each a short page."""
