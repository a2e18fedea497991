"""Everything about numba: decorated functions, the cache on disk, and what its messages mean."""
