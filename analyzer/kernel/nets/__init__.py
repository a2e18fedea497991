"""Small networks over sets of like things: rows of numbers in vectors, what a network says, and how it learns."""
