"""What policies use: scores, values to keep, default answers, and the decorators that make policies of them.

The numbers H1 to H24 are those of section 6 of the rules file.
"""
