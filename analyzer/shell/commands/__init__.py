"""The commands, one module each: `new_policy.py` defines the function `new_policy`, which is `analyzer new-policy`."""
