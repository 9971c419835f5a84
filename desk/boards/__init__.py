"""``topboards boards …``: boards looked at without a hall, and whether the computer is ready.

Not here: boards of a running hall (``hall``). May import everything but ``arbiter`` and ``cli``.
"""
