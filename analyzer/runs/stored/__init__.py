"""What is kept: the folder of a run, written as a whole and checked when read."""
