"""From the log of a group's plays to its skill, and to every variant."""
