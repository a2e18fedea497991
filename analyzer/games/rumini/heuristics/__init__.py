"""What policies of Rumini are made of: the value of a placement, plays, plans, and the small answers."""
