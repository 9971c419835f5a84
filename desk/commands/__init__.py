"""What arbiters may ask for, and what becomes of it: commands → facts, or a refusal."""
