"""Which statements survive when what is assumed about a game is something else: worlds, stamps, and what moves them."""
