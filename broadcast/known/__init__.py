"""PURE. All that is known of the games, folded from the log, each thing with its moment.

Not here: what may be seen yet (``cut``). May import ``view``.
"""
