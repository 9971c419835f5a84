"""PURE. The feed as PGN, and what its files are called.

Not here: reading PGN (``facts/pgn.py``). May import ``view``, ``errors``.
"""
