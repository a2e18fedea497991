"""What policies of Portolano are made of: what things and stops are worth, and the answers that follow."""
