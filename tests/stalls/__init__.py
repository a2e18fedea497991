"""A second toy game, with planted truths for studies of balance."""
