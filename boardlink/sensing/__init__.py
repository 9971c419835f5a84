"""What the sensors mean: from placements and clock readings to the game that was played."""
