"""PURE. What people do at a board: how hands move men, how long they think, how games end.

Not here: what the board makes of it (``boards``). May import ``readings``.
"""
