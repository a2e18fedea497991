"""What is asked: experiments as users write them, and the cells they consist of."""
