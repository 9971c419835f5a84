"""PURE. What shows at a moment: the feed of an audience as of now − delay.

Not here: how it is sent. The one place where a delay is applied. May import ``known``, ``view``.
"""
