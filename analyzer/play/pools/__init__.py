"""Where tasks are played: threads of this process, worker processes, or the workers of a Dask cluster."""
