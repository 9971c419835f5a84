"""PURE. What spectators' pages are told: the parts, the messages, and their frames.

Not here: who gets them. May import ``view``.
"""
