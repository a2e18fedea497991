"""Learning the values of positions: lessons, two stages of training, and a validation on fresh deals."""
