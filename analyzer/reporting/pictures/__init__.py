"""Pictures of any result, for Python and notebooks."""
