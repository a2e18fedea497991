"""The rules of Tranquility, one module per part of the rulebook."""
