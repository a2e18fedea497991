"""Tasks played by the workers of a Dask cluster: how it is found, who may play, what travels, what a worker does."""
