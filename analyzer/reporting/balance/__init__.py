"""The report on the balance of a game: the page, and the designer's sheet in front of it."""
