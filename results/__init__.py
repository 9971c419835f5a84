"""Facts → results, standings, pairings."""
