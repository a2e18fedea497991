"""Balance: what a designer of a competitive game asks, answered by changing one thing and playing the same deals."""
