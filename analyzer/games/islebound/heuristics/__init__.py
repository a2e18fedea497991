"""What policies of Islebound are made of: the shared evaluator of section 6, plans, and the small answers."""
