"""The other end of a virtual board's cable: pseudo-terminals, TCP, a line that boards share.

Not here: what is said on it. May import ``hands`` for luck, and ``errors``.
"""
