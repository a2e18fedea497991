"""The rules of Portolano, one module per part of the rulebook."""
