"""PURE. FIDE's tie-breaks (C.07), one module a family; ``table`` says which code is which.

Not here: the order they are used in. May import ``crosstable``, ``ratings``, ``errors``.
"""
