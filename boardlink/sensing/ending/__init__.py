"""PURE. How a game ends on the board: the kings' sign, and the Laws by themselves.

Not here: the verdict on the whole game (``judging``). May import ``lines``, ``squares``, ``setup``.
"""
