"""Pairing systems: the Dutch system by gacrux behind an adapter, and our own Berger tables."""
