"""PURE. What the sensors mean: from placements and clock readings to the game that was played.

Not here: where readings come from, or any maker's terms. May import ``readings`` and ``errors``.
``tracker`` is the door; ``squares`` are placements and positions, ``lines`` the explanations,
``ending`` how games end, ``judging`` what becomes of it all.
"""
