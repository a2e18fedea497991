"""Gap survival: how likely every gap of the grid can still be filled, and what follows from it.

A gap of g empty cells lies between two numbers. Of the numbers between them the asked seat holds h, has given up
some itself, and does not know u; each of those is still to come with a chance that rises with the cards still in
hands and piles. The gap survives with P(h + Bin(u, chance) >= g), and a grid is worth the sum of the logarithms.
"""
