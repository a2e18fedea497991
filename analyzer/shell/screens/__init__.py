"""What the terminal shows, built from finished results: nothing is computed here."""
