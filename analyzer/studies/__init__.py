"""What asks a question by playing a design: each module one kind of question."""
