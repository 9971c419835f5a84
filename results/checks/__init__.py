"""PURE. Checks of what is there: re-pairing, recounting, second opinions, made-up tournaments.

Nothing imports it but ``desk``. May import every room of ``results``.
"""
