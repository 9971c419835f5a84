"""PURE. How stages hang together: who enters one, how far each is, and the final list."""
