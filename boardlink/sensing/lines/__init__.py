"""PURE. Explanations: lines of play that account for what was seen, their costs and their growth.

Not here: the clock, the kings' sign, what is shown. May import ``squares``, ``setup``,
``readings``.
"""
