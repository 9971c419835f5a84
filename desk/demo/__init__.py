"""A tournament on virtual boards: the whole chain, to look at and to test."""
