"""PURE. Captures played again into a fresh tracker: replay, recovery, repair with known moves.

Not here: which files belong to a game (``desk/storage``). May import ``captures``, ``protocols``,
``sensing``, ``readings``, ``errors``.
"""
