"""PURE. The hall as the log tells it: devices, boards, games, standings now and at a cut.

Not here: deciding anything, wording for pages. May import ``errors``.
"""
