"""Electronic boards → facts: bytes, readings, the tracker, and the tasks that keep boards going.

Not here: results, spectators, the log on disk. Imports ``facts`` alone. The way of the data:
``links`` → ``protocols`` → ``drivers`` → ``stations`` → ``sensing`` → facts; ``captures`` and
``replaying`` go the same way again from what was recorded; ``other_programs`` reads what others
have written down; ``simulator`` plays at virtual boards. Doors: ``fleet`` (all boards of a hall),
``readings`` (the words between rooms), ``account`` (one game as its facts tell it), ``errors``.
"""
