"""What is checked of the files that users write: their text, their functions, and how mistakes are told."""
