"""A tournament on virtual boards: the whole chain, to look at and to test.

Not here: virtual boards as such (``boardlink/simulator``). May import ``running`` and all below it.
"""
