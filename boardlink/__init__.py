"""Electronic boards → facts."""
