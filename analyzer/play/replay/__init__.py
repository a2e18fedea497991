"""One deal, step by step: with the board, the question, the answer and the reasons."""
