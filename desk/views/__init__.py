"""PURE. What arbiters are shown of the state: parts of the page, sheets, lines in words.

Not here: HTML and HTTP. May import ``commands``, ``state``, ``errors``.
"""
