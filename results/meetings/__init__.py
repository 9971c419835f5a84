"""PURE. Meetings of several games: matches, Armageddon, play-offs; who is through, and why."""
