"""A game of which everything is known beforehand: see truth.py. $ANALYZER_GAMES=tests.toy shows it to the catalog."""
