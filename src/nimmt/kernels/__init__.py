"""Kernels that play needs: one WebAssembly file, what is passed to it, and what makes it run."""
