"""How the strongest bot learned: self-play in a mixed league, from nothing to a file of weights."""
