"""Finding the value of a switch that gives what is wanted."""
