"""The smallest patch: the fewest changes of switches, prices and handicaps that give what a designer wants."""
