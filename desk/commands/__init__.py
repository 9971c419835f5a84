"""PURE. What arbiters may ask for, and what becomes of it: command → decision → facts.

Not here: HTTP, disk, processes. ``decide`` is the door; ``kinds`` are the commands, ``situation``
what they are decided on, ``decisions`` one module a subject, ``drafts`` a round before it is
published. May import ``state`` and ``errors``.
"""
