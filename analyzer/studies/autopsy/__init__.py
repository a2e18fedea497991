"""Which decisions lost the lost games."""
