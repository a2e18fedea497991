"""The command line and what it shows: no logic of games or statistics lives here."""
