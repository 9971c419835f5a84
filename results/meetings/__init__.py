"""PURE. Two players of a round and all their games: score, ladder, the next game.

Not here: a round as a whole. May import ``tournament``, ``crosstable``, ``errors``.
"""
